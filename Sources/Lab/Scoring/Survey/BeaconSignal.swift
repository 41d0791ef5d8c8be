import Geometry
import Glibc

/// How a beacon that isn't there yet is expected to be heard: the same in all directions, by how the
/// place's other beacons fall off with the way, walls and all.
///
/// Published maps tell walls but not what they are made of; so walls are in the exponent only.
public struct BeaconSignal: Hashable, Sendable {
  /// The mean strength at 1 m, in dBm.
  public var power: Double
  /// The path loss exponent: 2 in free space.
  public var exponent: Double
  /// How far above the phone it hangs, in m.
  public var overheadMetres: Double
  /// How far a single reading is from the mean, walls, doubts of the next survey and a body in the way
  /// together, one standard deviation in dB.
  public var noise: Double

  /// What a beacon usually is: the power that Apple's iBeacon documentation calls typical at 1 m, and
  /// an exponent and a noise usual indoors; estimates.
  public static let usual = BeaconSignal(
    power: -59, exponent: 2.4, overheadMetres: 2.5, noise: 5, doubt: 3)

  /// Creates a signal.
  ///
  /// - Parameters:
  ///   - power: The mean strength at 1 m, in dBm.
  ///   - exponent: The path loss exponent.
  ///   - overheadMetres: How far above the phone it hangs, in m.
  ///   - noise: How far single readings are from the mean, one standard deviation in dB.
  ///   - doubt: How unsure the mean is once the place is surveyed again, likewise.
  public init(
    power: Double, exponent: Double, overheadMetres: Double, noise: Double, doubt: Double
  ) {
    self.power = power
    self.exponent = exponent
    self.overheadMetres = overheadMetres
    self.noise = (noise * noise + doubt * doubt + ExpectedAccuracy.bodyVariance).squareRoot()
  }

  /// How far away it is heard, in m, and no farther than it is worth reckoning.
  var reach: Double {
    let decades = (power - ExpectedAccuracy.faintest) / (10 * max(exponent, 0.5))
    let way = pow(10, min(3, max(0, decades)))
    return min(40, max(0, way * way - overheadMetres * overheadMetres).squareRoot())
  }

  /// What one reading tells of the place, at an offset in m from below the beacon.
  func information(at offset: Vec2) -> (strength: Double, kind: PlaceInformation.Kind) {
    let square = offset.squaredLength + overheadMetres * overheadMetres
    let strength = power - 5 * exponent * log10(square)
    let slope = -10 * exponent / log(10) / square
    let share = PlaceInformation.heardShare((strength - ExpectedAccuracy.silence) / noise)
    var kind = PlaceInformation.Kind()
    kind.add(slope * offset.x, slope * offset.y, weight: share / (noise * noise))
    return (strength, kind)
  }
}
