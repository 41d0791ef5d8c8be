/// A straight segment in the plane; its ends belong to it and may coincide.
@frozen
public struct Segment2: Hashable, Sendable {
  public var start: Vec2
  public var end: Vec2

  @inlinable
  public init(_ start: Vec2, _ end: Vec2) {
    self.start = start
    self.end = end
  }

  /// The vector from the first end to the second.
  @inlinable public var vector: Vec2 { end - start }

  @inlinable public var length: Double { vector.length }

  @inlinable public var midpoint: Vec2 { start + vector / 2 }

  /// The bounding box.
  @inlinable public var bounds: Box2 { Box2(start, end) }

  /// The segment in the opposite direction.
  @inlinable public var reversed: Segment2 { Segment2(end, start) }

  /// Returns the point at a fraction of the length; exact at 0 and 1.
  @inlinable
  public func point(at fraction: Double) -> Vec2 {
    fraction == 1 ? end : start + vector * fraction
  }

  /// Returns the position of the point closest to `point`, as a fraction from 0 to 1.
  ///
  /// The fraction is 0 for a segment of no length.
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

  /// Returns the distance between two segments; 0 if they meet.
  public func distance(to other: Segment2) -> Double {
    guard intersection(with: other) == .none else { return 0 }
    return min(
      min(distance(to: other.start), distance(to: other.end)),
      min(other.distance(to: start), other.distance(to: end)))
  }
}
