import Geometry

/// The placement of a drawing in the venue: a rotation about its origin, then a translation.
struct DrawingTransform: Hashable, Sendable {
  /// Anticlockwise, in radians.
  var angle = 0.0
  var origin = Vec2.zero

  /// Transforms a point of the drawing; exact without a rotation.
  func callAsFunction(_ point: Vec2) -> Vec2 {
    angle == 0 ? point + origin : point.rotated(by: angle) + origin
  }

  func callAsFunction(_ line: Segment2) -> Segment2 { Segment2(self(line.start), self(line.end)) }

  /// Transforms a polygon of the drawing; nil if rounding makes it invalid.
  func callAsFunction(_ shape: Polygon) -> Polygon? {
    if angle == 0, origin == .zero { return shape }
    return try? Polygon(
      exterior: shape.exterior.map { self($0) }, holes: shape.holes.map { $0.map { self($0) } })
  }

  /// The placement of a drawing within this drawing.
  func appending(_ inner: DrawingTransform) -> DrawingTransform {
    DrawingTransform(angle: angle + inner.angle, origin: self(inner.origin))
  }
}
