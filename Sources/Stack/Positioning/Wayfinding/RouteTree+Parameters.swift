public import Documents

extension RouteTree {
  /// Parameters of the route search; lengths are in m.
  public struct Parameters: ParameterSet {
    /// Distances from a pathway, and directions.
    public var targetReach = 60.0
    public var userReach = 60.0
    public var directions = WalkwayRoute.Parameters()

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "target_reach", \.targetReach, "m", 1...1000,
        "Maximum distance of a target from a pathway.", .assumed("a room's far end")),
      .number(
        "user_reach", \.userReach, "m", 1...1000, "Maximum distance of the user from a pathway.",
        .estimate),
      .group("directions", \.directions, "Division of a route into directions."),
    ]
  }
}

extension WalkwayRoute {
  /// Parameters of the division of a route into directions and of its tracking; lengths are in m.
  public struct Parameters: ParameterSet {
    /// Bends, parts, lifts and jumps along the route.
    public var turnTangent = 0.700_207_538
    public var minStep = 4.0
    public var liftMetres = 10.0
    public var jumpCost = 0.1

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "turn_tangent", \.turnTangent, "", 0.01...10,
        "Tangent of the minimum bend of a pathway for a new direction.",
        .assumed("35 degrees")),
      .number(
        "min_step", \.minStep, "m", 0...100,
        "Minimum length of a part for a direction of its own.", .estimate),
      .number(
        "lift_length", \.liftMetres, "m", 0...100, "Equivalent length of a lift.", .estimate),
      .number(
        "jump_cost", \.jumpCost, "", 0...10,
        "Cost per m of a jump along the route, in m of distance from it.",
        .estimate),
    ]
  }
}

extension WalkwayGraph {
  /// Parameters of the pathway graph; lengths are in m.
  public struct Parameters: ParameterSet {
    /// Stops of connectors, cuts and walls.
    public var stopReach = 40.0
    public var minCut = 0.05
    public var touchMetres = 0.05

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "stop_reach", \.stopReach, "m", 1...1000,
        "Maximum distance of a connector's stop from a pathway.", .estimate),
      .number(
        "min_cut", \.minCut, "m", 0...5,
        "Minimum distance between two cuts of a pathway; closer stops share one.", .estimate),
      .number(
        "touch_distance", \.touchMetres, "m", 0...5,
        "Distance from a pathway below which walls in between are ignored.", .estimate),
    ]
  }
}
