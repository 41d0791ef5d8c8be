/// A polygon with holes: the inside of one simple ring minus the insides of its holes.
///
/// The exterior runs counter-clockwise and holes clockwise, independent of the input, so the inside
/// is always to the left of an edge. The boundary belongs to the polygon. Rings may touch one another
/// in single points but may not cross or share an interval; a ring may not touch itself.
public struct Polygon: Hashable, Sendable {
  /// All rings: the exterior, then the holes; the first vertex isn't repeated at the end.
  public let rings: [[Vec2]]
  /// The bounding box.
  public let bounds: Box2

  /// The outer ring, counter-clockwise.
  public var exterior: [Vec2] { rings[0] }

  /// The inner rings, clockwise.
  public var holes: [[Vec2]] { Array(rings.dropFirst()) }

  /// Creates a polygon and validates it.
  ///
  /// The rings may have either direction. Repeated vertices, including a closing copy of the first,
  /// are dropped; vertices within a straight edge are kept. Takes about O(n log n) for n vertices.
  ///
  /// - Throws: ``GeometryError`` with the ring, vertex or edges at fault.
  public init(exterior: [Vec2], holes: [[Vec2]] = []) throws(GeometryError) {
    let rings = try RingValidator.validated([exterior] + holes)
    self.init(unchecked: rings)
  }

  /// Creates an axis-aligned rectangle.
  ///
  /// - Throws: ``GeometryError`` for a box without area or with a coordinate that is not usable.
  public init(_ box: Box2) throws(GeometryError) {
    let (low, high) = (box.minimum, box.maximum)
    try self.init(exterior: [low, Vec2(high.x, low.y), high, Vec2(low.x, high.y)])
  }

  /// Creates a polygon from valid, correctly oriented rings.
  init(unchecked rings: [[Vec2]]) {
    self.rings = rings
    bounds = Box2(containing: rings[0]) ?? Box2(.zero, .zero)
  }

  /// The area without holes.
  public var area: Double {
    rings.reduce(0) { $0 + signedArea(of: $1) }
  }

  /// The length of the boundary, holes included.
  public var perimeter: Double {
    var sum = 0.0
    forEachEdge { sum += $0.length }
    return sum
  }

  /// The centroid of the area; it may lie outside a concave polygon or in a hole.
  public var centroid: Vec2 {
    // Relative to one vertex, to avoid cancellation far from the origin.
    let origin = rings[0][0]
    var sum = Vec2.zero
    var doubleArea = 0.0
    forEachEdge { edge in
      let (a, b) = (edge.start - origin, edge.end - origin)
      let weight = a.cross(b)
      doubleArea += weight
      sum += (a + b) * weight
    }
    return origin + sum / (3 * doubleArea)
  }

  /// All edges: those of the exterior, then those of each hole, each with the inside on its left.
  public var edges: [Segment2] {
    var edges: [Segment2] = []
    edges.reserveCapacity(rings.reduce(0) { $0 + $1.count })
    forEachEdge { edges.append($0) }
    return edges
  }

  @inline(__always)
  func forEachEdge(_ body: (Segment2) -> Void) {
    for ring in rings {
      var previous = ring[ring.count - 1]
      for vertex in ring {
        body(Segment2(previous, vertex))
        previous = vertex
      }
    }
  }
}

/// Returns the signed area of a ring, positive if it runs counter-clockwise.
func signedArea(of ring: [Vec2]) -> Double {
  guard var previous = ring.last else { return 0 }
  let origin = ring[0]
  previous -= origin
  var doubleArea = 0.0
  for vertex in ring {
    let current = vertex - origin
    doubleArea += previous.cross(current)
    previous = current
  }
  return doubleArea / 2
}
