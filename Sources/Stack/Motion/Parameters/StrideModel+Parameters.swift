public import Documents

extension StrideModel.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "running_rate", \.runningRate, "1/s", 1...5, "Step rate from which the gait is running.",
      .memory("Sekiya: people change at 2.0 to 2.1 m/s; walkers make 2.2, runners 2.6 steps/s")),
    .number(
      "most_surprise", \.maxSurprise, "", 0...20,
      "Innovation gate for a leg's log length, in sigmas.",
      .estimate),
    .number(
      "forgetting", \.forgetting, "", 1...2,
      "Covariance growth factor per leg.",
      .assumed("shoes and loads change")),
    .count(
      "least_steps", \.minSteps, 1...1000, "Minimum number of steps of a leg.", .estimate),
    .number(
      "most_off", \.maxOff, "", 0...3, "Maximum innovation of a leg's log length.",
      .estimate),
    .number(
      "day_noise", \.dayNoise, "share", 0...1, "Day-to-day error of a leg's length.",
      .memory("Sekiya: the spread within a bout")),
    .number(
      "least_variance", \.minVariance, "", 1e-9...1,
      "Minimum variance of a line's coefficients.", .estimate),
    .number(
      "most_variance", \.maxVariance, "", 1e-6...100,
      "Maximum variance of a line's coefficients.", .estimate),
    .number("shortest", \.shortest, "m", 0...2, "Minimum step length.", .estimate),
    .number("longest", \.longest, "m", 0.5...10, "Maximum step length.", .estimate),
    .number(
      "walk_ratio", \.walkRatio, "m/Hz", 0.01...2,
      "Step length of a walker per step rate, before calibration.",
      .memory("Sekiya: a walk ratio of 0.0065 m/(step/min), 9 % between people")),
    .number(
      "running_length", \.runningLength, "m", 0.1...5,
      "Step length of a runner at the usual rate, before calibration.",
      .assumed("2.8 m/s, 20 % between people")),
    .group("walking", \.walking, "Population prior of walking."),
    .group("running", \.running, "Population prior of running."),
  ]
}

/// Population prior of a stride line: coefficients and their spread among people.
public struct StrideLine: ParameterSet {
  /// Reference rate, in steps/s, and acceleration, in m/s².
  public var rate: Double
  public var size: Double
  /// Slopes of the log length over log rate and over log acceleration.
  public var slope: Double
  public var sizeSlope: Double
  /// Standard deviations among people of the log length and of both slopes.
  public var spread: Double
  public var slopeSpread: Double
  public var sizeSlopeSpread: Double

  /// Creates the prior of walking.
  public init() { self = StrideModel.Parameters().walking }

  init(
    rate: Double, size: Double, slope: Double, sizeSlope: Double, spread: Double,
    slopeSpread: Double, sizeSlopeSpread: Double
  ) {
    self.rate = rate
    self.size = size
    self.slope = slope
    self.sizeSlope = sizeSlope
    self.spread = spread
    self.slopeSpread = slopeSpread
    self.sizeSlopeSpread = sizeSlopeSpread
  }

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "rate", \.rate, "1/s", 0.5...5, "Reference step rate.",
      .memory("figures of walking and running pace")),
    .number("size", \.size, "m/s2", 0.1...30, "Reference acceleration of steps.", .estimate),
    .number(
      "slope", \.slope, "", -5...10,
      "Slope of the log length over the log rate.",
      .memory("1 is a constant walk ratio; runners' rates hardly grow with speed")),
    .number(
      "size_slope", \.sizeSlope, "", -5...5,
      "Slope of the log length over the log acceleration.", .estimate),
    .number(
      "spread", \.spread, "", 0.001...2, "Standard deviation of the log length among people.",
      .memory("Sekiya: 9 % between walkers; 20 % between runners")),
    .number(
      "slope_spread", \.slopeSpread, "", 0.001...5,
      "Standard deviation of the rate's slope among people.",
      .estimate),
    .number(
      "size_slope_spread", \.sizeSlopeSpread, "", 0.001...5,
      "Standard deviation of the acceleration's slope among people.", .estimate),
  ]
}

