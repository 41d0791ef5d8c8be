import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Planner that turns routes and activities into sequences of actions: follow, stop, ride.
struct ActionPlanner: Sendable {
  let venue: Venue
  let network: WalkNetwork

  /// Returns the route from one spot to another as actions, with a final stop if `stops` is set.
  ///
  /// - Throws: ``RouteError`` if there is no route.
  func actions(
    from here: Spot, to goal: Spot, by preferences: WalkPreferences, doing: Doing, stops: Bool
  ) throws(RouteError) -> [Action] {
    let route = try network.route(from: footing(here), to: goal, by: preferences)
    let actions = route.legs.flatMap {
      self.actions(of: $0, speed: preferences.speedMetresPerSecond, doing: doing)
    }
    return stops ? joined(actions) : actions
  }

  /// The nearest walkable spot: a crowd may push people off the walkable floor.
  private func footing(_ here: Spot) -> Spot {
    if let level = here.level, !venue.levels[level].outline.isEmpty,
      !venue.levels[level].covers(here.point), venue.levels[level].isEntered
    {
      // The agent was pushed back out of the door.
      let outside = Spot(here.point)
      return network.nearestWalkable(to: outside) ?? outside
    }
    return network.nearestWalkable(to: here) ?? here
  }

  /// The actions of one leg of a route.
  private func actions(of leg: WalkLeg, speed: Double, doing: Doing) -> [Action] {
    switch leg {
    case .ride(let connector, let from, let to):
      let stops = venue.map.connectors[connector].stops
      return [
        .take(connector: connector, from: from, to: to), .enter(level: stops[to].level),
      ]
    case .walk(let stretch): return actions(of: stretch, speed: speed, doing: doing)
    }
  }

  /// The actions of a stretch, split at the doors and kerbs at which the agent may stop.
  private func actions(of stretch: WalkStretch, speed: Double, doing: Doing) -> [Action] {
    var actions: [Action] = [.enter(level: stretch.level)]
    let (points, halts) = halts(of: stretch)
    var first = 0
    for halt in halts {
      if halt.index > first {
        actions.append(
          .follow(
            points: Array(points[(first + 1)...halt.index]), doing: doing, speed: speed,
            stops: false))
      }
      actions.append(halt.action)
      first = halt.index
    }
    if first + 1 < points.count {
      actions.append(
        .follow(points: Array(points[(first + 1)...]), doing: doing, speed: speed, stops: false))
    }
    return actions
  }

  /// The points of a stretch, and those at which the agent may have to stop.
  private func halts(
    of stretch: WalkStretch
  ) -> (points: [Vec2], halts: [(index: Int, action: Action)]) {
    // Doors lie between points; they become points themselves, in their order along the route.
    var stations: [(way: Double, point: Vec2, action: Action?)] = []
    var way = 0.0
    for (number, point) in stretch.points.enumerated() {
      if number > 0 { way += stretch.points[number - 1].distance(to: point) }
      let crossing = stretch.crossings.first { $0.startIndex == number }
      var action: Action?
      if let crossing, let signal = crossing.signal, crossing.endIndex < stretch.points.count {
        action = .awaitLight(junction: signal, towards: stretch.points[crossing.endIndex])
      }
      stations.append((way, point, action))
    }
    for door in stretch.doors where share(ofStopsAt: door.kind) > 0 {
      guard let place = along(stretch.points, door.distanceMetres) else { continue }
      stations.append((door.distanceMetres, place, .door(share(ofStopsAt: door.kind))))
    }
    let order = stations.indices.sorted { (stations[$0].way, $0) < (stations[$1].way, $1) }
    var points: [Vec2] = []
    var halts: [(index: Int, action: Action)] = []
    for number in order {
      let station = stations[number]
      // A door at the very end of a stretch adds no point.
      if points.last.map({ $0.distance(to: station.point) > 0.05 }) ?? true {
        points.append(station.point)
      }
      if let action = station.action { halts.append((points.count - 1, action)) }
    }
    return (points, halts)
  }

  private func along(_ points: [Vec2], _ distance: Double) -> Vec2? {
    var left = distance
    for (from, to) in zip(points, points.dropFirst()) {
      let length = from.distance(to: to)
      if left <= length { return length > 0 ? from + (to - from) * (left / length) : from }
      left -= length
    }
    return points.last
  }

  /// The probability, in thousandths, of a stop at a door: 0.3 at a hinged door (estimates).
  private func share(ofStopsAt kind: OpeningKind) -> Int {
    switch kind {
    case .door: 300
    case .revolving: 150
    case .turnstile: 500
    case .sliding: 50
    case .passage, .shutter, .locked: 0
    }
  }

