import Kernel
import Observations
import Parts

/// Controller of sensors and radios: applies the radio plan and the needs of components.
///
/// A planner component chooses the radios; the controller switches them, and keeps those off that no
/// component can use.
struct RadioController: StackPart {
  /// Batch intervals: of motion for indoor positioning, which must not lag, and for activity
  /// recognition.
  private static let motionPeriod = SimDuration.seconds(0.5)
  private static let batchPeriod = SimDuration.seconds(2.5)
  private static let barometerPeriod = SimDuration.seconds(1)

  private var chooser: any StackPart
  private var radios = RadioPlan()
  /// True if gyroscope and magnetometer run.
  private var sensesTurns = false
  /// Time of the last restart of the phone.
  private var rebooted: SimTime?

  /// Creates a controller for a planner component.
  init(by chooser: any StackPart) {
    self.chooser = chooser
  }

  var subscribes: Topics { chooser.subscribes.union([.radioNeed, .boot]) }
  var publishes: Topics { chooser.publishes }
  var needs: PartNeeds { chooser.needs }
  var failure: (any Error)? { chooser.failure }

  mutating func start(at time: SimTime, onto board: inout Board) {
    begin(onto: &board)
    follow(at: time, onto: &board) { $0.start(at: time, onto: &$1) }
  }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    // Any message may be the first of a restart.
    if board.opening == .boot, rebooted != time {
      rebooted = time
      begin(onto: &board)
    }
    guard chooser.subscribes.contains(event.topic) else { return }
    follow(at: time, onto: &board) { $0.process(event, at: time, onto: &$1) }
  }

  mutating func endPass(at time: SimTime, onto board: inout Board) {
    follow(at: time, onto: &board) { $0.endPass(at: time, onto: &$1) }
  }

  mutating func finish(at time: SimTime, onto board: inout Board) {
    chooser.finish(at: time, onto: &board)
  }

  /// Runs the planner, and applies its new plans.
  private mutating func follow(
    at time: SimTime, onto board: inout Board,
    _ body: (inout any StackPart, inout Board) -> Void
  ) {
    let count = board.results.count
    body(&chooser, &board)
    for index in count..<board.results.count {
      if case .radioPlan(let plan) = board.results[index] { run(plan, at: time, onto: &board) }
    }
  }

  /// Switches on the basic sensors, after a start or restart of the phone.
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

  /// Applies a radio plan.
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

  /// Switches gyroscope and magnetometer on or off, as indoor positioning by motion needs.
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

/// Radio planner that chooses the cheapest radios for the demand (``RadioPlanner``).
struct RadiosByNeedPart: StackPart {
  private let planner: RadioPlanner

  init(_ parameters: RadioPlanner.Parameters) {
    planner = RadioPlanner(parameters: parameters)
  }

  var subscribes: Topics { .radioNeed }
  var publishes: Topics { .radioPlan }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    guard case .result(.radioNeed(let need)) = event else { return }
    board.publish(.radioPlan(planner.plan(for: need, at: time)))
  }
}

/// Radio planner that keeps all radios on.
struct RadiosAlwaysPart: StackPart {
  private let plan: RadioPlan

  init(_ parameters: RadioPlanner.Parameters) {
    plan = RadioPlan(
      gnss: parameters.gnss, wifi: parameters.wifiFirst, cell: parameters.cell, beacon: .zero)
  }

  var subscribes: Topics { .radioNeed }
  var publishes: Topics { .radioPlan }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    board.publish(.radioPlan(plan))
  }
}
