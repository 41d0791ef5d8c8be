public import Documents

/// The way by footfalls, which others find, and turns by the gyroscope.
public struct IndoorDeadReckoningDials: DialSet {
  public var shortestStep = 0.4
  public var longestStep = 0.95
  public var stopShare = 1.4
  public var pauseShare = 1.5
  public var longestAhead = 2.5
  public var longestStepTime = 1.2
  public var gravityMemory = 1.5
  public var turnOver = 0.7
  public var turnOverTime = 4.0
  public var patience = 4.0
  public var leastField = 20.0
  public var mostField = 75.0
  public var leastLevelField = 5.0
  public var compassMemory = 8.0
  public var leastCompass = 0.04
  public var stillRate = 0.03
  public var stillForce = 0.15
  public var driftMemory = 15.0
  public var knots = 96
  public var fieldTime = 0.25
  public var attitude = IndoorAttitudeDials()

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "shortest_step", \.shortestStep, "m", 0.1...1,
      "How short a step is at least.", .estimate),
    .number("longest_step", \.longestStep, "m", 0.3...2, "How long a step is at most.", .estimate),
    .number(
      "stop_share", \.stopShare, "share", 1...5,
      "After how many intervals without a step the walk is over.", .estimate),
    .number(
      "pause_share", \.pauseShare, "share", 1...5,
      "After how many intervals a step begins a walk anew, from the last place.", .estimate),
    .number(
      "longest_ahead", \.longestAhead, "s", 0...10,
      "For how long a walk is carried on beyond the last step known.", .estimate),
    .number(
      "longest_step_time", \.longestStepTime, "s", 0.2...5,
      "How long a step takes at most, with standing before it.", .estimate),
    .number(
      "gravity_memory", \.gravityMemory, "s", 0.1...30,
      "For how long the strength of gravity is averaged.", .estimate),
    .number(
      "turn_over", \.turnOver, "rad", 0.1...3,
      "By how much up must turn in the phone for it to be carried otherwise.", .estimate),
    .number(
      "turn_over_time", \.turnOverTime, "s", 0.5...60,
      "Within which time it must; how it swings at each stride is averaged before.", .estimate),
    .number(
      "patience", \.patience, "s", 0...60,
      "For how long the gyroscope may be silent before steps go on without it.", .estimate),
    .number(
      "least_field", \.leastField, "uT", 0...100,
      "How weak a magnetic field may be to be the Earth's.", .estimate),
    .number(
      "most_field", \.mostField, "uT", 0...200,
      "How strong a magnetic field may be to be the Earth's.", .estimate),
    .number(
      "least_level_field", \.leastLevelField, "uT", 0...50,
      "How strong its level part must be to point north.", .estimate),
    .number(
      "compass_memory", \.compassMemory, "s", 0.1...120,
      "For how long the compass is averaged; disturbances last some metres.", .estimate),
    .number(
      "least_compass", \.leastCompass, "", 0...1,
      "How long the mean of its directions, of length 1 each, must be to be told, as a square.",
      .estimate),
    .number(
      "still_rate", \.stillRate, "rad/s", 0...1,
      "How fast a phone at rest seems to turn at most.", .estimate),
    .number(
      "still_force", \.stillForce, "m/s2", 0...2,
      "By how much its acceleration differs from the mean at most.", .estimate),
    .number(
      "drift_memory", \.driftMemory, "s", 0.1...600,
      "For how long the gyroscope's rate at rest is averaged.", .estimate),
    .count("knots", \.knots, 4...10000, "How many moments of the way are kept.", .estimate),
    .number(
      "field_time", \.fieldTime, "s", 0.02...5,
      "Over which time the magnetic field is averaged, where surveyors noted it.", .estimate),
    .group("attitude", \.attitude, "How the phone is held."),
  ]
}
