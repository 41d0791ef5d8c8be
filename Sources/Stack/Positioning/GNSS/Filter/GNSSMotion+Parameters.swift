public import Documents

extension GNSSMotion {
  /// Parameters of the motion model and of the detection of standstill.
  public struct Parameters: ParameterSet {
    // Process noise of the velocity.
    public var jerkiness = 0.4
    public var jerkinessPerSpeed = 0.12
    public var blindFactor = 6.0
    public var verticalShare = 0.15
    // Standstill.
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
    // Velocity from the rates alone.
    public var maxSigma = 0.5
    public var joltSpeed = 1.0
    public var joltSigmas = 5.0
    public var minJoltSigma = 0.1
    // Process noise of the position while ranges disagree.
    public var unease = 3.0
    public var uneasyStrain = 1.2
    public var maxStrain = 9.0
    public var stillUneaseShare = 0.02

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "jerkiness", \.jerkiness, "m2/s3", 0...20,
        "Spectral density of horizontal acceleration at zero speed.",
        .assumed("0.2 to 0.5 for walkers, 1 to 4 for cars")),
      .number(
        "jerkiness_per_speed", \.jerkinessPerSpeed, "m/s2", 0...5,
        "Increase of the acceleration's spectral density per m/s of speed.", .estimate),
      .number(
        "blind_factor", \.blindFactor, "", 1...100,
        "Factor on the acceleration's spectral density without range rates; turns and "
          + "stops are unseen.",
        .fitted("gnss-berlin-potsdamer-platz, each third is nearer than with 1 by 14 to 22 %")),
      .number(
        "vertical_share", \.verticalShare, "share", 0...1,
        "Spectral density of vertical acceleration relative to the horizontal.",
        .estimate),
      .number(
        "still_jerkiness", \.stillJerkiness, "m2/s3", 0...1,
        "Spectral density of acceleration at rest.", .estimate),
      .number(
        "still_wandering", \.stillWandering, "m2/s", 0...1,
        "Random-walk variance rate of the position at rest.",
        .estimate),
      .number(
        "still_sigma", \.stillSigmaMetresPerSecond, "m/s", 0.001...1,
        "Sigma of the velocity of a receiver at rest.", .estimate),
      .number(
        "still_drift_variance", \.stillDriftVariance, "m2/s2", 1e-6...10,
        "Variance of the clock drift from the rates at rest.", .estimate),
      .number(
        "still", \.stillSeconds, "s", 0...60,
        "Minimum duration at low speed for a standstill.", .estimate),
      .number(
        "still_speed", \.stillSpeed, "m/s", 0.01...3, "Maximum speed at rest.", .estimate),
      .number(
        "still_sigmas", \.stillSigmas, "", 0...10,
        "Maximum speed at rest, in sigmas of the velocity.", .estimate),
      .number(
        "moving_factor", \.movingFactor, "", 1...10,
        "Factor on the maximum speed at rest above which a standstill ends at once.", .estimate),
      .number(
        "slow_memory", \.slowMemorySeconds, "s", 1...600,
        "Maximum duration at low speed that is stored.", .estimate),
      .number(
        "slow_loss", \.slowLoss, "", 0...100,
        "Decay rate of the duration at low speed while the speed is in between.",
        .estimate),
      .number(
        "velocity_memory", \.velocityMemorySeconds, "s", 0.1...60,
        "Averaging time of the velocity in the standstill detection.", .estimate),
      .number(
        "release_sigma", \.releaseSigma, "m/s", 0...20,
        "Velocity sigma added at the end of a standstill.", .estimate),
      .number(
        "most_sigma", \.maxSigma, "m/s", 0.01...10,
        "Maximum sigma of a velocity from the rates alone; worse ones are ignored.", .estimate),
      .number(
        "jolt_speed", \.joltSpeed, "m/s", 0.1...20,
        "Minimum contradiction between rates and filter velocity for a velocity reset.", .estimate),
      .number(
        "jolt_sigmas", \.joltSigmas, "", 1...50,
        "Minimum contradiction for a velocity reset, in sigmas.",
        .estimate),
      .number(
        "least_jolt_sigma", \.minJoltSigma, "m/s", 0.001...5,
        "Minimum velocity sigma after a velocity reset.", .estimate),
      .number(
        "unease", \.unease, "m/s^0.5", 0...50,
        "Position random walk per unit of excess normalised innovation squared.", .estimate),
      .number(
        "uneasy_strain", \.uneasyStrain, "", 0...10,
        "Normalised innovation squared below which the position has no extra random walk.",
        .estimate),
      .number(
        "most_strain", \.maxStrain, "", 1...100,
        "Maximum normalised innovation squared in the extra random walk.", .estimate),
      .number(
        "still_unease_share", \.stillUneaseShare, "share", 0...1,
        "Variance share of the extra random walk that remains at rest.", .estimate),
    ]
  }
}
