public import Documents

/// Parameters of process noise, walls and resampling of the particle filter.
public struct IndoorParticleParameters: ParameterSet {
  public var turnNoise = 0.08
  public var blindTurnNoise = 0.3
  public var stepLength = 0.7
  public var lengthNoise = 0.18
  public var usualScale = 0.95
  public var scaleSpread = 0.2
  public var minScale = 0.5
  public var maxScale = 1.4
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

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "turn_noise", \.turnNoise, "rad", 0...1,
      "Heading sigma per step length with a gyroscope.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "blind_turn_noise", \.blindTurnNoise, "rad", 0...3,
      "Heading sigma per step length without a gyroscope.", .estimate),
    .number(
      "step_length", \.stepLength, "m", 0.1...2,
      "Distance to which the heading sigmas refer.", .estimate),
    .number(
      "length_noise", \.lengthNoise, "share", 0...1,
      "Relative sigma of the step length.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "usual_scale", \.usualScale, "", 0.5...2,
      "Mean step length scale of a person, relative to the step frequency model.", .estimate),
    .number(
      "scale_spread", \.scaleSpread, "share", 0...1,
      "Sigma of the step length scale between persons.", .estimate),
    .number(
      "least_scale", \.minScale, "", 0.1...1,
      "Minimum step length scale.", .estimate),
    .number(
      "most_scale", \.maxScale, "", 1...3,
      "Maximum step length scale.", .estimate),
    .number(
      "walking_drift", \.walkingDrift, "m/sqrt(s)", 0...5,
      "Random-walk sigma of particles while walking.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "resting_drift", \.restingDrift, "m/sqrt(s)", 0...5,
      "Random-walk sigma of particles at rest.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "blind_drift", \.blindDrift, "m/sqrt(s)", 0...20,
      "Random-walk sigma of particles without motion data.",
      .fitted("the ten walks of site 1 of the Indoor Location Competition 2.0 without their motion")
    ),
    .number(
      "carried_drift", \.carriedDrift, "m/sqrt(s)", 0...20,
      "Random-walk sigma of particles while radio shows a carried phone without steps.",
      .estimate),
    .number(
      "wall_square", \.wallSquare, "m", 0.05...2,
      "Cell size of the wall raster.", .estimate),
    .number(
      "wall_cost", \.wallCost, "", 0...50,
      "Log cost of crossing a wall on a level with known doors.", .estimate),
    .number(
      "doubtful_wall_cost", \.doubtfulWallCost, "", 0...50,
      "Log cost of crossing a wall on a level without known doors.", .estimate),
    .number(
      "closed_cost", \.closedCost, "Hz", 0...50,
      "Log cost per second on closed ground or beyond the level.",
      .estimate),
    .number(
      "resampling_share", \.resamplingShare, "share", 0...1,
      "Share of effective particles below which they are resampled.", .estimate),
    .number(
      "position_jitter", \.positionJitter, "m", 0...5,
      "Position jitter of a duplicated particle.", .estimate),
    .number(
      "turn_jitter", \.turnJitter, "rad", 0...1,
      "Heading jitter of a duplicated particle.", .estimate),
    .number(
      "scale_jitter", \.scaleJitter, "", 0...0.5,
      "Step length scale jitter of a duplicated particle.", .estimate),
    .number(
      "ground_jitter", \.groundJitter, "m", 0...2,
      "Jitter of a duplicated particle's barometric ground level.", .estimate),
    .number(
      "stray_share", \.strayShare, "share", 0...1,
      "Share of duplicated particles that try another heading while walking.", .estimate),
    .number(
      "stray_turn", \.strayTurn, "rad", 0...3.2,
      "Sigma of the heading of particles that try another one.", .estimate),
  ]
}
