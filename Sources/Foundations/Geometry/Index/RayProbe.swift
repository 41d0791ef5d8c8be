/// Intersection tests of one ray, or one directed segment, against many segments.
///
/// The side of a vertex is computed from the ray and that vertex alone. Two segments that share an
/// end therefore agree about it, and a ray can't pass between them.
struct RayProbe {
  let origin: Vec2
  /// The vector from parameter 0 to parameter 1.
  let direction: Vec2
  /// The max parameter; 1 for a segment.
  let limit: Double
  /// The far end, if the ray is a segment.
  let end: Vec2?
  let squaredLength: Double
  let inverseSquaredLength: Double

  /// Creates the segment from one point to another; nil if it has no length.
  @inline(__always)
  init?(from start: Vec2, to end: Vec2) {
    self.init(from: start, direction: end - start, limit: 1, end: end)
  }

  /// Creates a ray up to a parameter in lengths of `direction`; nil if it has no direction.
  @inline(__always)
  init?(from start: Vec2, direction: Vec2, limit: Double, end: Vec2? = nil) {
    squaredLength = direction.squaredLength
    inverseSquaredLength = 1 / squaredLength
    guard squaredLength > 0, inverseSquaredLength < .infinity, limit >= 0 else { return nil }
    guard start.isUsable, direction.isUsable else { return nil }
    origin = start
    self.direction = direction
    self.limit = limit
    self.end = end
  }

  /// Returns the ray's parameter at its first contact with a segment; negative if it misses.
  @inline(__always)
  func parameter(of segment: Segment2) -> Double {
    let (a, b) = (segment.start, segment.end)
    let (fromOriginA, fromOriginB) = (a - origin, b - origin)
    let sideA = direction.cross(fromOriginA)
    let sideB = direction.cross(fromOriginB)
    if (sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0) { return -1 }
    if sideA == sideB { return collinearParameter(fromOriginA, fromOriginB) }

    // The sides of the segment that hold the ray's start and, if it ends, its end.
    let along = b - a
    let startSide = -along.cross(fromOriginA)
    let heading = sideA - sideB
    if (startSide > 0 && heading >= 0) || (startSide < 0 && heading <= 0) { return -1 }
    if let end {
      let endSide = along.cross(end - a)
      if (startSide > 0 && endSide > 0) || (startSide < 0 && endSide < 0) { return -1 }
    }
    let toPoint =
      sideB == 0
      ? fromOriginB : sideA == 0 ? fromOriginA : fromOriginA + along * (sideA / heading)
    let parameter = max(0, toPoint.dot(direction) * inverseSquaredLength)
    if end != nil { return min(parameter, limit) }
    return parameter <= limit ? parameter : -1
  }

  /// The parameter at which the ray reaches a collinear segment.
  private func collinearParameter(_ fromOriginA: Vec2, _ fromOriginB: Vec2) -> Double {
    let (a, b) = (fromOriginA.dot(direction), fromOriginB.dot(direction))
    guard max(a, b) >= 0, min(a, b) <= limit * squaredLength else { return -1 }
    return min(max(0, min(a, b) * inverseSquaredLength), limit)
  }
}
