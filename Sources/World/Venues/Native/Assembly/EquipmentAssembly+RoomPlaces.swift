import Documents
import Geometry
import Maps

extension EquipmentAssembly {
  /// Adds a named place for each walkable room with a unique name.
  mutating func addRoomPlaces(_ levels: [Level]) {
    var counts: [String: Int] = [:]
    for level in levels {
      for unit in level.units { counts[unit.name, default: 0] += 1 }
    }
    for (number, level) in levels.enumerated() {
      var fixtures: BoxTree?
      for unit in level.units
      where unit.kind.isWalkable && counts[unit.name] == 1 && !placeNames.contains(unit.name) {
        let tree = fixtures ?? BoxTree(level.fixtures.map(\.bounds))
        fixtures = tree
        let inside = tree.boxes(meeting: unit.shape.bounds).map { level.fixtures[$0] }
        let holes =
          unit.kind == .void
          ? []
          : level.units.filter { other in
            !other.kind.isWalkable && other.shape.bounds.intersects(unit.shape.bounds)
          }.map(\.shape)
        let point = unit.shape.roomyPoint(avoiding: inside + holes)
        places.append(NamedPlace(name: unit.name, spot: Spot(point, level: number)))
      }
    }
  }
}

extension Polygon {
  /// A point well inside and clear of some obstacles: the centroid if it has clearance, else the
  /// best point of a lattice.
  func roomyPoint(avoiding obstacles: [Polygon]) -> Vec2 {
    func clearance(_ point: Vec2) -> Double {
      obstacles.reduce(-signedDistance(to: point)) { min($0, $1.signedDistance(to: point)) }
    }
    let centre = centroid
    var best = centre
    var room = clearance(centre)
    if room >= 0.8 { return best }
    let cells = 16
    for row in 0..<cells {
      for column in 0..<cells {
        let share = Vec2((Double(column) + 0.5), (Double(row) + 0.5)) / Double(cells)
        let point = bounds.minimum + bounds.size * share
        let found = clearance(point)
        if found > room + 1e-9 { (best, room) = (point, found) }
      }
    }
    if room > 0 { return best }
    // A sliver between the lattice points: the centroid of its first three corners.
    return exterior.count > 2 ? (exterior[0] + exterior[1] + exterior[2]) / 3 : centre
  }
}
