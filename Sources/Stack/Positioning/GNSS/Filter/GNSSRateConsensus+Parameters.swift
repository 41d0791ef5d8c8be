public import Documents

extension GNSSRateConsensus {
  /// Parameters of the velocity consensus.
  public struct Parameters: ParameterSet {
    public var agreement = 2.5
    public var climb = 0.4
    public var driftSigma = 0.3
    public var maxDriftSigma = 2.0
    public var floor = 0.12
    public var gate = 3.0
    public var firstFactor = 2.0
    public var priorFactor = 2.0
    public var maximum = 12
    public var minimum = 4
    public var minAgreed = 3
    public var minCross = 0.1
    public var maxSpeed = 100.0
    public var rounds = 4

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "agreement", \.agreement, "", 0.5...100,
        "Largest rate residual that triggers the velocity consensus, in sigmas.", .estimate),
      .number(
        "climb", \.climb, "m/s", 0.01...20,
        "Sigma of the vertical velocity of pedestrians and cars.", .estimate),
      .number(
        "drift_sigma", \.driftSigma, "m/s", 0.01...20, "Sigma of the change of the clock drift.",
        .estimate),
      .number(
        "most_drift_sigma", \.maxDriftSigma, "m/s", 0.01...1000,
        "Maximum sigma of the clock drift for a velocity consensus.", .estimate),
      .number(
        "floor", \.floor, "m/s", 0...5, "Sigma of rate errors beyond their noise.", .estimate),
      .number(
        "gate", \.gate, "", 0.5...20,
        "Consensus gate of a rate, in sigmas; rates beyond it are outvoted.",
        .estimate),
      .number(
        "first_factor", \.firstFactor, "", 1...100,
        "Factor on the squared consensus gate in the first iteration.", .estimate),
      .number(
        "prior_factor", \.priorFactor, "", 0...100,
        "Maximum cost of the predicted velocity, in maximum costs of a rate.", .estimate),
      .count("most", \.maximum, 4...12, "Maximum number of rates in the consensus.", .estimate),
      .count("fewest", \.minimum, 2...12, "Minimum number of rates for a consensus.", .estimate),
      .count(
        "least_agreed", \.minAgreed, 1...12,
        "Minimum number of agreeing rates, besides half of them.", .estimate),
      .number(
        "least_cross", \.minCross, "", 0.001...1,
        "Minimum determinant of the directions of a pair of rates.", .estimate),
      .number(
        "most_speed", \.maxSpeed, "m/s", 1...1000,
        "Maximum receiver speed; faster hypotheses are rejected.", .estimate),
      .count(
        "rounds", \.rounds, 1...20, "Iterations of the refinement by the agreeing rates.", .estimate
      ),
    ]
  }
}
