public import Documents

// "guide" is the owner's programming guide; W12-303 and the like are sessions of its developer
// conference by year and number.

extension CircularRegionMonitor.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = edges + wishes

  private static let edges: [Dial<Self>] = [
    .number(
      "cushion", \.cushionMetres, "m", 0...10_000, "How far outside the edge a location must lie.",
      .assumed("guide: a minimum distance beyond the line; 50 to 100 m are assumed")),
    .number(
      "inner_share", \.innerShare, "", 0...1, "The inner cushion as a share of the radius.",
      .assumed("small circles must stay enterable")),
    .number(
      "sureness", \.sureness, "", 0...10,
      "How many of its deviations a location must lie beyond the edge.",
      .read("1 deviation is 84 %, within the 75 to 85 % that Android's geofences ask")),
    .number(
      "first_reach", \.firstReachMetres, "m", 0...1_000_000,
      "How far beyond the edge a first location must lie that is coarser than the region.",
      .read("no cell is heard from farther than 35 km: 3GPP TS 45.010, timing advance 63")),
    .number(
      "first_doubt", \.firstDoubtMetres, "m", 0...100_000,
      "Nearer to the edge than this, first locations outside must go on for the dwell.",
      .computed("of simulated Wi-Fi places one in a hundred lies hundreds of metres off")),
    .time(
      "dwell", \.dwell, 0...86_400, "How long nothing may say otherwise before a crossing is told.",
      .documented("guide: stays beyond the line for at least 20 s")),
    .time(
      "patience", \.patience, 0...86_400,
      "How long a single location must stand when no other comes.", .estimate),
    .time(
      "calm", \.calm, 0...604_800,
      "Within which time crossings that undo each other are coalesced.",
      .assumed("guide: rapid crossings are coalesced; within which time is ours")),
    .count(
      "most_restlessness", \.mostRestlessness, 0...16,
      "How often the wait doubles at most for who stays at the edge.", .estimate),
    .count(
      "least_count", \.leastCount, 1...100,
      "How many locations confirm a crossing after the dwell.", .estimate),
    .time("freshness", \.freshness, 0...86_400, "How old a location may be.", .estimate),
    .count(
      "capacity", \.capacity, 0...1_000_000, "How many regions of all apps are kept.",
      .assumed("bounds the memory")),
  ]

  private static let wishes: [Dial<Self>] = [
    .time(
      "shortest_interval", \.shortestInterval, 0...86_400,
      "How often a location is wished for near an edge.",
      .assumed("guide: reports come within 3 to 5 min")),
    .time(
      "longest_interval", \.longestInterval, 0...86_400,
      "How seldom a location is wished for far from all edges.", .estimate),
    .time(
      "near_span", \.nearSpan, 0...86_400,
      "Within which reach of an edge a coarse location is looked at more closely.",
      .assumed("W10-115: a change of cells triggers a closer look; how near is ours")),
    .number(
      "coarsest", \.coarsestMetres, "m", 1...100_000,
      "The accuracy that will do far from all edges.", .estimate),
    .number(
      "unknown_accuracy", \.unknownMetres, "m", 1...100_000,
      "The least accuracy that is wished for while the side is unknown.", .estimate),
    .number(
      "near_accuracy", \.nearMetres, "m", 1...100_000,
      "The least accuracy that is wished for near an edge.", .estimate),
    .number(
      "pending_accuracy", \.pendingMetres, "m", 1...100_000,
      "The least accuracy that is wished for while a crossing is being confirmed.", .estimate),
    .group("speed", \.speed, "The greatest speed to reckon with, by activity."),
  ]
}

extension CircularRegionMonitor {
  /// The greatest speed to reckon with by activity, in m/s.
  ///
  /// Estimates: someone still is somewhere else in a quarter of an hour only if motion missed it; a
  /// walk, a run, a ride on a bicycle, a freeway.
  public struct Speeds: DialSet {
    /// In a vehicle.
    public var driving = 35.0
    /// On a bicycle.
    public var cycling = 10.0
    /// Running.
    public var running = 5.0
    /// Walking.
    public var walking = 2.0
    /// Still.
    public var still = 0.5
    /// While nothing is known.
    public var unknown = 15.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number("driving", \.driving, "m/s", 1...200, "The greatest speed in a vehicle.", .estimate),
      .number("cycling", \.cycling, "m/s", 1...50, "The greatest speed on a bicycle.", .estimate),
      .number("running", \.running, "m/s", 0.5...15, "The greatest speed of a run.", .estimate),
      .number("walking", \.walking, "m/s", 0.1...10, "The greatest speed of a walk.", .estimate),
      .number(
        "still", \.still, "m/s", 0.01...50, "The greatest mean speed of who seems still.",
        .assumed("elsewhere in a quarter of an hour only if motion missed it")),
      .number(
        "unknown", \.unknown, "m/s", 0.1...200, "The greatest speed while nothing is known.",
        .estimate),
    ]
  }
}
