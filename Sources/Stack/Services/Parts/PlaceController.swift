import Geometry
import Maps
import Observations
import Positioning

/// Geocoding, reverse geocoding, and levels of a building for apps.
///
/// Geocoding needs the network, as on phones; levels come with the map.
struct PlaceController: Sendable {
  private let map: VenueMap
  /// Search index, created on first use, since most apps never need it.
  private var index: PlaceIndex?
  private var isOnline = true

  init(_ map: VenueMap) {
    self.map = map
  }

  /// Updates the network state.
  mutating func receive(_ network: NetworkReachability) {
    isOnline = network.route != .none
  }

  /// Returns the outputs for a request; none if it is for another component.
  mutating func answers(to request: ManagerRequest) -> [Output] {
    switch request {
    case .placemark(_, let address): [lookUp { Self.placemark(address, $0, $1) }]
    case .address(_, let place): [lookUp { Self.address(of: place, $0, $1) }]
    case .levels(_, let facility): levels(of: facility)
    default: []
    }
  }

  private mutating func lookUp(_ find: (PlaceIndex, VenueMap) -> Placemark?) -> Output {
    guard isOnline else { return .failure(ServiceFailure(service: "geocoder", code: "network")) }
    let index = self.index ?? PlaceIndex(map: map)
    self.index = index
    return find(index, map).map { .placemark($0) }
      ?? .failure(ServiceFailure(service: "geocoder", code: "notFound"))
  }

  private static func placemark(
    _ address: String, _ index: PlaceIndex, _ map: VenueMap
  ) -> Placemark? {
    guard let best = index.search(address, limit: 1).first?.entry else { return nil }
    let height = map.elevation(of: best.spot)
    guard let place = try? map.frame.geodetic(of: Vec3(best.spot.point, height)) else { return nil }
    return Placemark(
      query: address, name: best.name,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      floor: map.ordinal(ofLevel: best.spot.level))
  }

  private static func address(
    of place: Coordinate, _ index: PlaceIndex, _ map: VenueMap
  ) -> Placemark? {
    guard
      let spot = try? Geodetic(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees,
        altitudeMetres: map.frame.origin.altitudeMetres)
    else { return nil }
    let text = index.address(of: Spot(map.frame.enu(of: spot).xy)).text
    guard !text.isEmpty else { return nil }
    return Placemark(query: nil, name: text, coordinate: place)
  }

  private func levels(of facility: String?) -> [Output] {
    let site = FloorDirectory(map).site
    let wanted = site.facilities.filter { facility == nil || $0.name == facility }
    guard !wanted.isEmpty else {
      return [.failure(ServiceFailure(service: "levels", code: "notFound"))]
    }
    return wanted.map { found in
      .levels(
        FacilityLevels(
          site: site.name, facility: found.name,
          levels: found.levels.map { .init(name: $0.name, verticalOrder: $0.verticalOrder) }))
    }
  }
}
