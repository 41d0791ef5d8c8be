public import Documents

extension IndoorDataSource {
  /// What can be set; ``dials`` says of each what it means.
  public struct Parameters: DialSet {
    public var originReach = 5000.0
    public var pathwayReach = 10.0

    /// Creates the defaults.
    public init() {}
  }
}

extension IndoorDataSource.Parameters {
  public static let dials: [Dial<Self>] = [
    .number(
      "origin_reach", \.originReach, "m", 1...1_000_000,
      "How far from a place a positioning file's origin may be to be of that place.", .estimate),
    .number(
      "pathway_reach", \.pathwayReach, "m", 0...1000,
      "How far a location is drawn to a pathway at most.", .estimate),
  ]
}
