public import Documents
public import Maps

extension RoadIndex {
  /// Parameters of the road network; lengths are in m.
  public struct Parameters: ParameterSet {
    /// Vehicles; roads closed to all of them are ignored.
    ///
    /// Not a parameter of the document, because a map's roads are indexed once per vehicle kind.
    public var users: RoadUsers = .cars
    /// Sides and lanes.
    public var drivesOnLeft = false
    public var laneWidthMetres = 3.2
    public var cyclewayLaneWidthMetres = 1.6
    /// Detection of dual carriageways in maps without directions.
    public var minTwinMetres = 4.0
    public var maxTwinMetres = 24.0
    public var twinSkew = 0.26
    public var twinOffset = 0.3

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .flag("drives_on_left", \.drivesOnLeft, "Drives on the left."),
      .number(
        "lane_width", \.laneWidthMetres, "m", 1...10, "Width of a lane.",
        .memory("RAS-Q, AASHTO: 3.0 to 3.75 m are usual on streets")),
      .number(
        "cycleway_lane_width", \.cyclewayLaneWidthMetres, "m", 0.5...10,
        "Width of a cycleway's lane.", .estimate),
      .number(
        "min_carriageway_gap", \.minTwinMetres, "m", 0...50,
        "Minimum distance between the two carriageways of a road.", .estimate),
      .number(
        "max_carriageway_gap", \.maxTwinMetres, "m", 1...200,
        "Maximum distance between the two carriageways of a road.",
        .assumed("the middles of German and American motorways' are 13 to 24 m apart")),
      .number(
        "carriageway_skew", \.twinSkew, "", 0.01...1,
        "Maximum sine of the angle between two parallel carriageways.", .estimate),
      .number(
        "carriageway_offset", \.twinOffset, "", 0.01...1,
        "Maximum longitudinal offset between two carriageways, as a share of their distance.",
        .estimate),
    ]
  }
}
