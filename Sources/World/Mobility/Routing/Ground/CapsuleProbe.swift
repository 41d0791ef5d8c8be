import Geometry

/// A straight path, prepared for distance tests against many segments (a capsule).
struct CapsuleProbe {
  private let start: Vec2
  private let along: Vec2
  private let length: Double

  init(from start: Vec2, to end: Vec2) {
    self.start = start
    let way = end - start
    length = way.length
    along = way.normalized ?? Vec2(1, 0)
  }

  /// Returns true if a segment comes closer than a distance, or, for 0, meets the path.
  @inline(__always)
  func meets(_ segment: Segment2, within distance: Double) -> Bool {
    let (a, b) = (segment.start - start, segment.end - start)
    let (offA, offB) = (along.cross(a), along.cross(b))
    if (offA > distance && offB > distance) || (offA < -distance && offB < -distance) {
      return false
    }
    let (alongA, alongB) = (along.dot(a), along.dot(b))
    if (alongA < -distance && alongB < -distance)
      || (alongA > length + distance && alongB > length + distance)
    {
      return false
    }
    if crosses(alongA, offA, alongB, offB) { return true }
    guard distance > 0 else { return false }
    let limit = distance * distance
    return squaredDistance(alongA, offA) < limit || squaredDistance(alongB, offB) < limit
      || (segment.closestPoint(to: start) - start).squaredLength < limit
      || squaredDistance(from: start + along * length, to: segment) < limit
  }

  @inline(__always)
  private func crosses(
    _ alongA: Double, _ offA: Double, _ alongB: Double, _ offB: Double
  ) -> Bool {
    if (offA > 0 && offB > 0) || (offA < 0 && offB < 0) { return false }
    if offA == offB { return max(alongA, alongB) >= 0 && min(alongA, alongB) <= length }
    let place = alongA + (alongB - alongA) * (offA / (offA - offB))
    return place >= 0 && place <= length
  }

  /// The squared distance from the path of a point in path coordinates.
  @inline(__always)
  private func squaredDistance(_ along: Double, _ off: Double) -> Double {
    let beyond = along < 0 ? along : along > length ? along - length : 0
    return beyond * beyond + off * off
  }

  @inline(__always)
  private func squaredDistance(from point: Vec2, to segment: Segment2) -> Double {
    (segment.closestPoint(to: point) - point).squaredLength
  }
}
