extension Polygon {
  /// The relation of a point to a polygon.
  public enum Location: Hashable, Sendable {
    /// Within the polygon, off its boundary.
    case inside
    /// On the exterior or on the edge of a hole.
    case boundary
    /// Anywhere else, including holes.
    case outside
  }

  /// Returns the location of a point, exact for the given coordinates.
  ///
  /// Complexity: O(n) for n vertices; O(1) for points outside the bounds.
  public func location(of point: Vec2) -> Location {
    guard bounds.contains(point) else { return .outside }
    var isInside = false
    for ring in rings {
      var a = ring[ring.count - 1]
      for b in ring {
        let isUpward = b.y > point.y
        if (a.y > point.y) != isUpward {
          let side = orientation(a, b, point)
          if side == 0 { return .boundary }
          if (side > 0) == isUpward { isInside.toggle() }
        } else if b.y == point.y {
          if b.x == point.x { return .boundary }
          if a.y == point.y, (a.x < point.x) != (b.x < point.x) { return .boundary }
        }
        a = b
      }
    }
    return isInside ? .inside : .outside
  }

  /// Returns whether a point lies in the polygon or on its boundary.
  public func contains(_ point: Vec2) -> Bool {
    location(of: point) != .outside
  }

  /// Returns the boundary point closest to `point`, holes included.
  ///
  /// Ties go to the first in the order of ``edges``.
  public func nearestBoundaryPoint(to point: Vec2) -> Vec2 {
    var nearest = rings[0][0]
    var best = Double.infinity
    forEachEdge { edge in
      let candidate = edge.closestPoint(to: point)
      let distance = (candidate - point).squaredLength
      if distance < best {
        best = distance
        nearest = candidate
      }
    }
    return nearest
  }

  /// Returns the distance to the boundary, holes included; infinite for a point that is not finite.
  public func boundaryDistance(to point: Vec2) -> Double {
    guard point.isFinite else { return .infinity }
    return nearestBoundaryPoint(to: point).distance(to: point)
  }

  /// Returns the distance to the boundary: negative inside, positive outside, 0 on it.
  public func signedDistance(to point: Vec2) -> Double {
    switch location(of: point) {
    case .inside: -boundaryDistance(to: point)
    case .boundary: 0
    case .outside: boundaryDistance(to: point)
    }
  }
}
