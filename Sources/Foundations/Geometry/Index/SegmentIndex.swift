/// Immutable spatial index of segments for ray casting and nearest-neighbour queries.
///
/// Built for tens of thousands of segments of similar size; a query visits only the cells of a
/// uniform grid that it passes. One segment far from all others makes the cells large and queries
/// slow. Segments include their ends, so no ray slips between two that share one. A segment of no
/// length is a point.
///
/// Query coordinates may be up to 1e100; larger or non-finite ones find nothing.
public struct SegmentIndex: Sendable {
  /// The intersection of a ray with a segment.
  @frozen
  public struct Hit: Hashable, Sendable {
    public let segment: Int
    /// The distance from the ray's origin, in the unit of the coordinates.
    public let distance: Double
    /// The intersection point, on the segment to within rounding.
    public let point: Vec2
  }

  /// The segments in the given order.
  public let segments: [Segment2]
  /// The bounding box of all segments; nil for an empty index.
  public let bounds: Box2?

  let grid: UniformGrid

  /// Builds the index in about O(n) for n segments.
  ///
  /// - Throws: ``GeometryError/unusableSegment(index:)`` for an end that is not finite.
  public init(_ segments: [Segment2]) throws(GeometryError) {
    if let index = segments.firstIndex(where: { !$0.start.isUsable || !$0.end.isUsable }) {
      throw .unusableSegment(index: index)
    }
    self.segments = segments
    let boxes = segments.map(\.bounds)
    bounds = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
    grid = UniformGrid(over: bounds ?? Box2(.zero, .zero), boxes: boxes) { grid, index, visit in
      grid.forEachCell(meeting: segments[index], visit)
    }
  }
}
