/// How the barometer's world and the barometer itself behave.
public struct BarometerParameters: Hashable, Sendable {
  /// Whether the weather moves the pressure.
  public var weather = true
  /// Whether a front passes now and then, at 1 to 3 hPa/h.
  public var fronts = true
  /// Whether the air in buildings has a pressure of its own, by ventilation and stack effect.
  public var ventilation = true
  /// Whether doors of buildings and cars make pulses.
  public var doors = true
  /// Whether a lift pushes the air before it.
  public var lifts = true
  /// Whether fans, windows and the wind of motion change the pressure in vehicles.
  public var vehicles = true
  /// Whether gusts are felt outdoors.
  public var wind = true
  /// Whether the sensor's temperature shifts its reading.
  public var temperature = true
  /// The pressure at sea level that the weather varies around, in Pa (ICAO standard atmosphere).
  public var seaLevelPascals = 101_325.0
  /// The random walk of the weather, in Pa after one minute.
  ///
  /// Measured on the IPIN 2023 track 3 recordings: the Allan deviation of two phones' pressure over
  /// 60 s is 0.7 to 2.3 Pa, root mean square 1.6 Pa, which a walk of 2.8 Pa/√min has; over an hour it
  /// makes 22 Pa. Days differ by a factor drawn for each run.
  public var weatherWalkPascals = 2.8
  /// How far a device's readings are off, standard deviation in Pa.
  ///
  /// Two phones are then 48 Pa apart in the median: those of IPIN 2023 track 3 are 40 to 50 Pa apart,
  /// and the BMP280's data sheet allows 100 Pa (from memory).
  public var offsetPascals = 50.0
  /// The noise of a device's readings, in Pa RMS: the median of devices.
  ///
  /// Measured on IPIN 2023 track 3: 1.2 to 2.5 Pa within 20 s, the trend taken out, median 1.6.
  /// The BMP280's data sheet says 1.3 Pa unfiltered (from memory).
  public var noisePascals = 1.6
  /// How fine readings are, in Pa: 0.16 is the BMP280's least unit (data sheet, from memory).
  public var resolutionPascals = 0.16
  /// How long the air in the phone's case takes to follow, in s: 0 for an ordinary, vented one.
  ///
  /// A sealed case takes more than an hour (an estimate).
  public var caseSeconds = 0.0

  /// Creates the barometer of nature.
  public init() {}

  /// Nothing but height: the standard atmosphere at rest, read exactly.
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
