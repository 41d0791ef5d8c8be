public import Documents

extension GNSSConfidence {
  /// Parameters of the reported accuracy.
  public struct Parameters: ParameterSet {
    public var averagingSeconds = 40.0
    public var strainSeconds = 10.0
    public var accuracyFactor = 1.0
    public var coastingSeconds = 15.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "doubt_time", \.averagingSeconds, "s", 1...600,
        "Averaging time of the variance of unit weight and of the share of outvoted rates.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "strain", \.strainSeconds, "s", 0.1...600,
        "Averaging time of the normalised innovation squared.", .estimate),
      .number(
        "radius_factor", \.accuracyFactor, "", 0.1...10,
        "Factor on the reported accuracy radius.", .estimate),
      .number(
        "coasting", \.coastingSeconds, "s", 0...600,
        "Maximum time without satellites for a position by prediction.", .estimate),
    ]
  }
}
