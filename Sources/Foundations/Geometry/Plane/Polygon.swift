/// A region of the plane: the inside of one simple ring less the insides of its holes.
///
/// The exterior runs counter-clockwise and holes clockwise, whatever the input did, so the inside
/// is always to the left of an edge. The boundary belongs to the polygon. Rings may meet one
/// another in single points but may not cross or share a stretch; a ring may not touch itself.
public struct Polygon: Hashable, Sendable {
  /// All rings: the exterior, then the holes; the last vertex is not a copy of the first.
  public let rings: [[Vec2]]
  /// The smallest box around the polygon.
  public let bounds: Box2

  /// The outer ring, counter-clockwise.
  public var exterior: [Vec2] { rings[0] }

  /// The inner rings, clockwise.
  public var holes: [[Vec2]] { Array(rings.dropFirst()) }

  /// Makes a polygon and checks that it is one.
  ///
  /// Repeated vertices, a closing copy of the first vertex among them, are dropped; vertices within
  /// a straight edge are kept. Takes about O(n log n) for n vertices.
  ///
  /// - Parameters:
  ///   - exterior: The outer ring, in either direction.
  ///   - holes: The inner rings, in either direction.
  /// - Throws: ``GeometryError`` with the ring, vertex or edges at fault.
  public init(exterior: [Vec2], holes: [[Vec2]] = []) throws(GeometryError) {
    let rings = try RingValidator.validated([exterior] + holes)
    self.init(unchecked: rings)
  }

  /// Makes a rectangle with sides along the axes.
  ///
  /// - Throws: ``GeometryError`` for a box without area or with a coordinate that is not usable.
  public init(_ box: Box2) throws(GeometryError) {
    let (low, high) = (box.minimum, box.maximum)
    try self.init(exterior: [low, Vec2(high.x, low.y), high, Vec2(low.x, high.y)])
  }

  /// Makes a polygon from rings known to be valid and rightly oriented.
  init(unchecked rings: [[Vec2]]) {
    self.rings = rings
    bounds = Box2(containing: rings[0]) ?? Box2(.zero, .zero)
  }

  /// The area, holes taken off.
  public var area: Double {
    rings.reduce(0) { $0 + signedArea(of: $1) }
  }

  /// The length of the whole boundary, holes included.
  public var perimeter: Double {
    var sum = 0.0
    forEachEdge { sum += $0.length }
    return sum
  }

  /// The centre of mass of the area; it may lie outside a concave polygon or in a hole.
  public var centroid: Vec2 {
    // Relative to one vertex, so that coordinates far from the origin don't cancel.
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

/// Returns the area of a ring, positive when it runs counter-clockwise.
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
