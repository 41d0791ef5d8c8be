public import Documents
public import Kernel

/// What beacons that aren't heard say.
public struct IndoorUnheardBeaconDials: DialSet {
  public var heardWithin = SimDuration.seconds(5)
  public var unheardFor = SimDuration.seconds(4)
  public var walkingInterval = SimDuration.seconds(3)
  public var restingInterval = SimDuration.seconds(20)
  public var surelyHeard: Float = -86
  public var costPerDecibel: Float = 0.15
  public var mostCost: Float = 1.6

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .time(
      "heard_within", \.heardWithin, 0...60,
      "How long ago any beacon must have been heard for others to be missed.", .estimate),
    .time(
      "unheard_for", \.unheardFor, 0...60,
      "For how long a beacon must not have been heard to be missed.", .estimate),
    .time(
      "walking_interval", \.walkingInterval, 0...600,
      "How often beacons are missed while walking.", .estimate),
    .time(
      "resting_interval", \.restingInterval, 0...600,
      "How often beacons are missed at rest.", .estimate),
    .float(
      "surely_heard", \.surelyHeard, "dBm", -110...(-40),
      "From which strength on beacons are heard within some seconds.",
      .fitted("the museum with seeds 2 and 3")),
    .float(
      "cost_per_decibel", \.costPerDecibel, "1/dB", 0...5,
      "What each decibel above that costs a particle, as a log.",
      .fitted("the museum with seeds 2 and 3")),
    .float(
      "most_cost", \.mostCost, "", 0...50,
      "What a beacon that is missed costs at most, as a log.",
      .fitted("the museum with seeds 2 and 3")),
  ]
}
