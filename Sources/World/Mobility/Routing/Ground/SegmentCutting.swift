import Geometry

/// A part of a segment, as distances in m from its start.
typealias WallStretch = (from: Double, to: Double)

extension Segment2 {
  /// True if the coordinates are valid for a venue and the segment has a length.
  var isUsableWall: Bool {
    start.isWithinReach && end.isWithinReach && length > 1e-6
  }

  /// Returns the part alongside which another segment runs, or nil if it does not run along this
  /// one.
  ///
  /// The `distance` is the max distance between them, in m; `sine` is the max sine of the angle
  /// between them.
  func stretch(along other: Segment2, within distance: Double, sine: Double) -> WallStretch? {
    guard let way = vector.normalized, let otherWay = other.vector.normalized else { return nil }
    guard abs(way.cross(otherWay)) <= sine else { return nil }
    let (a, b) = (other.start - start, other.end - start)
    let (alongA, alongB) = (way.dot(a), way.dot(b))
    let low = max(0, min(alongA, alongB))
    let high = min(length, max(alongA, alongB))
    guard high > low else { return nil }
    // The distance where they run side by side, not at the far end of a long neighbour.
    let slope = (way.cross(b) - way.cross(a)) / (alongB - alongA)
    let offLow = way.cross(a) + slope * (low - alongA)
    let offHigh = way.cross(a) + slope * (high - alongA)
    guard abs(offLow) <= distance, abs(offHigh) <= distance else { return nil }
    return (low, high)
  }

  /// Returns the part inside a strip: a base line swept along a vector perpendicular to it.
  func stretch(in base: Segment2, movedBy depth: Vec2) -> WallStretch? {
    guard let across = depth.normalized, let along = base.vector.normalized else { return nil }
    var (low, high) = (0.0, 1.0)
    for (axis, size) in [(along, base.length), (across, depth.length)] {
      let from = axis.dot(start - base.start)
      let change = axis.dot(vector)
      if abs(change) < 1e-12 {
        if from < -1e-9 || from > size + 1e-9 { return nil }
      } else {
        let (a, b) = (-from / change, (size - from) / change)
        low = max(low, min(a, b))
        high = min(high, max(a, b))
      }
    }
    return high > low ? (low * length, high * length) : nil
  }

  /// Returns what is left without the given parts, in order; nothing shorter than 1 mm.
  func without(_ stretches: [WallStretch]) -> [Segment2] {
    guard !stretches.isEmpty else { return [self] }
    guard let way = vector.normalized else { return [] }
    var rest: [Segment2] = []
    var position = 0.0
    func keep(to end: Double) {
      guard end - position > 1e-3 else { return }
      rest.append(
        Segment2(
          position == 0 ? start : start + way * position,
          end == length ? self.end : start + way * end))
    }
    for stretch in stretches.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      keep(to: min(stretch.from, length))
      position = max(position, stretch.to)
    }
    keep(to: length)
    return rest
  }
}

extension Vec2 {
  /// True if the coordinates are valid for a venue: within 10,000 km of its origin.
  var isWithinReach: Bool { abs(x) <= 1e7 && abs(y) <= 1e7 }
}

/// Returns the corners of the convex hull, anticlockwise (Andrew's monotone chain).
func convexHull(of points: [Vec2]) -> [Vec2] {
  let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  func chain(_ points: some Sequence<Vec2>) -> [Vec2] {
    var chain: [Vec2] = []
    for point in points {
      while chain.count > 1,
        (chain[chain.count - 1] - chain[chain.count - 2])
          .cross(point - chain[chain.count - 1]) <= 0
      {
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain.dropLast()
  }
  return chain(sorted) + chain(sorted.reversed())
}
