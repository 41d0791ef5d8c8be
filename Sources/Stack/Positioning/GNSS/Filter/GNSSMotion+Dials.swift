public import Documents

extension GNSSMotion {
  /// How the receiver may move, and when it is at rest.
  public struct Parameters: DialSet {
    // How fast the velocity may change.
    public var jerkiness = 0.4
    public var jerkinessPerSpeed = 0.12
    public var blindFactor = 15.0
    public var verticalShare = 0.15
    // Rest.
    public var stillJerkiness = 1e-4
    public var stillWandering = 1e-5
    public var stillSigmaMetresPerSecond = 0.02
    public var stillDriftVariance = 0.01
    public var stillSeconds = 4.0
    public var stillSpeed = 0.3
    public var stillSigmas = 3.0
    public var movingFactor = 1.5
    public var slowMemorySeconds = 20.0
    public var slowLoss = 4.0
    public var velocityMemorySeconds = 5.0
    public var releaseSigma = 1.0
    // What the rates alone may say.
    public var mostSigma = 0.5
    public var joltSpeed = 1.0
    public var joltSigmas = 5.0
    public var leastJoltSigma = 0.1
    // What ranges that disagree mean for the place.
    public var unease = 3.0
    public var uneasyStrain = 1.2
    public var mostStrain = 9.0
    public var stillUneaseShare = 0.02

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "jerkiness", \.jerkiness, "m2/s3", 0...20,
        "The spectral density of horizontal acceleration at a standstill.",
        .assumed("0.2 to 0.5 for walkers, 1 to 4 for cars")),
      .number(
        "jerkiness_per_speed", \.jerkinessPerSpeed, "m/s2", 0...5,
        "What each m/s of speed adds to that.", .estimate),
      .number(
        "blind_factor", \.blindFactor, "", 1...100,
        "How many times as fast it may change where no rates are heard: turns and stops then come unseen.",
        .fitted("gnss-berlin-potsdamer-platz, each third is nearer than with 1 by 14 to 22 %")),
      .number(
        "vertical_share", \.verticalShare, "share", 0...1, "How much of that the vertical has.",
        .estimate),
      .number(
        "still_jerkiness", \.stillJerkiness, "m2/s3", 0...1,
        "The spectral density of acceleration at rest.", .estimate),
      .number(
        "still_wandering", \.stillWandering, "m2/s", 0...1, "The place's own wandering at rest.",
        .estimate),
      .number(
        "still_sigma", \.stillSigmaMetresPerSecond, "m/s", 0.001...1,
        "One standard deviation of the velocity of a receiver at rest.", .estimate),
      .number(
        "still_drift_variance", \.stillDriftVariance, "m2/s2", 1e-6...10,
        "The variance of the clock's rate as the rates alone have it at rest.", .estimate),
      .number(
        "still", \.stillSeconds, "s", 0...60,
        "For how long the receiver must be slow to count as at rest.", .estimate),
      .number(
        "still_speed", \.stillSpeed, "m/s", 0.01...3, "Slower than this may be rest.", .estimate),
      .number(
        "still_sigmas", \.stillSigmas, "", 0...10,
        "So many standard deviations of the velocity may be rest, too.", .estimate),
      .number(
        "moving_factor", \.movingFactor, "", 1...10,
        "Faster than the limit by this factor is no rest.", .estimate),
      .number(
        "slow_memory", \.slowMemorySeconds, "s", 1...600,
        "How long slowness is remembered at most.", .estimate),
      .number(
        "slow_loss", \.slowLoss, "", 0...100,
        "How much faster slowness is forgotten than gathered while the speed is in between.",
        .estimate),
      .number(
        "velocity_memory", \.velocityMemorySeconds, "s", 0.1...60,
        "Over how long the velocity is averaged that may be rest.", .estimate),
      .number(
        "release_sigma", \.releaseSigma, "m/s", 0...20,
        "How unsure the velocity becomes at the end of rest.", .estimate),
      .number(
        "most_sigma", \.mostSigma, "m/s", 0.01...10,
        "Velocities by the rates alone are not heeded if less certain than this.", .estimate),
      .number(
        "jolt_speed", \.joltSpeed, "m/s", 0.1...20,
        "Rates that contradict the velocity by more are believed at once.", .estimate),
      .number(
        "jolt_sigmas", \.joltSigmas, "", 1...50, "They must do so by so many standard deviations.",
        .estimate),
      .number(
        "least_jolt_sigma", \.leastJoltSigma, "m/s", 0.001...5,
        "The velocity is then believed to be no better than this.", .estimate),
      .number(
        "unease", \.unease, "m/s^0.5", 0...50,
        "How far the place may wander for each unit by which ranges disagree too much.", .estimate),
      .number(
        "uneasy_strain", \.uneasyStrain, "", 0...10,
        "Squared innovations over what was expected, up to which ranges agree.", .estimate),
      .number(
        "most_strain", \.mostStrain, "", 1...100, "More than this is not reckoned with.", .estimate),
      .number(
        "still_unease_share", \.stillUneaseShare, "share", 0...1,
        "How much of that wandering there is at rest.", .estimate),
    ]
  }
}
