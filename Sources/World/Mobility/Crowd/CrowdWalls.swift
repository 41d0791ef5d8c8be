import Geometry

/// The walls of a plane: nearest-wall lookup by cells of one metre, and line-of-sight tests.
///
/// A bounding volume hierarchy of boxes over the segments; its memory grows with their number, not
/// with the area. The lists of visited cells are cached, and all dropped when they far outweigh the
/// tree.
struct CrowdWalls: Sendable {
  private struct HierarchyNode {
    var low: Vec2
    var high: Vec2
    /// The index of the first segment, in tree order.
    var first: Int32
    /// The number of segments of a leaf; 0 for an inner node.
    var count: Int32
    /// The index of the second child; the first one follows its parent.
    var second: Int32
  }

  /// In tree order.
  private(set) var segments: [Segment2]
  private var nodes: [HierarchyNode] = []

  /// The cached lists: `items` of `cells[key]`.
  private var cells: [SIMD2<Int32>: Range<Int32>] = [:]
  private(set) var items: [Int32] = []
  private let itemLimit: Int

  init(_ walls: [Segment2]) {
    segments = walls
    itemLimit = 64 * walls.count + 65_536
    guard !walls.isEmpty else { return }
    var order = Array(walls.indices)
    grow(&order, from: 0, to: walls.count, walls)
    segments = order.map { walls[$0] }
  }

  /// Builds the subtree of a range of `order`, which it sorts.
  private mutating func grow(
    _ order: inout [Int], from first: Int, to last: Int, _ walls: [Segment2]
  ) {
    var low = Vec2(repeating: .infinity)
    var high = -low
    var (lowMiddle, highMiddle) = (low, high)
    for index in first..<last {
      let wall = walls[order[index]]
      low = pointwiseMin(low, pointwiseMin(wall.start, wall.end))
      high = pointwiseMax(high, pointwiseMax(wall.start, wall.end))
      lowMiddle = pointwiseMin(lowMiddle, wall.midpoint)
      highMiddle = pointwiseMax(highMiddle, wall.midpoint)
    }
    let node = nodes.count
    let count = last - first
    nodes.append(
      HierarchyNode(
        low: low, high: high, first: Int32(first), count: count <= 4 ? Int32(count) : 0, second: 0))
    guard count > 4 else { return }
    // Splits at the median midpoint along the longer side; ties by index make the tree
    // deterministic.
    let axis = highMiddle.x - lowMiddle.x >= highMiddle.y - lowMiddle.y ? 0 : 1
    order[first..<last].sort {
      let (a, b) = (walls[$0].midpoint[axis], walls[$1].midpoint[axis])
      return a < b || (a == b && $0 < $1)
    }
    let middle = first + count / 2
    grow(&order, from: first, to: middle, walls)
    nodes[node].second = Int32(nodes.count)
    grow(&order, from: middle, to: last, walls)
  }

  @inline(__always)
  static func cell(of position: Vec2) -> SIMD2<Int32> {
    SIMD2(crowdFloor(position.x), crowdFloor(position.y))
  }

  /// Drops the cached lists if there are too many; returns true if it did.
  mutating func trim() -> Bool {
    guard items.count > itemLimit || cells.count > itemLimit else { return false }
    cells.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    return true
  }

  /// Returns the range in ``items`` of the walls near any position of a cell.
  mutating func list(of cell: SIMD2<Int32>) -> Range<Int32> {
    if segments.isEmpty { return 0..<0 }
    if let known = cells[cell] { return known }
    let center = Vec2(Double(cell.x) + 0.5, Double(cell.y) + 0.5)
    let first = Int32(items.count)
    appendWalls(within: PedestrianParameters.wallReach + 0.7072, of: center)
    let range = first..<Int32(items.count)
    cells[cell] = range
    return range
  }

  private mutating func appendWalls(within radius: Double, of point: Vec2) {
    var node = 0
    var pending: [Int32] = []
    while true {
      let box = nodes[node]
      let away = pointwiseMax(pointwiseMax(box.low - point, point - box.high), .zero)
      if away.squaredLength <= radius * radius {
        if box.count == 0 {
          pending.append(box.second)
          node += 1
          continue
        }
        for index in box.first..<(box.first + box.count)
        where segments[Int(index)].distance(to: point) <= radius {
          items.append(index)
        }
      }
      guard let next = pending.popLast() else { return }
      node = Int(next)
    }
  }

  /// True if no wall blocks the line between two positions; a touched wall end blocks it too.
  func isClear(from start: Vec2, to end: Vec2) -> Bool {
    firstHit(from: start, to: end) == 1
  }

  /// Returns the fraction of a line that is clear of walls, from its start; 1 for all of it.
  func firstHit(from start: Vec2, to end: Vec2) -> Double {
    guard !nodes.isEmpty else { return 1 }
    let way = end - start
    var free = 1.0
    var node = 0
    var pending: [Int32] = []
    while true {
      let box = nodes[node]
      if Self.meets(box.low, box.high, start, way, free) {
        if box.count == 0 {
          pending.append(box.second)
          node += 1
          continue
        }
        for index in box.first..<(box.first + box.count) {
          free = min(free, Self.crossing(of: segments[Int(index)], start, way))
        }
      }
      guard let next = pending.popLast() else { return free }
      node = Int(next)
    }
  }

  /// True if a line, up to a fraction of it, meets a box: separating axis test.
  private static func meets(
    _ low: Vec2, _ high: Vec2, _ start: Vec2, _ way: Vec2, _ share: Double
  ) -> Bool {
    let end = start + way * share
    guard min(start.x, end.x) <= high.x, max(start.x, end.x) >= low.x,
      min(start.y, end.y) <= high.y, max(start.y, end.y) >= low.y
    else { return false }
    let middle = (low + high) / 2 - start
    let half = (high - low) / 2
    return abs(way.cross(middle)) <= abs(way.x) * half.y + abs(way.y) * half.x + 1e-12
  }

  /// The fraction of a line at which it meets a wall, or 1; a parallel wall does not count.
  private static func crossing(of wall: Segment2, _ start: Vec2, _ way: Vec2) -> Double {
    let along = wall.vector
    let across = way.cross(along)
    guard across != 0 else { return 1 }
    let offset = wall.start - start
    let share = offset.cross(along) / across
    let place = offset.cross(way) / across
    return share >= 0 && share <= 1 && place >= 0 && place <= 1 ? share : 1
  }
}

/// Rounds down to an integer; the caller keeps within the range of `Int32`.
@inline(__always)
func crowdFloor(_ value: Double) -> Int32 {
  let whole = Int32(value)
  return Double(whole) > value ? whole - 1 : whole
}
