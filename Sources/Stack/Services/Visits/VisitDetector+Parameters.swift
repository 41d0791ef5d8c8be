public import Documents

// "guide" is the platform vendor's programming guide; W12-303 and the like are sessions of its
// developer conference, by year and number.

extension VisitDetector.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = stays + ends

  private static let stays: [Parameter<Self>] = [
    .number(
      "radius", \.radiusMetres, "m", 1...10_000,
      "Maximum distance of a location from the centroid of a stay.",
      .assumed("Li and others 2008 have 200 m for stay points, from memory; 100 m for houses")),
    .time(
      "dwell", \.dwell, 0...86_400, "Dwell time before a visit is reported.",
      .assumed("W14-706: reported once the dwell is certain; users see 3 to 10 min")),
    .time(
      "still_dwell", \.stillDwell, 0...86_400, "Dwell time while the phone is stationary.",
      .assumed("a car at a light isn't stationary for long")),
    .time(
      "still_within", \.stillWithin, 0...86_400,
      "Maximum delay from arrival to rest for the shorter dwell time.", .estimate),
    .time(
      "charging_dwell", \.chargingDwell, 0...86_400, "Dwell time on a charger.",
      .assumed("W14-706: charging is a hint of an arrival; how much sooner is ours")),
    .time(
      "new_memory", \.newMemory, 1...86_400,
      "Half-weight age of locations in an unreported stay's centroid.", .estimate),
    .time(
      "told_memory", \.reportedMemory, 1...604_800, "Half-weight age, reported visits.", .estimate),
    .number(
      "worst_accuracy", \.worstAccuracyMetres, "m", 1...100_000, "Maximum horizontal accuracy.",
      .assumed("reference: no worse than a Wi-Fi location; twice one counts here")),
    .number(
      "coarse_reach", \.coarseReachMetres, "m", 0...1_000_000,
      "Distance beyond a stay from which a coarser location is away.",
      .read("no phone receives a cell from farther than 35 km: 3GPP TS 45.010, timing advance 63")),
    .number(
      "best_accuracy", \.bestAccuracyMetres, "m", 0.1...1000,
      "Floor of the accuracy by which locations are weighted.", .estimate),
    .number(
      "told_accuracy", \.reportedAccuracyMetres, "m", 0...1000,
      "Floor of a visit's reported accuracy.", .estimate),
  ]

  private static let ends: [Parameter<Self>] = [
    .time(
      "absence", \.absence, 0...86_400,
      "Time away before a departure is reported.", .assumed("3 to 8 min")),
    .number(
      "far", \.farMetres, "m", 1...100_000,
      "Distance from which locations away are a departure at once.", .estimate),
    .count(
      "least_away", \.minAway, 1...1000,
      "Minimum number of locations away for a departure or a new stay.", .estimate),
    .time(
      "ride", \.ride, 0...86_400, "Duration of a ride that is a departure without locations.",
      .estimate),
    .time(
      "restart_after", \.restartAfter, 0...86_400,
      "Time away before an unconfirmed stay restarts elsewhere.", .estimate),
    .time(
      "rest_slack", \.restSlack, 0...3600,
      "Maximum delay from a rest to the first location for it to locate the rest.",
      .assumed("a person who has just got up isn't far")),
    .number(
      "rough", \.roughMetres, "m", 1...10_000,
      "Accuracy above which the first good location after a rest replaces a stay.",
      .assumed("Wi-Fi in a suburb locates a house to some 50 m")),
    .time(
      "look_after", \.lookAfter, 0...3600,
      "Walking time from a visit after which GNSS is requested.", .estimate),
    .time(
      "kept_interval", \.keptInterval, 0...3600,
      "Interval of the locations kept while away.", .estimate),
    .count(
      "kept_count", \.keptCount, 1...10_000, "Maximum number of locations kept while away.",
      .assumed("bounds the memory")),
    .time(
      "rest_interval", \.restInterval, 1...86_400,
      "Location interval in a reported visit.", .estimate),
    .time("ride_interval", \.rideInterval, 1...86_400, "Location interval on a ride.", .estimate),
    .time("move_interval", \.moveInterval, 1...86_400, "Location interval elsewhere.", .estimate),
  ]
}
