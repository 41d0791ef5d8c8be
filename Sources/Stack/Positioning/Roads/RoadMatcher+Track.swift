public import Geometry

/// Matched route of a whole track.
public struct RoadRoute: Hashable, Sendable {
  /// Position of each usable location.
  public var decisions: [RoadDecision] = []
  /// Driven lines without gaps, in m east and north.
  ///
  /// Along the roads' own centre lines, and straight off the roads.
  public var lines: [[Vec2]] = []
  /// Driven roads in order; one entry per visit.
  public var roads: [Int] = []
}

extension RoadMatcher {
  /// Matches a whole track offline, by Viterbi.
  ///
  /// Memory grows with the track's length. Resets the matcher.
  ///
  /// - Parameter track: Locations in order of time.
  /// - Returns: The most likely route.
  public mutating func match(track: some Sequence<RoadFix>) -> RoadRoute {
    reset()
    var route = RoadRoute()
    guard !index.isEmpty else { return route }
    for fix in track {
      guard let sigma = admit(fix) else { continue }
      let known = trace.stepCount
      let best = lattice.now.best
      let old = known > 0 && startsAnew(fix) ? trace.numbers(to: best) : []
      if !old.isEmpty { add(old, to: &route) }
      _ = advance(to: fix, sigma: sigma)
    }
    if trace.stepCount > 0 { add(trace.numbers(to: lattice.now.best), to: &route) }
    reset()
    return route
  }

  /// Appends the trace's route.
  private mutating func add(_ numbers: [Int], to route: inout RoadRoute) {
    var line: [Vec2] = []
    func end(_ line: inout [Vec2]) {
      if line.count > 1 { route.lines.append(line) }
      line.removeAll()
    }
    var last = RoadPlace()
    for step in numbers.indices {
      route.decisions.append(decide(step, numbers[step]))
      var place = trace.place(step, numbers[step])
      // A small backward motion is an error of the earlier position.
      if place.isOnRoad, place.way == last.way { place.along = max(place.along, last.along) }
      defer { last = place }
      guard step > 0 else { continue }
      guard last.isOnRoad, place.isOnRoad else {
        // Off the roads the line connects the positions.
        if line.isEmpty { line.append(last.isOnRoad ? foot(of: last) : last.point) }
        line.append(place.isOnRoad ? foot(of: place) : place.point)
        continue
      }
      let straight = trace.point(step).distance(to: trace.point(step - 1))
      guard let ways = ways(from: last, to: place, straight: straight) else {
        end(&line)
        continue
      }
      for part in ways { append(part, to: &line, &route.roads) }
    }
    end(&line)
  }

  /// A section of a way, between two distances along it, in m.
  private typealias Part = (way: Int32, from: Double, to: Double)

  /// Returns the best route between two candidates by the lattice's costs; nil for none.
  private mutating func ways(
    from last: RoadPlace, to place: RoadPlace, straight: Double
  ) -> [Part]? {
    let length = index.stripLength[Int(last.way >> 1)]
    var best = (cost: Double.infinity, parts: [Part]?.none)
    if place.way == last.way {
      best = (
        abs(straight - (place.along - last.along))
          + lattice.search.extraCost(of: last.way, over: place.along - last.along),
        [(last.way, last.along, place.along)]
      )
    } else if place.way == last.way ^ 1 {
      let turned = length - place.along
      best = (
        abs(straight - abs(turned - last.along)) + parameters.uTurnMetres,
        [(last.way, last.along, turned)]
      )
    }
    let reach = 4 * straight + 1000
    if let found = lattice.path(from: last, to: place, straight: straight, limit: reach) {
      let cost = abs(straight - found.length) + found.extra
      if cost < best.cost {
        let middle = found.ways.map { ($0, 0.0, index.stripLength[Int($0 >> 1)]) }
        best = (
          cost, [(last.way, last.along, length)] + middle + [(place.way, 0, place.along)]
        )
      }
    }
    return best.parts
  }

  /// Appends the points of a section to a line, and its roads to a list.
  private func append(_ part: Part, to line: inout [Vec2], _ roads: inout [Int]) {
    let strip = Int(part.way >> 1)
    let total = index.stripLength[strip]
    let isBack = part.way & 1 == 1
    let (from, to) = isBack ? (total - part.from, total - part.to) : (part.from, part.to)
    let range = Int(index.stripFirst[strip])..<Int(index.stripFirst[strip + 1])
    let (low, high) = (min(from, to), max(from, to))
    let inner = range.filter {
      index.segmentStart[$0] <= high
        && index.segmentStart[$0] + index.segments[$0].length >= low
    }
    guard let first = inner.first, let last = inner.last else { return }
    var points = [point(from <= to ? low : low, on: first)]
    points += inner.dropFirst().map { index.segments[$0].start }
    points.append(point(high, on: last))
    if from > to { points.reverse() }
    for point in points where line.last != point { line.append(point) }
    for segment in from > to ? inner.reversed() : inner {
      let road = Int(index.segmentRoad[segment])
      if roads.last != road { roads.append(road) }
    }
  }

  private func point(_ along: Double, on segment: Int) -> Vec2 {
    index.segments[segment].start
      + index.segmentDirection[segment] * (along - index.segmentStart[segment])
  }

  /// Returns a candidate's point on the road's own centre line.
  private func foot(of place: RoadPlace) -> Vec2 {
    let along =
      place.way & 1 == 1
      ? index.stripLength[Int(place.way >> 1)] - place.along : place.along
    return point(along, on: Int(place.segment))
  }
}
