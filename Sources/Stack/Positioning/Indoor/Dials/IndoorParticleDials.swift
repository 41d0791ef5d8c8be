public import Documents

/// How particles move, and when they are resampled.
public struct IndoorParticleDials: DialSet {
  public var turnNoise = 0.08
  public var blindTurnNoise = 0.3
  public var stepLength = 0.7
  public var lengthNoise = 0.18
  public var usualScale = 0.95
  public var scaleSpread = 0.2
  public var leastScale = 0.5
  public var mostScale = 1.4
  public var walkingDrift = 0.12
  public var restingDrift = 0.04
  public var blindDrift = 2.0
  public var carriedDrift = 1.0
  public var wallSquare = 0.3
  public var wallCost = 4.0
  public var doubtfulWallCost = 1.0
  public var closedCost = 1.0
  public var resamplingShare = 0.5
  public var positionJitter = 0.2
  public var turnJitter = 0.04
  public var scaleJitter = 0.015
  public var groundJitter = 0.05
  public var strayShare = 0.1
  public var strayTurn = 1.2

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "turn_noise", \.turnNoise, "rad", 0...1,
      "Standard deviation of the direction of a step.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "blind_turn_noise", \.blindTurnNoise, "rad", 0...3,
      "The same without a gyroscope.", .estimate),
    .number(
      "step_length", \.stepLength, "m", 0.1...2,
      "The way that these noises are of.", .estimate),
    .number(
      "length_noise", \.lengthNoise, "share", 0...1,
      "Standard deviation of the length of a step, as a share.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "usual_scale", \.usualScale, "", 0.5...2,
      "How long a person's steps usually are, as a share of what their rhythm says.", .estimate),
    .number(
      "scale_spread", \.scaleSpread, "share", 0...1,
      "Standard deviation of that from person to person.", .estimate),
    .number(
      "least_scale", \.leastScale, "", 0.1...1,
      "How short a person's steps are at least, as such a share.", .estimate),
    .number(
      "most_scale", \.mostScale, "", 1...3,
      "How long a person's steps are at most, as such a share.", .estimate),
    .number(
      "walking_drift", \.walkingDrift, "m/sqrt(s)", 0...5,
      "How far particles drift while walking.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "resting_drift", \.restingDrift, "m/sqrt(s)", 0...5,
      "How far particles drift at rest.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "blind_drift", \.blindDrift, "m/sqrt(s)", 0...20,
      "How far particles drift where motion isn't known.",
      .fitted("the ten walks of site 1 of the Indoor Location Competition 2.0 without their motion")
    ),
    .number(
      "carried_drift", \.carriedDrift, "m/sqrt(s)", 0...20,
      "How far particles drift where radio says that the phone is carried though nobody walks "
        + "with it.",
      .estimate),
    .number(
      "wall_square", \.wallSquare, "m", 0.05...2,
      "How large the squares are in which walls are kept.", .estimate),
    .number(
      "wall_cost", \.wallCost, "", 0...50,
      "What walking through a wall costs where doors are known, as a log.", .estimate),
    .number(
      "doubtful_wall_cost", \.doubtfulWallCost, "", 0...50,
      "What it costs where doors aren't known, as a log.", .estimate),
    .number(
      "closed_cost", \.closedCost, "Hz", 0...50,
      "What standing where nobody can, or beyond the level, costs each second, as a log.",
      .estimate),
    .number(
      "resampling_share", \.resamplingShare, "share", 0...1,
      "Below which share of effective particles they are resampled.", .estimate),
    .number(
      "position_jitter", \.positionJitter, "m", 0...5,
      "How far a particle that is made anew is moved.", .estimate),
    .number(
      "turn_jitter", \.turnJitter, "rad", 0...1,
      "By how much its direction is changed.", .estimate),
    .number(
      "scale_jitter", \.scaleJitter, "", 0...0.5,
      "By how much the length of its steps is changed.", .estimate),
    .number(
      "ground_jitter", \.groundJitter, "m", 0...2,
      "By how much what the barometer would show on the ground is changed.", .estimate),
    .number(
      "stray_share", \.strayShare, "share", 0...1,
      "How many of the particles made anew on the way try another direction.", .estimate),
    .number(
      "stray_turn", \.strayTurn, "rad", 0...3.2,
      "By how much another direction differs.", .estimate),
  ]
}
