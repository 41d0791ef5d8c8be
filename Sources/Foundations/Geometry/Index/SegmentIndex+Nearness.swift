extension SegmentIndex {
  /// A segment near a point.
  @frozen
  public struct Neighbor: Hashable, Sendable {
    public let segment: Int
    /// The distance from the point to the segment.
    public let distance: Double
    /// The closest point of the segment.
    public let point: Vec2
  }

  /// Returns the segment closest to a point; ties go to the lowest index.
  ///
  /// The max distance is inclusive. Returns nil if no segment is that close.
  public func nearestSegment(
    to point: Vec2, within maximumDistance: Double = .infinity
  ) -> Neighbor? {
    guard point.isUsable, maximumDistance >= 0, !segments.isEmpty else { return nil }
    let (column, row) = (grid.column(of: point.x), grid.row(of: point.y))
    let furthest = max(
      max(column, grid.columns - 1 - column), max(row, grid.rows - 1 - row))
    var best: Neighbor?
    for ring in 0...furthest {
      // Unseen segments lie at least `ring` - 1 whole cells beyond the cell of the point, or of its
      // nearest point in the grid.
      let unseen = Double(ring - 1) * grid.cellSize
      if unseen > (best?.distance ?? maximumDistance) { break }
      forEachCell(inRing: ring, aroundColumn: column, row: row) { cell in
        for item in grid.cellStarts[cell]..<grid.cellStarts[cell + 1] {
          let index = Int(grid.items[Int(item)])
          let closest = segments[index].closestPoint(to: point)
          let distance = closest.distance(to: point)
          guard distance <= maximumDistance else { continue }
          if let best, (best.distance, best.segment) <= (distance, index) { continue }
          best = Neighbor(segment: index, distance: distance, point: closest)
        }
      }
    }
    return best
  }

  /// Calls `body` with each segment within a distance of a point, once, in no particular order.
  ///
  /// Allocates nothing.
  public func forEachSegment(
    within radius: Double, of point: Vec2, _ body: (Neighbor) -> Void
  ) {
    guard point.isUsable, radius >= 0, let bounds else { return }
    guard bounds.distance(to: point) <= radius else { return }
    let low = point - Vec2(repeating: radius + grid.margin)
    let high = point + Vec2(repeating: radius + grid.margin)
    for row in grid.row(of: low.y)...grid.row(of: high.y) {
      for column in grid.column(of: low.x)...grid.column(of: high.x) {
        let cell = row * grid.columns + column
        for item in grid.cellStarts[cell]..<grid.cellStarts[cell + 1] {
          let index = Int(grid.items[Int(item)])
          let closest = segments[index].closestPoint(to: point)
          // A segment is listed in several cells; only the cell of its closest point reports it.
          guard grid.column(of: closest.x) == column, grid.row(of: closest.y) == row else {
            continue
          }
          let distance = closest.distance(to: point)
          guard distance <= radius else { continue }
          body(Neighbor(segment: index, distance: distance, point: closest))
        }
      }
    }
  }

  /// Returns the segments within a distance of a point, in ascending order of their indices.
  public func segments(within radius: Double, of point: Vec2) -> [Int] {
    var found: [Int] = []
    forEachSegment(within: radius, of: point) { found.append($0.segment) }
    found.sort()
    return found
  }

  /// Calls `body` with the cells at Chebyshev distance `ring` from a cell.
  private func forEachCell(
    inRing ring: Int, aroundColumn column: Int, row: Int, _ body: (_ cell: Int) -> Void
  ) {
    for y in max(row - ring, 0)...min(row + ring, grid.rows - 1) {
      let isEdge = abs(y - row) == ring
      let step = isEdge || ring == 0 ? 1 : 2 * ring
      var x = column - ring
      while x <= column + ring {
        if x >= 0, x < grid.columns { body(y * grid.columns + x) }
        x += step
      }
    }
  }
}
