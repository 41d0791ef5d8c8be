import Geometry
import Kernel
import Maps
import Venues

/// How errands become actions.
extension WorldModel {
  /// Puts the actions of an errand, from where the agent is now, before all others.
  mutating func expand(_ errand: Errand, for index: Int, at time: SimTime) {
    if isSeated(index), errand.needsFeet {
      // One gets out only when there is something to get out for.
      agents[index].actions.append(contentsOf: [.plan(errand), .alight])
      return
    }
    let actions = actions(of: errand, for: index, at: time)
    agents[index].actions.append(contentsOf: actions.reversed())
  }

  private mutating func actions(
    of errand: Errand, for index: Int, at time: SimTime
  ) -> [Action] {
    let traits = agents[index].plan.traits
    switch errand {
    case .stay(let doing, let moment): return [.stay(doing, until: moment)]
    case .go(let goal, let running, let speed):
      let pace = speed ?? (running ? traits.runningSpeed : traits.walkingSpeed)
      var actions: [Action] = []
      var here = spot(of: index, at: time)
      let end = spread(goal, for: index)
      for target in goal.via + [end] {
        actions += way(
          from: here, to: target, speed: pace, doing: running ? .running : .walking, index, time)
        here = target
      }
      return joined(actions)
    case .take(let connector, let stop):
      let stops = venue.map.connectors[connector].stops
      let here = spot(of: index, at: time)
      let nearest = stops.indices.filter { $0 != stop }.min {
        distance(here, stops[$0]) < distance(here, stops[$1])
      }
      guard let from = nearest else { return [] }
      return way(
        from: here, to: stops[from], speed: traits.walkingSpeed, doing: .walking, index, time)
        + [.take(connector: connector, from: from, to: stop), .enter(level: stops[stop].level)]
    case .cycle(let to):
      return walkToVehicle(.bicycle, index, time) + [
        .board(.bicycle), .drive(.point(to)),
      ]
    case .drive(let drive):
      agents[index].awaited = drive.passengers
      let end: DriveGoal =
        switch drive.end {
        case .carPark(let number): .carPark(number)
        case .kerb(let point): .point(point)
        }
      agents[index].vias = drive.via
      return walkToVehicle(.car, index, time) + [.board(.car), .drive(end)]
    case .ride(let driver):
      return walkToVehicle(of: driver, index, time) + [.rideAlong(withAgent: driver)]
    case .bus(let line, let stop): return busRide(line, to: stop, index, time)
    case .doughnuts(let count, let radius, let speed):
      // Circles begin from a stand in the aisle.
      let place = agents[index].car.flatMap { traffic?.pose($0)?.position } ?? .zero
      return walkToVehicle(.car, index, time) + [
        .board(.car), .drive(.lane(place)),
        .drive(.doughnuts(count: count, radius: radius, speed: speed)),
      ]
    case .place(let placement):
      // Moving a phone takes some two seconds, for which one stops (an estimate).
      return [.stay(.standing, until: .after(.seconds(2))), .place(placement)]
    case .link(let link): return [.link(link)]
    }
  }

  /// How far two spots are from each other; another level is far.
  private func distance(_ one: Spot, _ other: Spot) -> Double {
    one.point.distance(to: other.point) + (one.level == other.level ? 0 : 1000)
  }

  /// Where an agent is.
  func spot(of index: Int, at time: SimTime) -> Spot {
    Spot(whereabouts(of: index, at: time).place.xy, level: agents[index].level.last)
  }

  /// The way from one spot to another as actions; none, and a remark, if there is no way.
  mutating func way(
    from: Spot, to: Spot, speed: Double, doing: Doing, _ index: Int, _ time: SimTime
  ) -> [Action] {
    var manner = WalkManner(agents[index].plan.traits)
    manner.speedMetresPerSecond = speed
    manner.prefersTrails = manner.prefersTrails || doing == .running
    do throws(RouteError) {
      let route = try network.route(from: from, to: to, by: manner)
      return route.legs.flatMap { actions(of: $0, speed: speed, doing: doing) }
    } catch {
      remark(index, "finds no way: \(error)", at: time)
      return []
    }
  }

