public import Documents

extension ObjectReader {
  /// Complains of a point so far off that the venue's flat frame no longer means anything.
  public mutating func checkReach(of point: SIMD2<Double>, at key: String) {
    check(
      abs(point.x) <= nativeReach && abs(point.y) <= nativeReach, at: key,
      "must lie within 100 km of the venue's origin")
  }
}

/// How far from the origin anything of a venue may lie, in m.
let nativeReach = 100_000.0
