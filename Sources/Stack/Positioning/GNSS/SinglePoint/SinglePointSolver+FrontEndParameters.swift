public import Documents
import Observations

extension SinglePointSolver.Parameters {
  /// Parameters of signal selection and delay models.
  public struct FrontEnd: ParameterSet {
    public var minRangeMetres = 1e6
    public var maxRangeMetres = 9e7
    public var maxStrength = 100.0
    public var minSight = 0.02
    public var delaysPerMinute = 4
    public var delayReachMetres = 1000.0
    public var maxIonosphereMetres = 200.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "least_range", \.minRangeMetres, "m", 1e5...2e7,
        "Minimum pseudorange; shorter ones are rejected.",
        .estimate),
      .number(
        "most_range", \.maxRangeMetres, "m", 2.5e7...1e9,
        "Maximum pseudorange, with clock errors of 0.1 s; longer ones are rejected.", .estimate),
      .number(
        "most_strength", \.maxStrength, "dB-Hz", 30...100,
        "Maximum plausible C/N0; stronger signals are rejected.",
        .estimate),
      .number(
        "least_sight", \.minSight, "share", 0...1,
        "Minimum sight probability; less likely satellites are rejected.", .estimate),
      .count(
        "delays_per_minute", \.delaysPerMinute, 1...60,
        "Updates of the ionosphere delays per minute.", .estimate),
      .number(
        "delay_reach", \.delayReachMetres, "m", 1...1e5,
        "Distance after which all delays are recomputed.", .estimate),
      .number(
        "most_ionosphere", \.maxIonosphereMetres, "m", 0...1000,
        "Maximum ionosphere delay of a signal.", .estimate),
    ]
  }

  /// Parameters of the receiver statistics.
  public struct Receiver: ParameterSet {
    public var fading = 0.03
    public var forgettingSeconds = 600.0
    public var startingNoise = 1.2
    public var noiseShare = 0.1
    public var minNoise = 0.1
    public var maxNoise = 4.0
    public var minimum = 4
    public var longestGapSeconds = 60.0
    public var longestRateGapSeconds = 1.5
    public var maxRateSigma = 0.5

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "fading", \.fading, "dB/s", 0...10,
        "Maximum decay rate of the strong-signal level.",
        .estimate),
      .number(
        "forgetting", \.forgettingSeconds, "s", 0...1e6,
        "Gap after which the strong-signal level is reset.", .estimate),
      .number(
        "starting_noise", \.startingNoise, "", 0.1...10,
        "Initial ratio of measured to reported code noise.",
        .fitted("two phones of 2016, one reported half of its noise, the other a little more")),
      .number(
        "noise_share", \.noiseShare, "share", 0...1, "Gain of a new code noise measurement.",
        .estimate),
      .number(
        "least_noise", \.minNoise, "", 0.01...10,
        "Minimum ratio of measured to reported code noise.",
        .fitted("a u-blox smooths by the carrier and has a tenth of a plain loop's noise")),
      .number(
        "most_noise", \.maxNoise, "", 0.1...100,
        "Maximum ratio of measured to reported code noise.",
        .estimate),
      .count(
        "fewest", \.minimum, 1...40, "Minimum number of satellites for a code noise measurement.",
        .estimate),
      .number(
        "longest_gap", \.longestGapSeconds, "s", 0...600,
        "Maximum gap between epochs for a code noise measurement.", .estimate),
      .number(
        "longest_rate_gap", \.longestRateGapSeconds, "s", 0...60,
        "Maximum gap for range rates in place of carriers in the code noise measurement.", .estimate
      ),
      .number(
        "most_rate_sigma", \.maxRateSigma, "m/s", 0.01...10,
        "Maximum range rate sigma in place of carriers in the code noise measurement.", .estimate),
    ]
  }

  /// Parameters of the broadcast orbit cache.
  public struct Orbits: ParameterSet {
    public var knotsPerHour = 60
    public var messages = 64

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .count(
        "knots_per_hour", \.knotsPerHour, 4...3600,
        "Orbit knots per hour; cubic interpolation between them.",
        .computed("at 60 s the cubic is off by 0.4 mm")),
      .count(
        "messages", \.messages, 1...1000, "Maximum number of stored messages per satellite.",
        .estimate),
    ]
  }

  /// Default ionosphere until one is received: Klobuchar model with one amplitude and period
  /// everywhere.
  public struct Ionosphere: ParameterSet {
    public var isUsed = false
    public var amplitudeMetres = 3.0
    public var periodSeconds = 100_000.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .flag(
        "is_used", \.isUsed,
        "Assumes a default Klobuchar day until an ionosphere is received.", .estimate),
      .number(
        "amplitude", \.amplitudeMetres, "m", 0...50,
        "Klobuchar amplitude: extra zenith delay at L1 in the early afternoon compared to night.",
        .estimate),
      .number(
        "period", \.periodSeconds, "s", 72_000...200_000,
        "Klobuchar period of the afternoon cosine.",
        .estimate),
    ]
  }

  /// Parameters of the velocity solution from range rates.
  public struct Velocity: ParameterSet {
    public var limit = 2.0
    public var rejection = 20.0
    public var maxSpeed = 400.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "limit", \.limit, "", 0.5...20, "Huber threshold of rate residuals, in sigmas.",
        .estimate),
      .number(
        "rejection", \.rejection, "", 1...1000,
        "Rate residual from which the weight falls with its square, in sigmas.",
        .estimate),
      .number(
        "most_speed", \.maxSpeed, "m/s", 10...10000,
        "Maximum receiver speed; faster solutions are rejected.", .estimate),
    ]
  }
}

extension SinglePointSolver.Parameters.Ionosphere {
  /// Klobuchar coefficients (IS-GPS-200, 20.3.3.5.2.5).
  var coefficients: KlobucharParameters {
    let amplitude = amplitudeMetres / KeplerEphemeris.speedOfLight
    return KlobucharParameters(
      alpha: SIMD4(amplitude, 0, 0, 0), beta: SIMD4(periodSeconds, 0, 0, 0))
  }
}
