public import Documents

// W12-303 is session 303 of the platform vendor's developer conference of 2012.

extension AutoPauser.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] =
    types + times + Parameter.all(of: \.motion) + [
      .group("sport", \.sport, "Auto-pause of sports computers, if selected.")
    ]

  private static let types: [Parameter<Self>] = [
    .group("other", \.other, "Auto-pause rule of an app without a special type."),
    .group("other_navigation", \.otherNavigation, "Auto-pause rule of navigation, except by car."),
    .group("fitness", \.fitness, "Auto-pause rule of a fitness app."),
    .group("automotive", \.automotiveNavigation, "Auto-pause rule of car navigation."),
    .group("airborne", \.airborne, "Auto-pause rule of an app in the air."),
  ]

  private static let times: [Parameter<Self>] = [
    .time(
      "in_vehicle", \.inVehicleFor, 0...86_400,
      "Maximum halt of a driver in the vehicle.",
      .assumed("more than a jam lasts")),
    .time(
      "left_vehicle", \.leftVehicleFor, 0...86_400,
      "Maximum absence of a driver from the vehicle.", .assumed("dinner, not fuel")),
    .time(
      "contradiction", \.contradictionFor, 0...86_400,
      "Duration of motion that contradicts a fitness app.",
      .assumed("W12-303 has the reason only; a runner in a car is to be paused within 5 min")),
    .time(
      "fast", \.fastFor, 0...86_400,
      "Duration of a vehicle's speed alone that contradicts a fitness app.", .estimate),
    .time("walk", \.walkFor, 0...86_400, "Walking time that pauses car navigation.", .estimate),
    .number(
      "worst_accuracy", \.worstAccuracyMetres, "m", 1...100_000,
      "Maximum horizontal accuracy of a usable location.", .estimate),
    .time("oldest_fix", \.oldestFix, 0...3600, "Maximum age of a usable location.", .estimate),
    .time(
      "least_far", \.minFar, 0...86_400,
      "Minimum time that locations must be far to be progress.", .estimate),
    .count(
      "least_far_count", \.minFarCount, 1...1000,
      "Minimum number of far locations for progress.",
      .assumed("a single one may be an outlier")),
    .number(
      "still_doubt", \.stationaryFactor, "", 1...100,
      "Distance factor for progress while motion is stationary.",
      .estimate),
    .time(
      "settling", \.settling, 0...86_400,
      "Time after progress when the anchor moves to the present position.", .estimate),
    .count(
      "exercise_factor", \.exerciseFactor, 1...100,
      "Factor of the timeout without location for a fitness app in motion.", .estimate),
    .flag(
      "tells_restart", \.reportsRestart,
      "Reports a start call while paused as a resumption.", .assumed("no text says")),
  ]
}

extension PauseRule {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "radius", \.radiusMetres, "m", 1...100_000,
      "Minimum distance of progress, in addition to the location's error.",
      .assumed(
        "W13-307 for fitness: a 100-yard oval isn't standing still; its far ends are 35 m apart")),
    .time(
      "still", \.stillFor, 0...86_400, "Time without progress after which updates pause.",
      .read("users' reports: 10 to 20 min, mostly about 15; W12-303 names the types only")),
    .time(
      "no_fix", \.noFixFor, 0...86_400, "Time without a usable location after which updates pause.",
      .assumed("W12-303: no location to be had is a reason; how long is ours")),
  ]
}

extension MotionRules {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .time(
      "least_walk", \.minWalk, 0...86_400,
      "Minimum duration of a walk as evidence of movement.", .estimate),
    .time(
      "least_run", \.minRun, 0...86_400,
      "Minimum duration of a run or ride as evidence of movement.",
      .assumed("neither is done for a few steps")),
    .time(
      "least_exit", \.minExit, 0...86_400,
      "Minimum time on foot after which a vehicle has been left.",
      .estimate),
    .number(
      "fast_speed", \.fastSpeed, "m/s", 1...100,
      "Speed above which only a vehicle is plausible.",
      .assumed("a cyclist's computer has 12 m/s and more for minutes downhill")),
    .number(
      "slow_speed", \.slowSpeed, "m/s", 0...100, "Speed below which a fast stretch ends.",
      .estimate),
  ]
}

extension SportPauseRule {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "stop_speed", \.stopSpeed, "m/s", 0...50,
      "Speed below which a halt begins.",
      .read(
        "76 automatic stops of two Edge 500: the last speed before was 0 for most and up to 1.7 m/s"
      )),
    .time("still", \.stillFor, 0...3600, "Minimum duration of a halt.", .estimate),
    .number(
      "go_speed", \.goSpeed, "m/s", 0...50, "Speed from which updates resume.", .estimate),
  ]
}
