import Geometry
import Maps
import Mobility

/// Moves named places to reachable ground, the ground that most of the venue shares.
struct PlaceSetter {
  /// Max distance of a place from reachable ground, in m.
  ///
  /// An estimate: a shop deep in a building of which only the outline is mapped.
  static let reachMetres = 150.0
  /// Moves longer than this, wider than a street, are reported separately, in m.
  private static let far = 30.0
  /// Length of a small move, and max distance of the ground before a door, in m.
  private static let stepMetres = 3.0
  /// Max distance of a door from the edge of its unit or building, in m.
  private static let besideWall = 0.4

  private let site: SiteDraft
  private let footprints: [Polygon]
  private let drafts: [LevelDraft]
  private let ground: CommonGround

  init(_ site: SiteDraft, on map: VenueMap) {
    self.site = site
    footprints = map.buildings.flatMap(\.footprint)
    drafts = site.sortedLevels
    ground = CommonGround(of: WalkNetwork(map))
  }

  /// Returns the reachable places; reports those that were moved or left out.
  func settled(_ places: [NamedPlace], _ report: inout ImportReport) -> [NamedPlace] {
    places.compactMap { place in
      guard let spot = settled(place, &report) else {
        report.leave(
          "named places", "no reachable ground within \(Int(Self.reachMetres)) m",
          place.name)
        return nil
      }
      return NamedPlace(name: place.name, spot: Spot(rounded(spot.point), level: spot.level))
    }
  }

  private func settled(_ place: NamedPlace, _ report: inout ImportReport) -> Spot? {
    if !ground.isJoined(place.spot.level) {
      // In a town, access is from the street; the map of a single building may have only this level.
      guard !site.roads.roads.isEmpty, place.spot.level != nil else {
        report.leave(
          "routes to named places", "nothing connects their level with the rest", place.name)
        return spot(of: place.spot, &report)
      }
      report.infer("named places", "outside: nothing connects their level with the streets")
      return spot(of: Spot(place.spot.point), &report)
    }
    return spot(of: place.spot, &report)
  }

  /// Reachable ground for a spot: the spot, a step away, before its nearest door, or the nearest.
  private func spot(of spot: Spot, _ report: inout ImportReport) -> Spot? {
    if ground.holds(spot) { return spot }
    let unit = spot.level.flatMap { level in
      drafts[level].units.first { $0.shape.contains(spot.point) }?.shape
    }
    if let place = ground.nearest(to: spot, within: Self.stepMetres),
      unit?.contains(place.point) ?? true
    {
      report.infer("named places", "a step aside, on reachable ground")
      return place
    }
    let doors = doors(of: spot, unit).sorted {
      ($0.distance(to: spot.point), $0.x, $0.y) < ($1.distance(to: spot.point), $1.x, $1.y)
    }
    for door in doors {
      guard let place = ground.nearest(to: Spot(door, level: spot.level), within: Self.stepMetres)
      else { continue }
      report.infer("named places", "in front of a door: their position can't be reached")
      return place
    }
    guard let place = ground.nearest(to: spot, within: Self.reachMetres) else { return nil }
    let isFar = place.point.distance(to: spot.point) > Self.far
    report.infer(
      "named places",
      "on the nearest reachable ground\(isFar ? ", \(Int(Self.far)) m away or more" : "")"
    )
    return place
  }

  /// The doors of the unit around a spot, or outdoors of the buildings around it.
  private func doors(of spot: Spot, _ unit: Polygon?) -> [Vec2] {
    let doors = spot.level.map { drafts[$0].openings.map(\.line.midpoint) } ?? site.doors
    let shapes =
      spot.level == nil
      ? footprints.filter { $0.bounds.contains(spot.point) && $0.contains(spot.point) }
      : unit.map { [$0] } ?? []
    return doors.filter { door in
      shapes.contains { $0.boundaryDistance(to: door) < Self.besideWall }
    }
  }
}
