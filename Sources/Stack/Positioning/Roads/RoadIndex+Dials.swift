public import Documents
public import Maps

extension RoadIndex {
  /// How one drives; lengths are in m.
  public struct Parameters: DialSet {
    /// Who drives: roads that are closed to all of these don't count.
    ///
    /// A map's roads are indexed once for each kind of vehicle, so this is no dial.
    public var users: RoadUsers = .cars
    /// Sides and lanes.
    public var drivesOnLeft = false
    public var laneWidthMetres = 3.2
    public var cyclewayLaneWidthMetres = 1.6
    /// What counts as the other carriageway of a road, in maps that tell no directions.
    public var minTwinMetres = 4.0
    public var maxTwinMetres = 24.0
    public var twinSkew = 0.26
    public var twinOffset = 0.3

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .flag("drives_on_left", \.drivesOnLeft, "Whether one drives on the left."),
      .number(
        "lane_width", \.laneWidthMetres, "m", 1...10, "The width of a lane.",
        .memory("RAS-Q, AASHTO: 3.0 to 3.75 m are usual on streets")),
      .number(
        "cycleway_lane_width", \.cyclewayLaneWidthMetres, "m", 0.5...10,
        "The width of a cycleway's lane.", .estimate),
      .number(
        "min_carriageway_gap", \.minTwinMetres, "m", 0...50,
        "How far apart the two carriageways of a road are at least.", .estimate),
      .number(
        "max_carriageway_gap", \.maxTwinMetres, "m", 1...200,
        "How far apart the two carriageways of a road are at most.",
        .assumed("the middles of German and American motorways' are 13 to 24 m apart")),
      .number(
        "carriageway_skew", \.twinSkew, "", 0.01...1,
        "The sine of the angle up to which two carriageways are parallel.", .estimate),
      .number(
        "carriageway_offset", \.twinOffset, "", 0.01...1,
        "How far before or behind a carriageway the other may be, as a share of the distance.",
        .estimate),
    ]
  }
}
