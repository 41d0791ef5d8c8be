/// A straight segment in the plane; its two ends belong to it and may coincide.
@frozen
public struct Segment2: Hashable, Sendable {
  /// The first end.
  public var start: Vec2
  /// The second end.
  public var end: Vec2

  /// Makes a segment from its ends.
  @inlinable
  public init(_ start: Vec2, _ end: Vec2) {
    self.start = start
    self.end = end
  }

  /// The vector from the first end to the second.
  @inlinable public var vector: Vec2 { end - start }

  /// The length.
  @inlinable public var length: Double { vector.length }

  /// The middle.
  @inlinable public var midpoint: Vec2 { start + vector / 2 }

  /// The smallest box around the segment.
  @inlinable public var bounds: Box2 { Box2(start, end) }

  /// The same points, run through the other way.
  @inlinable public var reversed: Segment2 { Segment2(end, start) }

  /// Returns the point at a fraction of the way; exact at 0 and 1.
  @inlinable
  public func point(at fraction: Double) -> Vec2 {
    fraction == 1 ? end : start + vector * fraction
  }

  /// Returns where along the segment its point closest to `point` lies, as a fraction from 0 to 1.
  ///
  /// For a segment of no length the fraction is 0.
  @inlinable
  public func closestFraction(to point: Vec2) -> Double {
    let along = vector
    let squared = along.squaredLength
    guard squared > 0 else { return 0 }
    return Swift.min(1, Swift.max(0, (point - start).dot(along) / squared))
  }

  /// Returns the point of the segment that is closest to `point`.
  @inlinable
  public func closestPoint(to point: Vec2) -> Vec2 {
    self.point(at: closestFraction(to: point))
  }

  /// Returns the distance from the segment to a point.
  @inlinable
  public func distance(to point: Vec2) -> Double {
    closestPoint(to: point).distance(to: point)
  }

  /// Returns the distance between two segments, 0 where they meet.
  public func distance(to other: Segment2) -> Double {
    guard intersection(with: other) == .none else { return 0 }
    return min(
      min(distance(to: other.start), distance(to: other.end)),
      min(other.distance(to: start), other.distance(to: end)))
  }
}
