/// A point or vector in space, in metres unless stated otherwise.
public typealias Vec3 = SIMD3<Double>

extension SIMD3<Double> {
  /// Creates a vector from its horizontal part and its height.
  @inlinable
  public init(_ horizontal: Vec2, _ z: Double) {
    self.init(horizontal.x, horizontal.y, z)
  }

  /// The horizontal part.
  @inlinable public var xy: Vec2 { Vec2(x, y) }

  /// Returns the dot product.
  @inlinable
  public func dot(_ other: Vec3) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  /// Returns the cross product.
  @inlinable
  public func cross(_ other: Vec3) -> Vec3 {
    Vec3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  @inlinable public var squaredLength: Double { dot(self) }

  /// The Euclidean length.
  @inlinable public var length: Double { squaredLength.squareRoot() }

  /// The unit vector in the same direction; nil if there is no direction.
  ///
  /// Nil for the zero vector, for one whose squared length leaves the range of `Double`, and for one
  /// that is not finite.
  @inlinable public var normalized: Vec3? {
    let length = self.length
    guard length > 0, length < .infinity else { return nil }
    return self / length
  }

  /// Returns the distance to another point.
  @inlinable
  public func distance(to other: Vec3) -> Double {
    (self - other).length
  }

  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// True if products of differences of coordinates this large stay within the range of `Double`.
  @inlinable var isUsable: Bool { xy.isUsable && abs(z) <= 1e100 }
}
