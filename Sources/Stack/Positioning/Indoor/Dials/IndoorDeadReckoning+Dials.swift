public import Documents

extension IndoorLocator.Parameters {
  /// Steps by the accelerometer and turns by the gyroscope.
  public struct DeadReckoning: DialSet {
    public var walkRatio = 0.0065
    public var shortestStep = 0.4
    public var longestStep = 0.95
    public var leastPeak = 0.35
    public var peakShare = 0.35
    public var usualPeak = 1.5
    public var leastUsualPeak = 0.5
    public var peakGain = 0.15
    public var peakCap = 3.0
    public var shortestInterval = 0.27
    public var longestInterval = 1.1
    public var rhythm = 3
    public var intervalGain = 0.3
    public var stopShare = 1.4
    public var pauseShare = 1.5
    public var longestAhead = 2.5
    public var longestStepTime = 1.2
    public var gravityMemory = 1.5
    public var meanMemory = 1.5
    public var peakMemory = 0.055
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
    public var attitude = Attitude()

    /// Creates the defaults.
    public init() {}
  }
}

extension IndoorLocator.Parameters.DeadReckoning {
  public static let dials: [Dial<Self>] = [
    .number(
      "walk_ratio", \.walkRatio, "m*min", 0.001...0.03,
      "Metres a step for each step a minute.", .memory("walk ratio of Sekiya and Nagasaki, 1998")),
    .number(
      "shortest_step", \.shortestStep, "m", 0.1...1,
      "How short a step is at least.", .estimate),
    .number("longest_step", \.longestStep, "m", 0.3...2, "How long a step is at most.", .estimate),
    .number(
      "least_peak", \.leastPeak, "m/s2", 0.05...5,
      "How far a peak of the acceleration must stand out to be a step.", .estimate),
    .number(
      "peak_share", \.peakShare, "share", 0...1,
      "How much of the usual peak it must have.", .estimate),
    .number(
      "usual_peak", \.usualPeak, "m/s2", 0.1...10,
      "How high the usual peak is taken to be at first.", .estimate),
    .number(
      "least_usual_peak", \.leastUsualPeak, "m/s2", 0...5,
      "How low the usual peak is at least.", .estimate),
    .number(
      "peak_gain", \.peakGain, "", 0.01...1,
      "How much of a new peak counts for the usual one.", .estimate),
    .number(
      "peak_cap", \.peakCap, "", 1...20,
      "How many usual peaks a new one counts as at most.", .estimate),
    .number(
      "shortest_interval", \.shortestInterval, "s", 0.05...1,
      "How soon after another a step may come.", .estimate),
    .number(
      "longest_interval", \.longestInterval, "s", 0.4...5,
      "How late after another a step may come for the walk to go on.", .estimate),
    .count("rhythm", \.rhythm, 1...20, "How many intervals in a row make a walk.", .estimate),
    .number(
      "interval_gain", \.intervalGain, "", 0.01...1,
      "How much of a new interval counts for the usual one.", .estimate),
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
      "mean_memory", \.meanMemory, "s", 0.1...30,
      "For how long the mean vertical acceleration is averaged.", .estimate),
    .number(
      "peak_memory", \.peakMemory, "s", 0.005...1,
      "For how long each of two filters smooths peaks.", .estimate),
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
    .group("attitude", \.attitude, "How the phone is held."),
  ]
}
