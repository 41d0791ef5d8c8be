import Glibc

/// The great ellipse of a geodesic, on the auxiliary sphere.
///
/// Formulas and names after C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013),
/// equations 5 to 8. The two integrals are evaluated by Gauss-Legendre quadrature instead of by
/// series; with eight nodes for every quarter turn the error is below a nanometre.
struct GeodesicArc {
  /// The sine of the azimuth where the geodesic crosses the equator northwards.
  let sinEquatorAzimuth: Double
  /// The cosine of that azimuth.
  let cosEquatorAzimuth: Double
  /// The square of the expansion parameter k.
  let k2: Double

  init(sinEquatorAzimuth: Double, cosEquatorAzimuth: Double) {
    self.sinEquatorAzimuth = sinEquatorAzimuth
    self.cosEquatorAzimuth = cosEquatorAzimuth
    k2 = WGS84.secondEccentricitySquared * cosEquatorAzimuth * cosEquatorAzimuth
  }

  /// Returns the distance in metres between two arc lengths from the equator, in radians.
  func distance(from first: Double, to last: Double) -> Double {
    WGS84.semiMinorAxis * Self.integral(from: first, to: last) { stretch(at: $0) }
  }

  /// Returns the change of distance with arc length, in units of the polar radius.
  func stretch(at arc: Double) -> Double {
    let sine = sin(arc)
    return (1 + k2 * sine * sine).squareRoot()
  }

  /// Returns the longitude on the auxiliary sphere minus the longitude on the ellipsoid.
  func longitudeExcess(from first: Double, to last: Double) -> Double {
    let f = WGS84.flattening
    return f * sinEquatorAzimuth
      * Self.integral(from: first, to: last) { (2 - f) / (1 + (1 - f) * stretch(at: $0)) }
  }

  /// Returns the arc length at a distance from another arc length.
  func arc(from first: Double, afterDistance distance: Double) -> Double {
    let turn = 4 * self.distance(from: 0, to: .pi / 2)
    let turns = (distance / turn).rounded(.toNearestOrEven)
    let rest = distance - turns * turn
    var arc = first + rest / (turn / (2 * .pi))
    // Newton's iteration on a nearly linear function: three steps reach full precision.
    for _ in 0..<8 {
      let error = rest - self.distance(from: first, to: arc)
      let step = error / (WGS84.semiMinorAxis * stretch(at: arc))
      arc += step
      if abs(step) < 1e-15 { break }
    }
    return arc + turns * 2 * .pi
  }

  /// Integrates a function of the arc whose period is pi.
  private static func integral(
    from first: Double, to last: Double, _ function: (Double) -> Double
  ) -> Double {
    let halfTurns = ((last - first) / .pi).rounded(.towardZero)
    var sum = 0.0
    if halfTurns != 0 {
      sum = 2 * halfTurns * panel(from: 0, to: .pi / 2, function)
    }
    let start = first + halfTurns * .pi
    let middle = (start + last) / 2
    return sum + panel(from: start, to: middle, function) + panel(from: middle, to: last, function)
  }

  /// Positive nodes and weights of the eight-point Gauss-Legendre rule (Abramowitz and Stegun, table 25.4).
  private static let rule: [(node: Double, weight: Double)] = [
    (0.183_434_642_495_649_805, 0.362_683_783_378_361_983),
    (0.525_532_409_916_328_986, 0.313_706_645_877_887_287),
    (0.796_666_477_413_626_740, 0.222_381_034_453_374_471),
    (0.960_289_856_497_536_232, 0.101_228_536_290_376_259),
  ]

  private static func panel(
    from first: Double, to last: Double, _ function: (Double) -> Double
  ) -> Double {
    let middle = (first + last) / 2
    let half = (last - first) / 2
    var sum = 0.0
    for (node, weight) in rule {
      sum += weight * (function(middle - half * node) + function(middle + half * node))
    }
    return sum * half
  }
}
