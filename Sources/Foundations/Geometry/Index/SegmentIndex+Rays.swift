extension SegmentIndex {
  /// Returns the first segment hit on a straight line between two points.
  ///
  /// Touching counts, at ends too; a line that starts on a segment hits it at distance 0. Ties go to
  /// the lowest index. A line of no length hits the segments that contain its point.
  public func firstHit(from start: Vec2, to end: Vec2) -> Hit? {
    guard start != end else { return hit(at: start) }
    return RayProbe(from: start, to: end).flatMap(firstHit)
  }

  /// Returns the first segment hit by a ray; nil for none.
  ///
  /// The direction may have any length; the zero vector hits nothing.
  public func firstHit(
    from start: Vec2, direction: Vec2, within maximumDistance: Double = .infinity
  ) -> Hit? {
    ray(start, direction, maximumDistance).flatMap(firstHit)
  }

  /// Returns true if the straight line between two points meets any segment; touching counts.
  public func crosses(from start: Vec2, to end: Vec2) -> Bool {
    guard start != end else { return hit(at: start) != nil }
    guard let probe = RayProbe(from: start, to: end) else { return false }
    var found = false
    search(probe) { _, _, _ in
      found = true
      return false
    } afterCell: { _ in
      !found
    }
    return found
  }

  /// Finds every segment hit on a straight line between two points, once each.
  ///
  /// A segment along the line counts where it is first reached. `hits` is replaced by the hits, sorted
  /// by distance, then by index; reusing one array avoids allocation.
  public func allHits(from start: Vec2, to end: Vec2, into hits: inout [Hit]) {
    hits.removeAll(keepingCapacity: true)
    guard start != end else {
      appendHits(at: start, to: &hits)
      return
    }
    guard let probe = RayProbe(from: start, to: end) else { return }
    allHits(probe, into: &hits)
  }

  /// Finds every segment hit by a ray, once each.
  ///
  /// The direction may have any length; the zero vector hits nothing. `hits` is replaced by the hits,
  /// sorted by distance, then by index.
  public func allHits(
    from start: Vec2, direction: Vec2, within maximumDistance: Double = .infinity,
    into hits: inout [Hit]
  ) {
    hits.removeAll(keepingCapacity: true)
    guard let probe = ray(start, direction, maximumDistance) else { return }
    allHits(probe, into: &hits)
  }

  private func ray(_ start: Vec2, _ direction: Vec2, _ maximumDistance: Double) -> RayProbe? {
    let length = direction.length
    guard length > 0 else { return nil }
    return RayProbe(from: start, direction: direction, limit: maximumDistance / length)
  }

  private func firstHit(_ probe: RayProbe) -> Hit? {
    var best = Double.infinity
    var segment = -1
    search(probe) { index, parameter, _ in
      if parameter < best || (parameter == best && index < segment) {
        best = parameter
        segment = index
      }
      return true
    } afterCell: { exit in
      best > exit
    }
    return segment < 0 ? nil : hit(probe, segment, best)
  }

  private func allHits(_ probe: RayProbe, into hits: inout [Hit]) {
    search(probe) { index, parameter, _ in
      // Cells come in order, so a new hit belongs near the end; a segment found again in a later cell
      // has the distance it had before.
      let hit = hit(probe, index, parameter)
      var position = hits.count
      while position > 0 {
        let other = hits[position - 1]
        if other.distance == hit.distance, other.segment == index { return true }
        if (other.distance, other.segment) < (hit.distance, index) { break }
        position -= 1
      }
      hits.insert(hit, at: position)
      return true
    } afterCell: { _ in
      true
    }
  }

  private func hit(_ probe: RayProbe, _ segment: Int, _ parameter: Double) -> Hit {
    let isEnd = probe.end != nil && parameter == 1
    let point = probe.origin + probe.direction * parameter
    return Hit(
      segment: segment, distance: parameter * probe.squaredLength.squareRoot(),
      point: isEnd ? probe.end ?? point : point)
  }

  /// Walks along a ray; `found` receives each segment hit, perhaps repeatedly, and may end its cell.
  @inline(__always)
  private func search(
    _ probe: RayProbe, found: (_ index: Int, _ parameter: Double, _ cell: Int) -> Bool,
    afterCell: (_ exit: Double) -> Bool
  ) {
    segments.withUnsafeBufferPointer { segments in
      grid.cellStarts.withUnsafeBufferPointer { starts in
        grid.items.withUnsafeBufferPointer { items in
          grid.walk(from: probe.origin, along: probe.direction, to: probe.limit) { cell, exit in
            var item = Int(starts[cell])
            let end = Int(starts[cell + 1])
            while item < end {
              let index = Int(items[item])
              let parameter = probe.parameter(of: segments[index])
              if parameter >= 0, !found(index, parameter, cell) { return false }
              item += 1
            }
            return afterCell(exit)
          }
        }
      }
    }
  }

  /// Returns the hit of a line of no length.
  private func hit(at point: Vec2) -> Hit? {
    var hits: [Hit] = []
    appendHits(at: point, to: &hits)
    return hits.first
  }

  private func appendHits(at point: Vec2, to hits: inout [Hit]) {
    guard let bounds, bounds.contains(point) else { return }
    let cell = grid.row(of: point.y) * grid.columns + grid.column(of: point.x)
    for item in grid.cellStarts[cell]..<grid.cellStarts[cell + 1] {
      let index = Int(grid.items[Int(item)])
      guard segments[index].contains(point) else { continue }
      hits.append(Hit(segment: index, distance: 0, point: point))
    }
  }
}
