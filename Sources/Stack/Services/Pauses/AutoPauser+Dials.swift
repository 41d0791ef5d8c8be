public import Documents

// W12-303 is session 303 of the owner's developer conference of 2012.

extension AutoPauser.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] =
    types + times + Dial.all(of: \.motion) + [
      .group("sport", \.sport, "How sports computers pause, where that is chosen.")
    ]

  private static let types: [Dial<Self>] = [
    .group("other", \.other, "When an app of no special type is paused."),
    .group("other_navigation", \.otherNavigation, "When a navigator other than a car's is paused."),
    .group("fitness", \.fitness, "When a fitness app is paused."),
    .group("automotive", \.automotiveNavigation, "When a car's navigator is paused."),
    .group("airborne", \.airborne, "When an app in the air is paused."),
  ]

  private static let times: [Dial<Self>] = [
    .time(
      "in_vehicle", \.inVehicleFor, 0...86_400,
      "How long a driver may stand who is still in the vehicle.",
      .assumed("more than a jam lasts")),
    .time(
      "left_vehicle", \.leftVehicleFor, 0...86_400,
      "How long a driver may be away from the vehicle.", .assumed("dinner, not fuel")),
    .time(
      "contradiction", \.contradictionFor, 0...86_400,
      "How long motion must contradict a fitness app.",
      .assumed("W12-303 has the reason only; a runner in a car is to be paused within 5 min")),
    .time(
      "fast", \.fastFor, 0...86_400,
      "How long a vehicle's speed alone must contradict a fitness app.", .estimate),
    .time("walk", \.walkFor, 0...86_400, "How long a driver must walk on.", .estimate),
    .number(
      "worst_accuracy", \.worstAccuracyMetres, "m", 1...100_000,
      "The worst accuracy of a usable location.", .estimate),
    .time("oldest_fix", \.oldestFix, 0...3600, "How old a usable location may be.", .estimate),
    .time(
      "least_far", \.leastFar, 0...86_400,
      "How long locations must be far before they are progress.", .estimate),
    .count(
      "least_far_count", \.leastFarCount, 1...1000,
      "How many locations must be far before they are progress.",
      .assumed("a single one may be wrong by more than it says")),
    .number(
      "still_doubt", \.stillDoubt, "", 1...100,
      "How many times farther locations must lie while motion says that the phone is still.",
      .estimate),
    .time(
      "settling", \.settling, 0...86_400,
      "When progress is measured anew from where one has stopped.", .estimate),
    .count(
      "exercise_factor", \.exerciseFactor, 1...100,
      "How many times longer a fitness app in motion may be without a location.", .estimate),
    .flag(
      "tells_restart", \.tellsRestart,
      "Whether starting again while paused is told as a resumption.", .assumed("no text says")),
  ]
}

extension PauseRule {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "radius", \.radiusMetres, "m", 1...100_000,
      "How far one must get to have made progress, beside the location's error.",
      .assumed(
        "W13-307 for fitness: a 100-yard oval isn't standing still; its far ends are 35 m apart")),
    .time(
      "still", \.stillFor, 0...86_400, "How long without progress is a pause.",
      .read("users' reports: 10 to 20 min, mostly about 15; W12-303 names the types only")),
    .time(
      "no_fix", \.noFixFor, 0...86_400, "How long without a usable location is a pause.",
      .assumed("W12-303: no location to be had is a reason; how long is ours")),
  ]
}

extension MotionRules {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .time(
      "least_walk", \.leastWalk, 0...86_400, "How long a walk must last to be a way.", .estimate),
    .time(
      "least_run", \.leastRun, 0...86_400, "How long a run or ride must last to be a way.",
      .assumed("nobody does it for a few steps")),
    .time(
      "least_exit", \.leastExit, 0...86_400, "How long one must be on foot to have left a vehicle.",
      .estimate),
    .number(
      "fast_speed", \.fastSpeed, "m/s", 1...100,
      "The speed above which nobody runs or cycles for long.",
      .assumed("a cyclist's computer has 12 m/s and more for minutes downhill")),
    .number(
      "slow_speed", \.slowSpeed, "m/s", 0...100, "The speed below which a fast stretch ends.",
      .estimate),
  ]
}

extension SportPauseRule {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "stop_speed", \.stopSpeed, "m/s", 0...50,
      "The speed below which one stands.",
      .read(
        "76 automatic stops of two Edge 500: the last speed before was 0 for most and up to 1.7 m/s"
      )),
    .time("still", \.stillFor, 0...3600, "How long one must stand.", .estimate),
    .number(
      "go_speed", \.goSpeed, "m/s", 0...50, "The speed from which one has gone on.", .estimate),
  ]
}
