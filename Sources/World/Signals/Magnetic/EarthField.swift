import Geometry
import Glibc

/// The geomagnetic main field by IGRF-13, a spherical harmonic model.
///
/// International Geomagnetic Reference Field (Alken et al., Earth, Planets and Space 73:49, 2021; public)
/// up to degree 8 of its 13, at epoch 2020 with secular variation: within 2 % of the total field nearly
/// everywhere; the crust adds as much.
struct EarthField: Sendable {
  private static let degree = 8
  /// Reference radius of the model, in km.
  private static let radius = 6371.2

  /// Gauss coefficients g and h in nT at 2020.0, by degree n and order m: n = 1, m = 0, 1; n = 2 ...
  private static let g: [Double] = [
    -29404.8, -1450.9,
    -2499.6, 2982.0, 1677.0,
    1363.2, -2381.2, 1236.2, 525.7,
    903.0, 809.5, 86.3, -309.4, 48.0,
    -234.3, 363.2, 187.8, -140.7, -151.2, 13.5,
    66.0, 65.5, 72.9, -121.5, -36.2, 13.5, -64.7,
    80.6, -76.7, -8.2, 56.5, 15.8, 6.4, -7.2, 9.8,
    23.7, 9.7, -17.6, -0.5, -21.1, 15.3, 13.7, -16.5, -0.3,
  ]
  private static let h: [Double] = [
    0, 4652.5,
    0, -2991.6, -734.6,
    0, -82.1, 241.8, -543.4,
    0, 281.9, -158.4, 199.7, -349.7,
    0, 47.7, 208.3, -121.2, 32.3, 98.8,
    0, -19.1, 25.1, 52.8, -64.5, 8.9, 68.1,
    0, -51.5, -16.9, 2.2, 23.5, -2.2, -27.2, -1.8,
    0, 8.4, -15.3, 12.8, -11.7, 14.9, 3.6, -6.9, 2.8,
  ]
  /// Secular variation in nT per year from 2020 to 2025, up to degree 4; above it is at most 3 nT.
  private static let gChange: [Double] = [
    5.7, 7.4,
    -11.0, -7.0, -2.2,
    2.2, -5.9, 3.1, -12.0,
    -1.2, -1.5, -5.9, 5.2, -5.1,
  ]
  private static let hChange: [Double] = [
    0, -25.9,
    0, -30.2, -22.4,
    0, 6.0, -1.1, 0.5,
    0, -0.1, 6.5, 3.5, -5.0,
  ]

  /// The field at a position, in µT east, north and up.
  ///
  /// - Parameters:
  ///   - place: The position.
  ///   - year: The date, such as 2026.9; the secular variation of 2020 to 2025 is extrapolated.
  /// - Returns: The field.
  static func field(at place: Geodetic, year: Double) -> Vec3 {
    // Geodetic to geocentric: rotate by the angle between the ellipsoid's normal and the radius.
    let latitude = place.latitudeDegrees * .pi / 180
    let longitude = place.longitudeDegrees * .pi / 180
    let centre = place.ecef
    let planar = (centre.x * centre.x + centre.y * centre.y).squareRoot()
    let distance = (planar * planar + centre.z * centre.z).squareRoot()
    let geocentric = atan2(centre.z, planar)
    let spherical = sphericalField(
      colatitude: .pi / 2 - geocentric, longitude: longitude, radius: distance / 1000,
      years: year - 2020)
    let lean = latitude - geocentric
    let north = cos(lean) * spherical.north - sin(lean) * spherical.up
    let up = sin(lean) * spherical.north + cos(lean) * spherical.up
    return Vec3(spherical.east, north, up) / 1000
  }

  /// The field on a sphere, in nT: the negative gradient of the potential.
  private static func sphericalField(
    colatitude: Double, longitude: Double, radius: Double, years: Double
  ) -> (east: Double, north: Double, up: Double) {
    // East is undefined at the poles; stay just beside them.
    let theta = min(max(colatitude, 1e-6), .pi - 1e-6)
    let legendre = schmidt(cosine: cos(theta), sine: sin(theta))
    var field = (east: 0.0, north: 0.0, up: 0.0)
    var number = 0
    for n in 1...degree {
      let decay = pow(Self.radius / radius, Double(n + 2))
      for m in 0...n {
        let changes = number < gChange.count
        let gNow = g[number] + (changes ? gChange[number] * years : 0)
        let hNow = h[number] + (changes ? hChange[number] * years : 0)
        let (c, s) = (cos(Double(m) * longitude), sin(Double(m) * longitude))
        let (value, slope) = legendre[n * (n + 1) / 2 + m]
        let along = gNow * c + hNow * s
        field.up += decay * Double(n + 1) * along * value
        field.north += decay * along * slope
        field.east += decay * Double(m) * (gNow * s - hNow * c) * value / sin(theta)
        number += 1
      }
    }
    return field
  }

  /// Schmidt semi-normalised associated Legendre functions and their derivatives by colatitude.
  private static func schmidt(
    cosine: Double, sine: Double
  ) -> [(value: Double, slope: Double)] {
    var table = [(value: Double, slope: Double)](
      repeating: (0, 0), count: (degree + 1) * (degree + 2) / 2)
    table[0] = (1, 0)
    func at(_ n: Int, _ m: Int) -> Int { n * (n + 1) / 2 + m }
    for n in 1...degree {
      let above = table[at(n - 1, n - 1)]
      let scale = n == 1 ? 1 : (1 - 1 / (2 * Double(n))).squareRoot()
      table[at(n, n)] = (
        scale * sine * above.value, scale * (cosine * above.value + sine * above.slope)
      )
      for m in 0..<n {
        let one = table[at(n - 1, m)]
        let two = n - 2 >= m ? table[at(n - 2, m)] : (value: 0, slope: 0)
        let (order, rank) = (Double(m), Double(n))
        let down = (rank * rank - order * order).squareRoot()
        let back = max(0, (rank - 1) * (rank - 1) - order * order).squareRoot()
        table[at(n, m)] = (
          ((2 * rank - 1) * cosine * one.value - back * two.value) / down,
          ((2 * rank - 1) * (cosine * one.slope - sine * one.value) - back * two.slope) / down
        )
      }
    }
    return table
  }
}
