public import Documents

extension ObjectReader {
  /// Reports a point too far away for the venue's local tangent plane.
  public mutating func checkReach(of point: SIMD2<Double>, at key: String) {
    check(isInReach(point), at: key, "must lie within 100 km of the venue's origin")
  }
}

/// The max distance of anything in a venue from the origin, in m.
private let nativeReach = 100_000.0

/// True if a point may lie in a venue; false for not-a-number.
func isInReach(_ point: SIMD2<Double>) -> Bool {
  abs(point.x) <= nativeReach && abs(point.y) <= nativeReach
}
