package import Geometry

/// A closed area of the raster: rings of points in pixels, y down.
///
/// All shapes of a path are wound the same way, so that with the non-zero rule overlapping shapes unite.
package struct RasterPath {
  package private(set) var rings: [[Vec2]] = []

  package init() {}

  /// A polygon with holes.
  package init(rings: [[Vec2]]) {
    self.rings = rings
  }

  package static func circle(_ centre: Vec2, radius: Double) -> RasterPath {
    var path = RasterPath()
    path.addCircle(centre, radius: radius)
    return path
  }

  package static func rectangle(_ low: Vec2, _ high: Vec2) -> RasterPath {
    RasterPath(rings: [[low, Vec2(high.x, low.y), high, Vec2(low.x, high.y)]])
  }

  /// A rectangle with round corners.
  package static func rounded(_ low: Vec2, _ high: Vec2, radius: Double) -> RasterPath {
    let radius = min(radius, (high.x - low.x) / 2, (high.y - low.y) / 2)
    let inner = (low + Vec2(radius, radius), high - Vec2(radius, radius))
    let ring = UnitCircle.points(ofRadius: radius).map { offset in
      Vec2(
        (offset.x < 0 ? inner.0.x : inner.1.x) + offset.x,
        (offset.y < 0 ? inner.0.y : inner.1.y) + offset.y)
    }
    return RasterPath(rings: [ring])
  }

  /// A line with round joins and ends.
  package static func line(_ points: [Vec2], width: Double) -> RasterPath {
    var path = RasterPath()
    path.addLine(points, width: width)
    return path
  }

  /// The outline of a circle, dashed into arcs of equal length if requested.
  package static func ring(
    _ centre: Vec2, radius: Double, width: Double, isDashed: Bool = false
  ) -> RasterPath {
    guard radius > width / 2 else { return circle(centre, radius: radius + width / 2) }
    let outer = UnitCircle.points(ofRadius: radius + width / 2).map { centre + $0 }
    let inner = UnitCircle.points(ofRadius: radius + width / 2).map {
      centre + $0 * ((radius - width / 2) / (radius + width / 2))
    }
    guard isDashed else { return RasterPath(rings: [outer, inner.reversed()]) }
    let step = max(2, outer.count / 24)
    let arcs = stride(from: 0, to: outer.count, by: 2 * step).map { start -> [Vec2] in
      let range = start...min(start + step, outer.count - 1)
      return Array(outer[range]) + inner[range].reversed()
    }
    return RasterPath(rings: arcs)
  }

  mutating func addCircle(_ centre: Vec2, radius: Double) {
    rings.append(UnitCircle.points(ofRadius: radius).map { centre + $0 })
  }

  mutating func addLine(_ points: [Vec2], width: Double) {
    guard points.count > 1 else {
      if let point = points.first { addCircle(point, radius: width / 2) }
      return
    }
    for (from, to) in zip(points, points.dropFirst()) { addSegment(from, to, width: width) }
  }

  /// A segment with semicircles at both ends.
  package mutating func addSegment(_ from: Vec2, _ to: Vec2, width: Double) {
    guard let ahead = (to - from).normalized else { return addCircle(from, radius: width / 2) }
    let circle = UnitCircle.points(ofRadius: width / 2)
    // Each point of the circle is at the end towards which it faces, so the ring stays convex.
    rings.append(circle.map { ($0.dot(ahead) > 0 ? to : from) + $0 })
  }

  /// The smallest box around all points; nil without points.
  package var bounds: Box2? { Box2(containing: rings.joined()) }
}

/// Points on circles, by bisection with square roots only: sines differ between systems' libraries in the last bit.
enum UnitCircle {
  private static let circles: [[Vec2]] = (2...8).map { points(bisections: $0 - 2) }

  private static func points(bisections: Int) -> [Vec2] {
    var points = [Vec2(1, 0), Vec2(0, 1), Vec2(-1, 0), Vec2(0, -1)]
    for _ in 0..<bisections {
      let next = points.dropFirst() + points.prefix(1)
      points = zip(points, next).flatMap { [$0, ($0 + $1).normalized ?? $0] }
    }
    return points
  }

  /// The points of a circle around zero, as many as its radius needs to look round.
  ///
  /// They lie so far outside that the polygon has the circle's area.
  static func points(ofRadius radius: Double) -> [Vec2] {
    // The sagitta of a chord of n is about 5 r / n^2; a twentieth of a pixel is invisible.
    let index = circles.firstIndex { Double($0.count * $0.count) >= 100 * radius && $0.count >= 8 }
    let circle = circles[index ?? circles.count - 1]
    let area = Double(circle.count) / 2 * circle[0].cross(circle[1])
    return circle.map { $0 * (radius * (Double.pi / area).squareRoot()) }
  }

  /// The points of the first quadrant, from the x axis to the y axis.
  static let quadrant = Array(circles[3].prefix(circles[3].count / 4 + 1))
}
