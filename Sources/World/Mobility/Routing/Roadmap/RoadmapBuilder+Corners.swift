import Geometry

extension RoadmapBuilder {
  /// The max distance, in m, between wall ends that form one corner.
  private static let weld = 0.02
  /// The max angle, in radians, of a corner too flat to bend a path.
  private static let flatness = 0.035
  /// The wedge angle, in radians, below which a corner is passed in two bends.
  private static let sharpness = 1.2

  /// Adds nodes beside the convex corners of the obstacles on a plane.
  ///
  /// Gates count as walls, because paths lead only through their middles: the post of a door in a
  /// straight wall is not a corner.
  mutating func addCorners(of plane: Int) {
    let ground = planes[plane]
    var vertices = ground.grid.segments.flatMap { [$0.start, $0.end] }
    vertices.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    var last: Vec2?
    for vertex in vertices where last.map({ $0.distance(to: vertex) > Self.weld / 2 }) ?? true {
      last = vertex
      addCorner(vertex, on: plane)
    }
  }

  private mutating func addCorner(_ vertex: Vec2, on plane: Int) {
    let ground = planes[plane]
    var angles: [Double] = []
    ground.grid.forEachSegment(near: vertex, within: Self.weld) { segment in
      for end in [segment.start, segment.end] where end.distance(to: vertex) > 1.5 * Self.weld {
        angles.append((end - vertex).angle)
      }
    }
    guard let gap = Self.widestGap(angles) else { return }
    let wedge = 2 * Double.pi - gap.width
    guard wedge < .pi - Self.flatness else { return }
    let outward = Vec2(angle: gap.start + gap.width / 2)
    let sides = (Vec2(angle: gap.start), Vec2(angle: gap.start + gap.width))
    if wedge > Self.sharpness {
      let half = Vec2(angle: wedge / 2).y
      addCorner(vertex + outward * (clearance / half), vertex, outward, sides, plane)
    } else {
      // The first side lies clockwise of the gap, so the bend beside it is on the right.
      let right = -outward.perpendicular
      addCorner(
        vertex + (outward + right) * clearance, vertex, outward, (sides.0, -right), plane)
      addCorner(
        vertex + (outward - right) * clearance, vertex, outward, (sides.1, right), plane)
    }
  }

  private mutating func addCorner(
    _ point: Vec2, _ vertex: Vec2, _ outward: Vec2, _ sides: (Vec2, Vec2), _ plane: Int
  ) {
    let ground = planes[plane]
    guard ground.hasRoom(at: point), ground.isOpen(vertex + outward * 0.03, point) else { return }
    _ = add(WalkNode(point: point, plane: plane, role: .corner, sides: sides))
  }

  /// The widest gap between directions, from one of them anticlockwise.
  private static func widestGap(_ angles: [Double]) -> (start: Double, width: Double)? {
    let sorted = angles.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    var best = (start: last, width: first + 2 * .pi - last)
    for (angle, next) in zip(sorted, sorted.dropFirst()) where next - angle > best.width {
      best = (angle, next - angle)
    }
    return best
  }
}
