import Geometry

/// A wall as a ray meets it.
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

/// A ray between two points, as its plan shows it.
struct RadioRay {
  let start: Vec3
  let vector: Vec3
  let inverse: Vec2
  /// Crossings nearer to either end than this share of the ray don't count: what is mounted on a
  /// wall isn't behind it.
  let margin: Double
  /// Whether both ends are places on or near the Earth.
  let isUsable: Bool

  init(from start: Vec3, to end: Vec3) {
    self.start = start
    vector = end - start
    inverse = Vec2(
      abs(vector.x) > 1e-12 ? 1 / vector.x : 0, abs(vector.y) > 1e-12 ? 1 / vector.y : 0)
    // What isn't a number compares false.
    let far = SIMD8(start.x, start.y, start.z, end.x, end.y, end.z, 0, 0)
    isUsable = all((far .< 1e8) .& (far .> -1e8))
    margin = min(0.25, 0.05 / max(1e-9, vector.xy.length))
  }
}

/// The walls of a storey, or of all that stands outdoors, in the cells of a grid.
///
/// The walls themselves lie in a store that all share, cell after cell, so that a query touches
/// nothing but plain memory.
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
    // About two cells a wall, none much shorter than a wall, and not too many.
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

  /// Calls `body` with each cell whose square, somewhat widened, a wall meets.
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

  /// Adds up the walls that a stretch of a ray crosses, each once.
  ///
  /// A wall is listed in several cells; it counts in the one in which it is crossed. The way ends
  /// where `body` says that it has seen enough.
  @inline(__always)
  func forEachCrossing(
    of ray: RadioRay, from entry: Double, to exit: Double,
    _ starts: UnsafeBufferPointer<Int32>, _ store: UnsafeBufferPointer<RadioWall>,
    _ body: (_ wall: RadioLoss) -> Bool
  ) {
    guard columns > 0 else { return }
    let (origin, direction, inverse) = (ray.start.xy, ray.vector.xy, ray.inverse)
    var first = entry
    var last = exit
    for axis in 0..<2 {
      if inverse[axis] != 0 {
        let a = (low[axis] - origin[axis]) * inverse[axis]
        let b = (high[axis] - origin[axis]) * inverse[axis]
        first = max(first, min(a, b))
        last = min(last, max(a, b))
      } else if origin[axis] < low[axis] || origin[axis] > high[axis] {
        return
      }
    }
    guard first <= last else { return }
    let place = (origin + direction * first - low) * inverseCell
    var column = min(columns - 1, max(0, Int(place.x)))
    var row = min(rows - 1, max(0, Int(place.y)))
    let (stepX, stepY) = (direction.x > 0 ? 1 : -1, direction.y > 0 ? 1 : -1)
    let (sideX, sideY) = (direction.x > 0 ? 1 : 0, direction.y > 0 ? 1 : 0)
    let deltaX = inverse.x == 0 ? Double.infinity : abs(cell * inverse.x)
    let deltaY = inverse.y == 0 ? Double.infinity : abs(cell * inverse.y)
    var exitX =
      inverse.x == 0
      ? .infinity : (low.x + Double(column + sideX) * cell - origin.x) * inverse.x
    var exitY =
      inverse.y == 0 ? .infinity : (low.y + Double(row + sideY) * cell - origin.y) * inverse.y
    var from = first
    while true {
      let leave = min(exitX, exitY)
      // The last cell takes what rounding may put beyond its end.
      let to = leave < last ? leave : last.nextUp
      let start = firstCell &+ row &* columns &+ column
      var item = Int(starts[start])
      let end = Int(starts[start &+ 1])
      while item < end {
        if let loss = store[item].crossing(ray, from, to), !body(loss) { return }
        item &+= 1
      }
      guard leave < last else { return }
      from = max(from, to)
      if exitX < exitY {
        column += stepX
        guard column >= 0, column < columns else { return }
        exitX += deltaX
      } else {
        row += stepY
        guard row >= 0, row < rows else { return }
        exitY += deltaY
      }
    }
  }
}

extension RadioWall {
  /// What the wall costs if a ray crosses it between two of its parameters.
  @inline(__always)
  func crossing(_ ray: RadioRay, _ from: Double, _ to: Double) -> RadioLoss? {
    let direction = ray.vector.xy
    let relative = start - ray.start.xy
    let a = direction.cross(relative)
    let b = direction.cross(relative + vector)
    // Ends count half, so that a ray through the corner of two walls meets one of them.
    guard (a >= 0) != (b >= 0) else { return nil }
    let parameter = relative.cross(vector) / direction.cross(vector)
    guard parameter >= from, parameter < to,
      parameter > ray.margin, parameter < 1 - ray.margin
    else { return nil }
    let height = Float(ray.start.z + parameter * ray.vector.z)
    return height >= bottom && height < top ? loss : nil
  }
}
