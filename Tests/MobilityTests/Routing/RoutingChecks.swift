import Geometry
import Maps
import Mobility

/// Checks the invariants of routes, independent of the search.
struct RouteChecker {
  let map: VenueMap
  let network: WalkNetwork

  init(_ map: VenueMap) {
    self.map = map
    network = WalkNetwork(map)
  }

  /// Returns all faults of a route.
  func faults(of route: WalkRoute, from start: Spot, to goal: Spot) -> [String] {
    var faults = joints(of: route, from: start, to: goal)
    for leg in route.legs {
      guard case .walk(let stretch) = leg else { continue }
      faults += walls(met: stretch, ends: [start.point, goal.point])
      faults += passages(of: stretch)
    }
    let straight = start.point.distance(to: goal.point)
    if route.lengthMetres < straight - 1e-6 { faults.append("shorter than the straight line") }
    // The fastest means is a walkway: 0.65 m/s and four fifths of 1.34 m/s.
    if route.cost < straight / 1.73 - 1e-6 { faults.append("cheaper than possible") }
    if !route.expectedSeconds.isFinite || route.expectedSeconds < straight / 1.73 - 1e-6 {
      faults.append("faster than possible")
    }
    if route.cost < route.expectedSeconds * 0.5 - 30 { faults.append("cost without relation") }
    return faults
  }

  /// Legs begin where the one before ends, at stops of their connectors, in allowed directions.
  private func joints(of route: WalkRoute, from start: Spot, to goal: Spot) -> [String] {
    var faults: [String] = []
    var here: Spot? = start
    for leg in route.legs {
      switch leg {
      case .walk(let stretch):
        guard let first = stretch.points.first, let last = stretch.points.last else {
          return ["a stretch without points"]
        }
        if let here, here.point != first {
          faults.append("a jump from \(here.point) to \(first)")
        }
        if let here, here.level != stretch.level, !isPortal(first, here.level, stretch.level) {
          faults.append("from level to level without a connector at \(first)")
        }
        here = Spot(last, level: stretch.level)
      case .ride(let index, let from, let to):
        let connector = map.connectors[index]
        if connector.isOneWay, from >= to { faults.append("against the way of \(connector.name)") }
        if from == to { faults.append("a ride from a stop to itself") }
        if here != connector.stops[from] { faults.append("not at the stop of \(connector.name)") }
        here = connector.stops[to]
      }
    }
    if here != goal { faults.append("doesn't end at the goal") }
    return faults
  }

  /// True if a plane change is allowed at a point: in an entrance, or at an open edge of a level.
  private func isPortal(_ point: Vec2, _ a: Int?, _ b: Int?) -> Bool {
    for level in [a, b].compactMap({ $0 }) {
      let openings = map.levels[level].openings
      if openings.contains(where: { $0.kind.isPassable && $0.line.distance(to: point) < 1e-6 }) {
        return true
      }
      let solid = network.obstacles(of: level)
      if !solid.contains(where: { $0.distance(to: point) < 0.3 }) { return true }
    }
    return false
  }

  private func walls(met stretch: WalkStretch, ends: [Vec2]) -> [String] {
    var faults: [String] = []
    let solid = stretch.level.map(drawn) ?? network.obstacles(of: nil)
    let doors = doorways(of: stretch)
    let stops = map.connectors.flatMap(\.stops).filter { $0.level == stretch.level }.map(\.point)
    // A start or goal beside a wall may be near it.
    let close = (ends + stops).filter { end in
      network.obstacles(of: stretch.level).contains { $0.distance(to: end) < 0.3 }
    }
    for (from, to) in zip(stretch.points, stretch.points.dropFirst()) {
      let piece = Segment2(from, to)
      for wall in solid where piece.distance(to: wall) < 0.265 {
        if piece.intersects(wall), !close.contains(where: { wall.contains($0) }) {
          faults.append("\(from) to \(to) goes through \(wall)")
        }
        // The point of the path nearest to the wall.
        let places = (0...400).map { piece.point(at: Double($0) / 400) }
          .filter { wall.distance(to: $0) < 0.265 }
        for place in places
        where !doors.contains(where: { $0.distance(to: place) < 0.7 })
          && !close.contains(where: { $0.distance(to: place) < 1 })
        {
          faults.append("\(place) is too near to \(wall)")
          break
        }
      }
    }
    return faults
  }

  /// The drawn walls of a level, from the map.
  private func drawn(_ level: Int) -> [Segment2] {
    let level = map.levels[level]
    let locked = level.openings.filter { !$0.kind.isPassable }.map(\.line)
    let voids = level.units.filter { !$0.kind.isWalkable }.flatMap(\.shape.edges)
    return level.walls + locked + voids + level.fixtures.flatMap(\.edges)
  }

  private func doorways(of stretch: WalkStretch) -> [Segment2] {
    let levels = stretch.level.map { [$0] } ?? Array(map.levels.indices)
    return levels.flatMap { map.levels[$0].openings.map(\.line) }
  }

  /// The reported doors of a leg are those whose lines it crosses.
  private func passages(of stretch: WalkStretch) -> [String] {
    var faults: [String] = []
    for crossing in stretch.crossings
    where crossing.startIndex >= crossing.endIndex || crossing.endIndex >= stretch.points.count {
      faults.append("a crossing that isn't part of the stretch")
    }
    guard let level = stretch.level else {
      return stretch.doors.isEmpty ? faults : faults + ["doors outdoors"]
    }
    var last = -1.0
    for door in stretch.doors {
      let opening = map.levels[level].openings[door.opening]
      if !opening.kind.isPassable { faults.append("through a locked door") }
      if door.distanceMetres < last { faults.append("doors out of order") }
      last = door.distanceMetres
      let index = door.pointIndex
      guard index < max(1, stretch.points.count - 1) else {
        faults.append("a door beyond the end")
        continue
      }
      let piece = Segment2(stretch.points[index], stretch.points[index + 1])
      if piece.distance(to: opening.line) > 1e-6 { faults.append("a door that isn't on the way") }
    }
    for (index, opening) in map.levels[level].openings.enumerated() {
      let crossed = zip(stretch.points, stretch.points.dropFirst()).contains { from, to in
        let across = opening.line.vector.perpendicular
        let (a, b) = (
          (from - opening.line.start).dot(across), (to - opening.line.start).dot(across)
        )
        return a * b < 0 && Segment2(from, to).intersects(opening.line)
      }
      if crossed, !stretch.doors.contains(where: { $0.opening == index }) {
        faults.append("opening \(index) was passed in silence")
      }
    }
    return faults
  }
}
