extension PrismIndex {
  /// Where a line of sight first runs into a prism.
  @frozen
  public struct Obstruction: Hashable, Sendable {
    /// The index of the prism.
    public let prism: Int
    /// The distance from the line's origin in metres, 0 if it starts inside.
    public let distance: Double
    /// The point of entry.
    public let point: Vec3
  }

  /// Returns whether any prism is in the way between two points.
  public func isBlocked(from start: Vec3, to end: Vec3) -> Bool {
    SightLine(start, end - start, limit: 1).map(isBlocked) ?? false
  }

  /// Returns whether any prism is in the way from a point in a direction.
  ///
  /// - Parameters:
  ///   - start: The line's origin.
  ///   - direction: Where to; of any length but zero, which meets nothing.
  ///   - maximumDistance: How far to look, in metres.
  /// - Returns: Whether the line runs through the inside of any prism.
  public func isBlocked(
    from start: Vec3, direction: Vec3, within maximumDistance: Double = .infinity
  ) -> Bool {
    sightLine(start, direction, maximumDistance).map(isBlocked) ?? false
  }

  /// Returns the first prism in the way between two points.
  ///
  /// Of several entered at once it is the one with the lowest index.
  public func firstObstruction(from start: Vec3, to end: Vec3) -> Obstruction? {
    SightLine(start, end - start, limit: 1).flatMap(firstObstruction)
  }

  /// Returns the first prism in the way from a point in a direction.
  ///
  /// - Parameters:
  ///   - start: The line's origin.
  ///   - direction: Where to; of any length but zero, which meets nothing.
  ///   - maximumDistance: How far to look, in metres.
  /// - Returns: The obstruction, or nil for a free line.
  public func firstObstruction(
    from start: Vec3, direction: Vec3, within maximumDistance: Double = .infinity
  ) -> Obstruction? {
    sightLine(start, direction, maximumDistance).flatMap(firstObstruction)
  }

  /// Finds every stretch of the line between two points that is inside a prism.
  ///
  /// A concave prism may have several. Steady use of one array allocates nothing, unless a single
  /// footprint has more than some sixty edges.
  ///
  /// - Parameters:
  ///   - start: The start.
  ///   - end: The end.
  ///   - crossings: Replaced by the crossings, sorted by entry, then by prism.
  public func crossings(from start: Vec3, to end: Vec3, into crossings: inout [Crossing]) {
    crossings.removeAll(keepingCapacity: true)
    guard let line = SightLine(start, end - start, limit: 1) else { return }
    collect(line, into: &crossings)
  }

  /// Finds every stretch of the line from a point in a direction that is inside a prism.
  ///
  /// - Parameters:
  ///   - start: The line's origin.
  ///   - direction: Where to; of any length but zero, which meets nothing.
  ///   - maximumDistance: How far to look, in metres.
  ///   - crossings: Replaced by the crossings, sorted by entry, then by prism.
  public func crossings(
    from start: Vec3, direction: Vec3, within maximumDistance: Double = .infinity,
    into crossings: inout [Crossing]
  ) {
    crossings.removeAll(keepingCapacity: true)
    guard let line = sightLine(start, direction, maximumDistance) else { return }
    collect(line, into: &crossings)
  }

  private func sightLine(
    _ start: Vec3, _ direction: Vec3, _ maximumDistance: Double
  ) -> SightLine? {
    let length = direction.length
    guard length > 0 else { return nil }
    return SightLine(start, direction, limit: maximumDistance / length)
  }

  private func isBlocked(_ line: SightLine) -> Bool {
    var isBlocked = false
    search(line) { _, _, _ in
      isBlocked = true
    } goesOn: { _ in
      !isBlocked
    }
    return isBlocked
  }

  private func firstObstruction(_ line: SightLine) -> Obstruction? {
    var prism = -1
    var best = Double.infinity
    search(line) { index, entry, _ in
      if entry < best || (entry == best && index < prism) { (prism, best) = (index, entry) }
    } goesOn: { exit in
      best > exit
    }
    guard prism >= 0 else { return nil }
    return Obstruction(
      prism: prism, distance: best * line.length, point: line.origin + line.direction * best)
  }

  private func collect(_ line: SightLine, into crossings: inout [Crossing]) {
    search(line) { index, entry, exit in
      let crossing = Crossing(
        prism: index, entry: entry * line.length, exit: exit * line.length)
      var position = crossings.count
      while position > 0 {
        let other = crossings[position - 1]
        if other.prism == index, other.entry == crossing.entry { return }
        if (other.entry, other.prism) < (crossing.entry, index) { break }
        position -= 1
      }
      crossings.insert(crossing, at: position)
    } goesOn: { _ in
      true
    }
  }
}
