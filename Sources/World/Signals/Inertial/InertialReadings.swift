public import Observations

/// Which motion sensors are read.
public struct InertialSensors: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Specific force.
  public static let accelerometer = InertialSensors(rawValue: 1)
  /// Angular velocity.
  public static let gyroscope = InertialSensors(rawValue: 2)
  /// The magnetic field.
  public static let magnetometer = InertialSensors(rawValue: 4)
  /// All three.
  public static let all: InertialSensors = [.accelerometer, .gyroscope, .magnetometer]
}

/// What the motion sensors read from one time to another; to be used again for the next batch.
public struct InertialReadings: Hashable, Sendable {
  /// Specific force, in m/s².
  public var accelerometer: [InertialSample] = []
  /// Angular velocity, in rad/s.
  public var gyroscope: [InertialSample] = []
  /// The magnetic field, in µT.
  public var magnetometer: [InertialSample] = []

  /// Creates an empty set of readings.
  public init() {}

  /// Forgets the readings and keeps the memory.
  mutating func removeAll() {
    accelerometer.removeAll(keepingCapacity: true)
    gyroscope.removeAll(keepingCapacity: true)
    magnetometer.removeAll(keepingCapacity: true)
  }
}

/// What the motion sensors read at one moment.
public struct InertialReading: Hashable, Sendable {
  /// Specific force, in m/s².
  public var accelerometer: InertialSample
  /// Angular velocity, in rad/s.
  public var gyroscope: InertialSample
  /// The magnetic field, in µT.
  public var magnetometer: InertialSample
}
