public import Documents

extension GNSSAiding {
  /// How places by other means are taken in.
  public struct Parameters: DialSet {
    public var ageSeconds = 10.0
    public var limit = 9.2
    public var patience = 2
    public var knownFactor = 2.0
    public var wayMetres = 30.0
    public var longestSeconds = 1200.0
    public var leastSeconds = 0.5

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "age", \.ageSeconds, "s", 0...600, "How old a place by other means may be.", .estimate),
      .number(
        "limit", \.limit, "", 0.1...1000,
        "How many times the variance its squared distance may be.",
        .computed("chi-square of two, 99 of 100")),
      .count(
        "patience", \.patience, 1...100,
        "So many in a row must be farther off for the window to be asked.", .estimate),
      .number(
        "known_factor", \.knownFactor, "", 0.1...100,
        "A filter that knows the place better by this factor is told nothing.", .estimate),
      .number(
        "way", \.wayMetres, "m", 0.1...1000,
        "The way after which errors of such places are others.", .estimate),
      .number(
        "longest", \.longestSeconds, "s", 1...36_000, "The time after which they are others.",
        .estimate),
      .number(
        "least", \.leastSeconds, "s", 0.01...60,
        "Places are taken to be no closer together in time than this.", .estimate),
    ]
  }
}
