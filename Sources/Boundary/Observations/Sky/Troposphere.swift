public import Geometry
import Glibc

/// Saastamoinen tropospheric delay model (1972), in a standard atmosphere.
///
/// The formula as in RTKLIB: pressure, temperature and water vapour from the height alone (standard
/// atmosphere of 15 °C and 1013.25 hPa at sea level), mapped by the secant of the zenith angle. About
/// 2.4 m at the zenith at sea level.
public enum Troposphere {
  /// Returns the delay of a signal, in m.
  ///
  /// - Parameters:
  ///   - place: The receiver's position.
  ///   - elevation: The satellite's elevation, in rad.
  ///   - humidity: Relative humidity, 0 to 1; 0.7 is RTKLIB's default.
  /// - Returns: The delay; 0 below the horizon, below -100 m or above 10 km.
  public static func delayMetres(
    at place: Geodetic, elevation: Double, humidity: Double = 0.7
  ) -> Double {
    let altitude = place.altitudeMetres
    guard elevation > 0, altitude >= -100, altitude <= 1e4 else { return 0 }
    let height = max(0, altitude)
    let pressure = 1013.25 * pow(1 - 2.2557e-5 * height, 5.2568)
    let temperature = 15 - 6.5e-3 * height + 273.16
    let vapour =
      6.108 * humidity * exp((17.15 * temperature - 4684) / (temperature - 38.45))
    let latitude = place.latitudeDegrees * .pi / 180
    let mapping = 1 / cos(.pi / 2 - elevation)
    let dry =
      0.002_276_8 * pressure / (1 - 0.00266 * cos(2 * latitude) - 0.00028 * height / 1e3)
    let wet = 0.002277 * (1255 / temperature + 0.05) * vapour
    return (dry + wet) * mapping
  }
}
