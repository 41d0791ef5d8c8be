/// Parameters of the air pressure and of the barometer.
public struct BarometerParameters: Hashable, Sendable {
  /// True for weather changes of the pressure.
  public var weather = true
  /// True for occasional fronts, at 1 to 3 hPa/h.
  public var fronts = true
  /// True for overpressure in buildings, by ventilation and stack effect.
  public var ventilation = true
  /// True for pressure pulses of building and car doors.
  public var doors = true
  /// True for the pressure ahead of a lift.
  public var lifts = true
  /// True for pressure changes in vehicles by fans, windows and dynamic pressure.
  public var vehicles = true
  public var wind = true
  /// True for the temperature coefficient of the sensor.
  public var temperature = true
  /// Mean sea level pressure, in Pa (ICAO standard atmosphere).
  public var seaLevelPascals = 101_325.0
  /// Random walk of the weather, in Pa after one minute.
  ///
  /// Measured on the IPIN 2023 track 3 recordings: the Allan deviation of two phones' pressure over 60 s is
  /// 0.7 to 2.3 Pa, root mean square 1.6 Pa, which corresponds to a walk of 2.8 Pa/√min; over an hour it
  /// makes 22 Pa. Days differ by a factor drawn for each run.
  public var weatherWalkPascals = 2.8
  /// Standard deviation of a device's offset, in Pa.
  ///
  /// Two phones then differ by 48 Pa in the median: those of IPIN 2023 track 3 by 40 to 50 Pa, and the
  /// BMP280's data sheet allows 100 Pa (from memory).
  public var offsetPascals = 50.0
  /// RMS noise of a device's readings, in Pa: the median of devices.
  ///
  /// Measured on IPIN 2023 track 3: 1.2 to 2.5 Pa within 20 s after detrending, median 1.6. The BMP280's
  /// data sheet says 1.3 Pa unfiltered (from memory).
  public var noisePascals = 1.6
  /// Resolution of readings, in Pa: 0.16 is the BMP280's smallest unit (data sheet, from memory).
  public var resolutionPascals = 0.16
  /// Time constant of the air in the phone's case, in s: 0 for an ordinary, vented one.
  ///
  /// A sealed case takes more than an hour (an estimate).
  public var caseSeconds = 0.0

  /// Creates realistic values.
  public init() {}

  /// The standard atmosphere at rest, read exactly.
  public static var ideal: BarometerParameters {
    var parameters = BarometerParameters()
    parameters.weather = false
    parameters.fronts = false
    parameters.ventilation = false
    parameters.doors = false
    parameters.lifts = false
    parameters.vehicles = false
    parameters.wind = false
    parameters.temperature = false
    parameters.offsetPascals = 0
    parameters.noisePascals = 0
    parameters.resolutionPascals = 0
    return parameters
  }
}
