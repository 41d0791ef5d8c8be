public import Documents

// "guide" is the owner's programming guide; W12-303 and the like are sessions of its developer
// conference by year and number.

extension VisitDetector.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = stays + ends

  private static let stays: [Dial<Self>] = [
    .number(
      "radius", \.radiusMetres, "m", 1...10_000,
      "How far a location of a stay may lie from its middle.",
      .assumed("Li and others 2008 have 200 m for stay points, from memory; 100 m for houses")),
    .time(
      "dwell", \.dwell, 0...86_400, "How long a stay must last before it is told.",
      .assumed("W14-706: told once the dwell is certain; users see 3 to 10 min")),
    .time(
      "still_dwell", \.stillDwell, 0...86_400, "The same while motion is still.",
      .assumed("a car at a light isn't still for long")),
    .time(
      "still_within", \.stillWithin, 0...86_400,
      "How soon after an arrival motion must be still for that.", .estimate),
    .time(
      "charging_dwell", \.chargingDwell, 0...86_400, "The same on a charger.",
      .assumed("W14-706: charging is a hint of an arrival; how much sooner is ours")),
    .time(
      "new_memory", \.newMemory, 1...86_400,
      "After which time locations count half in the middle of a stay not yet told.", .estimate),
    .time("told_memory", \.toldMemory, 1...604_800, "The same of a stay that is told.", .estimate),
    .number(
      "worst_accuracy", \.worstAccuracyMetres, "m", 1...100_000, "The worst accuracy that counts.",
      .assumed("reference: no worse than a Wi-Fi location; twice one counts here")),
    .number(
      "coarse_reach", \.coarseReachMetres, "m", 0...1_000_000,
      "How far beyond a stay a location of worse accuracy must lie to be elsewhere.",
      .read("no cell is heard from farther than 35 km: 3GPP TS 45.010, timing advance 63")),
    .number(
      "best_accuracy", \.bestAccuracyMetres, "m", 0.1...1000,
      "The accuracy better than which no location counts more.", .estimate),
    .number(
      "told_accuracy", \.toldAccuracyMetres, "m", 0...1000,
      "The best accuracy that is told of a visit.", .estimate),
  ]

  private static let ends: [Dial<Self>] = [
    .time(
      "absence", \.absence, 0...86_400,
      "How long locations must lie elsewhere before a departure is told.", .assumed("3 to 8 min")),
    .number(
      "far", \.farMetres, "m", 1...100_000,
      "How far two locations must lie to be a departure at once.", .estimate),
    .count(
      "least_away", \.leastAway, 1...1000,
      "How many locations elsewhere make a departure or a new stay.", .estimate),
    .time(
      "ride", \.ride, 0...86_400, "How long a ride must last to be a departure without locations.",
      .estimate),
    .time(
      "restart_after", \.restartAfter, 0...86_400,
      "How long locations lie elsewhere before an uncertain stay begins anew.", .estimate),
    .time(
      "rest_slack", \.restSlack, 0...3600,
      "How soon after a rest without locations the first one tells where it was.",
      .assumed("who has just got up isn't far")),
    .number(
      "rough", \.roughMetres, "m", 1...10_000,
      "The accuracy worse than which the first good location after a rest tells where it was.",
      .assumed("Wi-Fi in a suburb tells a house to some 50 m")),
    .time(
      "look_after", \.lookAfter, 0...3600,
      "How long one must walk from a stay before satellites are worth a look.", .estimate),
    .time(
      "kept_interval", \.keptInterval, 0...3600,
      "How far apart locations elsewhere are that are kept.", .estimate),
    .count(
      "kept_count", \.keptCount, 1...10_000, "How many locations elsewhere are kept.",
      .assumed("bounds the memory")),
    .time(
      "rest_interval", \.restInterval, 1...86_400,
      "How often a location is wished for in a stay that is told.", .estimate),
    .time("ride_interval", \.rideInterval, 1...86_400, "The same on a ride.", .estimate),
    .time("move_interval", \.moveInterval, 1...86_400, "The same otherwise.", .estimate),
  ]
}
