import Kernel
import Observations
import Parts

/// Switches sensors and radios on and off as parts need them and as a part of its own chooses.
///
/// That part says which radios are to run; here it is seen to that they do, and that those which no part
/// can use stay off.
struct RadioKeeper: StackPart {
  /// How often motion is looked at indoors, where the dot must not lag, and how often for activities.
  private static let motionPeriod = SimDuration.seconds(0.5)
  private static let batchPeriod = SimDuration.seconds(2.5)
  private static let barometerPeriod = SimDuration.seconds(1)

  private var chooser: any StackPart
  private var radios = RadioPlan()
  /// Whether gyroscope and magnetometer run.
  private var sensesTurns = false
  /// When the phone was last started again.
  private var rebooted: SimTime?

  /// Creates a keeper that goes by a part's choice.
  init(by chooser: any StackPart) {
    self.chooser = chooser
  }

  var listens: Topics { chooser.listens.union([.radioNeed, .boot]) }
  var tells: Topics { chooser.tells }
  var needs: PartNeeds { chooser.needs }
  var failure: (any Error)? { chooser.failure }

  mutating func start(at time: SimTime, onto board: inout Board) {
    begin(onto: &board)
    follow(at: time, onto: &board) { $0.start(at: time, onto: &$1) }
  }

  mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    // Whatever it is that is heard first of a start of the phone.
    if board.opening == .boot, rebooted != time {
      rebooted = time
      begin(onto: &board)
    }
    guard chooser.listens.contains(news.topic) else { return }
    follow(at: time, onto: &board) { $0.take(news, at: time, onto: &$1) }
  }

  mutating func settle(at time: SimTime, onto board: inout Board) {
    follow(at: time, onto: &board) { $0.settle(at: time, onto: &$1) }
  }

  mutating func finish(at time: SimTime, onto board: inout Board) {
    chooser.finish(at: time, onto: &board)
  }

  /// Lets the choosing part do something, and does what it then says.
  private mutating func follow(
    at time: SimTime, onto board: inout Board,
    _ body: (inout any StackPart, inout Board) -> Void
  ) {
    let count = board.findings.count
    body(&chooser, &board)
    for index in count..<board.findings.count {
      if case .radioPlan(let plan) = board.findings[index] { run(plan, at: time, onto: &board) }
    }
  }

  /// Switches on what is listened to, when the phone starts and when it starts again.
  private mutating func begin(onto board: inout Board) {
    board.sink.request(.start(.accelerometer, period: .zero))
    if board.needs.contains(.barometer) {
      board.sink.request(.start(.barometer, period: Self.barometerPeriod))
    }
    board.sink.request(.start(.beacon, period: .zero))
    radios = RadioPlan(beacon: .zero)
    sensesTurns = false
    planMotion(onto: &board)
    if board.needs.contains(.satellites) { board.sink.request(.fetchAssistance) }
  }

  /// Switches radios on and off as is planned.
  private mutating func run(_ wanted: RadioPlan, at time: SimTime, onto board: inout Board) {
    var plan = wanted
    if !board.needs.contains(.satellites) { plan.gnss = nil }
    if !board.needs.contains(.wifi) { plan.wifi = nil }
    if !board.needs.contains(.cells) { plan.cell = nil }
    for request in plan.requests(from: radios) { board.sink.request(request) }
    if plan.gnssBatch > .zero, radios.gnssBatch == .zero { board.batching.latest = time }
    board.batching.period = plan.gnssBatch
    radios = plan
    planMotion(onto: &board)
  }

  /// Switches on what tells how the phone is turned and carried where it is found by that, and off.
  private mutating func planMotion(onto board: inout Board) {
    guard board.needs.contains(.motion) != sensesTurns else { return }
    sensesTurns.toggle()
    guard sensesTurns else {
      board.sink.request(.stop(.gyroscope))
      board.sink.request(.stop(.magnetometer))
      return board.sink.request(.batch(.accelerometer, every: Self.batchPeriod))
    }
    board.sink.request(.start(.gyroscope, period: .zero))
    board.sink.request(.start(.magnetometer, period: .zero))
    for sensor in [RadioRequest.Sensor.accelerometer, .gyroscope, .magnetometer] {
      board.sink.request(.batch(sensor, every: Self.motionPeriod))
    }
    board.sink.request(.start(.barometer, period: Self.barometerPeriod))
  }
}

/// Chooses the cheapest radios by which all who ask are served (``RadioPlanner``).
struct RadiosByNeedPart: StackPart {
  private let planner: RadioPlanner

  init(_ parameters: RadioPlanner.Parameters) {
    planner = RadioPlanner(parameters: parameters)
  }

  var listens: Topics { .radioNeed }
  var tells: Topics { .radioPlan }

  mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    guard case .finding(.radioNeed(let need)) = news else { return }
    board.tell(.radioPlan(planner.plan(for: need, at: time)))
  }
}

/// Lets all radios run all the time.
struct RadiosAlwaysPart: StackPart {
  private let plan: RadioPlan

  init(_ parameters: RadioPlanner.Parameters) {
    plan = RadioPlan(
      gnss: parameters.gnss, wifi: parameters.wifiFirst, cell: parameters.cell, beacon: .zero)
  }

  var listens: Topics { .radioNeed }
  var tells: Topics { .radioPlan }

  mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    board.tell(.radioPlan(plan))
  }
}
