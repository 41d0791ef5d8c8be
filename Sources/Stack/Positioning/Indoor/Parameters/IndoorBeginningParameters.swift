public import Documents
public import Kernel

/// Parameters of the first fix.
public struct IndoorBeginningParameters: ParameterSet {
  public var minReadings = 3
  public var fewReadings = 1
  public var goodReadings = 12
  public var timeout = SimDuration.seconds(2)
  public var gathering = SimDuration.seconds(5)
  public var retrying = SimDuration.seconds(20)
  public var vagueSpread = 6.0
  public var groundMemory = 900.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .count(
      "least_readings", \.minReadings, 1...100,
      "Minimum number of readings for a start.", .estimate),
    .count(
      "few_readings", \.fewReadings, 1...100,
      "Minimum number of readings for a start after waiting, unless GNSS shows open "
        + "sky; the fix is then as inaccurate as they are.", .estimate),
    .count(
      "good_readings", \.goodReadings, 1...1000,
      "Number of readings that starts at once.", .estimate),
    .time("patience", \.timeout, 0...30, "Maximum waiting time for enough readings.", .estimate),
    .time(
      "gathering", \.gathering, 1...60,
      "Age limit of readings collected for a start.", .estimate),
    .time(
      "retrying", \.retrying, 0...600,
      "Time after a start in which a vague location may start again.", .estimate),
    .number(
      "vague_spread", \.vagueSpread, "m", 0.5...100,
      "Standard deviation of the particles above which a location is vague.", .estimate),
    .number(
      "ground_memory", \.groundMemory, "s", 1...86400,
      "Time after absence for which the barometer's ground level stays valid.",
      .estimate),
  ]
}
