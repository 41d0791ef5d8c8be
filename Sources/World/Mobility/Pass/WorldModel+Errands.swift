import Geometry
import Kernel
import Maps
import Truth
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
      let doing: Doing = running ? .running : .walking
      return goal.via.map { .reach($0, speed: pace, doing: doing, stops: false) }
        + [.reach(spread(goal, for: index), speed: pace, doing: doing, stops: true)]
    case .follow:
      agents[index].isFollowing = true
      return [.stay(.standing, until: .at(Self.never))]
    case .take(let connector, let stop):
      let stops = venue.map.connectors[connector].stops
      let here = spot(of: index, at: time)
      let nearest = stops.indices.filter { $0 != stop }.min {
        distance(here, stops[$0]) < distance(here, stops[$1])
      }
      guard let from = nearest else { return [] }
      return [
        .reach(stops[from], speed: traits.walkingSpeed, doing: .walking, stops: false),
        .take(connector: connector, from: from, to: stop), .enter(level: stops[stop].level),
      ]
    case .cycle(let to):
      return walkToVehicle(.bicycle, index) + [
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
      return walkToVehicle(.car, index) + [.board(.car), .drive(end)]
    case .ride(let driver):
      return walkToVehicle(of: driver, index) + [.rideAlong(withAgent: driver)]
    case .bus(let line, let stop): return busRide(line, to: stop, index, time)
    case .train(let ride): return trainRide(ride, index)
    case .doughnuts(let count, let radius, let speed):
      // Circles begin from a stand in the aisle.
      let here = agents[index].car.flatMap { traffic?.pose($0)?.position } ?? .zero
      let middles = venue.map.roads.carParks.map(\.outline.centroid)
      let place = middles.min { $0.distance(to: here) < $1.distance(to: here) } ?? here
      return walkToVehicle(.car, index) + [
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

  /// Puts the way to a spot, from wherever the agent is, before all its other actions.
  mutating func reach(
    _ goal: Spot, speed: Double, doing: Doing, stops: Bool, by index: Int, at time: SimTime
  ) {
    var manner = WalkManner(agents[index].plan.traits)
    manner.speedMetresPerSecond = speed
    manner.prefersTrails = manner.prefersTrails || doing == .running
    let here = footing(of: index, at: time)
    do throws(RouteError) {
      let route = try network.route(from: here, to: goal, by: manner)
      var actions = route.legs.flatMap { self.actions(of: $0, speed: speed, doing: doing) }
      if stops { actions = joined(actions) }
      agents[index].way = (goal, speed, doing, stops, agents[index].actions.count)
      agents[index].actions.append(contentsOf: actions.reversed())
    } catch {
      agents[index].way = nil
      remark(index, "finds no way: \(error)", at: time)
    }
  }

  /// Where an agent stands, or the nearest spot where one can: people get pushed.
  private func footing(of index: Int, at time: SimTime) -> Spot {
    let here = spot(of: index, at: time)
    if let level = here.level, !venue.levels[level].outline.isEmpty,
      !venue.levels[level].covers(here.point), venue.levels[level].isEntered
    {
      // Pushed back out of the door.
      let outside = Spot(here.point)
      return network.nearestWalkable(to: outside) ?? outside
    }
    return network.nearestWalkable(to: here) ?? here
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

  /// The points of a stretch, and at which of them one may have to stop.
  private func halts(
    of stretch: WalkStretch
  ) -> (points: [Vec2], halts: [(index: Int, action: Action)]) {
    // Doors lie between points; they become points themselves, in their order along the way.
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
      // A door at the very end of a stretch is no further point.
      if points.last.map({ $0.distance(to: station.point) > 0.05 }) ?? true {
        points.append(station.point)
      }
      if let action = station.action { halts.append((points.count - 1, action)) }
    }
    return (points, halts)
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
    let place = whereabouts(of: index, at: time).place
    let level = agents[index].level.last.map { "level '\(venue.levels[$0].shortName)'" }
    let (x, y) = ((place.x * 10).rounded() / 10, (place.y * 10).rounded() / 10)
    remarks.append(
      WorldRemark(
        time: time, agent: agents[index].plan.name,
        text: "\(text), at (\(x) m, \(y) m) \(level.map { "on " + $0 } ?? "outdoors")"))
  }
}

extension Level {
  /// Whether doors lead outdoors from it.
  fileprivate var isEntered: Bool { openings.contains(where: \.isEntrance) }
}

extension Errand {
  /// Whether one has to get out of a vehicle for it.
  var needsFeet: Bool {
    switch self {
    case .go, .follow, .take, .bus, .train, .stay(.dancing, _): true
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
