import Geometry

/// A quintic Bézier curve: the shape of corners and turns.
///
/// Its first three points are collinear, and so are its last three. It therefore begins and ends
/// without curvature, and a path of straights and bends has a continuous steering angle.
struct LaneBend {
  var p0, p1, p2, p3, p4, p5: Vec2

  /// Rounds the corner at `corner` between two unit directions.
  ///
  /// `tangent` is the tangent length: the distance of the bend's ends from the corner, in m.
  init(corner: Vec2, from incoming: Vec2, to outgoing: Vec2, tangent: Double) {
    // These fractions keep the max curvature within 25 % of that of the circle with the same
    // tangents.
    let (near, far) = (0.75 * tangent, 0.35 * tangent)
    p0 = corner - incoming * tangent
    p1 = corner - incoming * near
    p2 = corner - incoming * far
    p3 = corner + outgoing * far
    p4 = corner + outgoing * near
    p5 = corner + outgoing * tangent
  }

  /// Connects two positions with given directions.
  init(from start: Vec2, _ incoming: Vec2, to end: Vec2, _ outgoing: Vec2) {
    let reach = start.distance(to: end) * 0.22
    p0 = start
    p1 = start + incoming * reach
    p2 = start + incoming * (2 * reach)
    p3 = end - outgoing * (2 * reach)
    p4 = end - outgoing * reach
    p5 = end
  }

  /// Returns the position at a parameter from 0 to 1.
  func point(_ t: Double) -> Vec2 {
    let u = 1 - t
    let (u2, t2) = (u * u, t * t)
    let outer = p0 * (u2 * u2 * u) + p5 * (t2 * t2 * t)
    let middle = p1 * (5 * u2 * u2 * t) + p4 * (5 * u * t2 * t2)
    return outer + middle + p2 * (10 * u2 * u * t2) + p3 * (10 * u2 * t2 * t)
  }

  /// Returns the first derivative by the parameter.
  func velocity(_ t: Double) -> Vec2 {
    let u = 1 - t
    let (u2, t2) = (u * u, t * t)
    let ends = (p1 - p0) * (5 * u2 * u2) + (p5 - p4) * (5 * t2 * t2)
    let inner = (p2 - p1) * (20 * u2 * u * t) + (p4 - p3) * (20 * u * t2 * t)
    return ends + inner + (p3 - p2) * (30 * u2 * t2)
  }

  /// Returns the curvature in 1/m, positive to the left; 0 at a singular point.
  func curvature(_ t: Double) -> Double {
    let u = 1 - t
    let d = velocity(t)
    let a = (p2 - p1 * 2 + p0) * (20 * u * u * u)
    let b = (p3 - p2 * 2 + p1) * (60 * u * u * t)
    let c = (p4 - p3 * 2 + p2) * (60 * u * t * t)
    let e = (p5 - p4 * 2 + p3) * (20 * t * t * t)
    let speed = d.length
    guard speed > 1e-9 else { return 0 }
    return d.cross(a + b + c + e) / (speed * speed * speed)
  }
}
