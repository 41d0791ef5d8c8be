import Geometry
import Maps
import Observations

/// The beacons with published positions, as a map that an estimator may use.
struct PublishedBeacons {
  struct Entry {
    var identity: BeaconIdentity
    var coordinate: Coordinate
  }

  /// Default transmit power at 1 m, in dBm: a common estimate.
  static let usualPower = -59.0
  /// Default mounting height above the floor, in m: an estimate.
  private static let height = 2.5

  /// In the data set's order.
  var entries: [Entry] = []

  /// A map with only the beacons, on unknown floors; nil without a beacon at a position on Earth.
  func map(name: String) -> VenueMap? {
    let places = entries.compactMap { entry -> (identity: BeaconIdentity, place: Geodetic)? in
      guard
        let place = try? Geodetic(
          latitudeDegrees: entry.coordinate.latitudeDegrees,
          longitudeDegrees: entry.coordinate.longitudeDegrees, altitudeMetres: 0)
      else { return nil }
      return (entry.identity, place)
    }
    guard let first = places.first else { return nil }
    let frame = LocalFrame(origin: first.place)
    let beacons = places.map { entry in
      let ground = frame.enu(of: entry.place)
      return PublishedBeacon(
        identity: entry.identity, position: Vec3(ground.x, ground.y, Self.height), level: nil)
    }
    return VenueMap(name: name, frame: frame, levels: [], beacons: beacons)
  }
}
