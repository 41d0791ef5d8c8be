public import Documents

/// Parameters of the attitude of a carried phone, from gyroscope and accelerometer.
public struct IndoorAttitudeParameters: ParameterSet {
  public var memory = 4.0
  public var memoryWithoutRates = 1.5
  public var minMemory = 0.5
  public var usualMemory = 3.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "memory", \.memory, "s", 0.05...60,
      "Time constant of the accelerometer correction with a gyroscope: several strides "
        + "of 1.1 s.",
      .estimate),
    .number(
      "memory_without_rates", \.memoryWithoutRates, "s", 0.05...60,
      "Time constant of the accelerometer correction without a gyroscope.", .estimate),
    .number(
      "least_memory", \.minMemory, "s", 0.01...10,
      "Initial time constant of the accelerometer correction.", .estimate),
    .number(
      "usual_memory", \.usualMemory, "s", 0.05...60,
      "Averaging time of the phone's usual attitude.", .estimate),
  ]
}
