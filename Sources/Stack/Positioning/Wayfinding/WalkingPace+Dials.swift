public import Documents

extension WalkingPace {
  /// How fast people get along; speeds are in m/s, times in s.
  public struct Parameters: DialSet {
    /// Walking.
    public var usualSpeed = 1.2
    public var minSpeed = 0.3
    public var maxSpeed = 2.5
    public var priorSeconds = 30.0
    /// Stairs, ramps, belts and lifts.
    public var stairSpeed = 0.65
    public var levelSpeed = 1.34
    public var rampShare = 0.9
    public var escalatorSpeed = 0.5
    public var walkwaySpeed = 0.65
    public var walkwayWalkers = 0.4
    public var liftWaitSeconds = 25.0
    public var liftDoorSeconds = 12.0
    public var liftSpeed = 1.6
    /// How sure a time is.
    public var usualSpread = 0.15
    public var priorParts = 3.0
    public var minExpectedSeconds = 1.0
    public var maxError = 2.0
    public var liftSpreadSeconds = 15.0

    /// Creates the defaults.
    public init() {}
  }
}

extension WalkingPace.Parameters {
  public static let dials: [Dial<Self>] = speeds + spreads

  private static let weidmann = DialSource.memory("Weidmann 1993")
  private static let cibse = DialSource.assumed("what CIBSE Guide D aims at, from memory")

  private static let speeds: [Dial<Self>] = [
    .number(
      "usual_speed", \.usualSpeed, "m/s", 0.3...2.5,
      "The walking speed before anything is known of the user.",
      .assumed("Weidmann's mean of 1.34 m/s, less what looking at a phone and at signs costs")),
    .number(
      "min_speed", \.minSpeed, "m/s", 0.05...1.5, "The slowest walk that is believed.",
      .estimate),
    .number(
      "max_speed", \.maxSpeed, "m/s", 0.5...10, "The fastest walk that is believed.", .estimate),
    .number(
      "prior_time", \.priorSeconds, "s", 0.1...3600,
      "For how much walking the usual speed counts.", .estimate),
    .number(
      "stair_speed", \.stairSpeed, "m/s", 0.05...3,
      "How fast people climb stairs on the ground plan.", weidmann),
    .number(
      "level_speed", \.levelSpeed, "m/s", 0.3...3,
      "How fast the same people walk on the level.", weidmann),
    .number(
      "ramp_share", \.rampShare, "share", 0.1...1.5, "The share of the speed that ramps leave.",
      .estimate),
    .number(
      "escalator_speed", \.escalatorSpeed, "m/s", 0.05...3, "How fast escalators run.",
      .estimate),
    .number(
      "walkway_speed", \.walkwaySpeed, "m/s", 0.05...3, "How fast moving walkways run.",
      .estimate),
    .number(
      "walkway_walkers", \.walkwayWalkers, "share", 0...1,
      "The share of people who walk on moving walkways.", .estimate),
    .number(
      "lift_wait", \.liftWaitSeconds, "s", 0...600, "How long a lift is waited for.", cibse),
    .number(
      "lift_doors", \.liftDoorSeconds, "s", 0...120, "How long its doors take.", cibse),
    .number("lift_speed", \.liftSpeed, "m/s", 0.1...20, "How fast lifts run.", cibse),
  ]

  private static let spreads: [Dial<Self>] = [
    .number(
      "spread", \.usualSpread, "share", 0.001...2,
      "One standard deviation of walking times as a share of them, before any is known.",
      .estimate),
    .number(
      "prior_parts", \.priorParts, "", 0.01...100,
      "For how many parts of a way that spread counts.", .estimate),
    .number(
      "min_part_time", \.minExpectedSeconds, "s", 0...600,
      "Parts that should take no longer than this say nothing of the spread.", .estimate),
    .number(
      "max_error", \.maxError, "", 0.1...20,
      "The most by which a part's time counts as wrong, as a share of it.", .estimate),
    .number(
      "lift_spread", \.liftSpreadSeconds, "s", 0...600,
      "One standard deviation of the time that a lift takes.", .estimate),
  ]
}