  /// A leg of a route as actions.
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

  /// A stretch, cut where a door or a kerb may make one stop.
  private func actions(of stretch: WalkStretch, speed: Double, doing: Doing) -> [Action] {
    var actions: [Action] = [.enter(level: stretch.level)]
    var points = stretch.points
    var halts: [(index: Int, action: Action)] = []
    // Doors lie between points; they become points themselves, from the last to the first.
    var shifts = 0
    for door in stretch.doors where share(ofStopsAt: door.kind) > 0 {
      guard let place = along(stretch.points, door.distanceMetres) else { continue }
      let index = door.pointIndex + 1 + shifts
      guard index <= points.count else { continue }
      points.insert(place, at: index)
      shifts += 1
      halts.append((index, .door(share(ofStopsAt: door.kind))))
    }
    for crossing in stretch.crossings {
      guard let signal = crossing.signal, crossing.endIndex < stretch.points.count else { continue }
      let shift = stretch.doors.count {
        share(ofStopsAt: $0.kind) > 0 && $0.pointIndex < crossing.startIndex
      }
      let end = stretch.points[crossing.endIndex]
      halts.append(
        (crossing.startIndex + shift, .awaitLight(junction: signal, towards: end)))
    }
    halts.sort { $0.index < $1.index }
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

  /// The point at a distance along a line.
  private func along(_ points: [Vec2], _ distance: Double) -> Vec2? {
    var left = distance
    for (from, to) in zip(points, points.dropFirst()) {
      let length = from.distance(to: to)
      if left <= length { return length > 0 ? from + (to - from) * (left / length) : from }
      left -= length
    }
    return points.last
  }

  /// How many in a thousand stop at a door: three in ten at one that has to be opened (estimates).
  private func share(ofStopsAt kind: OpeningKind) -> Int {
    switch kind {
    case .door: 300
    case .revolving: 150
    case .turnstile: 500
    case .sliding: 50
    case .passage, .shutter, .locked: 0
    }
  }

  /// The same actions, with a stand at the end of the last stretch.
  private func joined(_ actions: [Action]) -> [Action] {
    var actions = actions
    if case .follow(let points, let doing, let speed, _)? = actions.last {
      actions[actions.count - 1] = .follow(
        points: points, doing: doing, speed: speed, stops: true)
    }
    return actions
  }

  /// A goal's spot, or one beside it within its slack that is in sight of it.
  private mutating func spread(_ goal: Goal, for index: Int) -> Spot {
    guard goal.slack > 0 else { return goal.spot }
    var stream = draw(index, "mobility.goal")
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

  /// Notes what went otherwise than planned.
  mutating func remark(_ index: Int, _ text: String, at time: SimTime) {
    guard remarks.count < 1000 else { return }
    remarks.append(WorldRemark(time: time, agent: agents[index].plan.name, text: text))
  }
}

extension Errand {
  /// Whether one has to get out of a vehicle for it.
  var needsFeet: Bool {
    switch self {
    case .go, .take, .bus, .stay(.dancing, _): true
    case .stay, .cycle, .drive, .ride, .doughnuts, .place, .link: false
    }
  }
}

extension WalkManner {
  /// How an agent with these traits walks.
  init(_ traits: Traits) {
    self.init(
      speedMetresPerSecond: traits.walkingSpeed, staffOnlyAllowed: traits.isStaff,
      prefersTrails: traits.prefersTrails)
    if traits.needsLift {
      stairsFactor = .infinity
      escalatorFactor = .infinity
    } else {
      // People climb a storey or two, and take the lift for more.
      maximumStoreysByStairs = 4
    }
  }
}
