/// A uniform grid of square cells, each with a list of the items that reach it.
///
/// The lists lie in one array, cell after cell (compressed rows). An item is listed in every cell
/// whose square, widened by `margin`, it reaches. The margin is far above the rounding errors of a
/// walk, so a walk may pass on either side of a grid line and still finds everything near it.
struct UniformGrid: Sendable {
  let origin: Vec2
  let cellSize: Double
  let inverseCellSize: Double
  let columns: Int
  let rows: Int
  let margin: Double
  /// A cell's items are `items[cellStarts[cell]..<cellStarts[cell + 1]]`, in ascending order.
  private(set) var cellStarts: [Int32] = []
  private(set) var items: [Int32] = []

  /// Builds a grid over items.
  ///
  /// - Parameters:
  ///   - bounds: The bounding box of all items.
  ///   - boxes: The items' bounding boxes.
  ///   - cells: Calls its third argument with each cell that the item of the given index reaches.
  init(
    over bounds: Box2, boxes: [Box2],
    cells: (UniformGrid, Int, (_ column: Int, _ row: Int) -> Void) -> Void
  ) {
    let size = bounds.size
    let reach = [bounds.minimum.x, bounds.minimum.y, bounds.maximum.x, bounds.maximum.y]
      .reduce(0) { max($0, abs($1)) }
    let count = Double(max(boxes.count, 1))
    // Two cells per item, but not so many that items are listed in more than a few cells each, and
    // none so small that rounding errors exceed the margin.
    let total = boxes.reduce(0.0) { $0 + $1.size.x + $1.size.y }
    cellSize = max(
      (size.x * size.y / (2 * count)).squareRoot(), (size.x + size.y) / (2 * count),
      total / (6 * count), reach * 1e-8, 1e-9)
    inverseCellSize = 1 / cellSize
    margin = cellSize * 1e-6
    origin = bounds.minimum - Vec2(repeating: margin)
    columns = Int(size.x * inverseCellSize + 2e-6) + 1
    rows = Int(size.y * inverseCellSize + 2e-6) + 1

    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    for item in boxes.indices {
      cells(self, item) { column, row in counts[row * columns + column + 1] += 1 }
    }
    for cell in 1..<counts.count { counts[cell] += counts[cell - 1] }
    cellStarts = counts
    items = [Int32](repeating: 0, count: Int(counts[counts.count - 1]))
    for item in boxes.indices {
      cells(self, item) { column, row in
        let cell = row * columns + column
        items[Int(counts[cell])] = Int32(truncatingIfNeeded: item)
        counts[cell] += 1
      }
    }
  }

  var bounds: Box2 {
    Box2(origin, origin + Vec2(Double(columns), Double(rows)) * cellSize)
  }

  /// Returns the column of an x coordinate, clamped to the grid.
  @inline(__always)
  func column(of x: Double) -> Int {
    Self.index((x - origin.x) * inverseCellSize, below: columns)
  }

  /// Returns the row of a y coordinate, clamped to the grid.
  @inline(__always)
  func row(of y: Double) -> Int {
    Self.index((y - origin.y) * inverseCellSize, below: rows)
  }

  /// Truncates to an index; NaN becomes 0, so the conversion can't trap.
  @inline(__always)
  private static func index(_ value: Double, below count: Int) -> Int {
    guard value > 0 else { return 0 }
    return value < Double(count) ? min(Int(value), count - 1) : count - 1
  }

  /// Calls `body` with each cell that a box, widened by the margin, meets.
  func forEachCell(meeting box: Box2, _ body: (_ column: Int, _ row: Int) -> Void) {
    for row in row(of: box.minimum.y - margin)...row(of: box.maximum.y + margin) {
      for column in column(of: box.minimum.x - margin)...column(of: box.maximum.x + margin) {
        body(column, row)
      }
    }
  }

  /// Calls `body` with each cell that a segment, widened by the margin, meets.
  func forEachCell(meeting segment: Segment2, _ body: (_ column: Int, _ row: Int) -> Void) {
    let box = segment.bounds
    let (low, high) =
      segment.start.y <= segment.end.y
      ? (segment.start, segment.end) : (segment.end, segment.start)
    let slope = (high.x - low.x) / (high.y - low.y)
    for row in row(of: box.minimum.y - margin)...row(of: box.maximum.y + margin) {
      var (first, last) = (box.minimum.x, box.maximum.x)
      if slope.isFinite {
        // The part of the segment within the widened row.
        let bottom = origin.y + Double(row) * cellSize - 2 * margin
        let top = bottom + cellSize + 4 * margin
        let a = low.x + slope * (max(bottom, low.y) - low.y)
        let b = low.x + slope * (min(top, high.y) - low.y)
        first = max(first, min(a, b))
        last = min(last, max(a, b))
      }
      let columns = (column(of: first - 2 * margin), column(of: last + 2 * margin))
      guard columns.0 <= columns.1 else { continue }
      for column in columns.0...columns.1 { body(column, row) }
    }
  }

  /// Visits the cells along a ray in order (grid traversal).
  ///
  /// `visit` receives each cell and the ray's parameter at its exit. The walk ends when `visit`
  /// returns false, at `limit`, or outside the grid. The parameter is 0 at `start` and grows by 1 per
  /// length of `direction`, which must not be zero; `limit` may be infinite.
  @inline(__always)
  func walk(
    from start: Vec2, along direction: Vec2, to limit: Double,
    _ visit: (_ cell: Int, _ exit: Double) -> Bool
  ) {
    let box = bounds
    var entry = 0.0
    var last = limit
    // A direction this small can't leave a column or row, and its inverse may overflow.
    let movesX = abs(direction.x) > 1e-290
    let movesY = abs(direction.y) > 1e-290
    let inverse = Vec2(movesX ? 1 / direction.x : 0, movesY ? 1 / direction.y : 0)
    let (toLow, toHigh) = ((box.minimum - start) * inverse, (box.maximum - start) * inverse)
    if movesX {
      entry = max(entry, min(toLow.x, toHigh.x))
      last = min(last, max(toLow.x, toHigh.x))
    } else if start.x < box.minimum.x || start.x > box.maximum.x {
      return
    }
    if movesY {
      entry = max(entry, min(toLow.y, toHigh.y))
      last = min(last, max(toLow.y, toHigh.y))
    } else if start.y < box.minimum.y || start.y > box.maximum.y {
      return
    }
    guard entry <= last else { return }
    let first = start + direction * entry
    var column = column(of: first.x)
    var row = row(of: first.y)
    let (stepX, stepY) = (direction.x > 0 ? 1 : -1, direction.y > 0 ? 1 : -1)
    let (sideX, sideY) = (direction.x > 0 ? 1 : 0, direction.y > 0 ? 1 : 0)
    let relative = origin - start
    var exitX =
      movesX ? (relative.x + Double(column + sideX) * cellSize) * inverse.x : .infinity
    var exitY = movesY ? (relative.y + Double(row + sideY) * cellSize) * inverse.y : .infinity
    while true {
      let exit = min(exitX, exitY)
      guard visit(row * columns + column, exit), exit < last else { return }
      if exitX < exitY {
        column += stepX
        guard column >= 0, column < columns else { return }
        exitX = (relative.x + Double(column + sideX) * cellSize) * inverse.x
      } else {
        row += stepY
        guard row >= 0, row < rows else { return }
        exitY = (relative.y + Double(row + sideY) * cellSize) * inverse.y
      }
    }
  }
}
