public import Documents

/// Parameters of moving walkways.
public struct IndoorBeltParameters: ParameterSet {
  public var speed = 0.65
  public var speedSpread = 0.15
  public var reach = 2.5
  public var approach = 4.0
  public var overrun = 1.0
  public var share = 0.5
  public var minFacing = 0.5
  public var straight = 0.7
  public var entryShare = 0.25

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "speed", \.speed, "m/s", 0...3,
      "Belt speed of moving walkways: 0.5 to 0.75 m/s.", .memory("EN 115")),
    .number(
      "speed_spread", \.speedSpread, "share", 0...1,
      "Relative sigma of the belt speed.", .estimate),
    .number(
      "reach", \.reach, "m", 0...20,
      "Maximum distance of a particle beside a walkway for boarding.", .estimate),
    .number(
      "approach", \.approach, "m", 0...50,
      "Maximum distance of a particle before or behind a walkway for boarding.", .estimate),
    .number(
      "overrun", \.overrun, "m", 0...20, "Maximum distance carried beyond the walkway's end.",
      .estimate),
    .number(
      "share", \.share, "share", 0...1,
      "Probability of boarding for a particle that stops at a walkway.", .estimate),
    .number(
      "least_facing", \.minFacing, "", 0...1,
      "Minimum cosine between the previous heading and the walkway for boarding.", .estimate),
    .number(
      "straight", \.straight, "", 0...1,
      "Minimum cosine between a step and the walkway for boarding at its end.", .estimate),
    .number(
      "entry_share", \.entryShare, "/m", 0...1,
      "Probability of boarding per metre walked near the walkway's end.", .estimate),
  ]
}
