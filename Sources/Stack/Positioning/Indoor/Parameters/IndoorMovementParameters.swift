public import Documents
public import Kernel

/// Parameters of the particle motion from dead reckoning.
public struct IndoorMovementParameters: ParameterSet {
  public var freshness = SimDuration.seconds(5)
  public var carrying = SimDuration.seconds(15)
  public var carriedSigmaMetres = 4.0
  public var turnoverSpread = 1.2
  public var turnoverShare = 0.6
  public var minRest = 5.0
  public var restSpread = 0.15
  public var restDrift = 0.002
  public var maxRestSpread = 1.5
  public var doorReach = 2.5
  public var doorRate = 0.1
  public var maxDoorShare = 0.5

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .time(
      "freshness", \.freshness, 0.5...60,
      "Maximum age of motion data.", .estimate),
    .time(
      "carrying", \.carrying, 0...600,
      "Time for which a phone detected as carried stays so.", .estimate),
    .number(
      "carried_way", \.carriedSigmaMetres, "m", 0...50,
      "Sigma of the distance carried before detection.", .estimate),
    .number(
      "turnover_spread", \.turnoverSpread, "rad", 0...3.2,
      "Heading sigma after a change of carrying position.", .estimate),
    .number(
      "turnover_share", \.turnoverShare, "share", 0...1,
      "Share of the particles that draw a new heading after a change of carrying position.",
      .estimate),
    .number(
      "least_rest", \.minRest, "s", 0...600,
      "Time at rest after which headings become uncertain.", .estimate),
    .number(
      "rest_spread", \.restSpread, "rad", 0...3.2,
      "Heading sigma after a rest.", .estimate),
    .number(
      "rest_drift", \.restDrift, "rad/s", 0...0.1,
      "Growth of the heading sigma per second of rest: the residual gyroscope bias.",
      .estimate),
    .number(
      "most_rest_spread", \.maxRestSpread, "rad", 0...3.2,
      "Maximum heading sigma after a rest.", .estimate),
    .number(
      "door_reach", \.doorReach, "m", 0...8,
      "Maximum distance of a particle from an outer door for a passage.", .estimate),
    .number(
      "door_rate", \.doorRate, "Hz", 0...10,
      "Rate of passages of particles at an outer door.", .estimate),
    .number(
      "most_door_share", \.maxDoorShare, "share", 0...1,
      "Maximum share of passages at once.", .estimate),
  ]
}
