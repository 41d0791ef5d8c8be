public import Documents

extension RouteTree {
  /// How ways are found; lengths are in m.
  public struct Parameters: DialSet {
    /// How far from a pathway, and how the way becomes directions.
    public var targetReach = 60.0
    public var userReach = 60.0
    public var directions = WalkwayRoute.Parameters()

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "target_reach", \.targetReach, "m", 1...1000,
        "How far a target may be from a pathway.", .assumed("a room's far end")),
      .number(
        "user_reach", \.userReach, "m", 1...1000, "How far the user may be from a pathway.",
        .estimate),
      .group("directions", \.directions, "How a way is cut into directions."),
    ]
  }
}

extension WalkwayRoute {
  /// How a way is cut into directions, and followed; lengths are in m.
  public struct Parameters: DialSet {
    /// Bends, parts, lifts, and being elsewhere on the way.
    public var turnTangent = 0.700_207_538
    public var leastStep = 4.0
    public var liftMetres = 10.0
    public var jumpCost = 0.1

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "turn_tangent", \.turnTangent, "", 0.01...10,
        "The tangent of the angle by which a pathway must bend for a new direction.",
        .assumed("35 degrees")),
      .number(
        "min_step", \.leastStep, "m", 0...100,
        "How long a part must be for a direction of its own.", .estimate),
      .number(
        "lift_length", \.liftMetres, "m", 0...100, "As what length a lift counts.", .estimate),
      .number(
        "jump_cost", \.jumpCost, "", 0...10,
        "What each metre along the way from the last place costs, in metres beside it.",
        .estimate),
    ]
  }
}

extension WalkwayGraph {
  /// How pathways are joined; lengths are in m.
  public struct Parameters: DialSet {
    /// Stops of connectors, cuts and walls.
    public var stopReach = 40.0
    public var leastCut = 0.05
    public var touchMetres = 0.05

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "stop_reach", \.stopReach, "m", 1...1000,
        "How far a connector's stop may be from a pathway.", .estimate),
      .number(
        "min_cut", \.leastCut, "m", 0...5,
        "Stops closer together than this join a pathway at one place.", .estimate),
      .number(
        "touch_distance", \.touchMetres, "m", 0...5,
        "Nearer than this to a pathway no wall is in between.", .estimate),
    ]
  }
}
