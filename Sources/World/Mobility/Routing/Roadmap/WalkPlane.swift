import Geometry
import Maps

/// A walking plane: a level, or the outdoors.
struct WalkPlane: Sendable {
  /// The index of the level; nil outdoors.
  let level: Int?
  /// The solid segments.
  let obstacles: [Segment2]
  /// The clearance test, with the gates.
  let grid: ClearanceGrid
  /// The clearance to obstacles, in m.
  let clearance: Double
  /// The non-public units, by index.
  let restricted: [(unit: Int, shape: Polygon)]
  /// The penalties for crossing roads away from crossings; nil without roads.
  let roads: RoadBarrier?

  private let floor: [Polygon]
  private let holes: [Polygon]
  private let holeBoxes: [Box2]

  init(
    level: Int?, obstacles: [Segment2], gates: [Segment2], floor: [Polygon], holes: [Polygon],
    units: [Unit], roads: RoadBarrier?, clearance: Double
  ) {
    self.level = level
    self.obstacles = obstacles
    self.clearance = clearance
    self.floor = floor
    self.holes = holes
    self.roads = roads
    grid = ClearanceGrid(solid: obstacles, gates: gates.filter(\.isUsableWall))
    holeBoxes = holes.map(\.bounds)
    restricted = units.indices.filter { !units[$0].isPublic }.map { ($0, units[$0].shape) }
  }

  /// The tested clearance: slightly less than the distance at which nodes are placed.
  var tolerance: Double { clearance * 0.9 }

  /// True if a point is on the floor, as far as is known, and in no obstacle.
  func isFloor(_ point: Vec2) -> Bool {
    guard point.isWithinReach else { return false }
    guard floor.isEmpty || floor.contains(where: { $0.contains(point) }) else { return false }
    return !holeBoxes.indices.contains {
      holeBoxes[$0].contains(point) && holes[$0].contains(point)
    }
  }

  /// True if a point is on the floor and has clearance.
  func hasRoom(at point: Vec2) -> Bool {
    isFloor(point) && grid.nearestSolid(to: point, within: tolerance) == nil
  }

  /// True if a straight walk between two points keeps the clearance and crosses no gate.
  func isClear(_ start: Vec2, _ end: Vec2) -> Bool {
    grid.isClear(from: start, to: end, clearance: tolerance)
  }

  /// True if no obstacle blocks the line between two points, at any clearance.
  func isOpen(_ start: Vec2, _ end: Vec2) -> Bool {
    grid.isClear(from: start, to: end, clearance: 0, crossingGates: true)
  }

  /// The non-public unit on a straight path; -1 for none, -2 for several.
  func restriction(from start: Vec2, to end: Vec2) -> Int32 {
    guard !restricted.isEmpty else { return -1 }
    let way = Segment2(start, end)
    let box = way.bounds
    var found: Int32 = -1
    for (unit, shape) in restricted where shape.bounds.intersects(box) {
      let inside = start == end ? shape.contains(start) : isInside(way, shape)
      guard inside else { continue }
      if found != -1 { return -2 }
      found = Int32(truncatingIfNeeded: unit)
    }
    return found
  }

  private func isInside(_ way: Segment2, _ shape: Polygon) -> Bool {
    shape.clip(way).reduce(0) { $0 + $1.length } > 0.02
  }

  /// The index of the non-public unit that contains a point, or nil.
  func restrictedUnit(at point: Vec2) -> Int? {
    restricted.first { $0.shape.contains(point) }?.unit
  }

  /// Returns a point with clearance within a step of a point on the floor, or nil.
  func standing(near point: Vec2) -> Vec2? {
    guard isFloor(point) else { return nil }
    var place = point
    for _ in 0..<12 {
      if let solid = grid.nearestSolid(to: place, within: clearance * 0.95) {
        guard let away = (place - solid.point).normalized else { break }
        place = solid.point + away * clearance * 1.01
      } else if let gate = grid.nearestGate(to: place, within: 0.1) {
        // A standing position is never in a door; it moves to the nearer side.
        guard let away = (place - gate.point).normalized else { break }
        place = gate.point + away * 0.11
      } else {
        break
      }
    }
    if place.distance(to: point) < 1, hasRoom(at: place), !isInGate(place), isOpen(point, place) {
      return place
    }
    return sampled(around: point, upTo: 1) { isOpen(point, $0) }
  }

  private func isInGate(_ point: Vec2) -> Bool {
    grid.nearestGate(to: point, within: 0.09) != nil
  }

  /// Returns the nearest point with clearance of many samples on rings around a point, or nil.
  func sampled(
    around point: Vec2, upTo radius: Double, where accept: (Vec2) -> Bool = { _ in true }
  ) -> Vec2? {
    let rings = 20
    for ring in 1...rings {
      for spoke in 0..<24 {
        let angle = Double(spoke) * .pi / 12
        let candidate = point + Vec2(angle: angle, length: radius * Double(ring) / Double(rings))
        if hasRoom(at: candidate), !isInGate(candidate), accept(candidate) { return candidate }
      }
    }
    return nil
  }
}
