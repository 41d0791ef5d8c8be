extension Polygon {
  /// Returns the parts of a segment inside the polygon, in the segment's order.
  ///
  /// Parts along the boundary are inside; points of mere contact have no length and are omitted. A
  /// segment of no length has no parts.
  public func clip(_ segment: Segment2) -> [Segment2] {
    let along = segment.vector
    let squared = along.squaredLength
    guard squared > 0, squared < .infinity, bounds.intersects(segment.bounds) else { return [] }
    var events: [LineCrossings.BoundaryCrossing] = []
    for ring in rings {
      var a = ring[ring.count - 1]
      var offsetA = orientation(segment.start, segment.end, a)
      for b in ring {
        let offsetB = orientation(segment.start, segment.end, b)
        let event = LineCrossings.crossing(a, offsetA, b, offsetB) { point in
          if point == segment.start { return 0 }
          if point == segment.end { return 1 }
          return (point - segment.start).dot(along) / squared
        }
        if let event { events.append(event) }
        (a, offsetA) = (b, offsetB)
      }
    }
    events.sort { $0.position < $1.position }
    var pieces: [Segment2] = []
    events.withUnsafeBufferPointer { events in
      LineCrossings.forEachStretch(of: events, closed: true) { entry, exit in
        let low = max(entry, 0)
        let high = min(exit, 1)
        guard low < high else { return }
        let piece = Segment2(segment.point(at: low), segment.point(at: high))
        if piece.start != piece.end { pieces.append(piece) }
      }
    }
    return pieces
  }
}
