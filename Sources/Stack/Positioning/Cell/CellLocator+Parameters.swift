public import Documents

extension CellLocator {
  /// Parameters of the cell locator; levels are in dB, lengths in m, times in s.
  public struct Parameters: ParameterSet {
    /// Area lists.
    public var maxAreas = 16
    public var pauseSeconds = 30.0
    /// Neighbour cells.
    public var neighbourWeight = 0.3
    public var decayDecibels = 9.0
    public var neighbourReach = 3.0
    /// Accuracy radius.
    public var minShare = 0.85
    public var accuracyFactor = 1.35
    public var minRadiusMetres = 60.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .count("max_areas", \.maxAreas, 1...1000, "Maximum number of stored area lists.", .estimate),
      .number(
        "retry", \.pauseSeconds, "s", 0.1...3600,
        "Timeout of a list request, and pause after a failed one.", .estimate),
      .number(
        "neighbour_weight", \.neighbourWeight, "", 0...2,
        "Weight of a neighbour as strong as the serving cell, relative to it.", .estimate),
      .number(
        "neighbour_decay", \.decayDecibels, "dB", 0.5...60,
        "Level difference to the serving cell at which a neighbour's weight falls to 1/e.",
        .estimate),
      .number(
        "neighbour_reach", \.neighbourReach, "", 0.1...20,
        "Maximum distance of a neighbour, in sums of both cells' radii.", .estimate),
      .number(
        "min_share", \.minShare, "share", 0.1...1,
        "Minimum share of the serving cell's radius that remains with neighbours.", .estimate),
      .number(
        "radius_factor", \.accuracyFactor, "", 0.1...5, "Factor on the accuracy radius.",
        .estimate),
      .number(
        "min_radius", \.minRadiusMetres, "m", 0...2000,
        "Error floor of the crowdsourced positions, added to the radius in quadrature.", .estimate),
    ]
  }
}
