public import Documents

extension ActivityTracker.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "evidence_weight", \.evidenceWeight, "", 0.01...2,
      "Exponent of the windows' likelihoods in the HMM forward filter.",
      .estimate),
    .number(
      "least_probability", \.minProbability, "", 0...1,
      "Minimum probability of a new activity to be reported.", .estimate),
    .number(
      "running_probability", \.runningProbability, "", 0...1,
      "Minimum probability of running, where the last window alone is running.",
      .assumed("W14-612: running is vivid and unambiguous, reported after a handful of steps")),
    .number(
      "first_probability", \.firstProbability, "", 0...1,
      "Minimum probability of the first activity after unknown.", .estimate),
    .number(
      "medium_probability", \.mediumProbability, "", 0...1,
      "Probability from which confidence is medium.", .estimate),
    .number(
      "high_probability", \.highProbability, "", 0...1,
      "Probability from which confidence is high.", .estimate),
    .time(
      "patience", \.timeout, 2.5...3600,
      "Timeout without windows, after which the activity is unknown.", .estimate),
    .time(
      "speed_life", \.speedLife, 0...600, "Maximum age of a speed over ground.", .estimate),
    .number(
      "worst_speed_accuracy", \.worstSpeedAccuracyMetres, "m", 0...10_000,
      "Maximum horizontal accuracy of a location whose speed is used.", .estimate),
    .number(
      "impossible_speed", \.invalidSpeed, "m/s", 1...1000,
      "Maximum location speed; faster ones are rejected.", .estimate),
    .time(
      "speed_lead", \.speedLead, 0...600,
      "Maximum time by which a speed may be ahead of its window.", .estimate),
    .number(
      "least_share", \.minShare, "", 0...1,
      "Minimum weight of a window that follows soon after another.", .estimate),
    .time(
      "longest_delay", \.longestDelay, 0...3600, "Maximum back-dating of a change.", .estimate),
    .float(
      "feature_reach", \.featureReach, "", 0.1...100,
      "Limit of standardised features, in standard deviations.",
      .assumed("outliers beyond the training data must not decide alone")),
    .count(
      "stuck_windows", \.stuckWindows, 1...1000,
      "Consecutive windows with a stuck sensor after which the activity is unknown.", .estimate),
    .group("transitions", \.transitions, "HMM transition probabilities."),
    .group("emissions", \.emissions, "HMM emission probabilities."),
    .group("speeds", \.speeds, "Likelihoods of a speed over ground."),
    .group(
      "alone", \.alone, "Recognition from speed alone, without an accelerometer."),
    .group("link", \.link, "Likelihoods of a link to a car."),
    .group("history", \.history, "Forward-backward smoothing of the history."),
    .group("wrist", \.wrist, "Detection of a wrist-worn device."),
    .group("windows", \.windows, "Feature extraction."),
  ]
}

extension MotionFeatures.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .time(
      "longest_hole", \.longestHole, 0.01...10,
      "Maximum gap in the readings that is interpolated linearly.",
      .computed("a missed reading or two even at 20 Hz")),
    .time(
      "disorder", \.disorder, 0...60,
      "Maximum backward time step that counts as reordered readings.", .estimate),
    .count(
      "enough", \.enough, 1...50,
      "Minimum number of new 50 ms bins for a window at the end of a batch.", .estimate),
    .count(
      "enough_at_last", \.enoughAtLast, 1...50,
      "Minimum number of new bins in a short last batch before a pause.", .estimate),
    .count(
      "least", \.minimum, 2...100, "Minimum number of bins in all, after a start or a gap.",
      .estimate),
    .float(
      "stuck_square", \.stuckSquare, "m2/s4", 0...1,
      "Mean square of an axis below which the axis is stuck.", .estimate),
    .float(
      "moving_square", \.movingSquare, "m2/s4", 0...100,
      "Mean square of all axes above which a motionless axis is stuck.", .estimate),
  ]
}
