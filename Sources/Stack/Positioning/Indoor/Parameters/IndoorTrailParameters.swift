public import Documents
public import Kernel

/// Parameters of the readings along the recent path, where transmitters are sparse.
public struct IndoorTrailParameters: ParameterSet {
  public var spacing = 3.0
  public var spots = 16
  public var memory = SimDuration.seconds(240)
  public var restMemory = 60.0
  public var readingsPerSpot = 8
  public var minSpots = 3
  public var minReadings = 4
  public var minLength = 8.0
  public var turns = 16
  public var interval = SimDuration.seconds(5)
  public var gain = 1.0
  public var share = 0.4

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number("spacing", \.spacing, "m", 0...50, "Distance between spots of the path.", .estimate),
    .count("spots", \.spots, 1...1000, "Maximum number of spots.", .estimate),
    .time("memory", \.memory, 1...3600, "Maximum age of spots.", .estimate),
    .number(
      "rest_memory", \.restMemory, "s", 0...3600,
      "Time at rest after which all spots but the last are removed.", .estimate),
    .count(
      "readings_per_spot", \.readingsPerSpot, 1...100,
      "Maximum number of readings per spot, strongest first.", .estimate),
    .count(
      "least_spots", \.minSpots, 1...100,
      "Minimum number of spots for a search along the path.", .estimate),
    .count(
      "least_readings", \.minReadings, 1...1000,
      "Minimum number of readings for a search along the path.", .estimate),
    .number(
      "least_length", \.minLength, "m", 0...500,
      "Minimum path length for a search along the path.", .estimate),
    .count("turns", \.turns, 2...360, "Number of tried headings of the path.", .estimate),
    .time("interval", \.interval, 0...600, "Interval of the search along the path.", .estimate),
    .number(
      "gain", \.gain, "", -10...50,
      "Minimum log likelihood gain for a relocalisation along the path.",
      .fitted("three venues without access points with seeds 1 to 8")),
    .number(
      "share", \.share, "share", 0...1,
      "Share of the particles moved by a relocalisation along the path.",
      .fitted("three venues without access points with seeds 1 to 8")),
  ]
}
