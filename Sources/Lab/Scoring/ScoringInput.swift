public import Kernel
public import Observations
public import Truth

/// The inputs for scoring a device's run: outputs, truth and context.
public struct ScoringInput: Sendable {
  /// Start class of a satellite receiver: its data when it is switched on.
  public enum StartClass: String, CaseIterable, Sendable {
    case cold, warm, hot, assisted
  }

  /// A beacon with its true position.
  public struct TrueBeacon: Hashable, Sendable {
    public var identity: BeaconIdentity
    public var coordinate: Coordinate
    /// Height above the floor or the ground, in m.
    public var heightMetres: Double
    /// Nil outdoors.
    public var floor: Int?

    public init(
      identity: BeaconIdentity, coordinate: Coordinate, heightMetres: Double, floor: Int?
    ) {
      self.identity = identity
      self.coordinate = coordinate
      self.heightMetres = heightMetres
      self.floor = floor
    }
  }

  /// The detailed activity and placement of a phone, by their names in changes.
  public struct ActivityDetail: Hashable, Sendable {
    /// The carrier's activity, such as `walking` or `passenger`.
    public var doing: String
    /// The placement, such as `front_pocket`.
    public var placement: String

    public init(doing: String, placement: String) {
      self.doing = doing
      self.placement = placement
    }
  }

  /// A route that an app showed.
  public struct GuidedRoute: Hashable, Sendable {
    /// The app, and the target's name.
    public var app, target: String
    /// The begin of the guidance.
    public var start: SimTime
    /// The true position and level of the target; nil outdoors.
    public var coordinate: Coordinate
    public var floor: Int?
    /// The length of the route of a carrier who knows the place, in m.
    public var shortestMetres: Double

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

  /// The stack's network use.
  public struct NetworkUse: Hashable, Sendable {
    /// The numbers of requests, and of those without a complete answer.
    public var requests, failures: Int
    /// Bytes received over the modem, and over Wi-Fi.
    public var cellularBytes, otherBytes: Int

    public init(requests: Int, failures: Int, cellularBytes: Int, otherBytes: Int) {
      self.requests = requests
      self.failures = failures
      self.cellularBytes = cellularBytes
      self.otherBytes = otherBytes
    }
  }

  public var device: String
  /// The outputs of the stack, in order.
  public var outputs: OutputLog
  /// The stack's decisions with their reasons, in order.
  public var decisions: [StackDecision] = []
  /// The journals that apps can write from these outputs, app by app.
  public var journal: [JournalRow] = []
  /// The truth at any moment; nil if unknown.
  ///
  /// A sample may be partial (``TruthSample/known``); metrics that need the rest are left out.
  public var truth: (@Sendable (SimTime) -> TruthSample)?
  /// The true route, if known without its times; cross-track errors refer to it.
  public var route: TrueRoute?
  /// The true changes, in the order of time.
  public var changes: [TrueChange]
  /// The duration of the run.
  public var duration: SimDuration
  /// Energy by component, state and cause.
  public var power: [PowerRow]
  /// The battery's charge over time.
  public var battery: [BatteryRow] = []
  /// The state changes of the components.
  public var states = StateLog()
  /// Nil if unknown.
  public var network: NetworkUse?
  /// True if the device sensed anything for positioning; else missing locations don't count.
  public var isLocatable = true
  /// True if the device sensed motion or the like; else missing activities don't count.
  public var sensesActivity = true
  /// True if an app certainly receives all steps, so that no report means no steps.
  public var countsSilenceAsNoSteps = false
  /// The detailed activity and placement at the start; nil if unknown.
  public var startActivityDetail: ActivityDetail?
  /// The streets for vehicles; nil if unknown.
  public var streets: StreetIndex?
  /// The spans with accelerometer data, without longer gaps; nil if unknown.
  public var motionSpans: [SensedNotes.MotionInterval]?
  /// True if there are accelerometer data, or if that is unknown.
  public var sensesMotion: Bool { motionSpans.map { !$0.isEmpty } ?? true }
  /// Faults of the accelerometer data.
  public var motionFaults = SensedFaults()
  /// The receiver's start class; nil if unknown.
  public var startClass: StartClass?
  /// The true beacons.
  public var beacons: [TrueBeacon] = []
  /// The routes shown by apps, in the order of their begin.
  public var guidedRoutes: [GuidedRoute] = []
  /// The regions monitored by apps, beside those with reports.
  public var watchedRegions: [String] = []
  /// The relevant app events.
  public var apps = AppNotes()
  /// The expected messages to apps.
  public var expectations: [AppExpectation] = []
  /// True if an app allows pauses, even if none is reported.
  public var expectsPauses = false
  /// Pauses by rules of thumb, from all recorded locations.
  public var pauseRules = PauseRulesOfThumb()
  /// True if an app monitors visits, even if none is reported.
  public var expectsVisits = false
  /// Cramer-Rao bound of the horizontal root mean square error at a moment, in m; nil if unknown.
  public var bound: (@Sendable (SimTime) -> Double?)?
  /// Posterior Cramer-Rao bound (uses all earlier epochs), in m.
  public var posteriorBound: (@Sendable (SimTime) -> Double?)?
  /// Posterior Cramer-Rao bound indoors, from access points, beacons and the survey, in m.
  public var radioBound: (@Sendable (SimTime) -> Double?)?
  /// For each true change of activity, in order: the arrival of enough motion data of the new
  /// activity to detect it; empty if unknown.
  public var evidenceTimes: [SimTime?] = []

  /// Copies the notes on the device's observations.
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
    expectsPauses = expectsPauses || notes.apps.receivesLocations && notes.apps.allowsPauses
    watchedRegions += notes.apps.regions.filter { !watchedRegions.contains($0) }
  }

  /// Creates an input from outputs in memory.
  public init(
    device: String, outputs: [Delivered<Output>],
    truth: (@Sendable (SimTime) -> TruthSample)?,
    changes: [TrueChange], duration: SimDuration, power: [PowerRow]
  ) {
    self.init(
      device: device, log: OutputLog(outputs), truth: truth, changes: changes, duration: duration,
      power: power)
  }

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

/// Scores a device's outputs against the truth.
///
/// - Parameters:
///   - input: The outputs and the truth.
///   - filters: Parts of the run to be scored separately too.
/// - Returns: The score.
public func scoreDevice(_ input: ScoringInput, filters: [ScoreFilter] = []) -> DeviceScore {
  var scorer = DeviceScorer(input, filters: filters)
  for output in input.outputs { scorer.add(output) }
  return scorer.finish()
}
