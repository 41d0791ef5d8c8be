extension Segment2 {
  /// The common points of two segments.
  public enum Intersection: Hashable, Sendable {
    /// Nothing.
    case none
    /// One point: a crossing, or an end that touches the other segment.
    ///
    /// A touching end is returned exactly.
    case point(Vec2)
    /// An interval of positive length, in the direction of the first segment.
    ///
    /// Its ends are exactly ends of the two segments.
    case overlap(Segment2)
  }

  /// Returns the intersection with another segment.
  ///
  /// The choice of the case is exact for the given coordinates, without tolerance. Segments of no
  /// length are points.
  public func intersection(with other: Segment2) -> Intersection {
    guard bounds.intersects(other.bounds) else { return .none }
    let fromStart = orientation(other.start, other.end, start)
    let fromEnd = orientation(other.start, other.end, end)
    if (fromStart > 0 && fromEnd > 0) || (fromStart < 0 && fromEnd < 0) { return .none }
    let otherStart = orientation(start, end, other.start)
    let otherEnd = orientation(start, end, other.end)
    if (otherStart > 0 && otherEnd > 0) || (otherStart < 0 && otherEnd < 0) { return .none }

    if fromStart == 0, fromEnd == 0, otherStart == 0, otherEnd == 0 {
      return collinearIntersection(with: other)
    }
    if fromStart == 0 { return .point(start) }
    if fromEnd == 0 { return .point(end) }
    if otherStart == 0 { return .point(other.start) }
    if otherEnd == 0 { return .point(other.end) }
    // Interpolating from the nearer end keeps the rounding error of the point small.
    let crossing =
      abs(fromStart) <= abs(fromEnd)
      ? start + vector * (fromStart / (fromStart - fromEnd))
      : end - vector * (fromEnd / (fromEnd - fromStart))
    let box = bounds
    return .point(pointwiseMin(box.maximum, pointwiseMax(box.minimum, crossing)))
  }

  /// Returns whether this segment and another have at least one point in common.
  public func intersects(_ other: Segment2) -> Bool {
    intersection(with: other) != .none
  }

  /// Returns whether a point lies on the segment, without any tolerance.
  public func contains(_ point: Vec2) -> Bool {
    bounds.contains(point) && orientation(start, end, point) == 0
  }

  private func collinearIntersection(with other: Segment2) -> Intersection {
    // On a common line the order by x, then y, is the order along the line.
    let (low, high) = start.precedes(end) ? (start, end) : (end, start)
    let (otherLow, otherHigh) =
      other.start.precedes(other.end) ? (other.start, other.end) : (other.end, other.start)
    let first = low.precedes(otherLow) ? otherLow : low
    let last = high.precedes(otherHigh) ? high : otherHigh
    if last.precedes(first) { return .none }
    if first == last { return .point(first) }
    return .overlap(start.precedes(end) ? Segment2(first, last) : Segment2(last, first))
  }
}
