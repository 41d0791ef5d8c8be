import Glibc

/// A point or vector in the plane, in metres unless stated otherwise.
public typealias Vec2 = SIMD2<Double>

extension SIMD2<Double> {
  /// Creates a vector from its angle, in radians counter-clockwise from the x axis, and its length.
  public init(angle: Double, length: Double = 1) {
    self.init(length * cos(angle), length * sin(angle))
  }

  /// Returns the dot product.
  @inlinable
  public func dot(_ other: Vec2) -> Double {
    x * other.x + y * other.y
  }

  /// Returns the z component of the cross product: positive if `other` lies to the left.
  @inlinable
  public func cross(_ other: Vec2) -> Double {
    x * other.y - y * other.x
  }

  @inlinable public var squaredLength: Double { dot(self) }

  /// The Euclidean length.
  @inlinable public var length: Double { squaredLength.squareRoot() }

  /// The unit vector in the same direction; nil if there is no direction.
  ///
  /// Nil for the zero vector, for one whose squared length leaves the range of `Double`, and for one
  /// that is not finite.
  @inlinable public var normalized: Vec2? {
    let length = self.length
    guard length > 0, length < .infinity else { return nil }
    return self / length
  }

  /// The vector rotated by a quarter turn counter-clockwise.
  @inlinable public var perpendicular: Vec2 { Vec2(-y, x) }

  /// The angle in radians, counter-clockwise from the x axis, in (-pi, pi]; 0 for the zero vector.
  public var angle: Double { atan2(y, x) }

  /// Returns the vector rotated counter-clockwise by an angle in radians.
  public func rotated(by angle: Double) -> Vec2 {
    let (s, c) = (sin(angle), cos(angle))
    return Vec2(x * c - y * s, x * s + y * c)
  }

  /// Returns the distance to another point.
  @inlinable
  public func distance(to other: Vec2) -> Double {
    (self - other).length
  }

  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// True if products of differences of coordinates this large stay within the range of `Double`.
  ///
  /// Stored shapes hold only usable coordinates, so no query can produce a NaN. NaN compares false and
  /// is rejected too.
  @inlinable var isUsable: Bool { abs(x) <= 1e100 && abs(y) <= 1e100 }

  /// True if the point comes before another in the order by x, then y.
  @inlinable
  func precedes(_ other: Vec2) -> Bool {
    x < other.x || (x == other.x && y < other.y)
  }
}
