public import Geometry
public import Kernel

/// Matched route.
public struct RoadRoute: Hashable, Sendable {
  /// Position of each usable location.
  public var decisions: [RoadDecision] = []
  /// Driven lines without gaps, in m east and north.
  ///
  /// Along the roads' own centre lines, and straight off the roads.
  public var lines: [[Vec2]] = []
  /// Driven roads in order; one entry per visit.
  public var roads: [Int] = []

  /// Creates an empty route.
  public init() {}
}

/// Route while it is being decided, of which finished sections are taken.
struct RoadRouteDraft: Sendable {
  private(set) var route = RoadRoute()
  /// Candidate and location decided last; nil before the first and after a gap.
  private(set) var last: (place: RoadPlace, point: Vec2)?
  /// End of the line that may go on.
  private var end: Vec2?
  private var lastRoad: Int?

  /// Appends a decision.
  mutating func append(_ decision: RoadDecision, _ place: RoadPlace, _ point: Vec2) {
    route.decisions.append(decision)
    last = (place, point)
  }

  /// Appends a point to the line.
  mutating func append(_ point: Vec2) {
    guard let end, end != point else {
      self.end = point
      return
    }
    if route.lines.last?.last == end {
      route.lines[route.lines.count - 1].append(point)
    } else {
      route.lines.append([end, point])
    }
    self.end = point
  }

  /// Appends a road, unless the vehicle is on it already.
  mutating func append(road: Int) {
    if lastRoad != road { route.roads.append(road) }
    lastRoad = road
  }

  /// Ends the line at a gap within the track.
  mutating func endLine() { end = nil }

  /// Ends the track.
  mutating func endTrack() { (last, end, lastRoad) = (nil, nil, nil) }

  /// Returns what was appended since the last call.
  mutating func take() -> RoadRoute {
    defer { route = RoadRoute() }
    return route
  }
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
    _ = takeRoute()
    guard !index.isEmpty else { return RoadRoute() }
    for fix in track {
      guard let sigma = admit(fix) else { continue }
      _ = advance(to: fix, sigma: sigma)
    }
    reset()
    return takeRoute()
  }

  /// Returns the route decided since the last call; the first line begins where the last one ended,
  /// unless there is a gap.
  public mutating func takeRoute() -> RoadRoute { route.take() }

  /// Decides the route up to the lag before a time, with all locations so far.
  public mutating func decide(at now: SimTime) {
    decide(trace.stepCount(until: now - .seconds(parameters.lagSeconds)))
  }

  /// Decides the rest of the track, and ends it.
  mutating func endRoute() {
    decide(trace.stepCount)
    route.endTrack()
  }

  /// Decides a number of steps by the best route to now, and removes them from the trace.
  private mutating func decide(_ count: Int) {
    guard count > 0 else { return }
    let numbers = trace.numbers(to: lattice.now.best, count: count)
    for step in numbers.indices {
      let decision = decide(step, numbers[step])
      var place = trace.place(step, numbers[step])
      let point = trace.point(step)
      if let last = route.last {
        // A small backward motion is an error of the earlier position.
        if place.isOnRoad, place.way == last.place.way {
          place.along = max(place.along, last.place.along)
        }
        connect(last.place, to: place, straight: point.distance(to: last.point))
      }
      route.append(decision, place, point)
    }
    trace.removeFirst(count)
  }

  /// Appends the line between two successive candidates.
  private mutating func connect(_ last: RoadPlace, to place: RoadPlace, straight: Double) {
    if last.isOnRoad, place.isOnRoad {
      guard let ways = ways(from: last, to: place, straight: straight) else {
        return route.endLine()
      }
      for part in ways { append(part) }
    } else {
      // Off the roads the line connects the positions.
      route.append(last.isOnRoad ? foot(of: last) : last.point)
      route.append(place.isOnRoad ? foot(of: place) : place.point)
    }
  }

  /// Returns the decision for a candidate of the trace.
  private func decide(_ step: Int, _ number: Int) -> RoadDecision {
    let place = trace.place(step, number)
    guard place.isOnRoad else {
      return RoadDecision(
        time: trace.time(step), road: nil, isAlongRoad: true, point: trace.point(step))
    }
    let segment = Int(place.segment)
    return RoadDecision(
      time: trace.time(step), road: Int(index.segmentRoad[segment]),
      isAlongRoad: index.segmentIsReversed[segment] == (place.way & 1 == 1), point: place.point)
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

  /// Appends the points and roads of a section to the route.
  private mutating func append(_ part: Part) {
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
    for point in points { route.append(point) }
    for segment in from > to ? inner.reversed() : inner {
      route.append(road: Int(index.segmentRoad[segment]))
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
