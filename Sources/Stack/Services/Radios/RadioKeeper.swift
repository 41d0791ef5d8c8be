import Kernel
import Observations
import Parts

/// Switches sensors and radios on and off as parts and apps need them.
struct RadioKeeper: Sendable {
  /// How often motion is looked at indoors, where the dot must not lag, and how often for activities.
  private static let motionPeriod = SimDuration.seconds(0.5)
  private static let batchPeriod = SimDuration.seconds(2.5)
  private static let barometerPeriod = SimDuration.seconds(1)

  /// Whether radios run as they are needed; all of them all the time if not.
  private let saves: Bool
  private let planner: RadioPlanner
  /// What is known of the phone.
  var situation = RadioPlanner.Situation()
  private var radios = RadioPlan()
  private var causes = RadioCauses()
  /// As which beacon the phone is heard.
  private var advertised: BeaconIdentity?
  /// How the scanner for beacons listens.
  private var scanning = BeaconRegionMonitor.ScanWish.always
  /// Whether gyroscope and magnetometer run.
  private var sensesTurns = false

  init(_ parameters: RadioPlanner.Parameters, saves: Bool) {
    planner = RadioPlanner(parameters: parameters)
    self.saves = saves
  }

  /// Switches on what is listened to, when the phone starts and when it starts again.
  mutating func begin(
    for desk: SessionDesk, _ watch: inout ServiceWatch, at time: SimTime, onto board: inout Board
  ) {
    board.sink.request(.start(.accelerometer, period: .zero))
    if board.needs.contains(.barometer) {
      board.sink.request(.start(.barometer, period: Self.barometerPeriod))
    }
    board.sink.request(.start(.beacon, period: .zero))
    scanning = .always
    advertised = nil
    causes = RadioCauses()
    sensesTurns = false
    planMotion(onto: &board)
    if board.needs.contains(.satellites) { board.sink.request(.fetchAssistance) }
    radios = RadioPlan()
    plan(for: desk, &watch, at: time, onto: &board)
  }

  /// Switches radios on and off as they are needed.
  mutating func plan(
    for desk: SessionDesk, _ watch: inout ServiceWatch, at time: SimTime, onto board: inout Board
  ) {
    let constants = planner.parameters
    var plan = RadioPlan(gnss: constants.gnss, wifi: constants.wifiFirst, cell: constants.cell)
    if saves {
      situation.wish = watch.wish(during: situation.flags, at: time)
      plan = planner.plan(for: desk.demand, in: situation, at: time)
    }
    if !board.needs.contains(.satellites) { plan.gnss = nil }
    if !board.needs.contains(.wifi) { plan.wifi = nil }
    if !board.needs.contains(.cells) { plan.cell = nil }
    for request in plan.requests(from: radios) { board.sink.request(request) }
    if plan.gnssBatch > .zero, radios.gnssBatch == .zero { board.batching.latest = time }
    board.batching.period = plan.gnssBatch
    radios = plan
    planScanner(for: desk, &watch, at: time, onto: &board)
    planMotion(onto: &board)
    advertise(desk.demand.advertised, onto: &board)
    guard !desk.isForNobody else { return }
    let requests = causes.requests(
      for: desk.demand, version: desk.demandVersion, situation.wish)
    for request in requests { board.sink.request(request) }
  }

  /// Lets the scanner for beacons listen as somebody needs it: all the time, now and then, or not.
  private mutating func planScanner(
    for desk: SessionDesk, _ watch: inout ServiceWatch, at time: SimTime, onto board: inout Board
  ) {
    let isNeeded =
      !saves || desk.isForNobody || desk.demand.allowsIndoor || watch.ranger.isRanging
    let wish = isNeeded ? .always : watch.beacons.scanWish
    guard wish != scanning else { return }
    // A scan that runs keeps its rhythm: it is begun anew.
    if scanning != .none { board.sink.request(.stop(.beacon)) }
    if wish != .none {
      let period = wish == .always ? .zero : planner.parameters.beaconSeldom
      board.sink.request(.start(.beacon, period: period))
    }
    scanning = wish
    watch.setListening(wish != .none, at: time)
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

  /// Makes the phone a beacon, or ends that.
  private mutating func advertise(_ beacon: BeaconIdentity?, onto board: inout Board) {
    guard beacon != advertised else { return }
    board.sink.request(.advertise(beacon))
    advertised = beacon
  }
}
