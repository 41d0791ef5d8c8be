package import Geometry
import Glibc
package import Maps

/// Occupancy raster of a level: walls, obstacles and outer doors.
package struct WalkRaster: Sendable {
  /// Maximum number of cells; larger levels are not rasterised.
  private static let maximum = 40_000_000

  /// Cell type.
  package enum Ground: UInt8, Sendable {
    case free, wall, closed
    /// Outside the level.
    case beyond
  }

  /// Cell size, in m, and cells per metre.
  private let size, perMetre: Double
  private let origin: Vec2
  private let columns, rows: Int
  private var squares: [UInt8]
  /// Chebyshev distance of each cell to the nearest cell that is not free, with a one-cell margin.
  ///
  /// Most steps stay within free space and need no traversal of cells.
  private var clearances: [UInt8] = []
  /// Type of cells outside the raster: beyond the level, if the map has its outline.
  private var around = Ground.free
  /// True if the level's rooms have doors on the map; otherwise any wall may have one.
  let knowsDoors: Bool
  /// Outer doors.
  let entrances: [Segment2]

  /// Creates a level that is free everywhere.
  init(square: Double) {
    (size, perMetre) = (square, 1 / square)
    (origin, columns, rows, squares) = (.zero, 0, 0, [])
    (knowsDoors, entrances) = (true, [])
  }

  /// Creates the raster of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - shift: Offset added to the map's points, in m.
  ///   - square: Cell size, in m.
  package init(_ level: Level, shiftedBy shift: Vec2, square: Double) {
    (size, perMetre) = (square, 1 / square)
    knowsDoors = !level.openings.isEmpty
    entrances = level.openings.filter { $0.isEntrance && $0.kind.isPassable }.map {
      Segment2($0.line.start + shift, $0.line.end + shift)
    }
    let ends = level.walls.flatMap { [$0.start + shift, $0.end + shift] }
    guard let box = Box2(containing: ends) else {
      (origin, columns, rows, squares) = (.zero, 0, 0, [])
      return
    }
    origin = box.minimum - Vec2(1, 1)
    let extent = box.size + Vec2(2, 2)
    let wide = Int((extent.x / square).rounded(.up)) + 1
    let high = Int((extent.y / square).rounded(.up)) + 1
    guard wide * high <= Self.maximum else {
      (columns, rows, squares) = (0, 0, [])
      return
    }
    (columns, rows) = (wide, high)
    around = level.outline.isEmpty ? .free : .beyond
    squares = [UInt8](repeating: around.rawValue, count: wide * high)
    for shape in level.outline { fill(shape, shift, .free) }
    for unit in level.units where !unit.kind.isWalkable {
      fill(unit.shape, shift, .closed)
    }
    for fixture in level.fixtures { fill(fixture, shift, .closed) }
    for wall in level.walls { draw(wall.start + shift, wall.end + shift) }
    measureClearances()
  }

  /// Two-pass chessboard distance transform, from the south-west and from the north-east.
  private mutating func measureClearances() {
    // The margin avoids bounds checks.
    let wide = columns + 2
    let outside: UInt8 = around == .free ? .max : 0
    var field = [UInt8](repeating: outside, count: wide * (rows + 2))
    for row in 0..<rows {
      for column in 0..<columns {
        let isFree = squares[row * columns + column] == Ground.free.rawValue
        field[(row + 1) * wide + column + 1] = isFree ? .max : 0
      }
    }
    for row in 1...rows {
      for column in 1...columns { Self.grow(&field, row * wide + column, 1, wide) }
    }
    for row in (1...rows).reversed() {
      for column in (1...columns).reversed() { Self.grow(&field, row * wide + column, -1, wide) }
    }
    clearances = field
  }

  /// Sets a cell's distance from its four neighbours on one side.
  @inline(__always)
  private static func grow(_ field: inout [UInt8], _ here: Int, _ way: Int, _ wide: Int) {
    guard field[here] > 0 else { return }
    let beside = min(field[here - way], field[here - way * wide])
    let nearest = min(beside, field[here - way * (wide + 1)], field[here - way * (wide - 1)])
    field[here] = min(field[here], nearest < .max ? nearest + 1 : .max)
  }

  private mutating func draw(_ from: Vec2, _ to: Vec2) {
    let count = max(1, Int((from.distance(to: to) / (size * 0.4)).rounded(.up)))
    for index in 0...count {
      let point = from + (to - from) * (Double(index) / Double(count))
      if let square = number(point) { squares[square] = Ground.wall.rawValue }
    }
  }

  private mutating func fill(_ shape: Polygon, _ shift: Vec2, _ ground: Ground) {
    let box = shape.bounds
    let step = size
    var y = box.minimum.y + step / 2
    while y < box.maximum.y {
      defer { y += step }
      // One scan line per row; a test per point would double the time.
      let row = Segment2(Vec2(box.minimum.x - 1, y), Vec2(box.maximum.x + 1, y))
      var pieces = shape.clip(row)[...]
      guard let line = index(y + shift.y - origin.y, below: rows) else { continue }
      var x = box.minimum.x + step / 2
      while x < box.maximum.x {
        while let first = pieces.first, first.end.x < x { pieces.removeFirst() }
        if let first = pieces.first, first.start.x <= x,
          let column = index(x + shift.x - origin.x, below: columns)
        {
          squares[line * columns + column] = ground.rawValue
        }
        x += step
      }
    }
  }

  /// Returns the index of the cell at a distance along a row; nil if outside.
  private func index(_ metres: Double, below count: Int) -> Int? {
    let position = metres / size
    return position >= 0 && position < Double(count) ? Int(position) : nil
  }

  private func number(_ point: Vec2) -> Int? {
    guard let column = index(point.x - origin.x, below: columns),
      let row = index(point.y - origin.y, below: rows)
    else { return nil }
    return row * columns + column
  }

  /// True if the walkable area is known.
  var isKnown: Bool { columns > 0 }

  /// True if a point is walkable.
  func isFree(_ point: Vec2) -> Bool {
    number(point).map { squares[$0] == Ground.free.rawValue } ?? true
  }

  /// True if a point and its surroundings within `metres` are outside the level's outline.
  func isBeyond(_ point: Vec2, by metres: Double) -> Bool {
    guard around == .beyond else { return false }
    let rim = (0..<8).map { point + metres * Vec2(angle: Double($0) * Double.pi / 4) }
    return ([point] + rim).allSatisfy {
      number($0).map { squares[$0] == Ground.beyond.rawValue } ?? true
    }
  }

  /// Fast floor without a library call.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    let cut = Int(value)
    return Double(cut) > value ? cut - 1 : cut
  }

  /// Returns the worst cell type on a straight line, except the first cell.
  @inline(__always)
  package func ground(_ x: Double, _ y: Double, to u: Double, _ v: Double) -> Ground {
    guard columns > 0 else { return .free }
    let (column, row) = ((x - origin.x) * perMetre, (y - origin.y) * perMetre)
    let (across, along) = ((u - x) * perMetre, (v - y) * perMetre)
    if column >= 0, row >= 0, column < Double(columns), row < Double(rows) {
      let clearance = clearances[(Int(row) &+ 1) &* (columns &+ 2) &+ Int(column) &+ 1]
      if max(abs(across), abs(along)) < Double(clearance) - 1 { return .free }
    }
    return groundSquareBySquare(x, y, to: u, v)
  }

  /// Returns the worst cell type on a straight line by traversal of the cells, without the distance
  /// field.
  package func groundSquareBySquare(
    _ x: Double, _ y: Double, to u: Double, _ v: Double
  ) -> Ground {
    guard columns > 0 else { return .free }
    let (column, row) = ((x - origin.x) * perMetre, (y - origin.y) * perMetre)
    let (across, along) = ((u - x) * perMetre, (v - y) * perMetre)
    let squaredPath = (u - x) * (u - x) + (v - y) * (v - y)
    let first = Self.floor(row) &* columns &+ Self.floor(column)
    let count = Int(squaredPath.squareRoot() / (size * 0.8)) + 1
    let (east, north) = (across / Double(count), along / Double(count))
    var (nextColumn, nextRow) = (column, row)
    var worst = Ground.free.rawValue
    for _ in 0..<count {
      nextColumn += east
      nextRow += north
      let found = square(nextColumn, nextRow, first)
      if found == Ground.wall.rawValue { return .wall }
      worst = max(worst, found)
    }
    return Ground(rawValue: worst) ?? .free
  }

  /// Returns the type of a cell; free in the first cell of a line.
  @inline(__always)
  private func square(_ column: Double, _ row: Double, _ first: Int) -> UInt8 {
    guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else {
      return around.rawValue
    }
    let number = Int(row) &* columns &+ Int(column)
    return number == first ? Ground.free.rawValue : squares[number]
  }
}
