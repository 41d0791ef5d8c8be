public import Documents

/// What the figures of all sets at once chose; see ``StepDetector``.
private let chosen = DialSource.fitted("on the recordings and simulations named at StepDetector")

extension StepDetector.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] =
    evidence + penalties + [
      .group("gait", \.gait, "What counts as a rate of steps."),
      .group("walk", \.walk, "How a walk is followed."),
      .group("footfalls", \.footfalls, "What counts as a footfall that is told at once."),
      .group("sampler", \.sampler, "Which readings are used."),
    ]

  private static let evidence: [Dial<Self>] = [
    .float(
      "least_size", \.leastSize, "m/s2", 0...10, "The mean size under which nobody walks.",
      .assumed("sensor noise and breath")),
    .float(
      "evidence_share", \.evidenceShare, "", 0.01...1,
      "How much of a window's log odds counts, since windows overlap by three quarters.", chosen),
    .float(
      "most_for", \.mostFor, "", 0...20,
      "The most that one window's log odds can say for walking.", chosen),
    .float(
      "most_against", \.mostAgainst, "", 0...20,
      "The most that one moving window's log odds can say against walking.", chosen),
    .float(
      "still_against", \.stillAgainst, "", 0...50,
      "The most that a window's log odds can say against walking once the body is still.", chosen),
    .float(
      "start_sum", \.startSum, "", 0...50, "The sum of evidence from which steps are told.",
      chosen),
    .float(
      "largest_sum", \.largestSum, "", 0...100, "The most that the sum of evidence can become.",
      chosen),
    .float(
      "restless_memory", \.restlessMemory, "", 1...1000,
      "How many windows of a second the share of restless ones is remembered for.", chosen),
    .float(
      "restless_odds", \.restlessOdds, "", 0.01...20,
      "The log odds against steps from which a moving window is quite restless.", chosen),
    .float(
      "restless_share", \.restlessShare, "", 0...1, "The share of restless windows that is normal.",
      chosen),
    .float(
      "level_share", \.levelShare, "", 0...1,
      "The signal's share of the walk's own level from which a slot of 0.2 s holds steps.",
      chosen),
    .number(
      "longest_bridge", \.longestBridge, "s", 0...120,
      "The longest stretch that counts as walking because it was walking before and after.",
      chosen),
  ]

  private static let penalties: [Dial<Self>] = [
    .float(
      "idle_penalty", \.idlePenalty, "", 0...20,
      "What is taken off each window's log odds before a walk is told.", chosen),
    .float(
      "walk_bonus", \.walkBonus, "", 0...20,
      "What is added to each window's log odds during a walk.", chosen),
    .float(
      "foot_bonus", \.footBonus, "", 0...20,
      "What is added when the activity is on foot.", chosen),
    .float(
      "sure_foot_bonus", \.sureFootBonus, "", 0...20,
      "What is added when the activity is on foot with high confidence.",
      .fitted("with less, walks on MotionSense's stairs are told without a step")),
    .float(
      "odd_pace_penalty", \.oddPacePenalty, "", 0...20,
      "What is taken off a rate that the activity doesn't have.", chosen),
    .float(
      "vehicle_penalty", \.vehiclePenalty, "", 0...50,
      "What is taken off when the activity is in a vehicle.", chosen),
    .float(
      "cycling_penalty", \.cyclingPenalty, "", 0...50,
      "What is taken off when the activity is cycling.", chosen),
    .float(
      "other_penalty", \.otherPenalty, "", 0...50,
      "What is taken off when the activity is another motion.", chosen),
    .float(
      "strong_size", \.strongSize, "m/s2", 0...50,
      "The mean size above which a bicycle or another motion may look like gait.",
      .fitted("modelled dances have 1.2 or more, pedals in a pocket mostly 1.5 or more")),
    .float(
      "soft_penalty", \.softPenalty, "", 0...20,
      "What is taken off for a bicycle or another motion that is softer than that.", chosen),
    .float(
      "restless_penalty", \.restlessPenalty, "", 0...50,
      "What is taken off for each unit of the restless share above the normal one.", chosen),
  ]
}

/// What counts as a rate of steps.
public struct GaitSearch: DialSet {
  /// Peaks of the correlation lower than this are noise (an estimate).
  public var leastPeak: Float = 0.1
  /// The shortest stride that is tried, in values of 40 ms: 3.8 steps/s.
  public var shortestLag = 13
  /// The longest: 0.8 steps/s.
  public var longestLag = 62
  /// From which multiple of the mean size on values are cut; a sine's peak is at 1.57.
  public var cut: Float = 2.2
  /// How far apart two rates may be that are the same, as a share: in 4 s people change by a few
  /// percent.
  public var tolerance: Float = 0.06

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .float(
      "least_peak", \.leastPeak, "", 0...1, "Peaks of the correlation lower than this are noise.",
      .estimate),
    .count(
      "shortest_lag", \.shortestLag, 2...62,
      "The shortest stride that is tried, in values of 40 ms.",
      .computed("13 are 3.8 steps/s, the fastest sprint")),
    .count(
      "longest_lag", \.longestLag, 2...62, "The longest stride that is tried, in values of 40 ms.",
      .computed("62 are 0.8 steps/s")),
    .float(
      "cut", \.cut, "", 0.5...20, "From which multiple of the mean size on values are cut.",
      .assumed("a knock mustn't outweigh the steps about it; a sine's peak is at 1.57")),
    .float(
      "tolerance", \.tolerance, "share", 0...1,
      "How far apart two rates may be that count as the same.",
      .assumed("in 4 s people change by a few percent")),
  ]
}

