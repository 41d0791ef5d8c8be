/// Axis-aligned bounding box, border included.
@frozen
public struct Box2: Hashable, Sendable {
  /// The corner with the smallest coordinates.
  public let minimum: Vec2
  /// The corner with the largest coordinates.
  public let maximum: Vec2

  /// Creates the smallest box around two points.
  @inlinable
  public init(_ first: Vec2, _ second: Vec2) {
    minimum = pointwiseMin(first, second)
    maximum = pointwiseMax(first, second)
  }

  /// Creates the smallest box around points; nil for none.
  @inlinable
  public init?(containing points: some Sequence<Vec2>) {
    var iterator = points.makeIterator()
    guard let first = iterator.next() else { return nil }
    var (low, high) = (first, first)
    while let point = iterator.next() {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    self.init(low, high)
  }

  @inlinable public var center: Vec2 { minimum + (maximum - minimum) / 2 }

  /// Width and height.
  @inlinable public var size: Vec2 { maximum - minimum }

  /// Returns the smallest box around both.
  @inlinable
  public func union(_ other: Box2) -> Box2 {
    Box2(pointwiseMin(minimum, other.minimum), pointwiseMax(maximum, other.maximum))
  }

  /// Returns the smallest box around this box and a point.
  @inlinable
  public func union(_ point: Vec2) -> Box2 {
    Box2(pointwiseMin(minimum, point), pointwiseMax(maximum, point))
  }

  /// Returns whether a point lies inside or on the border.
  @inlinable
  public func contains(_ point: Vec2) -> Bool {
    point.x >= minimum.x && point.x <= maximum.x && point.y >= minimum.y && point.y <= maximum.y
  }

  /// Returns whether another box lies inside; shared borders are allowed.
  @inlinable
  public func contains(_ other: Box2) -> Bool {
    contains(other.minimum) && contains(other.maximum)
  }

  /// Returns whether the boxes have at least one point in common.
  @inlinable
  public func intersects(_ other: Box2) -> Bool {
    minimum.x <= other.maximum.x && other.minimum.x <= maximum.x
      && minimum.y <= other.maximum.y && other.minimum.y <= maximum.y
  }

  /// Returns the box with every side moved outwards by `margin`.
  ///
  /// A negative margin moves the sides inwards, at most until they meet in the middle.
  @inlinable
  public func expanded(by margin: Double) -> Box2 {
    let half = size / 2
    let grown = Vec2(max(half.x + margin, 0), max(half.y + margin, 0))
    guard margin < 0 else {
      return Box2(minimum - Vec2(repeating: margin), maximum + Vec2(repeating: margin))
    }
    return Box2(center - grown, center + grown)
  }

  /// Returns the distance from a point to the box, 0 inside.
  @inlinable
  public func distance(to point: Vec2) -> Double {
    let nearest = pointwiseMax(minimum, pointwiseMin(maximum, point))
    return point.distance(to: nearest)
  }
}
