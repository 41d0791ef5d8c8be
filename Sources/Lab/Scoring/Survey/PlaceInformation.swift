import Glibc

/// Fisher information of one scan's normal signal strengths about a horizontal position.
///
/// S. M. Kay, "Fundamentals of Statistical Signal Processing: Estimation Theory" (1993), chapter 3:
/// the sum of gradient times gradient over variance. The phone's level offsets from the survey's
/// phone, one for access points and one for beacons, are nuisance parameters, eliminated by the
/// Schur complement.
struct PlaceInformation: Hashable, Sendable {
  /// The sigma of the level offset between phones, in dB; an estimate, as in the reference stack.
  private static let offsetDecibels = 4.0
  /// A-priori sigma per axis of a position in the building, in m; keeps radii finite; an estimate.
  private static let unaidedMetres = 30.0

  /// Sums over the readings of one kind, which share an offset.
  struct KindSums: Hashable, Sendable {
    var xx = 0.0, xy = 0.0, yy = 0.0
    var x = 0.0, y = 0.0
    var total = 0.0

    /// Adds a reading.
    ///
    /// - Parameters:
    ///   - east: The gradient to the east, in dB/m.
    ///   - north: The gradient to the north, in dB/m.
    ///   - weight: The inverse of the variance, in 1/dB².
    mutating func add(_ east: Double, _ north: Double, weight: Double) {
      xx += weight * east * east
      xy += weight * east * north
      yy += weight * north * north
      x += weight * east
      y += weight * north
      total += weight
    }

    static func += (sum: inout KindSums, other: KindSums) {
      sum.xx += other.xx
      sum.xy += other.xy
      sum.yy += other.yy
      sum.x += other.x
      sum.y += other.y
      sum.total += other.total
    }

    /// The information after elimination of the offset.
    fileprivate var known: (xx: Double, xy: Double, yy: Double) {
      let rest = total + 1 / (PlaceInformation.offsetDecibels * PlaceInformation.offsetDecibels)
      return (xx - x * x / rest, xy - x * y / rest, yy - y * y / rest)
    }
  }

  var wifi = KindSums()
  var beacons = KindSums()

  /// The 68 % radius of the position, in m.
  ///
  /// For a normal distribution with the inverse information as its covariance, by a fit to the
  /// integral that is right within 1 % for any shape of the ellipse; with the common error of all
  /// readings added.
  var radius: Double {
    let (first, second) = (wifi.known, beacons.known)
    let prior = 1 / (Self.unaidedMetres * Self.unaidedMetres)
    let a = first.xx + second.xx + prior
    let b = first.xy + second.xy
    let c = first.yy + second.yy + prior
    let middle = 0.5 * (a + c)
    let half = (0.25 * (a - c) * (a - c) + b * b).squareRoot()
    // The information along the weakest axis, and the axis ratio of the ellipse.
    let minimum = max(middle - half, 1e-12)
    let shape = (minimum / (middle + half)).squareRoot()
    let bound = (0.989 + shape * shape * (0.768 - 0.244 * shape)) / minimum.squareRoot()
    let floor = ExpectedAccuracy.minRadius
    return (bound * bound + floor * floor).squareRoot()
  }

  /// Returns the relative information of a reading that is censored below a threshold.
  ///
  /// The Fisher information of a censored normal variable (J. Tobin, Econometrica 26 (1958) 24-36).
  ///
  /// - Parameter height: The mean's height above the threshold, in sigmas.
  /// - Returns: From 0 to 1, relative to an uncensored reading.
  static func receivedShare(_ height: Double) -> Double {
    guard height < 6 else { return 1 }
    guard height > -6 else { return 0 }
    let density = exp(-0.5 * height * height) / (2 * Double.pi).squareRoot()
    let missed = max(1e-12, 0.5 * erfc(height / 2.0.squareRoot()))
    return min(1, max(0, 1 - missed - height * density + density * density / missed))
  }
}
