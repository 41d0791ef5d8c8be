import Geometry

/// How a drawing lies in the venue: turned about its origin, then shifted.
struct Placement: Hashable, Sendable {
  /// Anticlockwise, in radians.
  var angle = 0.0
  var origin = Vec2.zero

  /// Where a point of the drawing lies; exact where nothing is turned.
  func callAsFunction(_ point: Vec2) -> Vec2 {
    angle == 0 ? point + origin : point.rotated(by: angle) + origin
  }

  /// Where a line of the drawing lies.
  func callAsFunction(_ line: Segment2) -> Segment2 { Segment2(self(line.start), self(line.end)) }

  /// Where a shape of the drawing lies; nil if rounding spoilt it.
  func callAsFunction(_ shape: Polygon) -> Polygon? {
    if angle == 0, origin == .zero { return shape }
    return try? Polygon(
      exterior: shape.exterior.map { self($0) }, holes: shape.holes.map { $0.map { self($0) } })
  }

  /// How a drawing within this drawing lies in the venue.
  func appending(_ inner: Placement) -> Placement {
    Placement(angle: angle + inner.angle, origin: self(inner.origin))
  }
}
