public import Documents

extension GNSSFilter.Parameters {
  /// How the filter begins, and when it begins anew.
  public struct Start: DialSet {
    public var patience = 5
    public var longestGapSeconds = 120.0
    public var restartFactor = 4.0
    public var restartSatellites = 5
    public var lostSigmaMetres = 10.0
    public var leastVelocitySigma = 0.1
    public var unknownSpeed = 10.0
    public var driftSigma = 1.0
    public var clockFactor = 2.0
    public var anchorReachMetres = 5000.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .count(
        "patience", \.patience, 1...100,
        "For so many epochs in a row most ranges must disagree for the filter to begin anew.",
        .estimate),
      .number(
        "longest_gap", \.longestGapSeconds, "s", 0...3600, "Longer gaps start the filter anew.",
        .estimate),
      .number(
        "restart_factor", \.restartFactor, "", 0.1...100,
        "The filter begins anew only where residuals' squares are within so many times the expected.",
        .estimate),
      .count(
        "restart_satellites", \.restartSatellites, 4...40,
        "It begins anew only with so many satellites.", .estimate),
      .number(
        "lost_sigma", \.lostSigmaMetres, "m", 0...1000,
        "What is added to the place along each axis where it cannot.", .estimate),
      .number(
        "least_velocity_sigma", \.leastVelocitySigma, "m/s", 0.001...10,
        "The velocity is no better known at the start than this.", .estimate),
      .number(
        "unknown_speed", \.unknownSpeed, "m/s", 0.1...1000,
        "One standard deviation of the velocity where nothing is known of it.", .estimate),
      .number(
        "drift_sigma", \.driftSigma, "m/s", 0.01...1000,
        "One standard deviation of the clock's rate at the start.", .estimate),
      .number(
        "clock_factor", \.clockFactor, "", 0.1...20,
        "The clock's standard deviation at the start over the worst axis's.", .estimate),
      .number(
        "anchor_reach", \.anchorReachMetres, "m", 100...100_000,
        "After so long a way the axes are taken from another anchor.", .estimate),
    ]
  }

  /// How the velocity is found that most rates agree with.
  public struct Consensus: DialSet {
    public var agreement = 2.5
    public var climb = 0.4
    public var driftSigma = 0.3
    public var mostDriftSigma = 2.0
    public var floor = 0.12
    public var gate = 3.0
    public var firstFactor = 2.0
    public var priorFactor = 2.0
    public var most = 12
    public var fewest = 4
    public var leastAgreed = 3
    public var leastCross = 0.1
    public var mostSpeed = 100.0
    public var rounds = 4

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "agreement", \.agreement, "", 0.5...100,
        "It is asked where a rate is off by so many standard deviations.", .estimate),
      .number(
        "climb", \.climb, "m/s", 0.01...20, "How surely people and cars go level.", .estimate),
      .number(
        "drift_sigma", \.driftSigma, "m/s", 0.01...20, "How surely the clock's rate goes on.",
        .estimate),
      .number(
        "most_drift_sigma", \.mostDriftSigma, "m/s", 0.01...1000,
        "It must be known so well, or nobody is asked.", .estimate),
      .number("floor", \.floor, "m/s", 0...5, "What rates are off beyond their noise.", .estimate),
      .number(
        "gate", \.gate, "", 0.5...20, "From so many standard deviations on a rate is outvoted.",
        .estimate),
      .number(
        "first_factor", \.firstFactor, "", 1...100,
        "By how much that is wider, squared, in the first round.", .estimate),
      .number(
        "prior_factor", \.priorFactor, "", 0...100,
        "The most that the velocity before may cost, in costs of a rate.", .estimate),
      .count("most", \.most, 4...12, "The most rates that take part.", .estimate),
      .count("fewest", \.fewest, 2...12, "The fewest rates that are asked.", .estimate),
      .count(
        "least_agreed", \.leastAgreed, 1...12,
        "The fewest rates that must agree, besides half of them.", .estimate),
      .number(
        "least_cross", \.leastCross, "", 0.001...1,
        "Pairs of rates whose directions cross less tell no velocity.", .estimate),
      .number("most_speed", \.mostSpeed, "m/s", 1...1000, "Faster velocities are none.", .estimate),
      .count(
        "rounds", \.rounds, 1...20, "How often velocity and votes are settled in turn.", .estimate),
    ]
  }

  /// How places by other means are taken in.
  public struct Aid: DialSet {
    public var ageSeconds = 10.0
    public var limit = 9.2
    public var patience = 2
    public var knownFactor = 2.0
    public var wayMetres = 30.0
    public var longestSeconds = 1200.0
    public var leastSeconds = 0.5

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
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
