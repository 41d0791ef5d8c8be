import Geometry

/// A wall for ray casting.
struct RadioWall: Sendable {
  let start: Vec2
  let vector: Vec2
  let bottom: Float
  let top: Float
  let loss: RadioLoss

  init(_ line: Segment2, from bottom: Double, to top: Double, loss: RadioLoss) {
    start = line.start
    vector = line.vector
    self.bottom = Float(bottom)
    self.top = Float(top)
    self.loss = loss
  }
}

/// A ray between two points.
struct RadioRay {
  let start: Vec3
  let vector: Vec3
  let inverse: Vec2
  /// Crossings within this fraction of either end don't count: a device mounted on a wall isn't behind
  /// it.
  let margin: Double
  /// True if both ends are finite and within 1e8 m.
  let isUsable: Bool
  /// The heights of its lower and its upper end.
  var heights: (low: Double, high: Double) {
    let end = start.z + vector.z
    return (min(start.z, end), max(start.z, end))
  }

  init(from start: Vec3, to end: Vec3) {
    self.start = start
    vector = end - start
    inverse = Vec2(
      abs(vector.x) > 1e-12 ? 1 / vector.x : 0, abs(vector.y) > 1e-12 ? 1 / vector.y : 0)
    // Comparisons with NaN are false.
    let far = SIMD8(start.x, start.y, start.z, end.x, end.y, end.z, 0, 0)
    isUsable = all((far .< 1e8) .& (far .> -1e8))
    margin = min(0.25, 0.05 / max(1e-9, vector.xy.length))
  }
}

/// A uniform grid of the walls of a storey, or of everything outdoors, for ray casting.
///
/// The walls lie cell by cell in a shared store, so that a query reads flat memory only.
struct RadioWallGrid: Sendable {
  let low: Vec2
  let high: Vec2
  let cell: Double
  let inverseCell: Double
  let columns: Int
  let rows: Int
  let firstCell: Int

  init(_ walls: [RadioWall], starts: inout [Int32], store: inout [RadioWall]) {
    firstCell = starts.count
    let boxes = walls.map { Box2($0.start, $0.start + $0.vector) }
    guard let bounds = boxes.dropFirst().reduce(boxes.first, { $0?.union($1) }) else {
      (low, high) = (.zero, .zero)
      (cell, inverseCell, columns, rows) = (1, 1, 0, 0)
      return
    }
    let size = bounds.size
    let length = walls.reduce(0) { $0 + $1.vector.length } / Double(walls.count)
    // About two cells per wall, few cells shorter than a wall, and a limited number.
    cell = max(
      1, (size.x * size.y / Double(2 * walls.count)).squareRoot(), length / 3,
      (size.x * size.y / 1e6).squareRoot(), size.max() / 1e4)
    inverseCell = 1 / cell
    // A margin far above rounding errors.
    low = bounds.minimum - Vec2(repeating: cell * 1e-3)
    columns = Int(size.x * inverseCell + 2e-3) + 1
    rows = Int(size.y * inverseCell + 2e-3) + 1
    high = low + Vec2(Double(columns), Double(rows)) * cell
    var counts = [Int32](repeating: 0, count: columns * rows)
    for index in walls.indices {
      Self.forEachCell(meeting: walls[index], self) { counts[$0] += 1 }
    }
    var position = Int32(store.count)
    for count in counts {
      starts.append(position)
      position += count
    }
    starts.append(position)
    let none = RadioWall(Segment2(.zero, .zero), from: 0, to: 0, loss: .none)
    store += [RadioWall](repeating: none, count: Int(position) - store.count)
    var next = Array(starts[firstCell..<(firstCell + counts.count)])
    for wall in walls {
      Self.forEachCell(meeting: wall, self) { cell in
        store[Int(next[cell])] = wall
        next[cell] += 1
      }
    }
  }

  /// Calls `body` with each cell that a wall touches, with a small margin.
  private static func forEachCell(
    meeting wall: RadioWall, _ grid: RadioWallGrid, _ body: (Int) -> Void
  ) {
    let box = Box2(wall.start, wall.start + wall.vector)
    let margin = grid.cell * 1e-4
    let first = (box.minimum - grid.low - Vec2(repeating: margin)) * grid.inverseCell
    let last = (box.maximum - grid.low + Vec2(repeating: margin)) * grid.inverseCell
    let normal = wall.vector.perpendicular
    let reach = (abs(normal.x) + abs(normal.y)) * (grid.cell / 2 + margin)
    for row in max(0, Int(first.y))...max(0, min(grid.rows - 1, Int(last.y))) {
      for column in max(0, Int(first.x))...max(0, min(grid.columns - 1, Int(last.x))) {
        let middle = grid.low + Vec2(Double(column) + 0.5, Double(row) + 0.5) * grid.cell
        if abs(normal.dot(middle - wall.start)) <= reach { body(row * grid.columns + column) }
      }
    }
  }

