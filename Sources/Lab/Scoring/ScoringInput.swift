public import Kernel
public import Observations
public import Truth

/// What a device's run is judged by.
public struct ScoringInput: Sendable {
  /// What a satellite receiver knows when it is switched on.
  public enum StartClass: String, CaseIterable, Sendable {
    case cold, warm, hot, assisted
  }

  /// A beacon where it truly is.
  public struct TrueBeacon: Hashable, Sendable {
    /// Who.
    public var identity: BeaconIdentity
    /// Where.
    public var coordinate: Coordinate
    /// The level; nil outdoors.
    public var floor: Int?

    /// Creates a beacon.
    public init(identity: BeaconIdentity, coordinate: Coordinate, floor: Int?) {
      self.identity = identity
      self.coordinate = coordinate
      self.floor = floor
    }
  }

  /// What is done with the phone where, by the names that changes of these have.
  public struct Manner: Hashable, Sendable {
    /// What its bearer does, such as `walking` or `passenger`.
    public var doing: String
    /// Where it is carried, such as `front_pocket`.
    public var placement: String

    /// Creates a manner.
    public init(doing: String, placement: String) {
      self.doing = doing
      self.placement = placement
    }
  }

  /// A place that an app showed the way to.
  public struct GuidedWay: Hashable, Sendable {
    /// By which app, and to which place.
    public var app, target: String
    /// When it began.
    public var start: SimTime
    /// Where the place truly is, and on which level; nil outdoors.
    public var coordinate: Coordinate
    public var floor: Int?
    /// How long the way there is of a bearer who knows the place, in m.
    public var shortestMetres: Double

    /// Creates a way.
    public init(
      app: String, target: String, start: SimTime, coordinate: Coordinate, floor: Int?,
      shortestMetres: Double
    ) {
      self.app = app
      self.target = target
      self.start = start
      self.coordinate = coordinate
      self.floor = floor
      self.shortestMetres = shortestMetres
    }
  }

  /// What came over the network for the stack.
  public struct NetworkUse: Hashable, Sendable {
    /// How many questions were asked, and how many went without a whole answer.
    public var requests, failures: Int
    /// How many bytes came over the modem, and over Wi-Fi.
    public var cellularBytes, otherBytes: Int

    /// Creates an account.
    public init(requests: Int, failures: Int, cellularBytes: Int, otherBytes: Int) {
      self.requests = requests
      self.failures = failures
      self.cellularBytes = cellularBytes
      self.otherBytes = otherBytes
    }
  }

