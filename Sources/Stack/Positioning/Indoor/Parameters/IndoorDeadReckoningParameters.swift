public import Documents

/// Parameters of pedestrian dead reckoning (PDR): step events from outside, turns by the gyroscope.
public struct IndoorDeadReckoningParameters: ParameterSet {
  public var shortestStep = 0.4
  public var longestStep = 0.95
  public var stopShare = 1.4
  public var pauseShare = 1.5
  public var longestAhead = 2.5
  public var longestStepTime = 1.2
  public var gravityMemory = 1.5
  public var turnOver = 0.7
  public var turnOverTime = 4.0
  public var timeout = 4.0
  public var minField = 20.0
  public var maxField = 75.0
  public var minLevelField = 5.0
  public var compassMemory = 8.0
  public var minCompass = 0.04
  public var stillRate = 0.03
  public var stillForce = 0.15
  public var driftMemory = 15.0
  public var knots = 96
  public var fieldTime = 0.25
  public var attitude = IndoorAttitudeParameters()

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "shortest_step", \.shortestStep, "m", 0.1...1,
      "Minimum step length.", .estimate),
    .number("longest_step", \.longestStep, "m", 0.3...2, "Maximum step length.", .estimate),
    .number(
      "stop_share", \.stopShare, "share", 1...5,
      "Number of step intervals without a step after which a walk ends.", .estimate),
    .number(
      "pause_share", \.pauseShare, "share", 1...5,
      "Number of step intervals after which a step begins a new walk.", .estimate),
    .number(
      "longest_ahead", \.longestAhead, "s", 0...10,
      "Maximum extrapolation of a walk beyond the last step.", .estimate),
    .number(
      "longest_step_time", \.longestStepTime, "s", 0.2...5,
      "Maximum duration of a step, with standing before it.", .estimate),
    .number(
      "gravity_memory", \.gravityMemory, "s", 0.1...30,
      "Averaging time of the gravity magnitude.", .estimate),
    .number(
      "turn_over", \.turnOver, "rad", 0.1...3,
      "Rotation of the up vector in the phone frame that counts as a change of carrying "
        + "position.", .estimate),
    .number(
      "turn_over_time", \.turnOverTime, "s", 0.5...60,
      "Maximum duration of a change of carrying position; stride swing is averaged out "
        + "before.", .estimate),
    .number(
      "patience", \.timeout, "s", 0...60,
      "Maximum gyroscope gap before steps continue without turns.", .estimate),
    .number(
      "least_field", \.minField, "uT", 0...100,
      "Minimum magnitude of a magnetic field that may be the Earth's.", .estimate),
    .number(
      "most_field", \.maxField, "uT", 0...200,
      "Maximum magnitude of a magnetic field that may be the Earth's.", .estimate),
    .number(
      "least_level_field", \.minLevelField, "uT", 0...50,
      "Minimum horizontal magnetic field for a compass heading.", .estimate),
    .number(
      "compass_memory", \.compassMemory, "s", 0.1...120,
      "Averaging time of the compass; disturbances last some metres.", .estimate),
    .number(
      "least_compass", \.minCompass, "", 0...1,
      "Minimum squared length of the mean compass direction for a heading.",
      .estimate),
    .number(
      "still_rate", \.stillRate, "rad/s", 0...1,
      "Maximum rotation rate of a phone at rest.", .estimate),
    .number(
      "still_force", \.stillForce, "m/s2", 0...2,
      "Maximum deviation of the acceleration from its mean at rest.", .estimate),
    .number(
      "drift_memory", \.driftMemory, "s", 0.1...600,
      "Averaging time of the gyroscope bias at rest.", .estimate),
    .count("knots", \.knots, 4...10000, "Number of stored path points.", .estimate),
    .number(
      "field_time", \.fieldTime, "s", 0.02...5,
      "Averaging time of the magnetic field, where the survey has one.", .estimate),
    .group("attitude", \.attitude, "Attitude of the phone."),
  ]
}
