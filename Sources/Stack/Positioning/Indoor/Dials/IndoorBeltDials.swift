public import Documents

/// Moving walkways.
public struct IndoorBeltDials: DialSet {
  public var speed = 0.65
  public var speedSpread = 0.15
  public var reach = 2.5
  public var approach = 4.0
  public var overrun = 1.0
  public var share = 0.5
  public var leastFacing = 0.5
  public var straight = 0.7
  public var entryShare = 0.25

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "speed", \.speed, "m/s", 0...3,
      "How fast they run: 0.5 to 0.75 m/s.", .memory("EN 115")),
    .number(
      "speed_spread", \.speedSpread, "share", 0...1,
      "By how much that differs, as a share.", .estimate),
    .number(
      "reach", \.reach, "m", 0...20,
      "How near one a particle must be, beside it, for somebody there to be on it.", .estimate),
    .number(
      "approach", \.approach, "m", 0...50,
      "How near one it must be, before or behind it.", .estimate),
    .number("overrun", \.overrun, "m", 0...20, "How far beyond its end it carries.", .estimate),
    .number(
      "share", \.share, "share", 0...1,
      "How many get on of those who stop there.", .estimate),
    .number(
      "least_facing", \.leastFacing, "", 0...1,
      "How much along it they must have gone, as a cosine.", .estimate),
    .number(
      "straight", \.straight, "", 0...1,
      "How straight one walks onto one, as a cosine.", .estimate),
    .number(
      "entry_share", \.entryShare, "/m", 0...1,
      "How many get on for each metre near its end.", .estimate),
  ]
}
