public import Documents

extension WalkingPace {
  /// Parameters of the walking pace; speeds are in m/s, times in s.
  public struct Parameters: ParameterSet {
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
    /// Uncertainty of times.
    public var usualSpread = 0.15
    public var priorParts = 3.0
    public var minExpectedSeconds = 1.0
    public var maxError = 2.0
    public var liftSpreadSeconds = 15.0

    public init() {}
  }
}

extension WalkingPace.Parameters {
  public static let parameters: [Parameter<Self>] = speeds + spreads

  private static let weidmann = ParameterSource.memory("Weidmann 1993")
  private static let cibse = ParameterSource.assumed("targets of CIBSE Guide D, from memory")

  private static let speeds: [Parameter<Self>] = [
    .number(
      "usual_speed", \.usualSpeed, "m/s", 0.3...2.5,
      "Walking speed of an unknown user.",
      .assumed("Weidmann's mean of 1.34 m/s, reduced by looking at a phone and at signs")),
    .number(
      "min_speed", \.minSpeed, "m/s", 0.05...1.5, "Minimum plausible walking speed.",
      .estimate),
    .number(
      "max_speed", \.maxSpeed, "m/s", 0.5...10, "Maximum plausible walking speed.", .estimate),
    .number(
      "prior_time", \.priorSeconds, "s", 0.1...3600,
      "Weight of the default speed, as a duration of walking.", .estimate),
    .number(
      "stair_speed", \.stairSpeed, "m/s", 0.05...3,
      "Horizontal speed of people on stairs.", weidmann),
    .number(
      "level_speed", \.levelSpeed, "m/s", 0.3...3,
      "Level-ground speed of the people to whom the stair speed refers.", weidmann),
    .number(
      "ramp_share", \.rampShare, "share", 0.1...1.5,
      "Ratio of the speed on ramps to that on level ground.",
      .estimate),
    .number(
      "escalator_speed", \.escalatorSpeed, "m/s", 0.05...3, "Speed of escalators.",
      .estimate),
    .number(
      "walkway_speed", \.walkwaySpeed, "m/s", 0.05...3, "Speed of moving walkways.",
      .estimate),
    .number(
      "walkway_walkers", \.walkwayWalkers, "share", 0...1,
      "Share of people who walk on moving walkways.", .estimate),
    .number(
      "lift_wait", \.liftWaitSeconds, "s", 0...600, "Waiting time for a lift.", cibse),
    .number(
      "lift_doors", \.liftDoorSeconds, "s", 0...120, "Time for opening and closing a lift's doors.",
      cibse),
    .number("lift_speed", \.liftSpeed, "m/s", 0.1...20, "Speed of lifts.", cibse),
  ]

  private static let spreads: [Parameter<Self>] = [
    .number(
      "spread", \.usualSpread, "share", 0.001...2,
      "Relative sigma of walking times of an unknown user.",
      .estimate),
    .number(
      "prior_parts", \.priorParts, "", 0.01...100,
      "Weight of the default sigma, in parts of a route.", .estimate),
    .number(
      "min_part_time", \.minExpectedSeconds, "s", 0...600,
      "Minimum expected time of a part that updates the sigma.", .estimate),
    .number(
      "max_error", \.maxError, "", 0.1...20,
      "Maximum relative error of a part's time.", .estimate),
    .number(
      "lift_spread", \.liftSpreadSeconds, "s", 0...600,
      "Sigma of the time of a lift ride.", .estimate),
  ]
}
