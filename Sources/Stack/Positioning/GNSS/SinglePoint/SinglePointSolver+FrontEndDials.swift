public import Documents
import Observations

extension SinglePointSolver.Parameters {
  /// Which signals are taken, and how their delays are worked out.
  public struct FrontEnd: DialSet {
    public var leastRangeMetres = 1e6
    public var mostRangeMetres = 9e7
    public var mostStrength = 100.0
    public var leastSight = 0.02
    public var delaysPerMinute = 4
    public var delayReachMetres = 1000.0
    public var mostIonosphereMetres = 200.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "least_range", \.leastRangeMetres, "m", 1e5...2e7, "Shorter pseudoranges are no ranges.",
        .estimate),
      .number(
        "most_range", \.mostRangeMetres, "m", 2.5e7...1e9,
        "Longer pseudoranges are none, clock errors of 0.1 s included.", .estimate),
      .number(
        "most_strength", \.mostStrength, "dB-Hz", 30...100, "Stronger signals are no signals.",
        .estimate),
      .number(
        "least_sight", \.leastSight, "share", 0...1,
        "Satellites less likely in sight than this are left out.", .estimate),
      .count(
        "delays_per_minute", \.delaysPerMinute, 1...60,
        "How often the ionosphere's delays are worked out anew.", .estimate),
      .number(
        "delay_reach", \.delayReachMetres, "m", 1...1e5,
        "The way after which all delays are worked out anew.", .estimate),
      .number(
        "most_ionosphere", \.mostIonosphereMetres, "m", 0...1000,
        "The most that the ionosphere may delay a signal.", .estimate),
    ]
  }

  /// How the receiver's habits are learned.
  public struct Receiver: DialSet {
    public var fading = 0.03
    public var forgettingSeconds = 600.0
    public var startingNoise = 1.2
    public var noiseShare = 0.1
    public var leastNoise = 0.1
    public var mostNoise = 4.0
    public var fewest = 4
    public var longestGapSeconds = 60.0
    public var longestRateGapSeconds = 1.5
    public var mostRateSigma = 0.5

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "fading", \.fading, "dB/s", 0...10,
        "The strength of strong signals sinks no faster than this while they are missing.",
        .estimate),
      .number(
        "forgetting", \.forgettingSeconds, "s", 0...1e6,
        "After such a gap the strength of strong signals is found anew.", .estimate),
      .number(
        "starting_noise", \.startingNoise, "", 0.1...10,
        "The code noise over what is told of it, before anything is learned.",
        .fitted("two phones of 2016, one of which told half of its noise, one a little more")),
      .number(
        "noise_share", \.noiseShare, "share", 0...1, "How much of a newly found noise counts.",
        .estimate),
      .number(
        "least_noise", \.leastNoise, "", 0.01...10, "The least code noise over what is told of it.",
        .fitted("a u-blox smooths by the carrier and has a tenth of a plain loop's noise")),
      .number(
        "most_noise", \.mostNoise, "", 0.1...100, "The most code noise over what is told of it.",
        .estimate),
      .count(
        "fewest", \.fewest, 1...40, "With fewer satellites nothing is learned of the noise.",
        .estimate),
      .number(
        "longest_gap", \.longestGapSeconds, "s", 0...600,
        "Over longer gaps nothing is learned of the noise.", .estimate),
      .number(
        "longest_rate_gap", \.longestRateGapSeconds, "s", 0...60,
        "Over longer gaps rates do not stand in for carriers.", .estimate),
      .number(
        "most_rate_sigma", \.mostRateSigma, "m/s", 0.01...10,
        "Rates less certain than this do not stand in for carriers.", .estimate),
    ]
  }

  /// How broadcast orbits are kept.
  public struct Orbits: DialSet {
    public var knotsPerHour = 60
    public var messages = 64

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .count(
        "knots_per_hour", \.knotsPerHour, 4...3600,
        "How often an orbit is evaluated; a cubic goes between.",
        .computed("at 60 s the cubic is off by 0.4 mm")),
      .count(
        "messages", \.messages, 1...1000, "How many messages of a satellite are kept.", .estimate),
    ]
  }

  /// An ionosphere for where none was received: the days of Klobuchar's model, the same everywhere.
  public struct Ionosphere: DialSet {
    public var isUsed = false
    public var amplitudeMetres = 3.0
    public var periodSeconds = 100_000.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .flag(
        "is_used", \.isUsed,
        "Whether a day of this kind is assumed where no ionosphere was received.", .estimate),
      .number(
        "amplitude", \.amplitudeMetres, "m", 0...50,
        "By how much the ionosphere delays zenith signals at L1 more in the early afternoon than at night.",
        .estimate),
      .number(
        "period", \.periodSeconds, "s", 72_000...200_000, "The period of the afternoon's cosine.",
        .estimate),
    ]
  }

  /// How the velocity is solved from rates.
  public struct Velocity: DialSet {
    public var limit = 2.0
    public var rejection = 20.0
    public var mostSpeed = 400.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "limit", \.limit, "", 0.5...20, "From so many standard deviations on a rate loses weight.",
        .estimate),
      .number(
        "rejection", \.rejection, "", 1...1000, "From so many on it loses weight with the square.",
        .estimate),
      .number(
        "most_speed", \.mostSpeed, "m/s", 10...10000, "Faster velocities are none.", .estimate),
    ]
  }
}

extension SinglePointSolver.Parameters.Ionosphere {
  /// The coefficients (IS-GPS-200, 20.3.3.5.2.5); nil if none are assumed.
  var coefficients: KlobucharParameters? {
    guard isUsed else { return nil }
    let amplitude = amplitudeMetres / KeplerEphemeris.speedOfLight
    return KlobucharParameters(
      alpha: SIMD4(amplitude, 0, 0, 0), beta: SIMD4(periodSeconds, 0, 0, 0))
  }
}
