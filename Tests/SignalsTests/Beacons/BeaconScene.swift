import Geometry
import Kernel
import Maps
import Observations
import Signals
import Truth
import Venues

/// Beacons in the open hall of one level, with phones.
struct BeaconScene {
  let parameters: BeaconParameters
  let surroundings: BeaconSurroundings

  init(_ beacons: [Beacon], _ parameters: BeaconParameters, seed: UInt64) throws {
    let frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 50, longitudeDegrees: 4, altitudeMetres: 0))
    // As large as anything in it reaches, so that there is a floor between the levels.
    let outline = [try Polygon(Box2([-150, -150], [150, 150]))]
    let levels = (0..<2).map {
      Level(
        ordinal: $0, shortName: "\($0)", elevationMetres: 4 * Double($0), heightMetres: 3,
        outline: outline, walls: [])
    }
    let venue = Venue(
      map: VenueMap(name: "hall", frame: frame, levels: levels),
      transmitters: Transmitters(beacons: beacons))
    self.parameters = parameters
    surroundings = BeaconSurroundings(
      venue, propagation: Propagation(venue), parameters: parameters, seed: seed)
  }

  func receiver(seed: UInt64 = 1, device: UInt64 = 1) -> BeaconReceiver {
    BeaconReceiver(
      parameters, in: surroundings, for: SignalReceiver(seed: seed, device: device))
  }

  /// Advertisements received by a standing or walking phone from the start.
  func received(
    along trajectory: Trajectory, seconds: Double, seed: UInt64 = 1, device: UInt64 = 1
  ) -> [BeaconAdvertisement] {
    var receiver = receiver(seed: seed, device: device)
    var list: [BeaconAdvertisement] = []
    receiver.received(
      along: trajectory, from: .start, to: SimTime(seconds: seconds), into: &list)
    return list
  }

  static func beacon(
    _ name: String, at position: Vec3, interval: Double = 0.35, power: Double = -59,
    measured: Double = -59, format: BeaconFormat = .iBeacon, minor: UInt16 = 0
  ) -> Beacon {
    Beacon(
      name: name,
      identity: BeaconIdentity(
        format: format, uuid: Identifier128(high: 1, low: 2), major: 3, minor: minor),
      position: position, level: 0, measuredPowerDecibelMilliwatts: measured,
      truePowerDecibelMilliwatts: power, intervalSeconds: interval)
  }

  static func standing(
    at place: Vec3, placement: Placement = .table, level: Int? = 0, heading: Double = 0
  ) -> Trajectory {
    Trajectory(
      along: [place], speed: 1, placement: placement, level: level, heading: heading)
  }
}
