public import Geometry
import Glibc

// Klobuchar ionosphere model: IS-GPS-200, 20.3.3.5.2.5, and J. A. Klobuchar, "Ionospheric time-delay
// algorithm for single-frequency GPS users", IEEE Trans. AES 23 (1987).

extension KlobucharParameters {
  /// The coefficients of 2004-01-01, RTKLIB's default for files without any.
  public static let nominal = KlobucharParameters(
    alpha: SIMD4(0.1118e-7, -0.7451e-8, -0.5961e-7, 0.1192e-6),
    beta: SIMD4(0.1167e6, -0.2294e6, -0.1311e6, 0.1049e7))

  /// Returns the Klobuchar ionospheric delay, in m.
  ///
  /// - Parameters:
  ///   - place: The receiver's position.
  ///   - azimuth: The satellite's azimuth, in rad from north.
  ///   - elevation: The satellite's elevation, in rad.
  ///   - secondsOfWeek: GPS time, in s of the week.
  ///   - frequency: The carrier frequency, in Hz; the delay scales with its inverse square.
  /// - Returns: The delay; 0 below the horizon and deeper than 1 km underground.
  public func delayMetres(
    at place: Geodetic, azimuth: Double, elevation: Double, secondsOfWeek: Double,
    frequency: Double = CarrierFrequency.l1
  ) -> Double {
    guard elevation > 0, place.altitudeMetres >= -1000 else { return 0 }
    // Angles in semicircles, as in the standard.
    let height = elevation / .pi
    let psi = 0.0137 / (height + 0.11) - 0.022
    let latitude = min(max(place.latitudeDegrees / 180 + psi * cos(azimuth), -0.416), 0.416)
    let longitude =
      place.longitudeDegrees / 180 + psi * sin(azimuth) / cos(latitude * .pi)
    let magnetic = latitude + 0.064 * cos((longitude - 1.617) * .pi)
    let local = 43_200 * longitude + secondsOfWeek
    let time = local - (local / 86_400).rounded(.down) * 86_400
    let low = 0.53 - height
    let slant = 1 + 16 * low * low * low
    let amplitude = max(0, Self.cubic(alpha, magnetic))
    let period = max(72_000, Self.cubic(beta, magnetic))
    let x = 2 * .pi * (time - 50_400) / period
    let day = abs(x) < 1.57 ? amplitude * (1 + x * x * (-0.5 + x * x / 24)) : 0
    let ratio = CarrierFrequency.l1 / frequency
    return KeplerEphemeris.speedOfLight * slant * (5e-9 + day) * ratio * ratio
  }

  /// A cubic polynomial.
  private static func cubic(_ c: SIMD4<Double>, _ x: Double) -> Double {
    c[0] + x * (c[1] + x * (c[2] + x * c[3]))
  }
}
