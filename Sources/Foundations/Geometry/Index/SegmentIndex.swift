/// An immutable index over many segments: the first one a ray hits, all of them, the nearest one.
///
/// Built for tens of thousands of segments of similar size spread over an area; a query
/// looks at the few cells of a uniform grid that it passes. One segment far from all others makes
/// the cells large and queries slow. Segments include their ends, so nothing slips between two that
/// share one. A segment of no length is a point.
///
/// Queries take coordinates of up to 1e100; any that are larger or not finite find nothing.
public struct SegmentIndex: Sendable {
  /// A place where a ray meets a segment.
  @frozen
  public struct Hit: Hashable, Sendable {
    /// The index of the segment.
    public let segment: Int
    /// The distance from the ray's origin, in the unit of the coordinates.
    public let distance: Double
    /// Where: on the segment, to within rounding.
    public let point: Vec2
  }

  /// The segments in the order given.
  public let segments: [Segment2]
  /// The smallest box around all segments; nil for an empty index.
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
