import Geometry

/// Spatial index of boxes: a packed R-tree with sixteen children per node, built once by
/// sort-tile-recursive packing.
///
/// Building takes O(n log n); a query O(log n) plus the number of results, for boxes of any size.
struct BoxTree {
  private static let fanOut = 16

  /// The box indices in the order of the leaves.
  private let order: [Int]
  /// The boxes of each tree layer: first the given ones, in leaf order, last that of the root.
  private let storeys: [[Box2]]

  init(_ boxes: [Box2]) {
    let count = boxes.count
    let slices = max(1, Int((Double(count) / Double(Self.fanOut)).squareRoot().rounded(.up)))
    let perSlice = max(1, (count + slices - 1) / slices)
    var order = boxes.indices.sorted {
      (boxes[$0].center.x, $0) < (boxes[$1].center.x, $1)
    }
    for start in stride(from: 0, to: count, by: perSlice) {
      let end = min(start + perSlice, count)
      order[start..<end].sort { (boxes[$0].center.y, $0) < (boxes[$1].center.y, $1) }
    }
    self.order = order
    var storeys = [order.map { boxes[$0] }]
    while let below = storeys.last, below.count > 1 {
      storeys.append(
        stride(from: 0, to: below.count, by: Self.fanOut).map { start in
          below[start..<min(start + Self.fanOut, below.count)].dropFirst()
            .reduce(below[start]) { $0.union($1) }
        })
    }
    self.storeys = storeys
  }

  /// Calls `body` with the index of each box that intersects a box, in no particular order.
  func forEach(meeting box: Box2, _ body: (Int) -> Void) {
    guard !order.isEmpty else { return }
    var stack = [(storey: storeys.count - 1, node: 0)]
    while let (storey, node) = stack.popLast() {
      guard storeys[storey][node].intersects(box) else { continue }
      guard storey > 0 else {
        body(order[node])
        continue
      }
      let first = node * Self.fanOut
      for child in first..<min(first + Self.fanOut, storeys[storey - 1].count) {
        stack.append((storey - 1, child))
      }
    }
  }

  /// The indices of the boxes that intersect a box, sorted.
  func boxes(meeting box: Box2) -> [Int] {
    var found: [Int] = []
    forEach(meeting: box) { found.append($0) }
    return found.sorted()
  }
}
