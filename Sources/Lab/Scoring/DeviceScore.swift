public import Kernel
public import Observations
public import Truth

/// What one device's run comes to.
public struct DeviceScore: Sendable {
  /// The device's name.
  public var device: String
  /// Every location told, beside the truth.
  public var fixes: [FixScore] = []
  /// Every true change, and when it was told.
  public var transitions: [TransitionScore] = []
  /// Where the energy went.
  public var power: [PowerRow] = []
  /// How full the battery was.
  public var battery: [BatteryRow] = []
  /// Where the device truly was, in as few points as tell it.
  public var track: [TrackRow] = []
  /// What its parts did, change by change.
  public var states: [StateRow] = []
  /// Everything the app was told, in order.
  public var events: [EventRow] = []
  /// What the stack decided and why, in order.
  public var decisions: [StackDecision] = []
  /// Where the stack thought that the phone may be, if it says so, in order.
  public var clouds: [ParticleCloud] = []
  /// The journals that apps can write of what they were told, app by app.
  public var journal: [JournalRow] = []
  /// The values of each metric, in the catalogue's order.
  public var samples: [(metric: Metric, values: ValueSketch)] = []
  /// The same of what each filter lets through, in the order in which the filters were given.
  public var filtered: [(filter: ScoreFilter, samples: [(metric: Metric, values: ValueSketch)])] =
    []

  /// Creates a score with nothing in it yet.
  public init(device: String) {
    self.device = device
  }
}

/// A location told, beside the truth at the moment it was told.
public struct FixScore: Hashable, Sendable {
  /// When it was told.
  public var deliveryTime: SimTime
  /// What was told.
  public var fix: LocationFix
  /// The truth at that moment.
  public var truth: TruthSample
  /// How far off it was, in m along the ground; not-a-number where the true place isn't known.
  public var horizontalErrorMetres: Double
  /// Height told less true height, in m; nil if no height was told, or the true one isn't known.
  public var verticalErrorMetres: Double?
}

extension FixScore {
  /// A location of a time at which nothing is known of the truth.
  init(unjudged fix: LocationFix, at time: SimTime) {
    self.init(
      deliveryTime: time, fix: fix, truth: TruthSample(unknownAt: time),
      horizontalErrorMetres: .nan, verticalErrorMetres: nil)
  }
}

/// A true change, and when it was told.
public struct TransitionScore: Hashable, Sendable {
  /// What changed, such as `activity`, `floor` or `pause`.
  public var kind: String
  /// When it truly did.
  public var time: SimTime
  /// From what.
  public var from: String
  /// To what.
  public var to: String
  /// When the new state was first told; nil if the next change came first.
  public var toldTime: SimTime?
}

/// How full a battery was at a moment.
public struct BatteryRow: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// The charge as a share of full.
  public var share: Double
  /// What fed the device.
  public var source: String

  /// Creates a row.
  public init(time: SimTime, share: Double, source: String) {
    self.time = time
    self.share = share
    self.source = source
  }
}

/// What one state of one part cost.
public struct PowerRow: Hashable, Sendable {
  /// The part.
  public var component: String
  /// The state, or the event.
  public var state: String
  /// On whose behalf: an app's request, a service, or `system`.
  public var cause: String
  /// For how long, in s.
  public var seconds: Double
  /// What it cost, in mJ.
  public var millijoules: Double

  /// Creates a row.
  public init(
    component: String, state: String, cause: String, seconds: Double, millijoules: Double
  ) {
    self.component = component
    self.state = state
    self.cause = cause
    self.seconds = seconds
    self.millijoules = millijoules
  }
}

/// Something an app was told.
public struct EventRow: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// Which app; empty where the stack leaves that open.
  public var app: String
  /// What sort of thing.
  public var kind: String
  /// What, in a few words.
  public var detail: String
}
