public import Kernel
public import Maps
public import Motion
public import Observations
public import Positioning

/// The stack that comes with VenueSim, put together from its parts.
///
/// For now it finds a location once a second: the strongest beacon's, the satellites' or, failing
/// that, what a receiver of its own has solved. That, each change of activity and the steps of motion
/// batches go to the apps that may have them; where no app says anything, there is one that may have
/// everything.
public struct ReferenceStack: TrackingStack {
  /// Which parts it is made of, and how they are set.
  public struct Configuration: Hashable, Sendable {
    /// The indoor locator.
    public var locator = StrongestBeaconLocator.Parameters()
    /// How places are found from satellites; nil if they aren't used at all.
    public var gnss: SatelliteSolver? = .filter
    /// Activities and steps.
    public var motion = MotionEngine.Parameters()

    /// Creates the defaults.
    public init() {}
  }

  /// How places are found from satellites.
  public enum SatelliteSolver: String, CaseIterable, Sendable {
    /// By a filter over all epochs.
    case filter
    /// Epoch by epoch.
    case singlePoint
  }

  private static let tick = StackTimer(1)
  private static let services = StackTimer(2)
  private static let period = SimDuration.seconds(1)
  /// For how long a beacon's place is remembered, and how fast the phone may leave it, in m/s:
  /// estimates for people on foot.
  private static let memory = SimDuration.seconds(15)
  private static let walkingSpeed = 1.4
  /// For how long the last beacon's floor holds, and how many satellites are heard outdoors only:
  /// estimates; a room hears five or six.
  private static let floorMemory = SimDuration.seconds(120)
  private static let openSky = 8

  private let configuration: Configuration
  private var locator: StrongestBeaconLocator
  private var solver = SinglePointSolver()
  private var filter = GNSSFilter()
  private var motion: MotionEngine
  private var desk = SessionDesk(implicitApp: true)
  /// What the desk wants to be told, until it is.
  private var events: [ServiceEvent] = []
  /// When the desk is to be woken.
  private var deskTime: SimTime?
  private var latestFix: LocationFix?
  private var latestBeaconFix: LocationFix?
  private var receiverFix: LocationFix?

  /// Creates a stack that knows a map.
  public init(map: VenueMap, configuration: Configuration = Configuration()) {
    self.configuration = configuration
    locator = StrongestBeaconLocator(map: map, parameters: configuration.locator)
    motion = MotionEngine(parameters: configuration.motion)
  }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    motion = MotionEngine(parameters: configuration.motion, at: time)
    begin(at: time, into: &sink)
    desk.start(at: time, into: &events)
    tell(motion.currentActivity, at: time, into: &sink)
  }

  /// Switches on what it listens to, when the phone starts and when it starts again.
  private func begin(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.accelerometer, period: .zero))
    if configuration.motion.counter == .gait {
      sink.request(.start(.barometer, period: Self.period))
    }
    sink.request(.start(.beacon, period: .zero))
    if configuration.gnss != nil {
      sink.request(.fetchAssistance)
      sink.request(.start(.gnss, period: Self.period))
    }
    sink.setTimer(Self.tick, at: time + Self.period)
  }

  public mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {
    switch observation {
    case .beacon(let heard): locator.receive(heard)
    case .boot:
      desk.boot(at: time, into: &events)
      begin(at: time, into: &sink)
      tell(motion.restart(at: time), at: time, into: &sink)
    case .app(let event):
      desk.receive(event, at: time, into: &events)
      pass(into: &sink)
    case .ephemeris(let message):
      if configuration.gnss == .filter {
        filter.receive(message)
      } else {
        solver.receive(message)
      }
    case .gnss(let epoch):
      let fix = configuration.gnss == .filter ? filter.receive(epoch) : solver.solve(epoch)
      latestFix = fix ?? latestFix
    case .fix(let fix) where configuration.gnss != nil: receiverFix = fix.location
    case .accelerometer(let batch):
      let record = motion.receive(batch, at: time) {
        desk.receive($0, at: time, into: &events)
      }
      if let record { desk.receive(record, at: time, into: &events) }
      pass(into: &sink)
    case .barometer(let sample): motion.receive(sample)
    case .vehicle(let link): motion.receive(link)
    case .power(let power): motion.receive(power)
    default: break
    }
  }

  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    guard timer == Self.tick else {
      desk.wake(at: time, into: &events)
      return pass(into: &sink)
    }
    sink.setTimer(Self.tick, at: time + Self.period)
    tell(motion.elapse(to: time), at: time, into: &sink)
    let sky =
      (configuration.gnss == .filter ? filter.fix(at: time) : fresh(latestFix, at: time))
      ?? fresh(receiverFix, at: time)
    let near = locator.locate(at: time).map { remembered($0) }
    if let fix = near ?? better(held(at: time), sky.map { onFloor($0, at: time) }) {
      motion.receive(fix)
      desk.receive(fix, at: time, into: &events)
      pass(into: &sink)
    }
  }

  /// Notes where beacons have said the phone is.
  private mutating func remembered(_ fix: LocationFix) -> LocationFix {
    latestBeaconFix = fix
    return fix
  }

  /// Where beacons said the phone was when they were last heard, less and less surely.
  private func held(at time: SimTime) -> LocationFix? {
    guard var fix = latestBeaconFix, time - fix.time <= Self.memory else { return nil }
    fix.horizontalAccuracyMetres += Self.walkingSpeed * (time - fix.time).seconds
    fix.time = time
    return fix
  }

  /// A satellites' fix with the floor of the last beacon, as long as so few satellites are heard that
  /// the phone can't have left the house.
  private func onFloor(_ fix: LocationFix, at time: SimTime) -> LocationFix {
    guard let beacon = latestBeaconFix, time - beacon.time <= Self.floorMemory,
      fix.transmitterCount < Self.openSky
    else { return fix }
    var fix = fix
    fix.floor = beacon.floor
    return fix
  }

  /// The one of two that says it is nearer.
  private func better(_ first: LocationFix?, _ second: LocationFix?) -> LocationFix? {
    guard let first, let second else { return first ?? second }
    return second.horizontalAccuracyMetres < first.horizontalAccuracyMetres ? second : first
  }

  public mutating func finish(at time: SimTime, into sink: inout StackSink) {
    if let record = motion.lastRecord(at: time) {
      desk.receive(record, at: time, into: &events)
      pass(into: &sink)
    }
  }

  private mutating func tell(
    _ report: ActivityReport?, at time: SimTime, into sink: inout StackSink
  ) {
    if let report { desk.receive(report, at: time, into: &events) }
    pass(into: &sink)
  }

  /// Tells what the desk lets through, and sets its timer.
  private mutating func pass(into sink: inout StackSink) {
    for event in events { sink.tell(event.output, to: event.app) }
    events.removeAll(keepingCapacity: true)
    guard desk.nextWake != deskTime else { return }
    deskTime = desk.nextWake
    if let deskTime {
      sink.setTimer(Self.services, at: deskTime)
    } else {
      sink.clearTimer(Self.services)
    }
  }

  /// A fix that isn't too old to be told.
  private func fresh(_ fix: LocationFix?, at time: SimTime) -> LocationFix? {
    fix.flatMap { time - $0.time <= Self.period * 2 ? $0 : nil }
  }
}
