import Documents
import Geometry
import Glibc
import Maps

/// Consistency checks across the whole venue.
struct VenueChecks {
  let floors: FloorAssembly
  let connectors: ConnectorAssembly
  let roads: RoadAssembly

  func checkWhole(_ context: inout AssemblyContext) {
    checkStoreys(&context)
    for (connector, place) in zip(connectors.connectors, connectors.places) {
      check(connector, at: place, &context)
    }
    checkRoads(&context)
    // A faulty part could make others seem unreachable.
    guard context.findings.errors.isEmpty else { return }
    var reach = Reachability(levels: floors.levels, connectors: connectors.connectors)
    for finding in reach.unreachable() {
      switch finding {
      case .building(let number):
        context.findings.warn(
          "building '\(floors.buildings[number].name)' can't be entered: no entrance leads into it; give "
            + "the outer wall of a level near the ground a door", at: floors.buildingPlaces[number])
      case .room(let level, let unit):
        context.findings.warn(
          "room '\(floors.levels[level].units[unit].name)' on level "
            + "\(floors.levels[level].ordinal) can't be entered: no path at least 0.5 m wide leads there "
            + "from an entrance; give it a door, or set 'public: false'",
          at: floors.roomPlaces[level][unit])
      case .narrow(let level, let opening):
        let width = floors.levels[level].openings[opening].line.length
        context.findings.warn(
          "a door is \(shown(width)) m wide, too narrow to pass; it must be at least 0.5 m",
          at: floors.openingPlaces[level][opening])
      }
    }
  }

  /// Reports levels that overlap the one above.
  private func checkStoreys(_ context: inout AssemblyContext) {
    for range in floors.levelRanges {
      for lower in range {
        let top = floors.levels[lower].elevationMetres + floors.levels[lower].heightMetres
        for upper in range where upper > lower {
          let above = floors.levels[upper]
          guard above.elevationMetres + 0.01 < top,
            floors.levels[lower].outline.meet(above.outline)
          else { continue }
          context.findings.warn(
            "level \(above.ordinal) has its floor at \(shown(above.elevationMetres)) m, below the "
              + "ceiling of level \(floors.levels[lower].ordinal) at \(shown(top)) m; raise it, or lower "
              + "the ceiling with 'height'", at: floors.levelPlaces[upper])
          break
        }
      }
    }
  }

  private func check(
    _ connector: Connector, at place: SourcePosition, _ context: inout AssemblyContext
  ) {
    let what = connector.kind.article + "'\(connector.name)'"
    for stop in connector.stops {
      guard let number = stop.level else { continue }
      let level = floors.levels[number]
      if !level.outline.isEmpty, !level.covers(stop.point) {
        context.findings.warn(
          "\(what) stops at \(shown(stop.point)), off the floor of level \(level.ordinal)",
          at: place)
      } else if let unit = level.units.first(where: {
        !$0.kind.isWalkable && $0.shape.signedDistance(to: stop.point) < -0.05
      }) {
        context.findings.warn(
          "\(what) stops at \(shown(stop.point)) in '\(unit.name)' on level \(level.ordinal), where "
            + "walking is not possible", at: place)
      } else if level.fixtures.contains(where: { $0.signedDistance(to: stop.point) < -0.05 }) {
        context.findings.warn(
          "\(what) stops at \(shown(stop.point)) in a fixture of level \(level.ordinal)", at: place)
      }
    }
    for (first, second) in zip(connector.stops, connector.stops.dropFirst()) {
      checkSlope(connector, what, first, second, at: place, &context)
    }
  }

  private func checkSlope(
    _ connector: Connector, _ what: String, _ first: Spot, _ second: Spot, at place: SourcePosition,
    _ context: inout AssemblyContext
  ) {
    let run = first.point.distance(to: second.point)
    let heights = [first, second].map { $0.level.map { floors.levels[$0].elevationMetres } ?? 0 }
    let rise = abs(heights[1] - heights[0])
    let steepest: Double
    switch connector.kind {
    case .lift:
      if run > 6 {
        context.findings.warn(
          "\(what) has doors \(shown(run)) m apart, more than one shaft allows", at: place)
      }
      return
    case .walkway:
      if first.level != second.level {
        context.findings.warn(
          "\(what) joins two levels; use an escalator or a ramp for that", at: place)
      }
      return
    case .stairs: steepest = 45
    case .escalator: steepest = 35
    case .ramp: steepest = 20
    }
    let angle = atan2(rise, run) * 180 / .pi
    guard rise > 0, angle > steepest + 0.05 else { return }
    let needed = rise / tan(steepest * .pi / 180)
    context.findings.warn(
      "\(what) rises \(shown(rise)) m over \(shown(run)) m, which is \(shown(angle)) degrees; "
        + "the maximum is \(shown(steepest)), so it needs \(shown(needed)) m", at: place)
  }

