public import Documents

extension RoadAid {
  /// Parameters of the road aid.
  public struct Parameters: ParameterSet {
    /// Output: a snap weight, and a speed in m/s.
    public var matchedPull = 0.3
    public var courseSpeed = 1.0
    /// Road network and matcher.
    public var roads = RoadIndex.Parameters()
    public var matcher = RoadMatcher.Parameters()

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "matched_pull", \.matchedPull, "share", 0...1,
        "Minimum snap weight for a location to count as map-matched.", .estimate),
      .number(
        "course_speed", \.courseSpeed, "m/s", 0...20,
        "Minimum speed for the road's direction as the course.", .estimate),
      .group("network", \.roads, "Road network: side of driving, lanes and carriageways."),
      .group("matcher", \.matcher, "HMM map matcher."),
    ]
  }
}
