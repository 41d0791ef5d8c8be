public import Documents

extension StrideModel.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "running_rate", \.runningRate, "1/s", 1...5, "The rate of steps from which it is running.",
      .memory("Sekiya: people change at 2.0 to 2.1 m/s; walkers make 2.2, runners 2.6 steps/s")),
    .number(
      "most_surprise", \.mostSurprise, "", 0...20,
      "How many deviations a leg's length may be off the model's before it is rejected.",
      .estimate),
    .number(
      "forgetting", \.forgetting, "", 1...2,
      "By which factor what was learned is doubted again for each leg.",
      .assumed("shoes and loads change")),
    .count(
      "least_steps", \.leastSteps, 1...1000, "The fewest steps of a leg that counts.", .estimate),
    .number(
      "most_off", \.mostOff, "", 0...3, "How far the log of a leg's length may be off at all.",
      .estimate),
    .number(
      "day_noise", \.dayNoise, "share", 0...1, "What a leg's length has of the day.",
      .memory("Sekiya: the spread within a bout")),
    .number(
      "least_variance", \.leastVariance, "", 1e-9...1,
      "The variance of a line's coefficients below which they aren't surer.", .estimate),
    .number(
      "most_variance", \.mostVariance, "", 1e-6...100,
      "The variance of a line's coefficients above which they aren't less sure.", .estimate),
    .number("shortest", \.shortest, "m", 0...2, "The shortest step that is told.", .estimate),
    .number("longest", \.longest, "m", 0.5...10, "The longest step that is told.", .estimate),
    .number(
      "walk_ratio", \.walkRatio, "m/Hz", 0.01...2,
      "The length of a walker's step for each step/s, before anything is learned.",
      .memory("Sekiya: a walk ratio of 0.0065 m/(step/min), 9 % between people")),
    .number(
      "running_length", \.runningLength, "m", 0.1...5,
      "The length of a runner's step at the usual rate, before anything is learned.",
      .assumed("2.8 m/s, 20 % between people")),
    .group("walking", \.walking, "How everybody walks, before anything is learned."),
    .group("running", \.running, "How everybody runs, before anything is learned."),
  ]
}

/// How the length of a step hangs on its rate and strength for everybody, and how different people are.
public struct StrideLine: DialSet {
  /// The usual rate, in steps/s, and strength, in m/s².
  public var rate: Double
  public var size: Double
  /// What a unit of log rate and of log strength adds to the log of the length.
  public var slope: Double
  public var sizeSlope: Double
  /// How different people are in the log of the length and in both slopes: standard deviations.
  public var spread: Double
  public var slopeSpread: Double
  public var sizeSlopeSpread: Double

  /// Creates the line of a walk.
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

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "rate", \.rate, "1/s", 0.5...5, "The usual rate of steps.",
      .memory("figures of walking and running pace")),
    .number("size", \.size, "m/s2", 0.1...30, "The usual strength of steps.", .estimate),
    .number(
      "slope", \.slope, "", -5...10,
      "What a unit of the rate's log adds to the log of the length.",
      .memory("1 is a constant walk ratio; runners' rates hardly grow with speed")),
    .number(
      "size_slope", \.sizeSlope, "", -5...5,
      "What a unit of the strength's log adds to the log of the length.", .estimate),
    .number(
      "spread", \.spread, "", 0.001...2, "How different people are in the log of the length.",
      .memory("Sekiya: 9 % between walkers; 20 % between runners")),
    .number(
      "slope_spread", \.slopeSpread, "", 0.001...5, "How different people are in the slope.",
      .estimate),
    .number(
      "size_slope_spread", \.sizeSlopeSpread, "", 0.001...5,
      "How different people are in the strength's slope.", .estimate),
  ]
}