/// Criteria for legs under good GNSS for stride calibration.
///
/// Estimates, except for length and accuracy (domain figures: legs above 100 m, accuracy better than
/// 10 m, straight). Lengths are in m, times in s.
public struct StrideSurveying: ParameterSet {
  /// Minimum length of a leg without speeds, and maximum length of any leg.
  public var shortest = 80.0
  public var longest = 250.0
  /// Minimum length of a leg with speeds, which may bend.
  public var shortestBent = 40.0
  /// Maximum relative difference of path length and integrated speed on a leg that bends: the path from
  /// fix to fix cuts bends and adds noise.
  public var maxPathDifference = 0.15
  /// Error of the integrated speed: a fraction, and the loss at the start of a walk.
  public var speedError = 0.025
  public var edgeError = 0.8
  /// Maximum horizontal accuracy of a fix on a leg.
  public var worstAccuracy = 20.0
  /// Maximum cross-track offset of a fix from the straight line.
  public var maxAside = 8.0
  /// Maximum relative difference of integrated speed and length on a straight leg.
  public var maxSpeedDifference = 0.08
  /// Maximum pause between steps.
  public var longestPause = 2.5
  /// Maximum interval between fixes.
  public var fixInterval = 5.0
  /// Minimum interval between marks, which serve to test straightness, not length.
  public var markInterval = 4.0
  /// Minimum fraction of the leg's time with speeds.
  public var speedShare = 0.8
  /// Minimum step rate on a leg, in steps/s, and its maximum relative change.
  public var minRate = 0.8
  public var maxRateChange = 0.3
  /// Minimum number of steps of a straight leg and of a bent one.
  public var minSteps = 40.0
  public var minStepsBent = 25.0
  /// Minimum and maximum mean step length.
  public var shortestStep = 0.3
  public var longestStep = 2.3
  /// Fraction of a fix's accuracy that appears in a leg's length: errors a minute apart are half
  /// common; the rest affects both ends.
  public var chordError = 0.7
  /// Factor of that error where speeds agree.
  public var speedGain = 0.6
  /// Minimum relative error of a straight leg.
  public var minError = 0.01

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = legs + errors

  private static let legs: [Parameter<Self>] = [
    .number(
      "shortest", \.shortest, "m", 1...10_000, "Minimum length of a leg without speeds.",
      .assumed("legs above 100 m are usual")),
    .number("longest", \.longest, "m", 10...100_000, "Maximum length of a leg.", .estimate),
    .number(
      "shortest_bent", \.shortestBent, "m", 1...10_000,
      "Minimum length of a leg with speeds, which may bend.", .estimate),
    .number(
      "worst_accuracy", \.worstAccuracy, "m", 0.1...1000,
      "Maximum horizontal accuracy of a location on a leg.", .assumed("better than 10 m is usual")),
    .number(
      "most_aside", \.maxAside, "m", 0...1000,
      "Maximum cross-track offset of a location from a straight leg.", .estimate),
    .number(
      "longest_pause", \.longestPause, "s", 0.1...600, "Maximum pause between steps on a leg.",
      .estimate),
    .number(
      "fix_interval", \.fixInterval, "s", 0.1...600, "Maximum interval between locations on a leg.",
      .estimate),
    .number(
      "mark_interval", \.markInterval, "s", 0...600,
      "Minimum interval between locations for the test of straightness.", .estimate),
    .number(
      "least_rate", \.minRate, "1/s", 0...5, "Minimum step rate on a leg.", .estimate),
    .number(
      "most_rate_change", \.maxRateChange, "share", 0...1,
      "Maximum relative change of the step rate on a leg.", .estimate),
    .number(
      "least_steps", \.minSteps, "", 1...10_000, "Minimum number of steps of a straight leg.",
      .estimate),
    .number(
      "least_steps_bent", \.minStepsBent, "", 1...10_000,
      "Minimum number of steps of a bent leg.", .estimate),
    .number(
      "shortest_step", \.shortestStep, "m", 0...2, "Minimum mean step length of a leg.",
      .estimate),
    .number(
      "longest_step", \.longestStep, "m", 0.5...10, "Maximum mean step length of a leg.",
      .estimate),
  ]

  private static let errors: [Parameter<Self>] = [
    .number(
      "most_way_difference", \.maxPathDifference, "share", 0...1,
      "Maximum relative difference of path length and integrated speed on a bent leg.",
      .assumed("the path cuts bends and adds location noise")),
    .number(
      "speed_error", \.speedError, "share", 0...1, "Relative error of the integrated speed.",
      .estimate),
    .number(
      "edge_error", \.edgeError, "m", 0...50, "Length lost at the start of a walk.",
      .estimate),
    .number(
      "most_speed_difference", \.maxSpeedDifference, "share", 0...1,
      "Maximum relative difference of integrated speed and length on a straight leg.", .estimate),
    .number(
      "speed_share", \.speedShare, "share", 0...1,
      "Minimum fraction of a leg's time with speeds.", .estimate),
    .number(
      "chord_error", \.chordError, "share", 0...2,
      "Fraction of a location's accuracy that appears in a straight leg's length.",
      .assumed("errors a minute apart are half common; the rest affects both ends")),
    .number(
      "speed_gain", \.speedGain, "share", 0...1,
      "Error factor of a straight leg where integrated speed agrees.",
      .estimate),
    .number(
      "least_error", \.minError, "share", 0...1, "Minimum relative error of a straight leg.",
      .estimate),
  ]
}