  /// Reports roads on the ground that lead through buildings.
  private func checkRoads(_ context: inout AssemblyContext) {
    let hindrances = OutdoorHindrances(floors.buildings, clearance: 4)
    for (road, place) in zip(roads.roads.roads, roads.places) where road.layer == 0 {
      let name = road.name.isEmpty ? "a road" : "road '\(road.name)'"
      for (from, to) in zip(road.line, road.line.dropFirst()) {
        guard let hit = hindrances.first(on: Segment2(from, to), floors.buildings) else { continue }
        context.findings.warn(
          "\(name) leads through building \(hit.name.isEmpty ? "" : "'\(hit.name)' ")near "
            + "\(shown(hit.point)); move it, or give it another 'layer'", at: place)
        break
      }
    }
  }

  /// Reports paths that lead through walls or buildings, and crossings without a road.
  func checkPaths(_ pieces: [PathPiece], _ context: inout AssemblyContext) {
    let hindrances = OutdoorHindrances(floors.buildings, clearance: 2.5)
    let finder = RoadFinder(roads.roads.roads)
    var walls: [Int: SegmentIndex] = [:]
    var hits: [SegmentIndex.Hit] = []
    var last: SourcePosition?
    for piece in pieces where piece.place != last {
      let what = "a \(piece.kind.rawValue)"
      for level in Set([piece.levels.from, piece.levels.to].compactMap { $0 }).sorted() {
        let lines = floors.levels[level].walls + floors.levels[level].fixtures.flatMap(\.edges)
        guard let index = walls[level] ?? (try? SegmentIndex(lines)) else { continue }
        walls[level] = index
        index.allHits(from: piece.line.start, to: piece.line.end, into: &hits)
        let inner = hits.first {
          $0.distance > 0.02 && $0.distance < piece.line.length - 0.02
        }
        if let inner {
          context.findings.warn(
            "\(what) leads through a \(inner.segment < floors.levels[level].walls.count ? "wall" : "fixture") "
              + "of level \(floors.levels[level].ordinal) at \(shown(inner.point)); draw a door there, or lead "
              + "it round", at: piece.place)
          last = piece.place
        }
      }
      guard piece.levels.from == nil, piece.levels.to == nil else { continue }
      if let hit = hindrances.first(on: piece.line, floors.buildings) {
        context.findings.warn(
          "\(what) leads through building \(hit.name.isEmpty ? "" : "'\(hit.name)' ")near "
            + "\(shown(hit.point))", at: piece.place)
        last = piece.place
      }
      if piece.kind == .crossing {
        var meets = false
        finder.forEach(meeting: piece.line.bounds.expanded(by: 0.5)) { _, road in
          meets = meets || road.distance(to: piece.line) <= 0.5
        }
        if !meets {
          context.findings.warn(
            "a crossing meets no road near \(shown(piece.line.midpoint))", at: piece.place)
          last = piece.place
        }
      }
    }
  }
}

/// The buildings that obstruct roads and paths at ground level.
struct OutdoorHindrances {
  private let numbers: [Int]
  private let parts: [Polygon]
  private let tree: BoxTree

  /// Collects the buildings that begin less than `clearance` m above the ground.
  init(_ buildings: [Building], clearance: Double) {
    var numbers: [Int] = []
    var parts: [Polygon] = []
    for (number, building) in buildings.enumerated() where building.baseMetres < clearance {
      for part in building.footprint {
        numbers.append(number)
        parts.append(part)
      }
    }
    self.numbers = numbers
    self.parts = parts
    tree = BoxTree(parts.map(\.bounds))
  }

  /// The first position at which a line leads through a building, by more than 10 cm and not along
  /// its wall.
  func first(on line: Segment2, _ buildings: [Building]) -> (name: String, point: Vec2)? {
    for index in tree.boxes(meeting: line.bounds) {
      for piece in parts[index].clip(line) where piece.length > 0.1 {
        let middle = piece.midpoint
        if parts[index].boundaryDistance(to: middle) > 0.05 {
          return (buildings[numbers[index]].name, middle)
        }
      }
    }
    return nil
  }
}

extension [Polygon] {
  /// True if any part of one floor overlaps a part of the other.
  fileprivate func meet(_ others: [Polygon]) -> Bool {
    contains { part in
      others.contains { other in
        let low = pointwiseMax(part.bounds.minimum, other.bounds.minimum)
        let high = pointwiseMin(part.bounds.maximum, other.bounds.maximum)
        guard high.x - low.x > 0.1, high.y - low.y > 0.1 else { return false }
        if part.isBox, other.isBox { return true }
        return !part.intersection(with: other).isEmpty
      }
    }
  }
}
