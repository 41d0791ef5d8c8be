public import Observations

/// A set of motion sensors.
public struct InertialSensors: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let accelerometer = InertialSensors(rawValue: 1)
  public static let gyroscope = InertialSensors(rawValue: 2)
  public static let magnetometer = InertialSensors(rawValue: 4)
  public static let all: InertialSensors = [.accelerometer, .gyroscope, .magnetometer]
}

/// A reusable batch of motion sensor readings.
public struct InertialReadings: Hashable, Sendable {
  /// Specific force, in m/s².
  public var accelerometer: [InertialSample] = []
  /// Angular velocity, in rad/s.
  public var gyroscope: [InertialSample] = []
  /// The magnetic field, in µT.
  public var magnetometer: [InertialSample] = []

  /// Creates an empty batch.
  public init() {}

  /// Clears the readings and keeps the memory.
  mutating func removeAll() {
    accelerometer.removeAll(keepingCapacity: true)
    gyroscope.removeAll(keepingCapacity: true)
    magnetometer.removeAll(keepingCapacity: true)
  }
}

/// The motion sensor readings of one moment.
public struct InertialReading: Hashable, Sendable {
  /// Specific force, in m/s².
  public var accelerometer: InertialSample
  /// Angular velocity, in rad/s.
  public var gyroscope: InertialSample
  /// The magnetic field, in µT.
  public var magnetometer: InertialSample
}
