public import Documents

extension GNSSRangeJudge {
  /// Parameters of the range updates: outliers and correlated errors.
  public struct Parameters: ParameterSet {
    // Outliers: soft limits and rejection thresholds, in sigmas.
    public var longLimit = 1.5
    public var shortLimit = 2.0
    public var longRejection = 4.0
    public var shortRejection = 5.0
    public var maxSize = 3.0
    // Correlation times.
    public var echoSeconds = 80.0
    public var echoMetres = 10.0
    public var minEchoSpeed = 0.1
    public var slowSeconds = 150.0
    public var stillSlowSeconds = 600.0
    // Long-term residual of each satellite.
    public var biasSeconds = 60.0
    public var biasLimit = 1.7
    public var biasEchoShare = 0.5
    public var biasEpochs = 30.0
    public var maxBias = 25.0
    public var forgettingSeconds = 600.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "long_limit", \.longLimit, "", 0.5...20,
        "Residual of a too long range above which its weight falls, in sigmas.", .estimate),
      .number(
        "short_limit", \.shortLimit, "", 0.5...20,
        "Residual of a too short range above which its weight falls, in sigmas.", .estimate),
      .number(
        "long_rejection", \.longRejection, "", 1...100,
        "Innovation gate of a too long range, in sigmas.", .estimate),
      .number(
        "short_rejection", \.shortRejection, "", 1...100,
        "Innovation gate of a too short range, in sigmas.",
        .estimate),
      .number(
        "most_size", \.maxSize, "", 1...100,
        "Maximum normalised innovation of a range in the agreement statistics, in sigmas.",
        .estimate),
      .number(
        "echo", \.echoSeconds, "s", 0...3600,
        "Correlation time of multipath for a receiver at rest.",
        .assumed("60 to 200 s")),
      .number(
        "echo_way", \.echoMetres, "m", 0.1...1000,
        "Correlation distance of multipath for a moving receiver.", .assumed("5 to 10 m")),
      .number(
        "least_echo_speed", \.minEchoSpeed, "m/s", 0.01...10,
        "Minimum speed in the correlation time of multipath.", .estimate),
      .number(
        "slow", \.slowSeconds, "s", 0...7200,
        "Correlation time of orbit and atmosphere errors while moving.",
        .assumed("they last half an hour to two; neighbourhoods change sooner")),
      .number(
        "still_slow", \.stillSlowSeconds, "s", 0...7200,
        "Correlation time of orbit and atmosphere errors at rest, where the "
          + "surroundings stay.", .estimate),
      .number(
        "habit", \.biasSeconds, "s", 1...3600,
        "Averaging time of a satellite's residuals in the bias check.",
        .estimate),
      .number(
        "habit_limit", \.biasLimit, "", 0.1...100,
        "Maximum squared mean residual of a satellite over its expected square.", .estimate),
      .number(
        "habit_echo_share", \.biasEchoShare, "share", 0...1,
        "Share of the multipath variance in the expected mean residual.", .estimate),
      .number(
        "habit_epochs", \.biasEpochs, "", 1...1000,
        "Maximum number of epochs that average a range's noise in the bias check.", .estimate),
      .number(
        "most_habit", \.maxBias, "", 1...1000,
        "Maximum factor on the variance of a satellite with a biased mean residual.", .estimate),
      .number(
        "forgetting", \.forgettingSeconds, "s", 1...7200,
        "Gap after which a satellite counts as new.", .estimate),
    ]
  }
}
