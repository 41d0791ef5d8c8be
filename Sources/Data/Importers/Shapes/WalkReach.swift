import Geometry
import Glibc
import Maps

/// Measures the walkable area of a draft: a flood fill over cells of 10 cm, bounded by walls, from the
/// entrances and across levels by connectors.
///
/// It shares no code with route planning, so that it is an independent check of its input.
struct WalkReach {
  /// The result for a level.
  struct LevelReach {
    let key: LevelKey
    /// Walkable floor, and its reached part, in m².
    var floorArea: Double
    var reachedArea: Double
    /// True for each unit that was reached; nil for units that are not tested.
    var units: [Bool?]
  }

  /// In the order given.
  private(set) var levels: [LevelReach] = []
  private var grids: [WalkGrid]

  /// Floods the levels of a site through their entrances and connectors.
  init(_ drafts: [LevelDraft], connectors: [DraftConnector]) {
    let maximum = min(WalkGrid.maxCells, WalkGrid.maxCellsInAll / Double(max(drafts.count, 1)))
    grids = drafts.map { WalkGrid($0, maximum: maximum) }
    var numbers: [LevelKey: Int] = [:]
    for (number, draft) in drafts.enumerated() { numbers[draft.key] = number }
    for (number, draft) in drafts.enumerated() {
      for opening in draft.openings where opening.isEntrance && opening.kind.isPassable {
        grids[number].enter(through: opening.line)
      }
    }
    // Every round either reaches another stop or is the last.
    var isDone = Set<Int>()
    var goesOn = true
    while goesOn {
      goesOn = false
      for (index, connector) in connectors.enumerated() where !isDone.contains(index) {
        let stops = connector.stops.compactMap { stop in
          stop.level.flatMap { numbers[$0] }.map { (level: $0, point: stop.point) }
        }
        guard stops.contains(where: { grids[$0.level].isReached(near: $0.point) }) else { continue }
        isDone.insert(index)
        for stop in stops { goesOn = grids[stop.level].seed(near: stop.point) || goesOn }
        goesOn = true
      }
    }
    levels = drafts.indices.map { number in
      let draft = drafts[number]
      let areas = grids[number].areas
      return LevelReach(
        key: draft.key, floorArea: areas.floor, reachedArea: areas.reached,
        units: draft.units.map { unit in
          // Lifts are entered from the area before their doors, so they are not tested.
          unit.kind.isWalkable && unit.kind != .lift && unit.isPublic && grids[number].isMeasured
            ? grids[number].reaches(unit.shape) : nil
        })
    }
  }

  /// True if a point of a level, or one within half a metre, was reached.
  func isReached(_ point: Vec2, level: Int) -> Bool {
    grids[level].isReached(near: point)
  }

  /// Floor of all levels, and its reached part, in m².
  var totals: (floor: Double, reached: Double) {
    levels.reduce((0, 0)) { ($0.0 + $1.floorArea, $0.1 + $1.reachedArea) }
  }
}

/// The cells of one level.
private struct WalkGrid {
  private enum CellState {
    static let outside: UInt8 = 0
    static let free: UInt8 = 1
    static let blocked: UInt8 = 2
    static let reached: UInt8 = 3
  }

  static let maxCells = 16e6
  static let maxCellsInAll = 64e6
  /// Max cell size, in m; larger cells would not resolve doors.
  private static let largestCell = 0.4

  /// True if the level is small enough to be measured.
  let isMeasured: Bool
  private let origin: Vec2
  private let size: Double
  private let columns: Int
  private let rows: Int
  private var cells: [UInt8]

  init(_ draft: LevelDraft, maximum: Double) {
    var shapes = draft.floor
    let bounds =
      shapes.dropFirst().reduce(shapes.first?.bounds) { $0?.union($1.bounds) }
      ?? Box2(.zero, .zero)
    var box = bounds.expanded(by: 0.5)
    let needed = (box.size.x * box.size.y / maximum).squareRoot()
    isMeasured = needed <= Self.largestCell
    if !isMeasured {
      shapes = []
      box = Box2(.zero, .zero)
    }
    size = max(0.1, isMeasured ? needed : 0)
    origin = box.minimum
    columns = Int(box.size.x / size) + 1
    rows = Int(box.size.y / size) + 1
    cells = [UInt8](repeating: CellState.outside, count: columns * rows)
    guard isMeasured else { return }
    for shape in shapes { fill(shape, CellState.free) }
    for unit in draft.units where !unit.kind.isWalkable { fill(unit.shape, CellState.blocked) }
    for fixture in draft.fixtures { fill(fixture, CellState.blocked) }
    for wall in draft.walls { block(wall.line) }
    for opening in draft.openings where !opening.kind.isPassable { block(opening.line) }
  }

  private func column(_ x: Double) -> Int { Int(((x - origin.x) / size).rounded(.down)) }
  private func row(_ y: Double) -> Int { Int(((y - origin.y) / size).rounded(.down)) }