  /// Makes the last stretch end with a stop.
  private func joined(_ actions: [Action]) -> [Action] {
    var actions = actions
    if case .follow(let points, let doing, let speed, _)? = actions.last {
      actions[actions.count - 1] = .follow(
        points: points, doing: doing, speed: speed, stops: true)
    }
    return actions
  }

  // MARK: Errands

  /// The walk to the nearest stop of a connector, and the ride to another of its stops.
  func take(
    _ connector: Int, to stop: Int, from here: Spot, _ parameters: AgentParameters
  ) -> [Action] {
    let stops = venue.map.connectors[connector].stops
    let nearest = stops.indices.filter { $0 != stop }.min {
      distance(here, stops[$0]) < distance(here, stops[$1])
    }
    guard let from = nearest else { return [] }
    return [
      .reach(stops[from], speed: parameters.walkingSpeed, doing: .walking, stops: false),
      .take(connector: connector, from: from, to: stop), .enter(level: stops[stop].level),
    ]
  }

  /// The distance between two spots; a change of level adds 1000 m.
  private func distance(_ one: Spot, _ other: Spot) -> Double {
    one.point.distance(to: other.point) + (one.level == other.level ? 0 : 1000)
  }

  /// The walk to the nearest stop of a line before the stop to get off at, and the ride.
  ///
  /// Nil for the line's first stop.
  func busRide(
    _ line: Int, to stop: Int, from here: Spot, _ parameters: AgentParameters
  ) -> [Action]? {
    let stops = venue.map.roads.busLines[line].stops
    let start = (0..<stop).min {
      stops[$0].point.distance(to: here.point) < stops[$1].point.distance(to: here.point)
    }
    guard let start else { return nil }
    return [
      .reach(
        standing(near: stops[start].point), speed: parameters.walkingSpeed, doing: .walking,
        stops: true),
      .awaitBus(line: line, from: start, to: stop),
    ]
  }

  /// The walk to the start of a train's line, the ride, and getting off.
  func trainRide(_ ride: TrainRide, _ parameters: AgentParameters) -> [Action] {
    let platform = network.platform(at: ride.line.place(at: 0).point)
    let way = platform.map {
      Action.reach($0, speed: parameters.walkingSpeed, doing: .walking, stops: true)
    }
    return (way.map { [$0] } ?? []) + [.boardTrain(ride), .leaveTrain]
  }

  /// The walkable spot nearest to an outdoor point.
  func standing(near point: Vec2) -> Spot {
    network.nearestWalkable(to: Spot(point)) ?? Spot(point)
  }

  /// The centre of the car park nearest to a position.
  func carPark(near here: Vec2) -> Vec2? {
    venue.map.roads.carParks.map(\.outline.centroid).min {
      $0.distance(to: here) < $1.distance(to: here)
    }
  }

  /// A goal's spot, or a random one within its slack and in line of sight.
  func spread(_ goal: Goal, _ stream: inout RandomStream) -> Spot {
    let walls = network.obstacles(of: goal.spot.level)
    for _ in 0..<8 {
      let angle = stream.uniform(in: 0...(2 * .pi))
      let reach = goal.slack * stream.uniform().squareRoot()
      let point = goal.spot.point + Vec2(cosine(angle), sine(angle)) * reach
      let sight = Segment2(goal.spot.point, point)
      let isFree = !walls.contains { wall in
        wall.distance(to: point) < 0.35 || wall.distance(to: sight) < 0.05
      }
      if isFree { return Spot(point, level: goal.spot.level) }
    }
    return goal.spot
  }

  /// The road at a junction that a pedestrian crossing leads across.
  func roadCrossed(at junction: Int, from: Vec2, to: Vec2) -> Int? {
    let way = Segment2(from, to)
    return venue.map.roads.roads.indices.first { number in
      let road = venue.map.roads.roads[number]
      guard road.from == junction || road.to == junction else { return false }
      return zip(road.line, road.line.dropFirst()).contains {
        Segment2($0, $1).distance(to: way) == 0
      }
    }
  }
}

extension Level {
  /// True if a door leads outdoors from it.
  fileprivate var isEntered: Bool { openings.contains(where: \.isEntrance) }
}

extension WalkPreferences {
  /// Creates the route preferences of an agent with these traits.
  init(_ parameters: AgentParameters) {
    self.init(
      speedMetresPerSecond: parameters.walkingSpeed, staffOnlyAllowed: parameters.isStaff,
      prefersTrails: parameters.prefersTrails)
    if parameters.needsLift {
      stairsFactor = .infinity
      escalatorFactor = .infinity
    } else {
      // People take the stairs for a few storeys, and the lift for more.
      maximumStoreysByStairs = 4
    }
  }
}
