public import Documents

// "guide" is the platform vendor's programming guide; W12-303 and the like are sessions of its
// developer conference, by year and number.

extension CircularRegionMonitor.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = edges + wishes

  private static let edges: [Parameter<Self>] = [
    .number(
      "cushion", \.cushionMetres, "m", 0...10_000,
      "Minimum distance of a location outside the edge.",
      .assumed("guide: a minimum distance beyond the line; 50 to 100 m are assumed")),
    .number(
      "inner_share", \.innerShare, "", 0...1, "Inner cushion as a fraction of the radius.",
      .assumed("small circles must stay enterable")),
    .number(
      "sureness", \.confidence, "", 0...10,
      "Minimum distance of a location beyond the edge, in sigmas.",
      .read("1 sigma is 84 %, within the 75 to 85 % that Android's geofences require")),
    .number(
      "first_reach", \.firstReachMetres, "m", 0...1_000_000,
      "Minimum distance beyond the edge of a coarse first location.",
      .read("no phone receives a cell from farther than 35 km: 3GPP TS 45.010, timing advance 63")),
    .number(
      "first_doubt", \.initialMarginMetres, "m", 0...100_000,
      "Distance from the edge below which a first location outside needs the dwell time.",
      .computed("one simulated Wi-Fi position in a hundred is hundreds of metres off")),
    .time(
      "dwell", \.dwell, 0...86_400, "Dwell time without a contrary location before a crossing.",
      .documented("guide: stays beyond the line for at least 20 s")),
    .time(
      "patience", \.timeout, 0...86_400,
      "Dwell time of a single location without a second one.", .estimate),
    .time(
      "calm", \.hysteresis, 0...604_800,
      "Hysteresis time, within which crossings that undo each other are coalesced.",
      .assumed("guide: rapid crossings are coalesced; the time is ours")),
    .count(
      "most_restlessness", \.maxActivityLevel, 0...16,
      "Maximum number of doublings of the dwell time at the edge.", .estimate),
    .count(
      "least_count", \.minCount, 1...100,
      "Number of locations that confirm a crossing after the dwell time.", .estimate),
    .time("freshness", \.freshness, 0...86_400, "Maximum age of a location.", .estimate),
    .count(
      "capacity", \.capacity, 0...1_000_000, "Maximum number of regions of all apps.",
      .assumed("bounds the memory")),
  ]

  private static let wishes: [Parameter<Self>] = [
    .time(
      "shortest_interval", \.shortestInterval, 0...86_400,
      "Location interval near an edge.",
      .assumed("guide: reports come within 3 to 5 min")),
    .time(
      "longest_interval", \.longestInterval, 0...86_400,
      "Location interval far from all edges.", .estimate),
    .time(
      "near_span", \.nearSpan, 0...86_400,
      "Travel time to an edge within which a coarse location is refined.",
      .assumed("W10-115: a change of cells triggers a closer look; the range is ours")),
    .number(
      "coarsest", \.coarsestMetres, "m", 1...100_000,
      "Requested accuracy far from all edges.", .estimate),
    .number(
      "unknown_accuracy", \.unknownMetres, "m", 1...100_000,
      "Finest requested accuracy while the side is unknown.", .estimate),
    .number(
      "near_accuracy", \.nearMetres, "m", 1...100_000,
      "Finest requested accuracy near an edge.", .estimate),
    .number(
      "pending_accuracy", \.pendingMetres, "m", 1...100_000,
      "Finest requested accuracy while a crossing is pending.", .estimate),
    .group("speed", \.speed, "Maximum speed by activity."),
  ]
}

extension CircularRegionMonitor {
  /// Maximum speed by activity, in m/s, for the position demand.
  ///
  /// Estimates: a stationary person is elsewhere within a quarter of an hour only if activity
  /// recognition missed it; a walk, a run, a bicycle ride, a freeway.
  public struct Speeds: ParameterSet {
    public var driving = 35.0
    public var cycling = 10.0
    public var running = 5.0
    public var walking = 2.0
    public var still = 0.5
    /// Unknown activity.
    public var unknown = 15.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number("driving", \.driving, "m/s", 1...200, "Maximum speed in a vehicle.", .estimate),
      .number("cycling", \.cycling, "m/s", 1...50, "Maximum speed on a bicycle.", .estimate),
      .number("running", \.running, "m/s", 0.5...15, "Maximum speed of a run.", .estimate),
      .number("walking", \.walking, "m/s", 0.1...10, "Maximum speed of a walk.", .estimate),
      .number(
        "still", \.still, "m/s", 0.01...50, "Maximum mean speed while stationary.",
        .assumed("elsewhere within a quarter of an hour only if activity recognition missed it")),
      .number(
        "unknown", \.unknown, "m/s", 0.1...200, "Maximum speed while the activity is unknown.",
        .estimate),
    ]
  }
}