  /// Visits the walls that a part of a ray crosses, once each, by grid traversal.
  ///
  /// A wall is listed in several cells; it counts in the cell of the crossing. The traversal ends when
  /// `body` returns false. Coordinates are scalars here: vectors of two take twice the time without wide
  /// registers.
  @inline(__always)
  func forEachCrossing(
    of ray: RadioRay, from entry: Double, to exit: Double,
    _ starts: UnsafeBufferPointer<Int32>, _ store: UnsafeBufferPointer<RadioWall>,
    _ body: (_ wall: RadioLoss) -> Bool
  ) {
    guard columns > 0 else { return }
    var (first, last) = (entry, exit)
    var x = RadioStep(ray.start.x, ray.vector.x, ray.inverse.x)
    var y = RadioStep(ray.start.y, ray.vector.y, ray.inverse.y)
    guard x.clip(low.x, high.x, &first, &last), y.clip(low.y, high.y, &first, &last),
      first <= last
    else { return }
    x.enter(at: first, low.x, cell, inverseCell, count: columns)
    y.enter(at: first, low.y, cell, inverseCell, count: rows)
    var from = first
    while true {
      let leave = min(x.exit, y.exit)
      // The last cell includes what rounding puts beyond its end.
      let to = leave < last ? leave : last.nextUp
      let start = firstCell &+ y.cell &* columns &+ x.cell
      var item = Int(starts[start])
      let end = Int(starts[start &+ 1])
      while item < end {
        if let loss = store[item].crossing(ray, from, to), !body(loss) { return }
        item &+= 1
      }
      guard leave < last else { return }
      from = max(from, to)
      guard x.exit < y.exit ? x.goOn(columns) : y.goOn(rows) else { return }
    }
  }
}

/// One coordinate of the grid traversal (digital differential analyser).
private struct RadioStep {
  let origin: Double
  let direction: Double
  /// One over the direction; 0 if the direction is near zero.
  let inverse: Double
  var cell = 0
  /// The ray parameter at the exit from the cell, and its increment per cell.
  var exit = Double.infinity
  var delta = Double.infinity

  @inline(__always)
  init(_ origin: Double, _ direction: Double, _ inverse: Double) {
    (self.origin, self.direction, self.inverse) = (origin, direction, inverse)
  }

  /// Clips a part of the ray to the range between two lines; returns false if it is outside.
  @inline(__always)
  func clip(_ low: Double, _ high: Double, _ first: inout Double, _ last: inout Double) -> Bool {
    guard inverse != 0 else { return origin >= low && origin <= high }
    let a = (low - origin) * inverse
    let b = (high - origin) * inverse
    first = max(first, min(a, b))
    last = min(last, max(a, b))
    return true
  }

  /// Finds the cell at a ray parameter, clamped to the grid.
  @inline(__always)
  mutating func enter(
    at parameter: Double, _ low: Double, _ width: Double, _ inverseWidth: Double, count: Int
  ) {
    cell = min(count &- 1, max(0, Int((origin + direction * parameter - low) * inverseWidth)))
    guard inverse != 0 else { return }
    delta = abs(width * inverse)
    exit = (low + Double(cell &+ (direction > 0 ? 1 : 0)) * width - origin) * inverse
  }

  /// Moves to the next cell; returns false at the end of the grid.
  @inline(__always)
  mutating func goOn(_ count: Int) -> Bool {
    cell &+= direction > 0 ? 1 : -1
    exit += delta
    return cell >= 0 && cell < count
  }
}

extension RadioWall {
  /// The loss of the wall if the ray crosses it between two ray parameters; nil otherwise.
  @inline(__always)
  func crossing(_ ray: RadioRay, _ from: Double, _ to: Double) -> RadioLoss? {
    let (dx, dy) = (ray.vector.x, ray.vector.y)
    let (x, y) = (start.x - ray.start.x, start.y - ray.start.y)
    let a = dx * y - dy * x
    let b = dx * (y + vector.y) - dy * (x + vector.x)
    // Half-open segments: a ray through the corner of two walls crosses one of them.
    guard (a >= 0) != (b >= 0) else { return nil }
    let parameter = (x * vector.y - y * vector.x) / (dx * vector.y - dy * vector.x)
    guard parameter >= from, parameter < to,
      parameter > ray.margin, parameter < 1 - ray.margin
    else { return nil }
    let height = Float(ray.start.z + parameter * ray.vector.z)
    return height >= bottom && height < top ? loss : nil
  }
}
