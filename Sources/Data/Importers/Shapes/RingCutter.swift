import Geometry

/// Splits self-intersecting rings into simple ones.
enum RingCutter {
  private static let maxCuts = 32

  /// The simple parts of a ring; empty if it has too many intersections.
  static func simplePolygons(of ring: [Vec2]) -> [Polygon] {
    var open = [withoutSpikes(ring)]
    var simple: [Polygon] = []
    var cuts = 0
    while let candidate = open.popLast() {
      do throws(GeometryError) {
        simple.append(try Polygon(exterior: candidate))
      } catch .selfCrossing(_, let edge, let otherEdge) {
        cuts += 1
        guard cuts <= maxCuts else { return [] }
        open += cut(candidate, min(edge, otherEdge), max(edge, otherEdge))
      } catch {
        // A part without area is a remainder of a cut.
        continue
      }
    }
    return simple
  }

  /// Splits a ring at the intersection of two edges, given by their first vertices.
  private static func cut(_ ring: [Vec2], _ first: Int, _ second: Int) -> [[Vec2]] {
    guard second < ring.count, second > first else { return [] }
    let next = (second + 1) % ring.count
    let point: Vec2
    switch Segment2(ring[first], ring[first + 1])
      .intersection(with: Segment2(ring[second], ring[next]))
    {
    case .none: return []
    case .point(let crossing): point = crossing
    case .overlap(let stretch): point = stretch.start
    }
    let inner = [point] + ring[(first + 1)...second]
    let outer = Array(ring[...first]) + [point] + ring[(second + 1)...]
    // No part may be longer than the ring, so that the splitting terminates.
    return [inner, outer].map(withoutSpikes).filter { $0.count >= 3 && $0.count <= ring.count }
  }

  /// Removes repeated vertices, and vertices at which the ring reverses.
  private static func withoutSpikes(_ ring: [Vec2]) -> [Vec2] {
    var kept: [Vec2] = []
    for vertex in ring {
      kept.append(vertex)
      while isSpiked(kept) { kept.remove(at: kept.count - 2) }
    }
    // The seam: the last vertices against the first.
    while kept.count >= 3 {
      let (last, first) = (kept[kept.count - 1], kept[0])
      if last == first || isSpike(kept[kept.count - 2], last, first) {
        kept.removeLast()
      } else if isSpike(last, first, kept[1]) {
        kept.removeFirst()
      } else {
        break
      }
    }
    return kept
  }

  private static func isSpiked(_ vertices: [Vec2]) -> Bool {
    let count = vertices.count
    if count >= 2, vertices[count - 1] == vertices[count - 2] { return true }
    guard count >= 3 else { return false }
    return isSpike(vertices[count - 3], vertices[count - 2], vertices[count - 1])
  }

  private static func isSpike(_ before: Vec2, _ vertex: Vec2, _ after: Vec2) -> Bool {
    let (a, b) = (vertex - before, after - vertex)
    return abs(a.cross(b)) <= 1e-9 * a.length * b.length && a.dot(b) < 0
  }
}
