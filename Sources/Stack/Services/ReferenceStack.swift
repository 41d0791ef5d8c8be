public import Kernel
public import Maps
public import Motion
public import Observations
public import Positioning

/// The stack that comes with VenueSim, put together from its parts.
///
/// For now it tells a location once a second, the strongest beacon's where beacons are heard, a
/// satellite fix elsewhere, and failing that what a receiver of its own has solved; and a pedometer
/// record after each motion batch that held steps.
public struct ReferenceStack: TrackingStack {
  /// Which parts it is made of, and how they are set.
  public struct Configuration: Hashable, Sendable {
    /// The indoor locator.
    public var locator = StrongestBeaconLocator.Parameters()
    /// Whether satellites are used at all.
    public var usesGNSS = true
    /// The step counter.
    public var steps = PeakStepCounter.Parameters()

    /// Creates the defaults.
    public init() {}
  }

  private static let tick = StackTimer(1)
  private static let period = SimDuration.seconds(1)

  private let configuration: Configuration
  private var locator: StrongestBeaconLocator
  private var solver = SinglePointSolver()
  private var steps: PeakStepCounter
  private var startTime = SimTime.start
  private var latestFix: LocationFix?
  private var receiverFix: LocationFix?

  /// Creates a stack that knows a map.
  public init(map: VenueMap, configuration: Configuration = Configuration()) {
    self.configuration = configuration
    locator = StrongestBeaconLocator(map: map, parameters: configuration.locator)
    steps = PeakStepCounter(parameters: configuration.steps)
  }

  public mutating func start(at time: SimTime, into sink: inout StackSink) {
    startTime = time
    begin(at: time, into: &sink)
  }

  /// Switches on what it listens to, when the phone starts and when it starts again.
  private func begin(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.accelerometer, period: .zero))
    sink.request(.start(.beacon, period: .zero))
    if configuration.usesGNSS {
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
    case .boot: begin(at: time, into: &sink)
    case .ephemeris(let message): solver.receive(message)
    case .gnss(let epoch): latestFix = solver.solve(epoch) ?? latestFix
    case .fix(let fix) where configuration.usesGNSS: receiverFix = fix.location
    case .accelerometer(let batch):
      guard steps.receive(batch) > 0 else { return }
      sink.tell(
        .pedometer(
          PedometerRecord(startTime: startTime, endTime: time, stepCount: steps.stepCount)))
    default: break
    }
  }

  public mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    sink.setTimer(Self.tick, at: time + Self.period)
    if let fix = locator.locate(at: time) {
      sink.tell(.location(fix))
    } else if let fix = fresh(latestFix, at: time) ?? fresh(receiverFix, at: time) {
      sink.tell(.location(fix))
    }
  }

  /// A fix that isn't too old to be told.
  private func fresh(_ fix: LocationFix?, at time: SimTime) -> LocationFix? {
    fix.flatMap { time - $0.time <= Self.period * 2 ? $0 : nil }
  }
}
