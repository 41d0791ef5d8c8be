import Geometry
import Maps

/// Reachability check of the rooms from outdoors: through openings and open boundaries, over floor
/// with room for a body, and by connectors in their directions.
///
/// Levels of more than eight million cells count as reachable throughout.
struct Reachability {
  /// A possible mistake in the venue.
  enum VenueIssue {
    /// A building without a reachable room.
    case building(Int)
    /// An unreachable room.
    case room(level: Int, unit: Int)
    /// A door that is too narrow for people.
    case narrow(level: Int, opening: Int)
  }

  /// The min width of a passage, in m.
  static let minWidth = 0.5
  private static let maxCells = 8e6
  private static let maxCellsInAll = 64e6
  /// The max distance from a stop or a door to standing room, in m.
  private static let step = 0.8

  private let levels: [Level]
  private let connectors: [Connector]
  /// The successors of each node; node 0 is outdoors.
  private var ways: [[Int32]] = [[]]
  /// The nodes of each connector's stops.
  private var stops: [[[Int32]]]
  /// The nodes in each unit of each level; nil if it is not checked.
  private var rooms: [[[Int32]?]] = []
  private var findings: [VenueIssue] = []

  init(levels: [Level], connectors: [Connector]) {
    self.levels = levels
    self.connectors = connectors
    stops = connectors.map { $0.stops.map { $0.level == nil ? [0] : [] } }
  }

  /// The unreachable rooms and buildings, in the order of the levels.
  mutating func unreachable() -> [VenueIssue] {
    var stopsOfLevels = [[(connector: Int, stop: Int)]](repeating: [], count: levels.count)
    for (number, connector) in connectors.enumerated() {
      for (position, stop) in connector.stops.enumerated() {
        if let level = stop.level { stopsOfLevels[level].append((number, position)) }
      }
    }
    var budget = Self.maxCellsInAll
    for number in levels.indices {
      let cells = FloorRaster.cellCount(of: levels[number])
      guard cells <= Self.maxCells, cells <= budget, let raster = FloorRaster(levels[number])
      else {
        rooms.append([[Int32]?](repeating: nil, count: levels[number].units.count))
        // Unchecked levels count as outdoors.
        for (connector, stop) in stopsOfLevels[number] { stops[connector][stop] = [0] }
        continue
      }
      budget -= cells
      add(number, raster, stopsOfLevels[number])
    }
    addConnectors()
    judge()
    return findings
  }

  private mutating func join(_ first: Int32, _ second: Int32) {
    ways[Int(first)].append(second)
    ways[Int(second)].append(first)
  }

  /// Adds a level's regions, and the links between them.
  private mutating func add(
    _ number: Int, _ raster: FloorRaster, _ stopsHere: [(connector: Int, stop: Int)]
  ) {
    let level = levels[number]
    let offset = Int32(ways.count)
    ways.append(contentsOf: [[Int32]](repeating: [], count: raster.regionCount))
    for (index, opening) in level.openings.enumerated() where opening.kind.isPassable {
      guard opening.line.length >= Self.minWidth - 0.001 else {
        findings.append(.narrow(level: number, opening: index))
        continue
      }
      let sides = [1.0, -1.0].map { side in
        raster.regions(beside: opening.line, side: side, within: Self.step).map { $0 + offset }
      }
      var all = sides[0] + sides[1]
      if opening.isEntrance { all.append(0) }
      for other in all.dropFirst() { join(all[0], other) }
    }
    if abs(level.elevationMetres) <= 1.5 {
      for region in raster.openRegions(level) { join(0, region + offset) }
    }
    for (connector, stop) in stopsHere {
      stops[connector][stop] = raster.regions(
        near: connectors[connector].stops[stop].point, within: Self.step
      ).map { $0 + offset }
    }
    rooms.append(
      level.units.map { unit in
        guard level.expectsPeople(in: unit) else { return nil }
        return raster.regions(in: unit.shape, atMost: 64).map { $0 + offset }
      })
  }

  private mutating func addConnectors() {
    for (number, connector) in connectors.enumerated() {
      for (from, to) in zip(stops[number], stops[number].dropFirst()) {
        for first in from {
          for second in to {
            ways[Int(first)].append(second)
            if !connector.isOneWay { ways[Int(second)].append(first) }
          }
        }
      }
    }
  }

  private mutating func judge() {
    var isReached = [Bool](repeating: false, count: ways.count)
    isReached[0] = true
    var stack: [Int32] = [0]
    while let node = stack.popLast() {
      for next in ways[Int(node)] where !isReached[Int(next)] {
        isReached[Int(next)] = true
        stack.append(next)
      }
    }
    var first = 0
    while first < levels.count {
      let building = levels[first].building
      var last = first
      while last + 1 < levels.count, levels[last + 1].building == building { last += 1 }
      var closed: [VenueIssue] = []
      var isOpen = false
      for level in first...last {
        for (unit, nodes) in rooms[level].enumerated() {
          guard let nodes else { continue }
          if nodes.contains(where: { isReached[Int($0)] }) {
            isOpen = true
          } else {
            closed.append(.room(level: level, unit: unit))
          }
        }
      }
      findings += isOpen || closed.count < 2 ? closed : [.building(building)]
      first = last + 1
    }
  }
}

extension Level {
  /// True if the public should be able to enter a unit: not shafts or rooms behind locked doors.
  fileprivate func expectsPeople(in unit: Unit) -> Bool {
    guard unit.isPublic, unit.kind.isWalkable, unit.kind != .lift, unit.kind != .escalator,
      unit.shape.area > 1
    else { return false }
    let doors = openings.filter { opening in
      let middle = opening.line.midpoint
      return unit.shape.bounds.expanded(by: 0.1).contains(middle)
        && unit.shape.boundaryDistance(to: middle) <= 0.1
    }
    return doors.isEmpty || doors.contains { $0.kind.isPassable }
  }
}

extension FloorRaster {
  /// The regions on one side of an opening, directly in front of it.
  fileprivate func regions(
    beside line: Segment2, side: Double, within reach: Double
  ) -> [Int32] {
    guard let along = line.vector.normalized else { return [] }
    let half = line.length / 2
    let middle = line.midpoint
    let normal = along.perpendicular * side
    return regions(near: middle, within: (half * half + reach * reach).squareRoot()) { point in
      let offset = point - middle
      let off = offset.dot(normal)
      return off > 0 && off <= reach && abs(offset.dot(along)) <= half
    }
  }

  /// The regions that reach the edge of the floor where there is no wall.
  fileprivate func openRegions(_ level: Level) -> [Int32] {
    var found: Set<Int32> = []
    for edge in level.outline.flatMap(\.edges) {
      let steps = max(1, Int(edge.length / Self.cellSize))
      for step in 0...steps {
        let point = edge.point(at: Double(step) / Double(steps))
        for region in regions(near: point, within: Self.cellSize) { found.insert(region) }
      }
    }
    return found.sorted()
  }
}
