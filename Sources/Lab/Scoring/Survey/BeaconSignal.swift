import Geometry
import Glibc

/// Signal model of a planned beacon: isotropic log-distance path loss, with the exponent of the
/// venue's other beacons including walls.
///
/// Published maps have walls but not their materials; so walls affect the exponent only.
public struct BeaconSignal: Hashable, Sendable {
  /// The mean strength at 1 m, in dBm.
  public var power: Double
  /// The path loss exponent: 2 in free space.
  public var exponent: Double
  /// The height above the phone, in m.
  public var overheadMetres: Double
  /// The sigma of a single reading in dB, including walls, the next survey's uncertainty and the
  /// body.
  public var noise: Double

  /// A usual beacon: the typical power at 1 m of Apple's iBeacon documentation, and an exponent and
  /// a noise usual indoors; estimates.
  public static let usual = BeaconSignal(
    power: -59, exponent: 2.4, overheadMetres: 2.5, noise: 5, sigma: 3)

  /// Creates a signal.
  ///
  /// - Parameters:
  ///   - power: The mean strength at 1 m, in dBm.
  ///   - exponent: The path loss exponent.
  ///   - overheadMetres: The height above the phone, in m.
  ///   - noise: The sigma of single readings, in dB.
  ///   - sigma: The sigma of the mean after the next survey, in dB.
  public init(
    power: Double, exponent: Double, overheadMetres: Double, noise: Double, sigma: Double
  ) {
    self.power = power
    self.exponent = exponent
    self.overheadMetres = overheadMetres
    self.noise = (noise * noise + sigma * sigma + ExpectedAccuracy.bodyVariance).squareRoot()
  }

  /// The range of reception, in m, limited to 40 m to save computation.
  var reach: Double {
    let decades = (power - ExpectedAccuracy.faintest) / (10 * max(exponent, 0.5))
    let way = pow(10, min(3, max(0, decades)))
    return min(40, max(0, way * way - overheadMetres * overheadMetres).squareRoot())
  }

  /// The information from one reading, at an offset in m from below the beacon.
  func information(at offset: Vec2) -> (strength: Double, kind: PlaceInformation.KindSums) {
    let square = offset.squaredLength + overheadMetres * overheadMetres
    let strength = power - 5 * exponent * log10(square)
    let slope = -10 * exponent / log(10) / square
    let share = PlaceInformation.receivedShare((strength - ExpectedAccuracy.silence) / noise)
    var kind = PlaceInformation.KindSums()
    kind.add(slope * offset.x, slope * offset.y, weight: share / (noise * noise))
    return (strength, kind)
  }
}
