import Geometry
public import Maps

/// What one would call a spot.
public struct PlaceAddress: Hashable, Sendable {
  /// The nearest place with a name of its own, within reach and on the same level.
  public var place: String?
  /// How far that is, in m.
  public var placeDistanceMetres: Double?
  /// How near a place must be to be part of ``text``, in m.
  public var placeReachMetres = PlaceIndex.Parameters().textReach
  /// The unit one is in.
  public var unit: String?
  /// What signs say of the level.
  public var level: String?
  /// The building one is in.
  public var building: String?
  /// The car park one is on.
  public var carPark: String?
  /// The nearest street.
  public var street: String?
  /// How far its middle is, in m.
  public var streetDistanceMetres: Double?
  /// The nearest crossing of streets, as the two names, if it is close.
  public var crossing: String?

  /// The parts in a row, from the least to the greatest; empty where nothing has a name.
  public var text: String {
    let first =
      unit ?? carPark ?? (placeDistanceMetres.map { $0 <= placeReachMetres } == true ? place : nil)
    return [first, level.map { "level \($0)" }, building, crossing ?? street]
      .compactMap { $0 }.joined(separator: ", ")
  }
}

extension PlaceIndex {
  /// Names a spot.
  ///
  /// - Parameters:
  ///   - spot: Where.
  ///   - reach: How far to look for places and streets, in m; nil for as far as is set.
  /// - Returns: All that the map names there; nothing for a spot that is no place.
  public func address(of spot: Spot, reach: Double? = nil) -> PlaceAddress {
    let reach = reach ?? parameters.reach
    var address = PlaceAddress()
    address.placeReachMetres = parameters.textReach
    guard spot.point.isFinite, reach >= 0 else { return address }
    if let number = spot.level, levels.indices.contains(number) {
      let level = levels[number]
      address.level = level.shortName
      address.unit = level.unit(at: spot.point).map { level.units[$0].name }
      if buildings.indices.contains(level.building) {
        address.building = Self.named(buildings[level.building].name)
      }
    } else {
      address.building =
        buildings.first { building in
          !building.name.isEmpty && building.footprint.contains { $0.contains(spot.point) }
        }?.name
      address.carPark = carParks.first { $0.outline.contains(spot.point) }?.name
    }
    if let nearest = nearest(.place, to: spot, within: reach) {
      (address.place, address.placeDistanceMetres) = (nearest.name, nearest.distance)
    }
    if let street = streets.nearest(to: spot.point, within: reach) {
      (address.street, address.streetDistanceMetres) = (street.name, street.distance)
    }
    let crossing = min(reach, parameters.crossingReach)
    address.crossing = nearest(.crossing, to: Spot(spot.point), within: crossing)?.name
    return address
  }

  private static func named(_ name: String) -> String? { name.isEmpty ? nil : name }

  private func nearest(
    _ kind: Kind, to spot: Spot, within reach: Double
  ) -> (name: String, distance: Double)? {
    var best: (name: String, distance: Double)?
    for entry in entries where entry.kind == kind && entry.spot.level == spot.level {
      let distance = entry.spot.point.distance(to: spot.point)
      if distance <= reach, distance < best?.distance ?? .infinity {
        best = (entry.name, distance)
      }
    }
    return best
  }
}