/// How a walk is followed from window to window.
public struct WalkFollowing: DialSet {
  /// How many slots of 0.2 s before the window may belong to the walk that it shows.
  public var slotsBefore = 10
  /// How many slots after the last good window may still belong to it: half a window.
  public var slotsAfter = 10
  /// How much the rate may differ from the walk's before that speaks against it, as a log: people keep
  /// their pace within some percent (step-time spread 2 to 3 %, domain figures after Menz), but turn.
  public var spreadWalking: Float = 0.10
  public var spreadStarting: Float = 0.05
  /// The most that it can speak against it.
  public var mostSpreadWalking: Float = 2
  public var mostSpreadStarting: Float = 4
  /// The fastest rate of who walks and the slowest of who runs, in steps/s.
  public var fastestWalk: Float = 2.7
  public var slowestRun: Float = 1.9
  /// The mean size, in m/s², above which a window without steps is restless.
  public var restlessSize: Float = 0.15
  /// From which difference of rates on, as a log, it is a new gait.
  public var newGait: Float = 0.15
  /// How much a good window moves the walk's rate and its level.
  public var rateShare: Float = 0.5
  public var levelShare: Float = 0.2
  /// The log odds of a window that shows no rate at all.
  public var leastOdds: Float = -6

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .count(
      "slots_before", \.slotsBefore, 0...40,
      "How many slots of 0.2 s before a window may belong to the walk that it shows.", .estimate),
    .count(
      "slots_after", \.slotsAfter, 0...40,
      "How many slots of 0.2 s after the last good window may still belong to the walk.",
      .computed("half a window")),
    .float(
      "spread_walking", \.spreadWalking, "", 0.001...5,
      "How much the log of the rate may differ within a walk.",
      .memory("Menz: step times spread by 2 to 3 %, but people turn")),
    .float(
      "spread_starting", \.spreadStarting, "", 0.001...5,
      "How much the log of the rate may differ where a walk begins.",
      .memory("Menz: step times spread by 2 to 3 %")),
    .float(
      "most_spread_walking", \.mostSpreadWalking, "", 0...20,
      "The most that a differing rate can say against a walk's going on.", .estimate),
    .float(
      "most_spread_starting", \.mostSpreadStarting, "", 0...20,
      "The most that a differing rate can say against a walk's beginning.", .estimate),
    .float(
      "fastest_walk", \.fastestWalk, "1/s", 0.5...6, "The fastest rate of steps of who walks.",
      .estimate),
    .float(
      "slowest_run", \.slowestRun, "1/s", 0.5...6, "The slowest rate of steps of who runs.",
      .estimate),
    .float(
      "restless_size", \.restlessSize, "m/s2", 0...10,
      "The mean size above which a window without steps is restless.", .estimate),
    .float(
      "new_gait", \.newGait, "", 0...2,
      "The difference of the rates' logs above which it is a new gait.", .estimate),
    .float(
      "rate_share", \.rateShare, "", 0...1, "How much a good window moves the walk's rate.",
      .estimate),
    .float(
      "level_share", \.levelShare, "", 0...1, "How much a good window moves the walk's level.",
      .estimate),
    .float(
      "least_odds", \.leastOdds, "", -50...0,
      "The log odds for walking of a window that shows no rate at all.", .estimate),
  ]
}

/// Which readings of the accelerometer are used.
public struct ForceSampling: DialSet {
  /// The longest hole that is bridged, in s: about two steps; an estimate.
  public var longestHole = 1.0
  /// A reading earlier than the one before by less than this, in s, is only out of order.
  public var disorder = 0.05
  /// Above this, in m/s² (about 50 g), a reading is no force that a phone's sensor can tell.
  public var impossibleForce: Float = 500
  /// From how many readings of the same on all axes on the sensor hangs, since a working one has noise
  /// of its own.
  public var stuckReadings = 50

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "longest_hole", \.longestHole, "s", 0.01...10,
      "The longest hole in the readings that is bridged.", .assumed("about two steps")),
    .number(
      "disorder", \.disorder, "s", 0...10,
      "A reading earlier than the one before by less than this is only out of order.", .estimate),
    .float(
      "impossible_force", \.impossibleForce, "m/s2", 20...10_000,
      "The reading of an axis above which it is no force that a phone's sensor can tell.",
      .assumed("about 50 g")),
    .count(
      "stuck_readings", \.stuckReadings, 2...100_000,
      "How many readings of the same on all axes count as a sensor that hangs.", .estimate),
  ]
}
