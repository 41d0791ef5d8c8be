import Geometry
import Maps

/// Occupancy grid of a level: the cells with room for a body, and their connected regions.
struct FloorRaster {
  /// The radius of a person, in m.
  static let bodyRadius = 0.25
  /// The cell size, in m: small enough that a corridor of 0.8 m is never missed.
  static let cellSize = 0.2

  let origin: Vec2
  let columns, rows: Int
  /// True for cells on the floor without an obstacle within a body's radius.
  private(set) var isFree: [Bool]
  /// The index of each cell's connected region; -1 for occupied cells.
  private(set) var regions: [Int32]
  private(set) var regionCount = 0

  /// The number of cells that a level requires.
  static func cellCount(of level: Level) -> Double {
    guard let box = bounds(of: level) else { return 0 }
    return (box.size.x / cellSize + 3) * (box.size.y / cellSize + 3)
  }

  private static func bounds(of level: Level) -> Box2? {
    level.outline.dropFirst().reduce(level.outline.first?.bounds) { $0?.union($1.bounds) }
  }

  /// Rasterises a level; nil for one without an outline.
  init?(_ level: Level) {
    guard let box = Self.bounds(of: level) else { return nil }
    origin = box.minimum - Vec2(repeating: Self.cellSize)
    columns = Int(box.size.x / Self.cellSize) + 3
    rows = Int(box.size.y / Self.cellSize) + 3
    isFree = [Bool](repeating: false, count: columns * rows)
    regions = [Int32](repeating: -1, count: columns * rows)
    for part in level.outline { fill(part, with: true) }
    for unit in level.units where !unit.kind.isWalkable { fill(unit.shape, with: false) }
    for fixture in level.fixtures {
      fill(fixture, with: false)
      for edge in fixture.edges { block(edge, radius: Self.bodyRadius) }
    }
    for wall in level.walls { block(wall, radius: Self.bodyRadius) }
    // Doors connect regions through their openings only: see ``Reachability``.
    for opening in level.openings { block(opening.line, radius: Self.bodyRadius) }
    label()
  }

  private func coordinate(_ row: Int) -> Double { origin.y + (Double(row) + 0.5) * Self.cellSize }

  /// The first cell whose centre is not left of a coordinate.
  private func column(from x: Double) -> Int {
    Int(min(Double(columns), max(0, ((x - origin.x) / Self.cellSize - 0.5).rounded(.up))))
  }

  private func row(from y: Double) -> Int {
    Int(min(Double(rows), max(0, ((y - origin.y) / Self.cellSize - 0.5).rounded(.up))))
  }

  /// Sets the cells whose centres are in a polygon (scan-line fill).
  private mutating func fill(_ shape: Polygon, with value: Bool) {
    let edges = shape.edges
    var crossings = [[Double]](
      repeating: [], count: row(from: shape.bounds.maximum.y) - row(from: shape.bounds.minimum.y))
    let first = row(from: shape.bounds.minimum.y)
    for edge in edges {
      let (low, high) =
        edge.start.y < edge.end.y ? (edge.start, edge.end) : (edge.end, edge.start)
      for row in row(from: low.y)..<max(row(from: low.y), row(from: high.y))
      where crossings.indices.contains(row - first) {
        let share = (coordinate(row) - low.y) / (high.y - low.y)
        crossings[row - first].append(low.x + (high.x - low.x) * share)
      }
    }
    for (index, unsorted) in crossings.enumerated() {
      let sorted = unsorted.sorted()
      for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
        let end = column(from: sorted[pair + 1])
        var cell = column(from: sorted[pair])
        while cell < end {
          isFree[(first + index) * columns + cell] = value
          cell += 1
        }
      }
    }
  }

  /// Clears the cells whose centres are nearer to a segment than a radius.
  private mutating func block(_ line: Segment2, radius: Double) {
    let (low, high) =
      line.start.y < line.end.y ? (line.start, line.end) : (line.end, line.start)
    let last = row(from: high.y + radius)
    for row in row(from: low.y - radius)..<max(row(from: low.y - radius), last) {
      let y = coordinate(row)
      // The part of the segment within the radius of the row, by y alone.
      var (left, right) = (min(low.x, high.x), max(low.x, high.x))
      if high.y - low.y > 1e-9 {
        let slope = (high.x - low.x) / (high.y - low.y)
        let from = low.x + (max(low.y, y - radius) - low.y) * slope
        let to = low.x + (min(high.y, y + radius) - low.y) * slope
        (left, right) = (min(from, to), max(from, to))
      }
      for cell in column(
        from: left - radius)..<max(
          column(from: left - radius), column(from: right + radius))
      where isFree[row * columns + cell] {
        let middle = Vec2(origin.x + (Double(cell) + 0.5) * Self.cellSize, y)
        if line.distance(to: middle) < radius - 1e-9 { isFree[row * columns + cell] = false }
      }
    }
  }

  /// Labels the connected regions of free cells (4-connectivity, flood fill).
  private mutating func label() {
    var stack: [Int32] = []
    for start in isFree.indices where isFree[start] && regions[start] < 0 {
      let number = Int32(regionCount)
      regionCount += 1
      regions[start] = number
      stack.append(Int32(start))
      while let cell = stack.popLast() {
        let cell = Int(cell)
        // The border is never free, so all neighbours exist.
        for next in [cell - 1, cell + 1, cell - columns, cell + columns]
        where next >= 0 && next < isFree.count && isFree[next] && regions[next] < 0 {
          regions[next] = number
          stack.append(Int32(next))
        }
      }
    }
  }

  /// The regions of the free cells within a distance of a point that satisfy `isFit`, without
  /// duplicates.
  func regions(
    near point: Vec2, within reach: Double, where isFit: (Vec2) -> Bool = { _ in true }
  ) -> [Int32] {
    var found: [Int32] = []
    for row in row(
      from: point.y - reach)..<max(row(from: point.y - reach), row(from: point.y + reach))
    {
      for cell in column(
        from: point.x - reach)..<max(
          column(from: point.x - reach), column(from: point.x + reach))
      {
        let region = regions[row * columns + cell]
        guard region >= 0, !found.contains(region) else { continue }
        let middle = Vec2(origin.x + (Double(cell) + 0.5) * Self.cellSize, coordinate(row))
        if middle.distance(to: point) <= reach, isFit(middle) { found.append(region) }
      }
    }
    return found
  }

  /// The regions with a free cell in a shape, without duplicates and up to a max number.
  func regions(in shape: Polygon, atMost maximum: Int) -> [Int32] {
    var found: [Int32] = []
    for row in row(
      from: shape.bounds.minimum.y)..<max(
        row(from: shape.bounds.minimum.y), row(from: shape.bounds.maximum.y))
    {
      for cell in column(
        from: shape.bounds.minimum.x)..<max(
          column(from: shape.bounds.minimum.x), column(from: shape.bounds.maximum.x))
      {
        let region = regions[row * columns + cell]
        // Most cells belong to a region already found; only the others need the containment test.
        guard region >= 0, region != found.last, !found.contains(region) else { continue }
        let middle = Vec2(origin.x + (Double(cell) + 0.5) * Self.cellSize, coordinate(row))
        guard shape.contains(middle) else { continue }
        found.append(region)
        if found.count == maximum { return found }
      }
    }
    return found
  }
}
