public import Documents

/// Source of values fitted to all data sets together; see ``StepDetector``.
private let chosen = ParameterSource.fitted(
  "on the recordings and simulations named at StepDetector")

extension StepDetector.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] =
    evidence + penalties + [
      .group("gait", \.gait, "Search for step rates."),
      .group("walk", \.walk, "Tracking of a walk."),
      .group("footfalls", \.stepEvents, "Detection of immediate footfalls."),
      .group("sampler", \.sampler, "Resampling and fault detection."),
    ]

  private static let evidence: [Parameter<Self>] = [
    .float(
      "least_size", \.minSize, "m/s2", 0...10, "Minimum mean size of gait.",
      .assumed("sensor noise and breath")),
    .float(
      "evidence_share", \.evidenceShare, "", 0.01...1,
      "Weight of a window's log odds, since windows overlap by three quarters.", chosen),
    .float(
      "most_for", \.maxFor, "", 0...20,
      "Maximum log odds of one window for gait.", chosen),
    .float(
      "most_against", \.maxAgainst, "", 0...20,
      "Maximum log odds of one moving window against gait.", chosen),
    .float(
      "still_against", \.stillAgainst, "", 0...50,
      "Maximum log odds of one window against gait once the body is still.", chosen),
    .float(
      "start_sum", \.startSum, "", 0...50, "Threshold of the evidence sum for reporting steps.",
      chosen),
    .float(
      "largest_sum", \.largestSum, "", 0...100, "Maximum of the evidence sum.",
      chosen),
    .float(
      "restless_memory", \.nonGaitMemory, "", 1...1000,
      "Memory of the restless share, in windows of a second.", chosen),
    .float(
      "restless_odds", \.nonGaitOdds, "", 0.01...20,
      "Log odds against gait from which a moving window is fully restless.", chosen),
    .float(
      "restless_share", \.nonGaitShare, "", 0...1, "Normal share of restless windows.",
      chosen),
    .float(
      "level_share", \.levelShare, "", 0...1,
      "Signal level, as a fraction of the walk's, from which a slot of 0.2 s contains steps.",
      chosen),
    .number(
      "longest_bridge", \.longestBridge, "s", 0...120,
      "Maximum gap that is counted as walking between two walks.",
      chosen),
  ]

  private static let penalties: [Parameter<Self>] = [
    .float(
      "idle_penalty", \.idlePenalty, "", 0...20,
      "Log odds subtracted per window before a walk.", chosen),
    .float(
      "walk_bonus", \.walkBonus, "", 0...20,
      "Log odds added per window during a walk.", chosen),
    .float(
      "foot_bonus", \.footBonus, "", 0...20,
      "Log odds added when the activity is on foot.", chosen),
    .float(
      "sure_foot_bonus", \.confidentFootBonus, "", 0...20,
      "Log odds added when the activity is on foot with high confidence.",
      .fitted("with less, walks on MotionSense's stairs have no steps")),
    .float(
      "least_shape", \.minShape, "", -100...8,
      "Log odds of the shape below which the evidence for gait is reduced.",
      .fitted("recordings of 36 persons, each left out of the shape's training")),
    .float(
      "odd_pace_penalty", \.oddPacePenalty, "", 0...20,
      "Log odds subtracted for a step rate outside of the activity's gait.", chosen),
    .float(
      "vehicle_penalty", \.vehiclePenalty, "", 0...50,
      "Log odds subtracted when the activity is in a vehicle.", chosen),
    .float(
      "cycling_penalty", \.cyclingPenalty, "", 0...50,
      "Log odds subtracted when the activity is cycling.", chosen),
    .float(
      "other_penalty", \.otherPenalty, "", 0...50,
      "Log odds subtracted when the activity is another motion.", chosen),
    .float(
      "strong_size", \.strongSize, "m/s2", 0...50,
      "Mean size above which cycling or another motion may look like gait.",
      .fitted("modelled dances have 1.2 or more, pedals in a pocket mostly 1.5 or more")),
    .float(
      "soft_penalty", \.softPenalty, "", 0...20,
      "Log odds subtracted for cycling or another motion below `strong_size`.", chosen),
    .float(
      "restless_penalty", \.nonGaitPenalty, "", 0...50,
      "Log odds subtracted per unit of restless share above the normal one.", chosen),
  ]
}

/// Parameters of the search for step rates.
public struct GaitSearch: ParameterSet {
  /// Minimum height of an autocorrelation peak (an estimate); lower ones are noise.
  public var minPeak: Float = 0.1
  /// Minimum stride, in samples of 40 ms: 3.8 steps/s.
  public var shortestLag = 13
  /// Maximum stride, in samples of 40 ms: 0.8 steps/s.
  public var longestLag = 62
  /// Height of a peak at a period too short for steps, as a share of a stride's peak, from which the
  /// stride is only a multiple of that period: a leg that jiggles.
  public var tremorShare: Float = 0.85
  /// Clipping level, as a multiple of the mean absolute value; a sine's peak is at 1.57.
  public var cut: Float = 2.2
  /// Maximum relative difference of equal rates: in 4 s people change by a few percent.
  public var tolerance: Float = 0.06

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .float(
      "least_peak", \.minPeak, "", 0...1, "Minimum height of an autocorrelation peak.",
      .estimate),
    .count(
      "shortest_lag", \.shortestLag, 2...62,
      "Minimum stride, in samples of 40 ms.",
      .computed("13 are 3.8 steps/s, the fastest sprint")),
    .count(
      "longest_lag", \.longestLag, 2...62, "Maximum stride, in samples of 40 ms.",
      .computed("62 are 0.8 steps/s")),
    .float(
      "tremor_share", \.tremorShare, "", 0...10,
      "Height of a peak at a period too short for steps, as a share of a stride's, that rules the stride out.",
      .estimate),
    .float(
      "cut", \.cut, "", 0.5...20, "Clipping level of the signal, in multiples of its mean size.",
      .assumed("a knock must not outweigh the steps around it; a sine's peak is at 1.57")),
    .float(
      "tolerance", \.tolerance, "share", 0...1,
      "Maximum relative difference of equal step rates.",
      .assumed("in 4 s people change by a few percent")),
  ]
}