  /// The device's name.
  public var device: String
  /// What the stack told, in order.
  public var outputs: OutputLog
  /// What the stack decided and why, in order.
  public var decisions: [StackDecision] = []
  /// The journals that apps can write of that, app by app.
  public var journal: [JournalRow] = []
  /// The truth at any moment; nil where nothing of it is known.
  ///
  /// A sample may know a part only (``TruthSample/known``); what needs the rest is left out.
  public var truth: (@Sendable (SimTime) -> TruthSample)?
  /// The true way, where it is known without its times; locations are judged across it.
  public var route: TrueRoute?
  /// What truly changes, in the order of time.
  public var changes: [TrueChange]
  /// How long the run lasts.
  public var duration: SimDuration
  /// Where the energy went.
  public var power: [PowerRow]
  /// How full the battery was.
  public var battery: [BatteryRow] = []
  /// What the device's parts did.
  public var states = StateLog()
  /// What the stack asked of the network; nil where that isn't known.
  public var network: NetworkUse?
  /// Whether the device sensed anything to locate by: where it didn't, nobody misses a location.
  public var isLocatable = true
  /// Whether the device sensed anything that tells of activities: where it didn't, nobody misses one.
  public var sensesActivity = true
  /// Whether an app surely hears of all steps, so that who tells of none has counted none.
  public var countsSilenceAsNoSteps = false
  /// What was done with the phone where when the run began; nil where that isn't known.
  public var startManner: Manner?
  /// The streets that cars drive on; nil where they aren't known.
  public var streets: StreetIndex?
  /// When the accelerometer told of motion, without longer gaps; nil where that isn't known.
  public var motionSpans: [SensedNotes.Span]?
  /// Whether an accelerometer told of motion, as far as is known.
  public var sensesMotion: Bool { motionSpans.map { !$0.isEmpty } ?? true }
  /// What was wrong with the motion sensed.
  public var motionFaults = SensedFaults()
  /// What the satellite receiver knew at the start; nil where that isn't known.
  public var startClass: StartClass?
  /// The beacons there truly are.
  public var beacons: [TrueBeacon] = []
  /// Where apps showed the way to, in the order in which they began.
  public var guidedWays: [GuidedWay] = []
  /// The regions that an app watches, beside those of which anything is told.
  public var watchedRegions: [String] = []
  /// What apps did, as far as it matters.
  public var apps = AppNotes()
  /// What apps must be told, and when.
  public var expectations: [AppExpectation] = []
  /// Whether an app lets its locations pause, even if no pause is ever told.
  public var expectsPauses = false
  /// What rules of thumb would have told of pauses, of all that was recorded.
  public var pauseRules = PauseRulesOfThumb()
  /// Whether an app wants visits, even if none is ever told.
  public var expectsVisits = false
  /// The least root mean square of the horizontal error that any unbiased estimator could have at a
  /// moment, in m; nil where that isn't known.
  public var bound: (@Sendable (SimTime) -> Double?)?
  /// The same of who knows all that was measured before, too.
  public var posteriorBound: (@Sendable (SimTime) -> Double?)?
  /// The same indoors, of who knows all readings of access points and beacons so far, and the survey.
  public var radioBound: (@Sendable (SimTime) -> Double?)?
  /// For each true change of activity, in order: when enough motion of the new one had reached the
  /// stack for anybody to tell it; empty where that isn't known.
  public var evidenceTimes: [SimTime?] = []

  /// Takes over what was noted of the device's observations.
  public mutating func take(_ notes: SensedNotes) {
    let bounds = notes.bounds
    bound = { bounds.bound(at: $0) }
    posteriorBound = { bounds.posteriorBound(at: $0) }
    if let radio = notes.radioBounds { radioBound = { radio.bound(at: $0) } }
    evidenceTimes = notes.evidenceTimes
    motionSpans = notes.motionSpans
    motionFaults = notes.faults
    apps = notes.apps
    expectsVisits = expectsVisits || notes.apps.wantsVisits
    expectsPauses = expectsPauses || notes.apps.takesLocations && notes.apps.allowsPauses
    watchedRegions += notes.apps.regions.filter { !watchedRegions.contains($0) }
  }

  /// Creates an input of outputs that stand in memory.
  public init(
    device: String, outputs: [Delivered<Output>],
    truth: (@Sendable (SimTime) -> TruthSample)?,
    changes: [TrueChange], duration: SimDuration, power: [PowerRow]
  ) {
    self.init(
      device: device, log: OutputLog(outputs), truth: truth, changes: changes, duration: duration,
      power: power)
  }

  /// Creates an input.
  public init(
    device: String, log outputs: OutputLog,
    truth: (@Sendable (SimTime) -> TruthSample)?,
    changes: [TrueChange], duration: SimDuration, power: [PowerRow]
  ) {
    self.device = device
    self.outputs = outputs
    self.truth = truth
    self.changes = changes
    self.duration = duration
    self.power = power
  }
}

/// Judges what a device's stack told by the truth.
///
/// - Parameters:
///   - input: What was told, and the truth.
///   - filters: Parts of the run to be judged by themselves as well.
/// - Returns: What it comes to.
public func scoreDevice(_ input: ScoringInput, filters: [ScoreFilter] = []) -> DeviceScore {
  var scorer = DeviceScorer(input, filters: filters)
  for output in input.outputs { scorer.add(output) }
  return scorer.finish()
}
