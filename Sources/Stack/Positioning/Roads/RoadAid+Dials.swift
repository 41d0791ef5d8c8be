public import Documents

extension RoadAid {
  /// How it is set.
  public struct Parameters: DialSet {
    /// What is told of a location on a road: a share, and a speed in m/s.
    public var matchedPull = 0.3
    public var courseSpeed = 1.0
    /// How one drives, and how evidence is weighed.
    public var roads = RoadIndex.Parameters()
    public var matcher = RoadMatcher.Parameters()

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "matched_pull", \.matchedPull, "share", 0...1,
        "The pull to the road from which a location counts as made from the map.", .estimate),
      .number(
        "course_speed", \.courseSpeed, "m/s", 0...20,
        "The speed from which the road's direction is told.", .estimate),
      .group("network", \.roads, "How one drives on the map's roads."),
      .group("matcher", \.matcher, "How the matcher weighs evidence."),
    ]
  }
}
