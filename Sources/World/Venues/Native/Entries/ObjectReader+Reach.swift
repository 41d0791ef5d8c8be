public import Documents

extension ObjectReader {
  /// Reports a point too far away for the venue's local tangent plane.
  public mutating func checkReach(of point: SIMD2<Double>, at key: String) {
    check(
      abs(point.x) <= nativeReach && abs(point.y) <= nativeReach, at: key,
      "must lie within 100 km of the venue's origin")
  }
}

/// The max distance of anything in a venue from the origin, in m.
let nativeReach = 100_000.0
