public import Documents

extension GNSSAiding {
  /// Parameters of the aiding by external positions.
  public struct Parameters: ParameterSet {
    public var ageSeconds = 10.0
    public var limit = 9.2
    public var maxRejections = 2
    public var knownFactor = 2.0
    public var pathMetres = 30.0
    public var longestSeconds = 1200.0
    public var minSeconds = 0.5

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "age", \.ageSeconds, "s", 0...600, "Maximum age of an external position.", .estimate),
      .number(
        "limit", \.limit, "", 0.1...1000,
        "Innovation gate of an external position, as squared distance over variance.",
        .computed("chi-square of two, 99 of 100")),
      .count(
        "patience", \.maxRejections, 1...100,
        "Number of consecutive rejected external positions that triggers a window search.",
        .estimate),
      .number(
        "known_factor", \.knownFactor, "", 0.1...100,
        "Factor by which the filter's sigma must be smaller for an external position to "
          + "be ignored.", .estimate),
      .number(
        "way", \.pathMetres, "m", 0.1...1000,
        "Correlation distance of the errors of external positions.", .estimate),
      .number(
        "longest", \.longestSeconds, "s", 1...36_000,
        "Correlation time of the errors of external positions.",
        .estimate),
      .number(
        "least", \.minSeconds, "s", 0.01...60,
        "Minimum time between external positions in the variance inflation.", .estimate),
    ]
  }
}
