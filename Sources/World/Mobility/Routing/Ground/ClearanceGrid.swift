import Geometry

/// Clearance test of straight paths for a body of some width: a uniform grid of segments.
///
/// Each cell lists all segments within ``reach`` of it, so that a query visits only the cells along
/// the path.
struct ClearanceGrid: Sendable {
  /// The max clearance of a query, in m.
  static let reach = 0.6

  /// The solid segments, then the gates, which a body may approach but not cross.
  let segments: [Segment2]
  /// The number of solid segments.
  let solidCount: Int

  private let origin: Vec2
  private let inverseCellSize: Double
  private let cellSize: Double
  private let columns: Int
  private let rows: Int
  private var starts: [Int32] = [0, 0]
  private var items: [Int32] = []

  init(solid: [Segment2], gates: [Segment2]) {
    segments = solid + gates
    solidCount = solid.count
    let boxes = segments.map(\.bounds)
    let whole = boxes.dropFirst().reduce(boxes.first ?? Box2(.zero, .zero)) { $0.union($1) }
      .expanded(by: Self.reach + 0.01)
    let size = whole.size
    // A few cells per segment, none smaller than people need, at most some millions.
    let share = (size.x * size.y / Double(max(4 * segments.count, 64))).squareRoot()
    cellSize = max(1, share, max(size.x, size.y) / 2000)
    inverseCellSize = 1 / cellSize
    origin = whole.minimum
    columns = Int(size.x * inverseCellSize) + 1
    rows = Int(size.y * inverseCellSize) + 1

    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    for segment in segments {
      forEachCell(near: segment, within: Self.reach + 1e-6) { counts[$0 + 1] += 1 }
    }
    for cell in 1..<counts.count { counts[cell] += counts[cell - 1] }
    var items = [Int32](repeating: 0, count: Int(counts[counts.count - 1]))
    starts = counts
    for (index, segment) in segments.enumerated() {
      forEachCell(near: segment, within: Self.reach + 1e-6) { cell in
        items[Int(counts[cell])] = Int32(truncatingIfNeeded: index)
        counts[cell] += 1
      }
    }
    self.items = items
  }

  /// Returns true if a path keeps its clearance from all solid segments and crosses no gate.
  ///
  /// The `clearance` is in m, at most ``reach``; `crossingGates` ignores the gates.
  func isClear(
    from start: Vec2, to end: Vec2, clearance: Double, crossingGates: Bool = false
  ) -> Bool {
    let probe = CapsuleProbe(from: start, to: end)
    return segments.withUnsafeBufferPointer { segments in
      items.withUnsafeBufferPointer { items in
        starts.withUnsafeBufferPointer { starts in
          !someCell(along: start, end) { cell in
            var item = Int(starts[cell])
            let last = Int(starts[cell + 1])
            while item < last {
              let index = Int(items[item])
              item += 1
              let isGate = index >= solidCount
              if isGate, crossingGates { continue }
              if probe.meets(segments[index], within: isGate ? 0 : clearance) { return true }
            }
            return false
          }
        }
      }
    }
  }

  /// Returns the point of the solid segments nearest to a point, if within a distance up to
  /// ``reach``.
  func nearestSolid(to point: Vec2, within distance: Double) -> (point: Vec2, distance: Double)? {
    nearest(to: point, within: distance, among: 0..<solidCount)
  }

  /// Returns the point of the gates nearest to a point, if within a distance up to ``reach``.
  func nearestGate(to point: Vec2, within distance: Double) -> (point: Vec2, distance: Double)? {
    nearest(to: point, within: distance, among: solidCount..<segments.count)
  }

  /// Calls `body` with each segment, including gates, within a distance up to ``reach`` of a point.
  func forEachSegment(near point: Vec2, within distance: Double, _ body: (Segment2) -> Void) {
    guard let cell = cell(of: point) else { return }
    for item in items[Int(starts[cell])..<Int(starts[cell + 1])] {
      let segment = segments[Int(item)]
      if segment.distance(to: point) <= distance { body(segment) }
    }
  }

  private func nearest(
    to point: Vec2, within distance: Double, among range: Range<Int>
  ) -> (point: Vec2, distance: Double)? {
    guard let cell = cell(of: point) else { return nil }
    var best: (point: Vec2, distance: Double)?
    for item in items[Int(starts[cell])..<Int(starts[cell + 1])] where range.contains(Int(item)) {
      let closest = segments[Int(item)].closestPoint(to: point)
      let away = closest.distance(to: point)
      if away < best?.distance ?? distance { best = (closest, away) }
    }
    return best
  }

  private func cell(of point: Vec2) -> Int? {
    let place = (point - origin) * inverseCellSize
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return nil
    }
    return Int(place.y) * columns + Int(place.x)
  }

  private func forEachCell(
    near segment: Segment2, within margin: Double, _ body: (Int) -> Void
  ) {
    _ = someCell(along: segment.start, segment.end, margin: margin) { cell in
      body(cell)
      return false
    }
  }

  /// Returns true if `test` is true for a cell along a path, row by row from its start (grid
  /// traversal).
  @inline(__always)
  private func someCell(
    along start: Vec2, _ end: Vec2, margin: Double = 1e-6, _ test: (Int) -> Bool
  ) -> Bool {
    let (a, b) = ((start - origin) * inverseCellSize, (end - origin) * inverseCellSize)
    let widening = margin * inverseCellSize
    let low = min(a.y, b.y) - widening
    let high = max(a.y, b.y) + widening
    guard high >= 0, low < Double(rows) else { return false }
    let (first, last) = (clamped(low, below: rows), clamped(high, below: rows))
    let slope = b.y == a.y ? 0 : (b.x - a.x) / (b.y - a.y)
    let isUpward = b.y >= a.y
    for step in 0...(last - first) {
      let row = isUpward ? first + step : last - step
      // The part of the path within the row, widened.
      let bottom = max(min(a.y, b.y), Double(row) - widening)
      let top = min(max(a.y, b.y), Double(row + 1) + widening)
      var (left, right) = (min(a.x, b.x), max(a.x, b.x))
      if slope.isFinite, b.y != a.y {
        let (x0, x1) = (a.x + (bottom - a.y) * slope, a.x + (top - a.y) * slope)
        left = max(left, min(x0, x1))
        right = min(right, max(x0, x1))
      }
      left -= widening
      right += widening
      guard right >= 0, left < Double(columns) else { continue }
      for column in clamped(
        left, below: columns)...max(
          clamped(left, below: columns), clamped(right, below: columns))
      where test(row * columns + column) {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func clamped(_ value: Double, below count: Int) -> Int {
    guard value > 0 else { return 0 }
    return value < Double(count) ? Int(value) : count - 1
  }
}
