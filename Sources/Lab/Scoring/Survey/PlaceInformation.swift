import Glibc

/// What readings of one scan tell of a place in the plane: the Fisher information of normal strengths.
///
/// S. M. Kay, "Fundamentals of Statistical Signal Processing: Estimation Theory" (1993), chapter 3: the
/// sum of gradient times gradient over variance. By how much the phone hears more or less than the
/// survey's is unknown, apart for access points and for beacons, and takes its share away (the Schur
/// complement of the two offsets).
struct PlaceInformation: Hashable, Sendable {
  /// How much phones differ in what they hear, one standard deviation in dB; an estimate, the
  /// reference stack's.
  private static let offsetDecibels = 4.0
  /// How well somebody in the building is known without any reading, one standard deviation along an
  /// axis in m: it keeps radii finite; an estimate.
  private static let unaidedMetres = 30.0

  /// Sums over the readings of one kind, whose offset is one.
  struct Kind: Hashable, Sendable {
    var xx = 0.0, xy = 0.0, yy = 0.0
    var x = 0.0, y = 0.0
    var total = 0.0

    /// Adds a reading.
    ///
    /// - Parameters:
    ///   - east: By how much the mean strength grows to the east, in dB/m.
    ///   - north: By how much it grows to the north, in dB/m.
    ///   - weight: One over its variance, in 1/dB².
    mutating func add(_ east: Double, _ north: Double, weight: Double) {
      xx += weight * east * east
      xy += weight * east * north
      yy += weight * north * north
      x += weight * east
      y += weight * north
      total += weight
    }

    static func += (sum: inout Kind, other: Kind) {
      sum.xx += other.xx
      sum.xy += other.xy
      sum.yy += other.yy
      sum.x += other.x
      sum.y += other.y
      sum.total += other.total
    }

    /// What is left of it with the offset unknown.
    fileprivate var known: (xx: Double, xy: Double, yy: Double) {
      let rest = total + 1 / (PlaceInformation.offsetDecibels * PlaceInformation.offsetDecibels)
      return (xx - x * x / rest, xy - x * y / rest, yy - y * y / rest)
    }
  }

  var wifi = Kind()
  var beacons = Kind()

  /// The radius in which the place is with 68 %, in m.
  ///
  /// Of a normal law with the inverse as its covariance, by a fit to the integral that is right within
  /// 1 % for any shape of the ellipse; and of what all readings err by together.
  var radius: Double {
    let (first, second) = (wifi.known, beacons.known)
    let prior = 1 / (Self.unaidedMetres * Self.unaidedMetres)
    let a = first.xx + second.xx + prior
    let b = first.xy + second.xy
    let c = first.yy + second.yy + prior
    let middle = 0.5 * (a + c)
    let half = (0.25 * (a - c) * (a - c) + b * b).squareRoot()
    // The least known direction, and how much better the other one is.
    let least = max(middle - half, 1e-12)
    let shape = (least / (middle + half)).squareRoot()
    let bound = (0.989 + shape * shape * (0.768 - 0.244 * shape)) / least.squareRoot()
    let floor = ExpectedAccuracy.leastRadius
    return (bound * bound + floor * floor).squareRoot()
  }

  /// How much a reading counts that is only known to be too faint where it is below a threshold.
  ///
  /// The Fisher information of a censored normal variable (J. Tobin, Econometrica 26 (1958) 24-36).
  ///
  /// - Parameter height: How far the mean is above the threshold, in standard deviations.
  /// - Returns: From 0 to 1, as a share of what it would tell if any strength were heard.
  static func heardShare(_ height: Double) -> Double {
    guard height < 6 else { return 1 }
    guard height > -6 else { return 0 }
    let density = exp(-0.5 * height * height) / (2 * Double.pi).squareRoot()
    let missed = max(1e-12, 0.5 * erfc(height / 2.0.squareRoot()))
    return min(1, max(0, 1 - missed - height * density + density * density / missed))
  }
}
