/// The error parameters of a three-axis motion sensor, in m/s², rad/s or µT.
public struct InertialSensorParameters: Hashable, Sendable {
  /// White noise density, in units per √Hz.
  public var noiseDensity: Double
  /// Turn-on bias of each axis: its standard deviation between devices.
  public var bias: Double
  /// Bias drift with temperature and time: the standard deviation of each axis.
  public var drift: Double
  /// Standard deviation between devices of each axis's scale, as a ratio.
  public var scaleError: Double
  /// Standard deviation between devices of each cross-axis sensitivity, as a ratio.
  public var crossAxis: Double
  /// Quantisation step of the readings; zero for none.
  public var resolution: Double
  /// The max absolute reading.
  public var range: Double
  /// Standard deviation of the time stamps, in s.
  public var stampJitter: Double

  /// Creates parameters; omitted ones are without error.
  public init(
    noiseDensity: Double = 0, bias: Double = 0, drift: Double = 0, scaleError: Double = 0,
    crossAxis: Double = 0, resolution: Double = 0, range: Double = .infinity,
    stampJitter: Double = 0
  ) {
    self.noiseDensity = noiseDensity
    self.bias = bias
    self.drift = drift
    self.scaleError = scaleError
    self.crossAxis = crossAxis
    self.resolution = resolution
    self.range = range
    self.stampJitter = stampJitter
  }

  /// Standard gravity, in m/s² (CGPM 1901).
  public static let gravity = 9.80665

  /// A Bosch BMI270 accelerometer after the maker's calibration.
  ///
  /// 160 µg/√Hz, ±20 mg, 0.4 mg/K over a few kelvins, 4096 LSB/g, ±8 g (data sheet); axes 1 % and scale 0.5 %
  /// off (estimates).
  public static let accelerometer = InertialSensorParameters(
    noiseDensity: 160e-6 * gravity, bias: 0.02 * gravity, drift: 0.0015 * gravity,
    scaleError: 0.005, crossAxis: 0.005, resolution: gravity / 4096, range: 8 * gravity,
    stampJitter: 0.0002)

  /// A BMI270 gyroscope after a phone's calibration at rest.
  ///
  /// 0.007 °/s/√Hz, 16.4 LSB/(°/s), ±2000 °/s (data sheet), bias 0.1 °/s, drift 0.03 °/s (estimates).
  public static let gyroscope = InertialSensorParameters(
    noiseDensity: 0.007 * .pi / 180, bias: 0.1 * .pi / 180, drift: 0.03 * .pi / 180,
    scaleError: 0.007, crossAxis: 0.005, resolution: .pi / 180 / 16.4, range: 2000 * .pi / 180,
    stampJitter: 0.0002)

  /// An AK8963-class magnetometer.
  ///
  /// 0.4 µT RMS at 50 Hz, 0.15 µT/LSB, ±4900 µT (data sheet, from memory); 1.5 µT of hard iron and 1 % of
  /// soft iron remain after the phone's calibration (estimates).
  public static let magnetometer = InertialSensorParameters(
    noiseDensity: 0.08, bias: 1.5, drift: 0.3, scaleError: 0.01, crossAxis: 0.01,
    resolution: 0.15, range: 4900, stampJitter: 0.0002)

  public static let ideal = InertialSensorParameters()
}
