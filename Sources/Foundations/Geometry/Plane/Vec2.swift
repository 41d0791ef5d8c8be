import Glibc

/// A point or vector in the plane, in metres unless said otherwise.
public typealias Vec2 = SIMD2<Double>

extension SIMD2<Double> {
  /// Makes the vector of the given length that points along an angle.
  ///
  /// - Parameters:
  ///   - angle: Radians, counter-clockwise from the x axis.
  ///   - length: The length.
  public init(angle: Double, length: Double = 1) {
    self.init(length * cos(angle), length * sin(angle))
  }

  /// Returns the scalar product.
  @inlinable
  public func dot(_ other: Vec2) -> Double {
    x * other.x + y * other.y
  }

  /// Returns the z component of the vector product: positive when `other` lies to the left.
  @inlinable
  public func cross(_ other: Vec2) -> Double {
    x * other.y - y * other.x
  }

  /// The square of the length.
  @inlinable public var squaredLength: Double { dot(self) }

  /// The Euclidean length.
  @inlinable public var length: Double { squaredLength.squareRoot() }

  /// The vector of length one in the same direction, or nil where there is no direction.
  ///
  /// Nil for the zero vector, for one so short or so long that its squared length leaves the range
  /// of `Double`, and for one that is not finite.
  @inlinable public var normalized: Vec2? {
    let length = self.length
    guard length > 0, length < .infinity else { return nil }
    return self / length
  }

  /// The vector turned by a quarter turn counter-clockwise.
  @inlinable public var perpendicular: Vec2 { Vec2(-y, x) }

  /// The angle in radians, counter-clockwise from the x axis, in (-pi, pi]; 0 for the zero vector.
  public var angle: Double { atan2(y, x) }

  /// Returns the vector turned counter-clockwise by an angle in radians.
  public func rotated(by angle: Double) -> Vec2 {
    let (s, c) = (sin(angle), cos(angle))
    return Vec2(x * c - y * s, x * s + y * c)
  }

  /// Returns the distance to another point.
  @inlinable
  public func distance(to other: Vec2) -> Double {
    (self - other).length
  }

  /// Whether both components are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Whether products of differences of such coordinates stay within the range of `Double`.
  ///
  /// Stored shapes hold only usable coordinates, so that no query can produce a NaN. A NaN compares
  /// false and is thus refused too.
  @inlinable var isUsable: Bool { abs(x) <= 1e100 && abs(y) <= 1e100 }

  /// Whether the point comes before another in the order by x, then y.
  @inlinable
  func precedes(_ other: Vec2) -> Bool {
    x < other.x || (x == other.x && y < other.y)
  }
}
