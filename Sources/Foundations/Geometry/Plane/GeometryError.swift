/// An error in a shape, graph, coordinate or transform.
///
/// Rings of a polygon are counted from 0, the exterior; hole `n` of the input is ring `n + 1`.
/// Vertices and edges keep the caller's indices; edge `n` starts at vertex `n`.
public enum GeometryError: Error, Hashable, Sendable {
  /// A vertex of a ring is not finite, or beyond 1e100.
  case unusableVertex(ring: Int, vertex: Int)
  /// A ring has fewer than three distinct vertices.
  case tooFewVertices(ring: Int, distinct: Int)
  /// A ring encloses nothing: its vertices are collinear, to within rounding.
  case zeroArea(ring: Int)
  /// Two edges of one ring cross, touch or overlap.
  case selfCrossing(ring: Int, edge: Int, otherEdge: Int)
  /// Edges of two rings cross or overlap; meeting in a point alone is allowed.
  case ringsCross(ring: Int, edge: Int, otherRing: Int, otherEdge: Int)
  /// A hole does not lie inside the exterior.
  case holeOutside(ring: Int)
  /// A hole lies inside another hole.
  case holeInHole(ring: Int, otherRing: Int)
  /// An end of a segment is not finite, or beyond 1e100.
  case unusableSegment(index: Int)
  /// The base and top of a prism are not finite, or the top is not above the base.
  case unusableHeights(base: Double, top: Double)
  /// The position of a graph's node is not finite, or beyond 1e100.
  case unusableNode(Int)
  /// An edge of a graph leads from or to a node that does not exist.
  case missingNode(edge: Int, node: Int)
  /// The weight of a graph's edge is negative or not finite.
  case unusableWeight(edge: Int, weight: Double)
  /// A latitude lies beyond the limit, in degrees.
  case latitudeOutOfRange(Double, limit: Double)
  /// A quantity is not finite.
  case notFinite(Argument)
  /// Fewer than two anchors for a floor-plan transform.
  case tooFewAnchors(Int)
  /// Two anchors of a floor plan share a pixel or a position on the ground.
  case coincidentAnchors(first: Int, second: Int, Frame)
  /// No rotated and scaled floor plan fits the anchors; a mirrored one may.
  case inconsistentAnchors(mirrored: Bool)

  /// A quantity named in an error.
  public enum Argument: String, Hashable, Sendable {
    case latitude, longitude, altitude, position, azimuth, distance, pixel
    case mapPoint = "map point"
  }

  /// The frame in which anchors of a floor plan coincide.
  public enum Frame: String, Hashable, Sendable {
    case plan, ground
  }
}

extension GeometryError: CustomStringConvertible {
  /// The cause as text.
  public var description: String {
    switch self {
    case .unusableVertex, .tooFewVertices, .zeroArea, .selfCrossing, .ringsCross, .holeOutside,
      .holeInHole:
      return ringDescription
    case .unusableSegment(let index):
      return "segment \(index) has an end that is not finite or is beyond 1e100"
    case .unusableHeights(let base, let top):
      return "a prism needs a finite base below a finite top, not \(base) m and \(top) m"
    case .unusableNode(let node):
      return "node \(node) has a position that is not finite or is beyond 1e100"
    case .missingNode(let edge, let node):
      return "edge \(edge) names node \(node), which does not exist"
    case .unusableWeight(let edge, let weight):
      return "edge \(edge) has the weight \(weight), which is negative or not finite"
    case .latitudeOutOfRange(let latitude, let limit):
      return "latitude \(latitude) is not between -\(limit) and \(limit) degrees"
    case .notFinite(let quantity):
      return "the \(quantity.rawValue) is not finite"
    case .tooFewAnchors(let count):
      return "a floor plan needs at least two anchors, not \(count)"
    case .coincidentAnchors(let first, let second, let frame):
      return "anchors \(first) and \(second) are at the same place on the \(frame.rawValue)"
    case .inconsistentAnchors(let mirrored):
      return "no rotation and scale of the plan fits the anchors"
        + (mirrored ? "; a mirrored plan fits: are two axes swapped, or one reversed?" : "")
    }
  }

  private var ringDescription: String {
    switch self {
    case .unusableVertex(let ring, let vertex):
      return "vertex \(vertex) of \(name(ring)) is not finite or is beyond 1e100"
    case .tooFewVertices(let ring, let distinct):
      return "\(name(ring)) has \(distinct) distinct vertices; at least three are needed"
    case .zeroArea(let ring):
      return "\(name(ring)) encloses no area"
    case .selfCrossing(let ring, let edge, let otherEdge):
      return "edges \(edge) and \(otherEdge) of \(name(ring)) meet"
    case .ringsCross(let ring, let edge, let otherRing, let otherEdge):
      return "edge \(edge) of \(name(ring)) crosses or overlaps edge \(otherEdge) of "
        + name(otherRing)
    case .holeOutside(let ring):
      return "\(name(ring)) does not lie inside the exterior"
    case .holeInHole(let ring, let otherRing):
      return "\(name(ring)) lies inside \(name(otherRing))"
    default:
      return ""
    }
  }

  private func name(_ ring: Int) -> String {
    ring == 0 ? "the exterior" : "hole \(ring - 1)"
  }
}
