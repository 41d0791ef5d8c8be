public import Documents

extension ActivityTracker.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "evidence_weight", \.evidenceWeight, "", 0.01...2,
      "The power that windows' likelihoods are raised to.",
      .assumed("windows overlap by half, and a model learned from a few people is too sure")),
    .number(
      "least_probability", \.leastProbability, "", 0...1,
      "How probable something else must be to be told.", .estimate),
    .number(
      "running_probability", \.runningProbability, "", 0...1,
      "The same of running, where the last window by itself says so.",
      .assumed("W14-612: running is vivid and unambiguous, told after a handful of steps")),
    .number(
      "first_probability", \.firstProbability, "", 0...1,
      "How probable something must be to be told while nothing is known.", .estimate),
    .number(
      "medium_probability", \.mediumProbability, "", 0...1,
      "The probability from which confidence is medium.", .estimate),
    .number(
      "high_probability", \.highProbability, "", 0...1,
      "The probability from which confidence is high.", .estimate),
    .time(
      "patience", \.patience, 2.5...3600,
      "How long windows may be missing before nothing is known any more.", .estimate),
    .time(
      "speed_life", \.speedLife, 0...600, "How long a speed over ground holds.", .estimate),
    .number(
      "worst_speed_accuracy", \.worstSpeedAccuracyMetres, "m", 0...10_000,
      "The worst accuracy of a location whose speed counts.", .estimate),
    .number(
      "impossible_speed", \.impossibleSpeed, "m/s", 1...1000,
      "The speed from which a location's speed is not believed.", .estimate),
    .time(
      "speed_lead", \.speedLead, 0...600,
      "How far a speed may be ahead of the window that it counts for.", .estimate),
    .number(
      "least_share", \.leastShare, "", 0...1,
      "How little of a window counts that follows soon after another.", .estimate),
    .time(
      "longest_delay", \.longestDelay, 0...3600, "How far back a change may be dated.", .estimate),
    .float(
      "feature_reach", \.featureReach, "", 0.1...100,
      "How many standard deviations from the mean a feature may lead.",
      .assumed("what was never seen in training must not decide alone")),
    .count(
      "stuck_windows", \.stuckWindows, 1...1000,
      "From how many windows in a row of a stuck sensor on nothing is known.", .estimate),
    .group("transitions", \.transitions, "How probable it is that one activity follows another."),
    .group("emissions", \.emissions, "What each activity makes a window look like."),
    .group("speeds", \.speeds, "What a speed over ground says."),
    .group(
      "alone", \.alone, "What is told by speeds alone, where no accelerometer tells of motion."),
    .group("link", \.link, "What a link to a car says."),
    .group("history", \.history, "How the past is told."),
    .group("wrist", \.wrist, "How it is found out that a wrist is felt."),
    .group("windows", \.windows, "How readings become windows."),
  ]
}

extension MotionFeatures.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .time(
      "longest_hole", \.longestHole, 0.01...10,
      "The longest hole in the readings that a straight line may bridge.",
      .computed("a missed reading or two even at 20 Hz")),
    .time(
      "disorder", \.disorder, 0...60,
      "How far back a clock may seem to go because readings change places.", .estimate),
    .count(
      "enough", \.enough, 1...50,
      "How many new bins of 50 ms will do for a window at the end of a batch.", .estimate),
    .count(
      "enough_at_last", \.enoughAtLast, 1...50,
      "The same of a batch half as long as the one before: the last before a pause.", .estimate),
    .count(
      "least", \.least, 2...100, "How few bins there may be in all, after a start or a gap.",
      .estimate),
    .float(
      "stuck_square", \.stuckSquare, "m2/s4", 0...1,
      "The mean square of an axis below which it stands still.", .estimate),
    .float(
      "moving_square", \.movingSquare, "m2/s4", 0...100,
      "The mean square of all axes above which none may stand still.", .estimate),
  ]
}
