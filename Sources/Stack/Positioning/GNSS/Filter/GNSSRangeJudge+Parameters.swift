public import Documents

extension GNSSRangeJudge {
  /// Parameters of the range updates: outliers and correlated errors.
  public struct Parameters: ParameterSet {
    // Outliers: soft limits and rejection thresholds, in sigmas.
    public var longLimit = 0.85
    public var shortLimit = 2.0
    public var longRejection = 4.0
    public var shortRejection = 5.0
    public var maxSize = 3.0
    // Correlation times.
    public var echoSeconds = 80.0
    public var echoMetres = 10.0
    public var minEchoSpeed = 0.1
    public var slowSeconds = 600.0
    public var forgettingSeconds = 600.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "long_limit", \.longLimit, "", 0.5...20,
        "Residual of a too long range above which its weight falls, in sigmas.",
        .fitted("ten recordings of eight receivers")),
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
        "Correlation time of orbit and atmosphere errors.",
        .assumed("they last half an hour to two")),
      .number(
        "forgetting", \.forgettingSeconds, "s", 1...7200,
        "Gap after which the lasting errors of a satellite are forgotten.", .estimate),
    ]
  }
}
