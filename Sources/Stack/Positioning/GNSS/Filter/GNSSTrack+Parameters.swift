public import Documents

extension GNSSTrack {
  /// Parameters of start and restart.
  public struct Start: ParameterSet {
    public var maxRejections = 5
    public var longestGapSeconds = 120.0
    public var restartFactor = 4.0
    public var restartSatellites = 5
    public var lostSigmaMetres = 10.0
    public var minVelocitySigma = 0.1
    public var unknownSpeed = 10.0
    public var driftSigma = 1.0
    public var clockFactor = 2.0
    public var anchorReachMetres = 5000.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .count(
        "patience", \.maxRejections, 1...100,
        "Consecutive epochs with a majority of rejected ranges that trigger a restart.",
        .estimate),
      .number(
        "longest_gap", \.longestGapSeconds, "s", 0...3600,
        "Maximum gap between epochs; longer gaps restart the filter.",
        .estimate),
      .number(
        "restart_factor", \.restartFactor, "", 0.1...100,
        "Maximum variance of unit weight of the solution for a restart.",
        .estimate),
      .count(
        "restart_satellites", \.restartSatellites, 4...40,
        "Minimum number of satellites for a restart.", .estimate),
      .number(
        "lost_sigma", \.lostSigmaMetres, "m", 0...1000,
        "Sigma added to the position along each axis if a restart is not possible.", .estimate),
      .number(
        "least_velocity_sigma", \.minVelocitySigma, "m/s", 0.001...10,
        "Minimum velocity sigma at the start.", .estimate),
      .number(
        "unknown_speed", \.unknownSpeed, "m/s", 0.1...1000,
        "Velocity sigma at the start without range rates.", .estimate),
      .number(
        "drift_sigma", \.driftSigma, "m/s", 0.01...1000,
        "Clock drift sigma at the start.", .estimate),
      .number(
        "clock_factor", \.clockFactor, "", 0.1...20,
        "Clock sigma at the start, as a multiple of the position sigma of the worst axis.",
        .estimate),
      .number(
        "anchor_reach", \.anchorReachMetres, "m", 100...100_000,
        "Distance from the anchor after which the local frame moves.", .estimate),
    ]
  }

  /// Parameters of the receiver clock.
  public struct ClockParameters: ParameterSet {
    public var clockNoise = 1.0
    public var driftNoise = 0.05
    public var offsetNoise = 1e-4
    public var jumpSigmas = 1.5
    public var jumpRanges = 3

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "noise", \.clockNoise, "m2/s", 0...1000, "Random-walk variance rate of the clock bias.",
        .assumed("a cheap crystal's, with room")),
      .number(
        "drift_noise", \.driftNoise, "m2/s3", 0...100,
        "Random-walk variance rate of the clock drift.",
        .assumed("a cheap crystal's, with room")),
      .number(
        "offset_noise", \.offsetNoise, "m2/s", 0...10,
        "Random-walk variance rate of the inter-system clock offsets.", .estimate),
      .number(
        "jump_sigmas", \.jumpSigmas, "", 0...20,
        "Median range residual that counts as a clock jump, in sigmas.",
        .fitted("a phone of 2016, gps-measurement-tools 2016-06-30")),
      .count(
        "jump_ranges", \.jumpRanges, 1...20, "Minimum number of ranges for a clock jump.", .estimate
      ),
    ]
  }

  /// Parameters of the range rate updates.
  public struct Rates: ParameterSet {
    public var maxSigma = 10.0
    public var limit = 2.0
    public var rejection = 6.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "most_sigma", \.maxSigma, "m/s", 0.1...100,
        "Maximum range rate sigma; less precise rates are rejected.",
        .estimate),
      .number(
        "limit", \.limit, "", 0.5...20, "Rate residual above which the weight falls, in sigmas.",
        .estimate),
      .number(
        "rejection", \.rejection, "", 1...100, "Innovation gate of a range rate, in sigmas.",
        .estimate),
    ]
  }

  /// Parameters of the carrier phase updates.
  public struct Carriers: ParameterSet {
    public var isUsed = true
    public var sigmaMetres = 0.02
    public var driftSigma = 0.002
    public var longestGapSeconds = 35.0
    public var limit = 1.5
    public var gate = 10.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .flag("is_used", \.isUsed, "Uses carrier differences between epochs.", .estimate),
      .number(
        "sigma", \.sigmaMetres, "m", 0.001...1,
        "Sigma of a carrier difference between epochs.", .estimate),
      .number(
        "drift_sigma", \.driftSigma, "m/s", 0...1,
        "Sigma of the change rate of a carrier by multipath, atmosphere and satellite clock.",
        .estimate),
      .number(
        "longest_gap", \.longestGapSeconds, "s", 0...300,
        "Maximum gap between epochs for carrier differences.",
        .estimate),
      .number(
        "limit", \.limit, "", 0.5...20,
        "Residual of a carrier difference above which its weight falls, in sigmas.", .estimate),
      .number(
        "gate", \.gate, "", 0.5...100,
        "Innovation gate of a carrier difference, in sigmas; half a cycle is 0.1 m.",
        .estimate),
    ]
  }
}
