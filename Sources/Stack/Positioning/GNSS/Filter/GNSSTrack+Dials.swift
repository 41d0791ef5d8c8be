public import Documents

extension GNSSTrack {
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

  /// How the receiver's clock may go.
  public struct Clock: DialSet {
    public var clockNoise = 1.0
    public var driftNoise = 0.05
    public var offsetNoise = 1e-4
    public var jumpSigmas = 1.5
    public var jumpRanges = 3

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "noise", \.clockNoise, "m2/s", 0...1000, "The clock's noise.",
        .assumed("a cheap crystal's, with room")),
      .number(
        "drift_noise", \.driftNoise, "m2/s3", 0...100, "The noise of the clock's rate.",
        .assumed("a cheap crystal's, with room")),
      .number(
        "offset_noise", \.offsetNoise, "m2/s", 0...10,
        "The wandering of the systems' clock offsets.", .estimate),
      .number(
        "jump_sigmas", \.jumpSigmas, "", 0...20,
        "The clock jumps if the median range is off by so many standard deviations.",
        .fitted("a phone of 2016, gps-measurement-tools 2016-06-30")),
      .count("jump_ranges", \.jumpRanges, 1...20, "It takes so many ranges to say so.", .estimate),
    ]
  }

  /// How range rates are taken in.
  public struct Rates: DialSet {
    public var mostSigma = 10.0
    public var limit = 2.0
    public var rejection = 6.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "most_sigma", \.mostSigma, "m/s", 0.1...100, "Rates less certain than this are left out.",
        .estimate),
      .number(
        "limit", \.limit, "", 0.5...20, "From so many standard deviations on a rate loses weight.",
        .estimate),
      .number("rejection", \.rejection, "", 1...100, "From so many on it is left out.", .estimate),
    ]
  }

  /// How carriers are taken in.
  public struct Carriers: DialSet {
    public var isUsed = true
    public var sigmaMetres = 0.02
    public var driftSigma = 0.002
    public var longestGapSeconds = 35.0
    public var gate = 3.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .flag("is_used", \.isUsed, "Whether carriers' changes are used.", .estimate),
      .number(
        "sigma", \.sigmaMetres, "m", 0.001...1,
        "One standard deviation of a carrier's change from epoch to epoch.", .estimate),
      .number(
        "drift_sigma", \.driftSigma, "m/s", 0...1,
        "How fast echoes, the atmosphere and the satellite's clock change it besides.", .estimate),
      .number(
        "longest_gap", \.longestGapSeconds, "s", 0...300, "Over longer gaps carriers are not used.",
        .estimate),
      .number(
        "gate", \.gate, "", 0.5...20,
        "A change off by so many standard deviations says nothing: half a cycle is 0.1 m.",
        .estimate),
    ]
  }
}
