/// An immutable index over many prisms that tells what stands in the way of a line of sight.
///
/// A prism is in the way if the line runs through its inside. A line that merely touches a face, an
/// edge or a corner, or slides along a face, is not blocked, nor is one whose way inside is no longer
/// than ``touchTolerance``. The seam between two prisms that share a face is thus open to a line
/// within that very face, and to no other.
///
/// Queries take coordinates of up to 1e100; any that are larger or not finite find nothing.
public struct PrismIndex: Sendable {
  /// One stretch of a line inside a prism, in metres from the line's origin.
  @frozen
  public struct Crossing: Hashable, Sendable {
    /// The index of the prism.
    public let prism: Int
    /// The distance at which the line enters, 0 if it starts inside.
    public let entry: Double
    /// The distance at which the line leaves, or ends.
    public let exit: Double

    /// The length of the way inside.
    @inlinable public var length: Double { exit - entry }
  }

  /// The shortest way through a prism that counts, in metres.
  ///
  /// Far below any real thickness and far above the rounding errors of positions within 1,000 km.
  public static let touchTolerance = 1e-9

  /// The prisms in the order given.
  public let prisms: [Prism]

  /// The edges of all footprints, prism after prism.
  let edges: [Segment2]
  /// Where each prism's edges start, and where the last one's end.
  let edgeStarts: [Int]
  let boxes: [Box3]
  let bounds: Box3?
  let grid: UniformGrid
  let largestEdgeCount: Int

  /// Builds the index in about O(n) for n edges of footprints.
  public init(_ prisms: [Prism]) {
    self.prisms = prisms
    var edges: [Segment2] = []
    var edgeStarts = [0]
    var largest = 0
    for prism in prisms {
      edges += prism.footprint.edges
      largest = max(largest, edges.count - edgeStarts[edgeStarts.count - 1])
      edgeStarts.append(edges.count)
    }
    self.edges = edges
    self.edgeStarts = edgeStarts
    largestEdgeCount = largest
    let boxes = prisms.map {
      Box3(
        minimum: Vec3($0.footprint.bounds.minimum, $0.base),
        maximum: Vec3($0.footprint.bounds.maximum, $0.top))
    }
    self.boxes = boxes
    bounds = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
    let flat = prisms.map(\.footprint.bounds)
    let area = flat.dropFirst().reduce(flat.first) { $0?.union($1) }
    grid = UniformGrid(over: area ?? Box2(.zero, .zero), boxes: flat) { grid, index, visit in
      grid.forEachCell(meeting: flat[index], visit)
    }
  }
}

/// An axis-aligned box in space.
struct Box3: Sendable {
  var minimum: Vec3
  var maximum: Vec3

  func union(_ other: Box3) -> Box3 {
    Box3(
      minimum: pointwiseMin(minimum, other.minimum), maximum: pointwiseMax(maximum, other.maximum))
  }

  /// Returns which stretch of a line lies in the box, or nil if none does.
  @inline(__always)
  func stretch(
    from origin: Vec3, along direction: Vec3, to limit: Double
  ) -> (entry: Double, exit: Double)? {
    var entry = 0.0
    var exit = limit
    for axis in 0..<3 {
      if abs(direction[axis]) > 1e-290 {
        let inverse = 1 / direction[axis]
        let a = (minimum[axis] - origin[axis]) * inverse
        let b = (maximum[axis] - origin[axis]) * inverse
        entry = max(entry, min(a, b))
        exit = min(exit, max(a, b))
      } else if origin[axis] < minimum[axis] || origin[axis] > maximum[axis] {
        return nil
      }
    }
    return entry <= exit ? (entry, exit) : nil
  }
}
