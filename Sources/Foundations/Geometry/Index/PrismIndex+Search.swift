/// A straight line of sight: the points `origin + t * direction` for t from 0 to `limit`.
struct SightLine {
  let origin: Vec3
  let direction: Vec3
  let limit: Double
  /// The length of `direction`.
  let length: Double

  /// Makes a line, or nil if it has no direction or isn't finite.
  init?(_ origin: Vec3, _ direction: Vec3, limit: Double) {
    length = direction.length
    guard length > 1e-140, length < .infinity, origin.isUsable, limit >= 0 else { return nil }
    self.origin = origin
    self.direction = direction
    self.limit = limit
  }
}

extension PrismIndex {
  /// Walks along a line of sight from cell to cell.
  ///
  /// `found` gets each stretch inside a prism, perhaps repeatedly; `goesOn` gets the parameter at
  /// which a cell is left and says whether to go on to the next.
  @inline(__always)
  func search(
    _ line: SightLine, found: (_ prism: Int, _ entry: Double, _ exit: Double) -> Void,
    goesOn: (_ exit: Double) -> Bool
  ) {
    // Above the highest top and beyond the outermost footprint there is nothing to meet.
    guard
      let stretch = bounds?.stretch(from: line.origin, along: line.direction, to: line.limit)
    else { return }
    let direction = line.direction.xy
    guard direction.squaredLength > 1e-280 else {
      searchUpright(line, found)
      return
    }
    withUnsafeTemporaryAllocation(of: LineCrossings.Event.self, capacity: largestEdgeCount) {
      events in
      // Prisms reach over several cells; those seen last need not be tested again.
      var recent = SIMD4<Int32>(repeating: -1)
      grid.walk(from: line.origin.xy, along: direction, to: stretch.exit) { cell, exit in
        for item in grid.cellStarts[cell]..<grid.cellStarts[cell + 1] {
          let prism = grid.items[Int(item)]
          if any(recent .== SIMD4(repeating: prism)) { continue }
          recent = SIMD4(prism, recent.x, recent.y, recent.z)
          test(line, Int(prism), events, found)
        }
        return goesOn(exit)
      }
    }
  }

  /// Reports the stretches of a line that is not upright inside one prism.
  @inline(__always)
  private func test(
    _ line: SightLine, _ prism: Int, _ events: UnsafeMutableBufferPointer<LineCrossings.Event>,
    _ found: (_ prism: Int, _ entry: Double, _ exit: Double) -> Void
  ) {
    let box = boxes[prism]
    guard let stretch = box.stretch(from: line.origin, along: line.direction, to: line.limit)
    else { return }
    // Level with the top or the base is sliding along it.
    if line.direction.z == 0, line.origin.z <= box.minimum.z || line.origin.z >= box.maximum.z {
      return
    }
    let origin = line.origin.xy
    let direction = line.direction.xy
    let inverse = 1 / direction.squaredLength
    var count = 0
    for index in edgeStarts[prism]..<edgeStarts[prism + 1] {
      let edge = edges[index]
      let event = LineCrossings.crossing(
        edge.start, direction.cross(edge.start - origin),
        edge.end, direction.cross(edge.end - origin)
      ) { ($0 - origin).dot(direction) * inverse }
      guard let event else { continue }
      LineCrossings.insert(event, into: events, count: count)
      count += 1
    }
    let sorted = UnsafeBufferPointer(rebasing: events[..<count])
    LineCrossings.forEachStretch(of: sorted, closed: false) { first, last in
      let entry = max(first, stretch.entry)
      let exit = min(last, stretch.exit)
      if (exit - entry) * line.length > Self.touchTolerance { found(prism, entry, exit) }
    }
  }

  /// Reports the stretches of an upright line.
  private func searchUpright(
    _ line: SightLine, _ found: (_ prism: Int, _ entry: Double, _ exit: Double) -> Void
  ) {
    let point = line.origin.xy
    let cell = grid.row(of: point.y) * grid.columns + grid.column(of: point.x)
    for item in grid.cellStarts[cell]..<grid.cellStarts[cell + 1] {
      let prism = Int(grid.items[Int(item)])
      let box = boxes[prism]
      guard
        let stretch = box.stretch(from: line.origin, along: line.direction, to: line.limit),
        (stretch.exit - stretch.entry) * line.length > Self.touchTolerance,
        prisms[prism].footprint.location(of: point) == .inside
      else { continue }
      found(prism, stretch.entry, stretch.exit)
    }
  }
}
