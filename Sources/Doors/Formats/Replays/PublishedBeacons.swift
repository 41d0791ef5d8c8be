import Geometry
import Maps
import Observations

/// The beacons whose places a data set publishes, as the map of a place: a stack may know it.
struct PublishedBeacons {
  /// A beacon and its place.
  struct Entry {
    /// Who it says it is.
    var identity: BeaconIdentity
    /// Where it stands.
    var coordinate: Coordinate
  }

  /// What a beacon counts as sending at 1 m where nobody tells, in dBm: an estimate, as common.
  static let usualPower = -59.0
  /// How high above the floor a beacon hangs where nobody tells, in m: an estimate.
  private static let height = 2.5

  /// The beacons in the data set's order.
  var entries: [Entry] = []

  /// The beacons as a map of nothing else; on which floor they are isn't told.
  ///
  /// - Parameter name: The map's name.
  /// - Returns: The map; nil without a beacon at a place on Earth.
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
