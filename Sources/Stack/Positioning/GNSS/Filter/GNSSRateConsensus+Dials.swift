public import Documents

extension GNSSRateConsensus {
  /// How the velocity is found that most rates agree with.
  public struct Parameters: DialSet {
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
}
