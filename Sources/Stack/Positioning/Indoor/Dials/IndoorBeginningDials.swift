public import Documents
public import Kernel

/// How the phone is first found.
public struct IndoorBeginningDials: DialSet {
  public var leastReadings = 3
  public var fewReadings = 1
  public var goodReadings = 12
  public var patience = SimDuration.seconds(2)
  public var gathering = SimDuration.seconds(5)
  public var retrying = SimDuration.seconds(20)
  public var vagueSpread = 6.0
  public var groundMemory = 900.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .count(
      "least_readings", \.leastReadings, 1...100,
      "How many readings it takes to begin.", .estimate),
    .count(
      "few_readings", \.fewReadings, 1...100,
      "How many it takes where no more come, and satellites don't show the open sky: the answer is "
        + "then as vague as they are.", .estimate),
    .count(
      "good_readings", \.goodReadings, 1...1000,
      "With how many readings it begins without waiting for more.", .estimate),
    .time("patience", \.patience, 0...30, "How long it waits for so many.", .estimate),
    .time(
      "gathering", \.gathering, 1...60,
      "For how long readings are kept to begin with.", .estimate),
    .time(
      "retrying", \.retrying, 0...600,
      "For how long after it began it may begin anew while the location is vague.", .estimate),
    .number(
      "vague_spread", \.vagueSpread, "m", 0.5...100,
      "From which standard deviation of the particles on a location is vague.", .estimate),
    .number(
      "ground_memory", \.groundMemory, "s", 1...86400,
      "For how long after the phone was lost it is known what the barometer showed on the ground.",
      .estimate),
  ]
}
