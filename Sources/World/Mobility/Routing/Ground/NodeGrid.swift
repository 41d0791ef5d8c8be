import Geometry

/// A uniform grid of the nodes of a plane, for range queries.
struct NodeGrid: Sendable {
  /// The nodes of the plane, cell by cell.
  private let items: [Int32]
  private let points: [Vec2]
  private let starts: [Int32]
  private let origin: Vec2
  private let cellSize: Double
  private let columns: Int
  private let rows: Int

  init(_ members: [Int], of nodes: [WalkNode]) {
    let box = Box2(containing: members.map { nodes[$0].point }) ?? Box2(.zero, .zero)
    origin = box.minimum
    let cellSize = max(12, max(box.size.x, box.size.y) / 1000)
    self.cellSize = cellSize
    let columns = Int(box.size.x / cellSize) + 1
    self.columns = columns
    rows = Int(box.size.y / cellSize) + 1
    let origin = origin
    let cells = members.map { member in
      let place = (nodes[member].point - origin) / cellSize
      return Int(place.y) * columns + Int(place.x)
    }
    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    for cell in cells { counts[cell + 1] += 1 }
    for cell in 1..<counts.count { counts[cell] += counts[cell - 1] }
    starts = counts
    var items = [Int32](repeating: 0, count: members.count)
    for (member, cell) in zip(members, cells) {
      items[Int(counts[cell])] = Int32(truncatingIfNeeded: member)
      counts[cell] += 1
    }
    self.items = items
    points = items.map { nodes[Int($0)].point }
  }

  var members: [Int32] { items }

  /// Calls `body` with each node within a distance of a point.
  @inline(__always)
  func forEachNode(
    within radius: Double, of point: Vec2, _ body: (_ node: Int, _ squaredDistance: Double) -> Void
  ) {
    guard !items.isEmpty else { return }
    let low = (point - Vec2(repeating: radius) - origin) / cellSize
    let high = (point + Vec2(repeating: radius) - origin) / cellSize
    guard high.x >= 0, high.y >= 0, low.x < Double(columns), low.y < Double(rows) else { return }
    let (left, right) = (Int(max(0, low.x)), min(columns - 1, Int(min(high.x, 1e6))))
    for row in Int(max(0, low.y))...min(rows - 1, Int(min(high.y, 1e6))) {
      let cells = row * columns
      for item in Int(starts[cells + left])..<Int(starts[cells + right + 1]) {
        let distance = (points[item] - point).squaredLength
        if distance <= radius * radius { body(Int(items[item]), distance) }
      }
    }
  }
}
