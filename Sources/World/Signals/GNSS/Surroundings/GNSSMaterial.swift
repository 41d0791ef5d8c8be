import Glibc
import Venues

/// Reflection and penetration of GNSS signals by building material (ITU-R P.2040).
enum GNSSMaterial {
  /// The number of steps of a reflection table over the cosine of the angle of incidence.
  static let steps = 64

  /// Relative permittivity and conductivity in S/m near 1.6 GHz; nil for metal.
  ///
  /// ITU-R P.2040, ε = a, σ = c f^d, from NVlabs/sionna-rt's table.
  private static func properties(_ material: Material) -> (Double, Double)? {
    switch material {
    case .plasterboard: (2.73, 0.0085 * pow(1.57542, 0.9395))
    case .glass: (6.31, 0.0036 * pow(1.57542, 1.3394))
    case .wood: (1.99, 0.0047 * pow(1.57542, 1.0718))
    case .brick: (3.91, 0.0238 * pow(1.57542, 0.16))
    case .concrete, .reinforced: (5.24, 0.0462 * pow(1.57542, 0.7822))
    case .coatedGlass, .metal, .railing: nil
    }
  }

  /// The reflected fraction of power, mean of both polarisations, by the cosine of incidence.
  static func reflection(_ material: Material) -> [Double] {
    guard let (permittivity, conductivity) = properties(material) else {
      // A metal film reflects all but 1 to 2 dB; an estimate. A railing hardly reflects.
      let share = material == .metal ? 0.9 : material == .railing ? 0.01 : 0.7
      return [Double](repeating: share, count: steps + 1)
    }
    let loss = 17.98 * conductivity / 1.57542
    return (0...steps).map { step in
      reflectedShare(permittivity, loss, cosine: Double(step) / Double(steps))
    }
  }

  /// Fresnel equations for a permittivity of `real` - j `imaginary`.
  private static func reflectedShare(
    _ real: Double, _ imaginary: Double, cosine: Double
  ) -> Double {
    let sine2 = 1 - cosine * cosine
    let (p, q) = (real - sine2, -imaginary)
    let size = (p * p + q * q).squareRoot()
    // The complex square root of p + jq.
    let (a, b) = (((size + p) / 2).squareRoot(), -(max(0, size - p) / 2).squareRoot())
    let across =
      ((cosine - a) * (cosine - a) + b * b) / ((cosine + a) * (cosine + a) + b * b)
    let (c, d) = (real * cosine, -imaginary * cosine)
    let along =
      ((c - a) * (c - a) + (d - b) * (d - b)) / ((c + a) * (c + a) + (d + b) * (d + b))
    return (across + along) / 2
  }

  /// The penetration loss of a wall at normal incidence, in dB.
  ///
  /// Slabs by ITU-R P.2040 at L1: plasterboard 1 to 2, glass 1 to 3, wood 0.8, brick of 24 cm 6.1,
  /// concrete of 20 cm 11; coated glass 20 to 30 (P.2109); the rest are estimates.
  static func penetration(_ material: Material) -> Double {
    switch material {
    case .plasterboard: 2
    case .glass: 2
    case .wood: 2
    case .brick: 6
    case .concrete: 11
    case .reinforced: 20
    case .coatedGlass: 25
    case .metal: 30
    case .railing: 0
    }
  }

  /// The fraction of windows along a facade; estimates.
  static func windowShare(_ material: Material) -> Double {
    switch material {
    case .brick, .concrete, .wood, .plasterboard: 0.4
    default: 0
    }
  }
}

/// Knife-edge diffraction (ITU-R P.526).
package enum GNSSKnifeEdge {
  /// The ν below which there is no loss.
  static let clear = -0.78

  /// The diffraction loss in dB for the Fresnel-Kirchhoff parameter ν.
  package static func loss(_ nu: Double) -> Double {
    guard nu > clear else { return 0 }
    let x = nu - 0.1
    return max(0, 6.9 + 20 * log10((x * x + 1).squareRoot() + x))
  }

  /// The Fresnel-Kirchhoff parameter ν of an edge.
  ///
  /// - Parameters:
  ///   - height: The obstruction perpendicular to the ray, in m; negative for clearance.
  ///   - distance: From the edge to the receiver, in m; the satellite is far.
  ///   - wavelength: In m.
  /// - Returns: ν.
  package static func parameter(height: Double, distance: Double, wavelength: Double) -> Double {
    height * (2 / (wavelength * max(distance, 0.1))).squareRoot()
  }
}
