public import Documents

extension FloorCounter.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "least_climb", \.minClimb, "m/s", 0.001...2, "Minimum climb rate on stairs.",
      .assumed("stairs make 0.2 to 0.35 m/s")),
    .number(
      "least_rise", \.minRise, "m", 0...1, "Minimum rise per step on stairs.",
      .assumed("stairs have 0.15 to 0.2 m; the barometer's noise needs a margin")),
    .number(
      "most_rise", \.maxRise, "m", 0...2, "Maximum rise per step on stairs.",
      .assumed("stairs have 0.15 to 0.2 m, taken one or two at a time")),
    .number(
      "least_mean_rise", \.minMeanRise, "m", 0...1,
      "Minimum mean rise per step over a climb.",
      .assumed("over a whole flight noise averages out: 0.15 to 0.2 m")),
    .number(
      "most_mean_rise", \.maxMeanRise, "m", 0...2,
      "Maximum mean rise per step over a climb.",
      .assumed("over a whole flight noise averages out: 0.15 to 0.2 m")),
    .count(
      "least_steps", \.minSteps, 0...20,
      "Minimum number of steps in 2.5 s on a flight of stairs.", .estimate),
    .number(
      "least_floor", \.minFloor, "m", 0.1...20, "Minimum height of a floor.", .estimate),
    .number(
      "floor_height", \.floorHeight, "m", 0.5...20, "Usual height of a floor.",
      .assumed("2.8 m in houses, 3.5 to 4 m in offices, 4.5 to 6 m in malls")),
    .number(
      "longest_landing", \.longestLanding, "s", 0...300,
      "Maximum duration of a landing.", .estimate),
    .count(
      "delay", \.delay, 1...12, "Delay from a bin's end to its evaluation, in bins of 2.5 s.",
      .computed("steps are confirmed only 8 s later")),
    .count(
      "clock_jump", \.clockJump, 16...100_000,
      "Backward clock jump that causes a restart, in bins of 2.5 s.", .estimate),
    .number(
      "tread", \.tread, "m", 0.1...1, "Tread depth of a stair, the step length on stairs.",
      .assumed("building codes require 0.25 to 0.32 m")),
  ]
}