/// Which ways under good satellites are legs to learn the stride from.
///
/// Estimates, but for the length and accuracy (domain figures: legs above 100 m, accuracy better than
/// 10 m, straight). Lengths are in m, times in s.
public struct StrideSurveying: DialSet {
  /// The shortest leg without speeds, and the longest of all.
  public var shortest = 80.0
  public var longest = 250.0
  /// The shortest leg with speeds, which may bend.
  public var shortestBent = 40.0
  /// How far the way from fix to fix may be off the sum of speeds on a leg that bends, as a share: it
  /// cuts bends and adds what fixes wander.
  public var mostWayDifference = 0.15
  /// What the sum of speeds may be off: a share, and what is lost where a walk begins.
  public var speedError = 0.025
  public var edgeError = 0.8
  /// The worst accuracy of a fix on a leg.
  public var worstAccuracy = 20.0
  /// How far aside of the straight line a fix may lie.
  public var mostAside = 8.0
  /// How far the sum of speeds may be off the length of a straight leg, as a share.
  public var mostSpeedDifference = 0.08
  /// The longest pause between steps.
  public var longestPause = 2.5
  /// The longest time between fixes.
  public var fixInterval = 5.0
  /// The shortest time between fixes that are marked: marks are for straightness, not for length.
  public var markInterval = 4.0
  /// The share of the leg's time in which speeds must have been told to count.
  public var speedShare = 0.8
  /// The slowest rate of steps on a leg, in steps/s, and by which share it may change.
  public var leastRate = 0.8
  public var mostRateChange = 0.3
  /// The fewest steps of a straight leg and of one that bends.
  public var leastSteps = 40.0
  public var leastStepsBent = 25.0
  /// The shortest and the longest mean step that is believed.
  public var shortestStep = 0.3
  public var longestStep = 2.3
  /// How much of a fix's accuracy shows in a leg's length: errors a minute apart are half common; the
  /// rest shows at both ends.
  public var chordError = 0.7
  /// How much of that is left where speeds agree.
  public var speedGain = 0.6
  /// The least error of a straight leg, as a share.
  public var leastError = 0.01

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = legs + errors

  private static let legs: [Dial<Self>] = [
    .number(
      "shortest", \.shortest, "m", 1...10_000, "The shortest leg without speeds.",
      .assumed("legs above 100 m are usual")),
    .number("longest", \.longest, "m", 10...100_000, "The longest leg.", .estimate),
    .number(
      "shortest_bent", \.shortestBent, "m", 1...10_000,
      "The shortest leg with speeds, which may bend.", .estimate),
    .number(
      "worst_accuracy", \.worstAccuracy, "m", 0.1...1000,
      "The worst accuracy of a location on a leg.", .assumed("better than 10 m is usual")),
    .number(
      "most_aside", \.mostAside, "m", 0...1000,
      "How far aside of the straight line a location may lie.", .estimate),
    .number(
      "longest_pause", \.longestPause, "s", 0.1...600, "The longest pause between steps.",
      .estimate),
    .number(
      "fix_interval", \.fixInterval, "s", 0.1...600, "The longest time between locations.",
      .estimate),
    .number(
      "mark_interval", \.markInterval, "s", 0...600,
      "The shortest time between locations that straightness is judged by.", .estimate),
    .number(
      "least_rate", \.leastRate, "1/s", 0...5, "The slowest rate of steps on a leg.", .estimate),
    .number(
      "most_rate_change", \.mostRateChange, "share", 0...1,
      "By which share the rate of steps may change on a leg.", .estimate),
    .number(
      "least_steps", \.leastSteps, "", 1...10_000, "The fewest steps of a straight leg.",
      .estimate),
    .number(
      "least_steps_bent", \.leastStepsBent, "", 1...10_000,
      "The fewest steps of a leg that bends.", .estimate),
    .number(
      "shortest_step", \.shortestStep, "m", 0...2, "The shortest mean step that is believed.",
      .estimate),
    .number(
      "longest_step", \.longestStep, "m", 0.5...10, "The longest mean step that is believed.",
      .estimate),
  ]

  private static let errors: [Dial<Self>] = [
    .number(
      "most_way_difference", \.mostWayDifference, "share", 0...1,
      "How far the way from location to location may be off the sum of speeds.",
      .assumed("it cuts bends and adds what locations wander")),
    .number(
      "speed_error", \.speedError, "share", 0...1, "What the sum of speeds may be off.",
      .estimate),
    .number(
      "edge_error", \.edgeError, "m", 0...50, "What is lost of a leg where the walk begins.",
      .estimate),
    .number(
      "most_speed_difference", \.mostSpeedDifference, "share", 0...1,
      "How far the sum of speeds may be off the length of a straight leg.", .estimate),
    .number(
      "speed_share", \.speedShare, "share", 0...1,
      "In which share of a leg's time speeds must have been told to count.", .estimate),
    .number(
      "chord_error", \.chordError, "share", 0...2,
      "How much of a location's accuracy shows in a straight leg's length.",
      .assumed("errors a minute apart are half common; the rest shows at both ends")),
    .number(
      "speed_gain", \.speedGain, "share", 0...1, "How much of that is left where speeds agree.",
      .estimate),
    .number(
      "least_error", \.leastError, "share", 0...1, "The least error of a straight leg.",
      .estimate),
  ]
}
