import Geometry
import Glibc
import Maps

/// Where one can walk on a level, in small squares: walls, what stands about, and doors outdoors.
struct WalkRaster: Sendable {
  /// The most squares; larger levels aren't kept.
  private static let most = 40_000_000

  /// What a square is.
  enum Ground: UInt8, Sendable {
    case free, wall, closed
    /// Not on the level at all.
    case beyond
  }

  /// The size of a square, in m.
  private let size: Double
  private let origin: Vec2
  private let columns, rows: Int
  private var squares: [UInt8]
  /// What is where no square is: beyond the level, if the map has its outline.
  private var around = Ground.free
  /// Whether the level's rooms have doors on the map; if not, any wall may have one.
  let knowsDoors: Bool
  /// The doors that lead outdoors.
  let entrances: [Segment2]

  /// A level where everything is free.
  ///
  /// - Parameter square: The size of a square, in m.
  init(square: Double) {
    size = square
    (origin, columns, rows, squares) = (.zero, 0, 0, [])
    (knowsDoors, entrances) = (true, [])
  }

  /// A level of a map.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - shift: What must be added to the map's points.
  ///   - square: The size of a square, in m.
  init(_ level: Level, shiftedBy shift: Vec2, square: Double) {
    size = square
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
    guard wide * high <= Self.most else {
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
      // To ask of each point where it lies instead doubles the time that a raster takes.
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

  /// Which of so many squares in a row holds what is so many m along it; nil for none.
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

  /// Whether anything is known of where one can walk.
  var isKnown: Bool { columns > 0 }

  /// Whether one can stand at a point.
  func isFree(_ point: Vec2) -> Bool {
    number(point).map { squares[$0] == Ground.free.rawValue } ?? true
  }

  /// Whether a point and all that is within some metres of it are beyond the level's outline.
  func isBeyond(_ point: Vec2, by metres: Double) -> Bool {
    guard around == .beyond else { return false }
    let rim = (0..<8).map { point + metres * Vec2(angle: Double($0) * Double.pi / 4) }
    return ([point] + rim).allSatisfy {
      number($0).map { squares[$0] == Ground.beyond.rawValue } ?? true
    }
  }

  /// The whole number below, without a call of the library.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    let cut = Int(value)
    return Double(cut) > value ? cut - 1 : cut
  }

  /// The worst ground on the straight way between two points, the first one's own square aside.
  @inline(__always)
  func ground(_ x: Double, _ y: Double, to u: Double, _ v: Double) -> Ground {
    guard columns > 0 else { return .free }
    let (east, north) = (u - x, v - y)
    let way = (east * east + north * north).squareRoot()
    let count = Int(way / (size * 0.8)) + 1
    let scale = 1 / size
    var (column, row) = ((x - origin.x) * scale, (y - origin.y) * scale)
    let first = Self.floor(row) &* columns &+ Self.floor(column)
    let (across, along) = (east * scale / Double(count), north * scale / Double(count))
    var worst = Ground.free.rawValue
    for _ in 0..<count {
      column += across
      row += along
      guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else {
        worst = max(worst, around.rawValue)
        continue
      }
      let square = Int(row) &* columns &+ Int(column)
      guard square != first else { continue }
      let found = squares[square]
      if found == Ground.wall.rawValue { return .wall }
      worst = max(worst, found)
    }
    return Ground(rawValue: worst) ?? .free
  }
}
