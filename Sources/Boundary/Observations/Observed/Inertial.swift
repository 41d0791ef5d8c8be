public import Kernel

/// A three-axis reading in the device frame: x to the right, y to the top, z out of the screen.
///
/// The unit is the sensor's: m/s² of specific force for an accelerometer (+9.8 on z, lying face up),
/// rad/s for a gyroscope, µT for a magnetometer.
public struct InertialSample: Hashable, Sendable {
  /// Sampling time.
  public var time: SimTime
  /// To the device's right.
  public var x: Float
  /// To the device's top.
  public var y: Float
  /// Out of the screen.
  public var z: Float

  /// Creates a reading.
  public init(time: SimTime, x: Float, y: Float, z: Float) {
    self.time = time
    self.x = x
    self.y = y
    self.z = z
  }

  /// True if all axes are finite, and so is their sum; a sensor's driver may report other values.
  public var isFinite: Bool { (x + y + z).isFinite }
}

/// The contents of a motion sensor's buffer at readout, oldest first.
public struct InertialBatch: Hashable, Sendable {
  /// The readings.
  public var samples: [InertialSample]

  /// Creates a batch.
  public init(samples: [InertialSample]) {
    self.samples = samples
  }
}

/// One reading of the barometer.
public struct PressureSample: Hashable, Sendable {
  /// Sampling time.
  public var time: SimTime
  /// Air pressure, in Pa.
  public var pressurePascals: Double
  /// Sensor temperature, in degrees Celsius; nil if not reported.
  public var temperatureCelsius: Double?

  /// Creates a reading.
  public init(time: SimTime, pressurePascals: Double, temperatureCelsius: Double? = nil) {
    self.time = time
    self.pressurePascals = pressurePascals
    self.temperatureCelsius = temperatureCelsius
  }
}
