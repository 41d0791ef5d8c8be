public import Documents

extension GNSSConfidence {
  /// Parameters of the reported accuracy.
  public struct Parameters: ParameterSet {
    // Errors too slow to show in a track.
    public var lastingSigmaMetres = 0.8
    public var verticalRatio = 2.0
    // Extra uncertainty from rejected ranges and outvoted rates.
    public var averagingSeconds = 40.0
    public var outvotedSigmaMetres = 85.0
    public var refusedWeight = 0.75
    public var refusedMetres = 40.0
    public var maxRefused = 0.2
    public var maxOutvoted = 0.2
    public var minStrain = 1.0
    public var maxUnrest = 1.0
    // Scale of the covariance by the innovations.
    public var strainSeconds = 10.0
    public var minFactor = 1.0
    public var maxFactor = 9.0
    public var accuracyFactor = 1.0
    public var coastingSeconds = 15.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "lasting_sigma", \.lastingSigmaMetres, "m", 0...50,
        "Sigma of orbit and atmosphere errors in the position, along each horizontal axis.",
        .fitted("two hours of Esbjerg's reference station")),
      .number(
        "vertical_ratio", \.verticalRatio, "", 0...10,
        "Ratio of slow errors in height to horizontal ones.", .estimate),
      .number(
        "doubt_time", \.averagingSeconds, "s", 1...600,
        "Averaging time of the shares of rejected ranges and outvoted rates.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "doubt_distance", \.outvotedSigmaMetres, "m", 0...1000,
        "Sigma of the position along each axis if all rates are outvoted.",
        .fitted("simulated runs in a city")),
      .number(
        "refused_weight", \.refusedWeight, "", 0...20,
        "Relative variance of the position if all ranges are rejected, compared to "
          + "outvoted rates.",
        .fitted("simulated runs in a city")),
      .number(
        "refused", \.refusedMetres, "m", 1...1000,
        "Residual above which a rejected range counts in full.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_refused", \.maxRefused, "share", 0...1,
        "Maximum share of rejected ranges in the accuracy.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_outvoted", \.maxOutvoted, "share", 0...1,
        "Maximum share of outvoted rates in the accuracy.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "calm_strain", \.minStrain, "", 0...10,
        "Variance of unit weight below which rejected ranges add no uncertainty.",
        .estimate),
      .number(
        "most_unrest", \.maxUnrest, "", 0...10,
        "Excess of the variance of unit weight at which rejected ranges count in full.",
        .estimate),
      .number(
        "strain", \.strainSeconds, "s", 0.1...600,
        "Averaging time of the normalised innovation squared.", .estimate),
      .number(
        "least_factor", \.minFactor, "", 0.01...10,
        "Minimum covariance scale from small innovations.", .estimate),
      .number(
        "most_factor", \.maxFactor, "", 1...1000,
        "Maximum covariance scale from large innovations.",
        .estimate),
      .number(
        "radius_factor", \.accuracyFactor, "", 0.1...10,
        "Factor on the reported accuracy radius.", .estimate),
      .number(
        "coasting", \.coastingSeconds, "s", 0...600,
        "Maximum time without satellites for a position by prediction.", .estimate),
    ]
  }
}
