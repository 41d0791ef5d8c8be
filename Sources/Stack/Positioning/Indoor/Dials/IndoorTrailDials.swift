public import Documents
public import Kernel

/// What was heard along the way of late, where little is heard at once.
public struct IndoorTrailDials: DialSet {
  public var spacing = 3.0
  public var spots = 16
  public var memory = SimDuration.seconds(240)
  public var restMemory = 60.0
  public var readingsPerSpot = 8
  public var leastSpots = 3
  public var leastReadings = 4
  public var leastLength = 8.0
  public var turns = 16
  public var interval = SimDuration.seconds(5)
  public var gain = 1.0
  public var share = 0.4

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number("spacing", \.spacing, "m", 0...50, "How far apart spots of the way are.", .estimate),
    .count("spots", \.spots, 1...1000, "How many spots are kept.", .estimate),
    .time("memory", \.memory, 1...3600, "For how long they are kept.", .estimate),
    .number(
      "rest_memory", \.restMemory, "s", 0...3600,
      "After how long at rest all but the last are forgotten.", .estimate),
    .count(
      "readings_per_spot", \.readingsPerSpot, 1...100,
      "How many readings of a spot count, the strongest.", .estimate),
    .count(
      "least_spots", \.leastSpots, 1...100,
      "How many spots it takes to look for the phone by them.", .estimate),
    .count("least_readings", \.leastReadings, 1...1000, "How many readings it takes.", .estimate),
    .number("least_length", \.leastLength, "m", 0...500, "How long a way it takes.", .estimate),
    .count("turns", \.turns, 2...360, "How many directions of the way are tried.", .estimate),
    .time("interval", \.interval, 0...600, "How often the way is looked for elsewhere.", .estimate),
    .number(
      "gain", \.gain, "", -10...50,
      "How much likelier it must be there, as a log.",
      .fitted("three venues without access points with seeds 1 to 8")),
    .number(
      "share", \.share, "share", 0...1,
      "How many particles go there then.",
      .fitted("three venues without access points with seeds 1 to 8")),
  ]
}
