import Geometry
public import Maps

/// Address of a position (reverse geocoding).
public struct PlaceAddress: Hashable, Sendable {
  /// Nearest named place within reach and on the same level.
  public var place: String?
  /// Distance of the place, in m.
  public var placeDistanceMetres: Double?
  /// Maximum distance of a place that is part of ``text``, in m.
  public var placeReachMetres = PlaceIndex.Parameters().textReach
  /// Unit that contains the position.
  public var unit: String?
  /// Name of the level on signs.
  public var level: String?
  /// Building that contains the position.
  public var building: String?
  /// Car park that contains the position.
  public var carPark: String?
  /// Nearest street.
  public var street: String?
  /// Distance of the street's centre line, in m.
  public var streetDistanceMetres: Double?
  /// Names of the nearest crossing's streets, if it is close.
  public var crossing: String?

  /// Parts of the address from small to large; empty without names.
  public var text: String {
    let first =
      unit ?? carPark ?? (placeDistanceMetres.map { $0 <= placeReachMetres } == true ? place : nil)
    return [first, level.map { "level \($0)" }, building, crossing ?? street]
      .compactMap { $0 }.joined(separator: ", ")
  }
}

extension PlaceIndex {
  /// Returns the address of a position.
  ///
  /// - Parameters:
  ///   - spot: The position.
  ///   - reach: Search radius for places and streets, in m; nil for the default.
  /// - Returns: All names there; empty for an invalid position.
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
    _ kind: EntryKind, to spot: Spot, within reach: Double
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
