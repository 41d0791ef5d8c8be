public import Kernel
public import Observations
public import Truth

/// The score of one device's run: table rows and metric values.
public struct DeviceScore: Sendable {
  public var device: String
  /// Every reported location with the truth.
  public var fixes: [FixScore] = []
  /// Every true change with the time of its report.
  public var transitions: [TransitionScore] = []
  /// Energy by component, state and cause.
  public var power: [PowerRow] = []
  /// The battery's charge over time.
  public var battery: [BatteryRow] = []
  /// The true track, simplified.
  public var track: [TrackRow] = []
  /// The state changes of the components.
  public var states: [StateRow] = []
  /// All messages to the apps, in order.
  public var events: [EventRow] = []
  /// The stack's decisions with their reasons, in order.
  public var decisions: [StackDecision] = []
  /// The particle clouds of the stack, if it publishes them, in order.
  public var clouds: [ParticleCloud] = []
  /// The sections of road driven, matched with a lag, in order.
  public var routes: [MatchedRoute] = []
  /// The apps' journals, as far as their messages allow, app by app.
  public var journal: [JournalRow] = []
  /// The values of each metric, in the catalogue's order.
  public var samples: [(metric: Metric, values: ValueSketch)] = []
  /// The values within each filter, in the order of the filters.
  public var filtered: [FilteredSamples] = []

  /// The values of each metric within a filter.
  public typealias FilteredSamples = (
    filter: ScoreFilter, samples: [(metric: Metric, values: ValueSketch)]
  )

  public init(device: String) {
    self.device = device
  }
}

/// A reported location with the truth at the time of its report.
public struct FixScore: Hashable, Sendable {
  /// The time of the report.
  public var deliveryTime: SimTime
  public var fix: LocationFix
  /// The truth at the time of the report.
  public var truth: TruthSample
  /// The horizontal error along the ground, in m; not-a-number if the true position is unknown.
  public var horizontalErrorMetres: Double
  /// Reported less true height, in m; nil without a reported or a true height.
  public var verticalErrorMetres: Double?
}

extension FixScore {
  /// A location without any known truth.
  init(unjudged fix: LocationFix, at time: SimTime) {
    self.init(
      deliveryTime: time, fix: fix, truth: TruthSample(unknownAt: time),
      horizontalErrorMetres: .nan, verticalErrorMetres: nil)
  }
}

/// A true change with the time of its report.
public struct TransitionScore: Hashable, Sendable {
  /// The kind of change, such as `activity`, `floor` or `pause`.
  public var kind: String
  /// The true time.
  public var time: SimTime
  /// The old state.
  public var from: String
  /// The new state.
  public var to: String
  /// The first report of the new state; nil if the next change came first.
  public var reportedTime: SimTime?
}

/// The battery's charge at a moment.
public struct BatteryRow: Hashable, Sendable {
  public var time: SimTime
  /// The charge as a share of full.
  public var share: Double
  /// The power source.
  public var source: String

  public init(time: SimTime, share: Double, source: String) {
    self.time = time
    self.share = share
    self.source = source
  }
}

/// The energy of one state of one component.
public struct PowerRow: Hashable, Sendable {
  /// The component.
  public var component: String
  /// The state, or the event.
  public var state: String
  /// The consumer: an app's request, a service, or `system`.
  public var cause: String
  /// The duration, in s.
  public var seconds: Double
  /// The energy, in mJ.
  public var millijoules: Double

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

/// A message to an app.
public struct EventRow: Hashable, Sendable {
  public var time: SimTime
  /// The app; empty if the stack leaves it open.
  public var app: String
  /// The kind of message.
  public var kind: String
  /// The content in a few words.
  public var detail: String
}
