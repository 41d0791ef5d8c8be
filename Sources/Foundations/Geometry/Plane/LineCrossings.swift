/// Intersections of a line with a region, given the region's edges in any order.
///
/// The line is shifted by an infinitesimal amount to its left and to its right, so that each shifted
/// line crosses edges properly, never at a vertex and never along an edge. The open region is inside
/// under both shifts, the closed one under either. Both follow from the signs of the vertices'
/// offsets alone, so vertices and edges on the line need no special cases.
struct LineCrossings {
  /// A crossing of the boundary under one shift or both.
  struct BoundaryCrossing {
    /// The position along the line.
    var position: Double
    /// Bit 0: under the shift to the right; bit 1: under the shift to the left.
    var shifts: UInt8
  }

  /// Returns the crossing of a line with the edge a-b, and its shifts; nil if there is none.
  ///
  /// Offsets of the ends are positive to the left of the line; `position` maps a point near the line
  /// to its position along the line.
  @inline(__always)
  static func crossing(
    _ a: Vec2, _ offsetA: Double, _ b: Vec2, _ offsetB: Double, position: (Vec2) -> Double
  ) -> BoundaryCrossing? {
    let right = (offsetA >= 0) != (offsetB >= 0)
    let left = (offsetA > 0) != (offsetB > 0)
    guard right || left else { return nil }
    // A vertex on the line yields the same position from both of its edges.
    let point =
      offsetA == 0 ? a : offsetB == 0 ? b : a + (b - a) * (offsetA / (offsetA - offsetB))
    return BoundaryCrossing(position: position(point), shifts: (right ? 1 : 0) | (left ? 2 : 0))
  }

  /// Inserts `event` into the first `count` sorted events.
  @inline(__always)
  static func insert(
    _ event: BoundaryCrossing, into events: UnsafeMutableBufferPointer<BoundaryCrossing>, count: Int
  ) {
    var index = count
    while index > 0, events[index - 1].position > event.position {
      events.initializeElement(at: index, to: events[index - 1])
      index -= 1
    }
    events.initializeElement(at: index, to: event)
  }

  /// Calls `body` with each inside interval of the line, in order.
  ///
  /// `events` are all crossings of the line with the region's boundary, sorted; if `closed`, intervals
  /// along the boundary count as inside.
  @inline(__always)
  static func forEachStretch(
    of events: UnsafeBufferPointer<BoundaryCrossing>, closed: Bool, _ body: (Double, Double) -> Void
  ) {
    var shifts: UInt8 = 0
    var entry: Double?
    var index = 0
    while index < events.count {
      let position = events[index].position
      while index < events.count, events[index].position == position {
        shifts ^= events[index].shifts
        index += 1
      }
      let isInside = closed ? shifts != 0 : shifts == 3
      if isInside, entry == nil {
        entry = position
      } else if !isInside, let start = entry {
        body(start, position)
        entry = nil
      }
    }
  }
}