/// Parameters for tracking a walk from window to window.
public struct WalkFollowing: ParameterSet {
  /// Maximum number of 0.2 s slots before the first window that belong to the walk.
  public var slotsBefore = 10
  /// Maximum number of 0.2 s slots after the last good window that belong to the walk: half a window.
  public var slotsAfter = 10
  /// Sigma of the log rate about the walk's: people keep their pace within some percent (step-time
  /// spread 2 to 3 %, domain figures after Menz), but turn.
  public var spreadWalking: Float = 0.10
  public var spreadStarting: Float = 0.05
  /// Maximum log odds that a differing rate subtracts.
  public var maxSpreadWalking: Float = 2
  public var maxSpreadStarting: Float = 4
  /// Maximum step rate of walking and minimum of running, in steps/s.
  public var fastestWalk: Float = 2.7
  public var slowestRun: Float = 1.9
  /// Mean absolute acceleration, in m/s², above which a window without gait is restless.
  public var nonGaitSize: Float = 0.15
  /// Difference of log rates from which a new gait begins.
  public var newGait: Float = 0.15
  /// Smoothing gains of the walk's rate and level.
  public var rateShare: Float = 0.5
  public var levelShare: Float = 0.2
  /// Log odds of a window without a candidate rate.
  public var minOdds: Float = -6

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .count(
      "slots_before", \.slotsBefore, 0...40,
      "Maximum number of 0.2 s slots before the first window that belong to the walk.", .estimate),
    .count(
      "slots_after", \.slotsAfter, 0...40,
      "Maximum number of 0.2 s slots after the last good window of a walk.",
      .computed("half a window")),
    .float(
      "spread_walking", \.spreadWalking, "", 0.001...5,
      "Sigma of the log step rate within a walk.",
      .memory("Menz: step times spread by 2 to 3 %, but people turn")),
    .float(
      "spread_starting", \.spreadStarting, "", 0.001...5,
      "Sigma of the log step rate at the start of a walk.",
      .memory("Menz: step times spread by 2 to 3 %")),
    .float(
      "most_spread_walking", \.maxSpreadWalking, "", 0...20,
      "Maximum log odds that a differing rate subtracts within a walk.", .estimate),
    .float(
      "most_spread_starting", \.maxSpreadStarting, "", 0...20,
      "Maximum log odds that a differing rate subtracts at the start of a walk.", .estimate),
    .float(
      "fastest_walk", \.fastestWalk, "1/s", 0.5...6, "Maximum step rate of walking.",
      .estimate),
    .float(
      "slowest_run", \.slowestRun, "1/s", 0.5...6, "Minimum step rate of running.",
      .estimate),
    .float(
      "restless_size", \.nonGaitSize, "m/s2", 0...10,
      "Mean size above which a window without steps is restless.", .estimate),
    .float(
      "new_gait", \.newGait, "", 0...2,
      "Difference of log step rates above which a new gait begins.", .estimate),
    .float(
      "rate_share", \.rateShare, "", 0...1, "Smoothing gain of the walk's step rate.",
      .estimate),
    .float(
      "level_share", \.levelShare, "", 0...1, "Smoothing gain of the walk's level.",
      .estimate),
    .float(
      "least_odds", \.minOdds, "", -50...0,
      "Log odds of a window without a candidate step rate.", .estimate),
  ]
}

/// Parameters for resampling and fault detection of the accelerometer.
public struct ForceSampling: ParameterSet {
  /// Maximum gap that is interpolated, in s: about two steps; an estimate.
  public var longestHole = 1.0
  /// Maximum backward time step, in s, of readings that are merely out of order.
  public var disorder = 0.05
  /// Maximum force per axis, in m/s² (about 50 g), beyond any phone's sensor.
  public var invalidForce: Float = 500
  /// Number of repeated readings on all axes that marks a stuck sensor, since a working one has noise.
  public var stuckReadings = 50

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "longest_hole", \.longestHole, "s", 0.01...10,
      "Maximum gap in the readings that is interpolated.", .assumed("about two steps")),
    .number(
      "disorder", \.disorder, "s", 0...10,
      "Maximum backward time step of readings that are out of order.", .estimate),
    .float(
      "impossible_force", \.invalidForce, "m/s2", 20...10_000,
      "Maximum reading of an axis; larger ones are rejected.",
      .assumed("about 50 g")),
    .count(
      "stuck_readings", \.stuckReadings, 2...100_000,
      "Number of repeated readings on all axes that marks a stuck sensor.", .estimate),
  ]
}
