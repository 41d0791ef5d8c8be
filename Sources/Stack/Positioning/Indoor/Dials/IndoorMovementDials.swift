public import Documents
public import Kernel

/// How the particles follow the phone's own motion.
public struct IndoorMovementDials: DialSet {
  public var freshness = SimDuration.seconds(5)
  public var carrying = SimDuration.seconds(15)
  public var carriedWay = 4.0
  public var turnoverSpread = 1.2
  public var turnoverShare = 0.6
  public var leastRest = 5.0
  public var restSpread = 0.15
  public var restDrift = 0.002
  public var mostRestSpread = 1.5
  public var doorReach = 2.5
  public var doorRate = 0.1
  public var mostDoorShare = 0.5

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .time(
      "freshness", \.freshness, 0.5...60,
      "How old motion may be for it to be known.", .estimate),
    .time(
      "carrying", \.carrying, 0...600,
      "For how long a phone that radio has once said is carried goes on to be.", .estimate),
    .number(
      "carried_way", \.carriedWay, "m", 0...50,
      "How far it was carried until that was noticed, as a standard deviation.", .estimate),
    .number(
      "turnover_spread", \.turnoverSpread, "rad", 0...3.2,
      "By how much directions differ once the phone is carried otherwise.", .estimate),
    .number(
      "turnover_share", \.turnoverShare, "share", 0...1,
      "How many particles try another direction then.", .estimate),
    .number(
      "least_rest", \.leastRest, "s", 0...600,
      "After how long at rest directions are less sure.", .estimate),
    .number(
      "rest_spread", \.restSpread, "rad", 0...3.2,
      "By how much they differ then.", .estimate),
    .number(
      "rest_drift", \.restDrift, "rad/s", 0...0.1,
      "How much more they differ for each second: what is left of the gyroscope's own rate.",
      .estimate),
    .number(
      "most_rest_spread", \.mostRestSpread, "rad", 0...3.2,
      "By how much they differ then at most.", .estimate),
    .number(
      "door_reach", \.doorReach, "m", 0...8,
      "How near a door outdoors a particle must be to go through it.", .estimate),
    .number(
      "door_rate", \.doorRate, "Hz", 0...10,
      "How many of the particles at such a door go through it each second.", .estimate),
    .number(
      "most_door_share", \.mostDoorShare, "share", 0...1,
      "How many do at once at most.", .estimate),
  ]
}
