public import Documents

/// How a carried phone is held, by gyroscope and accelerometer.
public struct IndoorAttitudeDials: DialSet {
  public var memory = 4.0
  public var memoryWithoutRates = 1.5
  public var leastMemory = 0.5
  public var usualMemory = 3.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "memory", \.memory, "s", 0.05...60,
      "For how long the accelerometer's errors are averaged with a gyroscope: several strides "
        + "of 1.1 s.",
      .estimate),
    .number(
      "memory_without_rates", \.memoryWithoutRates, "s", 0.05...60,
      "For how long they are averaged without a gyroscope.", .estimate),
    .number(
      "least_memory", \.leastMemory, "s", 0.01...10,
      "For how long they are averaged when it has just begun.", .estimate),
    .number(
      "usual_memory", \.usualMemory, "s", 0.05...60,
      "For how long the phone's usual attitude is averaged.", .estimate),
  ]
}
