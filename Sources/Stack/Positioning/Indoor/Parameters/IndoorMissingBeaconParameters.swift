public import Documents
public import Kernel

/// Parameters of the likelihood of beacons that are not received.
public struct IndoorMissingBeaconParameters: ParameterSet {
  public var receivedWithin = SimDuration.seconds(5)
  public var undetectedFor = SimDuration.seconds(4)
  public var walkingInterval = SimDuration.seconds(3)
  public var restingInterval = SimDuration.seconds(20)
  public var surelyReceived: Float = -86
  public var costPerDecibel: Float = 0.15
  public var maxCost: Float = 1.6

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .time(
      "heard_within", \.receivedWithin, 0...60,
      "Maximum age of any received beacon for others to count as missing.", .estimate),
    .time(
      "unheard_for", \.undetectedFor, 0...60,
      "Time without reception after which a beacon counts as missing.", .estimate),
    .time(
      "walking_interval", \.walkingInterval, 0...600,
      "Interval of the check for missing beacons while walking.", .estimate),
    .time(
      "resting_interval", \.restingInterval, 0...600,
      "Interval of the check for missing beacons at rest.", .estimate),
    .float(
      "surely_heard", \.surelyReceived, "dBm", -110...(-40),
      "Level above which a beacon is surely received within some seconds.",
      .fitted("the museum with seeds 2 and 3")),
    .float(
      "cost_per_decibel", \.costPerDecibel, "1/dB", 0...5,
      "Log cost per decibel above the surely received level.",
      .fitted("the museum with seeds 2 and 3")),
    .float(
      "most_cost", \.maxCost, "", 0...50,
      "Maximum log cost of a missing beacon.",
      .fitted("the museum with seeds 2 and 3")),
  ]
}