  private func index(_ point: Vec2) -> Int? {
    let (column, row) = (column(point.x), row(point.y))
    guard column >= 0, column < columns, row >= 0, row < rows else { return nil }
    return row * columns + column
  }

  private func centre(_ index: Int) -> Vec2 {
    origin + Vec2(Double(index % columns) + 0.5, Double(index / columns) + 0.5) * size
  }

  private mutating func fill(_ shape: Polygon, _ value: UInt8) {
    let (low, high) = (shape.bounds.minimum, shape.bounds.maximum)
    for row in (row(low.y)..<row(high.y) + 1).clamped(to: 0..<rows) {
      let y = origin.y + (Double(row) + 0.5) * size
      let line = Segment2(Vec2(low.x - 1, y), Vec2(high.x + 1, y))
      for piece in shape.clip(line) {
        let first = max(0, Int(((piece.start.x - origin.x) / size - 0.5).rounded(.up)))
        let last = min(columns - 1, Int(((piece.end.x - origin.x) / size - 0.5).rounded(.down)))
        guard first <= last else { continue }
        for column in first...last { cells[row * columns + column] = value }
      }
    }
  }

  private mutating func block(_ line: Segment2) {
    let steps = min(2_000_000, Int(line.length / (size * 0.3)) + 1)
    for step in 0...steps {
      if let index = index(line.point(at: Double(step) / Double(steps))) {
        cells[index] = CellState.blocked
      }
    }
  }

  /// Starts a flood on both sides of an entrance, one of which is indoors.
  mutating func enter(through line: Segment2) {
    guard let normal = line.vector.normalized?.perpendicular else { return }
    for side in [-0.4, 0.4] { _ = seed(near: line.midpoint + normal * side) }
  }

  /// The cells within half a metre, nearest first.
  private func around(_ point: Vec2) -> [Int] {
    let reach = Int(0.5 / size) + 1
    var found: [(distance: Double, index: Int)] = []
    for dy in -reach...reach {
      for dx in -reach...reach {
        let near = point + Vec2(Double(dx), Double(dy)) * size
        guard let index = index(near) else { continue }
        let distance = centre(index).distance(to: point)
        if distance <= 0.5 + size { found.append((distance, index)) }
      }
    }
    return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.index)
  }

  func isReached(near point: Vec2) -> Bool {
    around(point).contains { cells[$0] == CellState.reached }
  }

  /// Floods from the nearest free cell; returns false if there is none that is not yet reached.
  mutating func seed(near point: Vec2) -> Bool {
    let near = around(point)
    guard
      let start = near.first(where: {
        cells[$0] == CellState.free || cells[$0] == CellState.reached
      }),
      cells[start] == CellState.free
    else { return false }
    cells.withUnsafeMutableBufferPointer { [columns] in
      Self.flood($0, columns: columns, from: start)
    }
    return true
  }

  /// Floods row by row: a run of free cells at a time, then the runs above and below it.
  private static func flood(
    _ cells: UnsafeMutableBufferPointer<UInt8>, columns: Int, from start: Int
  ) {
    let (free, reached) = (CellState.free, CellState.reached)
    var open = [start]
    while let cell = open.popLast() {
      guard cells[cell] == free else { continue }
      let rowStart = cell / columns * columns
      var (low, high) = (cell, cell)
      while low > rowStart, cells[low - 1] == free { low -= 1 }
      while high < rowStart + columns - 1, cells[high + 1] == free { high += 1 }
      var index = low
      while index <= high {
        cells[index] = reached
        index += 1
      }
      for step in [-columns, columns] where low + step >= 0 && high + step < cells.count {
        var isOpen = false
        index = low + step
        while index <= high + step {
          let isFree = cells[index] == free
          if isFree, !isOpen { open.append(index) }
          isOpen = isFree
          index += 1
        }
      }
    }
  }

  /// The walkable floor, and its reached part, in m².
  var areas: (floor: Double, reached: Double) {
    var (freeCount, reachedCount) = (0, 0)
    let (free, reached) = (CellState.free, CellState.reached)
    cells.withUnsafeBufferPointer { cells in
      var index = 0
      while index < cells.count {
        let cell = cells[index]
        if cell == free { freeCount += 1 }
        if cell == reached { reachedCount += 1 }
        index += 1
      }
    }
    return (
      Double(freeCount + reachedCount) * size * size, Double(reachedCount) * size * size
    )
  }

  func reaches(_ shape: Polygon) -> Bool {
    let (low, high) = (shape.bounds.minimum, shape.bounds.maximum)
    let wide = (column(low.x)..<column(high.x) + 1).clamped(to: 0..<columns)
    return cells.withUnsafeBytes { cells in
      guard let start = cells.baseAddress else { return false }
      for row in (row(low.y)..<row(high.y) + 1).clamped(to: 0..<rows) {
        let end = row * columns + wide.upperBound
        var index = row * columns + wide.lowerBound
        while index < end,
          let found = memchr(start + index, Int32(CellState.reached), end - index)
        {
          index = start.distance(to: found)
          if shape.contains(centre(index)) { return true }
          index += 1
        }
      }
      return false
    }
  }
}
