public import Documents

extension FloorCounter.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "least_climb", \.leastClimb, "m/s", 0.001...2, "The least rate of climb on stairs.",
      .assumed("stairs make 0.2 to 0.35 m/s")),
    .number(
      "least_rise", \.leastRise, "m", 0...1, "The least that a step on stairs may rise.",
      .assumed("stairs have 0.15 to 0.2 m; the barometer's noise asks for room")),
    .number(
      "most_rise", \.mostRise, "m", 0...2, "The most that a step on stairs may rise.",
      .assumed("stairs have 0.15 to 0.2 m, taken one or two at a time")),
    .number(
      "least_mean_rise", \.leastMeanRise, "m", 0...1,
      "The least that the steps of a whole climb may rise in the mean.",
      .assumed("over a whole flight noise averages out: 0.15 to 0.2 m")),
    .number(
      "most_mean_rise", \.mostMeanRise, "m", 0...2,
      "The most that the steps of a whole climb may rise in the mean.",
      .assumed("over a whole flight noise averages out: 0.15 to 0.2 m")),
    .count(
      "least_steps", \.leastSteps, 0...20,
      "The fewest steps in 2.5 s that belong to a flight.", .estimate),
    .number(
      "least_floor", \.leastFloor, "m", 0.1...20, "The least height that is a floor.", .estimate),
    .number(
      "floor_height", \.floorHeight, "m", 0.5...20, "The usual height of a floor.",
      .assumed("2.8 m in houses, 3.5 to 4 m in offices, 4.5 to 6 m in malls")),
    .number(
      "longest_landing", \.longestLanding, "s", 0...300,
      "How long a landing takes at most.", .estimate),
    .count(
      "delay", \.delay, 1...12, "How many bins of 2.5 s after its end a bin is judged.",
      .computed("steps are sure only 8 s later")),
    .count(
      "clock_jump", \.clockJump, 16...100_000,
      "How many bins of 2.5 s the clock must jump back for a new start.", .estimate),
    .number(
      "tread", \.tread, "m", 0.1...1, "How far a step on stairs takes one.",
      .assumed("building codes ask for 0.25 to 0.32 m")),
  ]
}
