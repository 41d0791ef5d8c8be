public import Documents

extension CellLocator {
  /// How it is set; levels are in dB, lengths in m, times in s.
  public struct Parameters: DialSet {
    /// The lists of areas.
    public var mostAreas = 16
    public var pauseSeconds = 30.0
    /// What neighbours tell.
    public var neighbourWeight = 0.3
    public var decayDecibels = 9.0
    public var neighbourReach = 3.0
    /// The radius.
    public var leastShare = 0.85
    public var accuracyFactor = 1.35
    public var leastRadiusMetres = 60.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .count("max_areas", \.mostAreas, 1...1000, "How many areas' lists are kept.", .estimate),
      .number(
        "retry", \.pauseSeconds, "s", 0.1...3600,
        "How long a list is waited for, and how long a failed question rests.", .estimate),
      .number(
        "neighbour_weight", \.neighbourWeight, "", 0...2,
        "The weight of a neighbour as strong as the serving cell, whose own is 1.", .estimate),
      .number(
        "neighbour_decay", \.decayDecibels, "dB", 0.5...60,
        "By how much a neighbour must be weaker to count for 1/e.", .estimate),
      .number(
        "neighbour_reach", \.neighbourReach, "", 0.1...20,
        "How far a neighbour may be, in sums of both cells' radii.", .estimate),
      .number(
        "min_share", \.leastShare, "share", 0.1...1,
        "The share of the serving cell's radius that neighbours leave at least.", .estimate),
      .number(
        "radius_factor", \.accuracyFactor, "", 0.1...5, "What the radius is multiplied by.",
        .estimate),
      .number(
        "min_radius", \.leastRadiusMetres, "m", 0...2000,
        "What is added to the radius, root-sum-square: the crowd's own errors.", .estimate),
    ]
  }
}
