import Geometry
import Maps
import Truth
import Venues

/// An activity that an agent cannot do.
public struct PlanProblem: Hashable, Sendable {
  /// The index of the agent.
  public let agent: Int
  /// The index of the activity.
  public let activity: Int
  /// The reason, as text.
  public let reason: String
}

extension World {
  /// Returns the first impossible activity of each agent, without a simulation.
  ///
  /// Agents with the same start and the same goals share one route search.
  public func problems(in plans: [AgentPlan]) -> [PlanProblem] {
    var routes: [RouteKey: RouteError?] = [:]
    var problems: [PlanProblem] = []
    for (number, plan) in plans.enumerated() {
      if let problem = firstProblem(in: plan, number, plans, &routes) { problems.append(problem) }
    }
    return problems
  }

  private func firstProblem(
    in plan: AgentPlan, _ number: Int, _ plans: [AgentPlan],
    _ routes: inout [RouteKey: RouteError?]
  ) -> PlanProblem? {
    var walker = PlanWalker(world: self, plan: plan, plans: plans)
    // Swapped in and out: a copy of the cache for each of many agents would dominate the run time.
    swap(&walker.routes, &routes)
    defer { swap(&walker.routes, &routes) }
    for (index, activity) in plan.activities.enumerated() {
      if let reason = walker.follow(activity, before: plan.activities[(index + 1)...]) {
        return PlanProblem(agent: number, activity: index, reason: reason)
      }
    }
    return nil
  }
}

/// Cache key of a walking route.
private struct RouteKey: Hashable {
  let from, to: Spot
  /// The walking preferences without the speed, which changes the duration of a route but not its
  /// existence.
  let preferences: WalkPreferences

  init(from: Spot, to: Spot, preferences: WalkPreferences) {
    (self.from, self.to) = (from, to)
    var preferences = preferences
    preferences.speedMetresPerSecond = WalkPreferences.ordinary.speedMetresPerSecond
    self.preferences = preferences
  }
}

/// Cache key of a drive.
private struct DriveKey: Hashable {
  let kind: VehicleKind
  let from: VehiclePosition
  let to: Destination
}

/// Dry run of a plan.
private struct PlanWalker {
  let world: World
  let plan: AgentPlan
  let plans: [AgentPlan]
  var routes: [RouteKey: RouteError?] = [:]
  var here: Spot
  var isAboard = false
  var car: VehiclePosition?
  var bicycle: VehiclePosition?
  var traffic: Traffic?
  var drives: [DriveKey: Bool] = [:]

  init(world: World, plan: AgentPlan, plans: [AgentPlan]) {
    self.world = world
    self.plan = plan
    self.plans = plans
    here = plan.start
    car = plan.car.map(\.place)
    bicycle = plan.bicycle.map(\.place)
    traffic = world.roads
  }

  /// Advances past an activity; returns the reason if it is impossible.
  mutating func follow(
    _ activity: AgentActivity, before next: ArraySlice<AgentActivity>
  ) -> String? {
    isAboard = activity.isByVehicle || (isAboard && !activity.needsFeet)
    switch activity {
    case .stay, .link: return nil
    case .place(let placement):
      let isBoarding = next.first { $0.isByVehicle || $0.needsFeet }?.isByVehicle == true
      return !placement.isInVehicle || isAboard || isBoarding
        ? nil
        : "a phone on foot can't be put on '\(placement.rawValue)'; put it there right before "
          + "'drive', 'ride_with' or 'cycle'"
    case .go(let goal, _, _):
      for spot in goal.via + [goal.spot] {
        if let reason = walk(to: spot) { return reason }
      }
      return nil
    case .follow(_, let spot): return walk(to: spot)
    case .take(let connector, let stop):
      let stops = world.venue.map.connectors[connector].stops
      let others = stops.indices.filter { $0 != stop }
      let reasons = others.map { walk(to: stops[$0]) }
      guard reasons.contains(nil) else { return reasons.first ?? "the connector has one stop only" }
      here = stops[stop]
      return nil
    case .cycle(let point):
      guard let stand = bicycle else { return "it has no bicycle" }
      if let reason = ride(.bicycle, from: stand, to: .kerb(point), ending: point) {
        return reason
      }
      bicycle = .kerb(point)
      return nil
    case .drive(let drive):
      guard var stand = car else { return "it has no car" }
      for via in drive.via {
        if let reason = ride(.car, from: stand, to: .road(near: via), ending: via) {
          return reason
        }
        stand = .kerb(via)
        here = Spot(via)
      }
      let ending = drive.point(in: world)
      switch drive.end {
      case .carPark(let park):
        car = .stall(carPark: park, stall: 0)
        return ride(.car, from: stand, to: .carPark(park), ending: ending)
      case .kerb(let point):
        car = .kerb(point)
        return ride(.car, from: stand, to: .kerb(point), ending: ending)
      }
    case .ride(let driver):
      guard let end = plans[driver].firstDrive else {
        return "'\(plans[driver].name)' never drives"
      }
      here = Spot(end.point(in: world))
      return nil
    case .bus(let line, let stop):
      here = Spot(world.venue.map.roads.busLines[line].stops[stop].point)
      return nil
    case .train(let ride):
      let (begin, end) = (ride.line.place(at: 0).point, ride.line.end)
      guard let platform = world.network.platform(at: begin) else {
        return "the train can't be reached; its line begins at \(text(begin))"
      }
      let reason = walk(to: platform)
      here = world.network.platform(at: end) ?? Spot(end)
      return reason
    case .doughnuts:
      return car == nil ? "it has no car" : nil
    }
  }

  private mutating func walk(to spot: Spot) -> String? {
    let key = RouteKey(from: here, to: spot, preferences: WalkPreferences(plan.parameters))
    let answer: RouteError?
    if let known = routes[key] {
      answer = known
    } else {
      do throws(RouteError) {
        _ = try world.network.route(from: here, to: spot, by: WalkPreferences(plan.parameters))
        answer = nil
      } catch {
        answer = error
      }
      routes[key] = .some(answer)
    }
    here = spot
    return answer.map { world.text($0) }
  }

  private mutating func ride(
    _ kind: VehicleKind, from: VehiclePosition, to: Destination, ending: Vec2
  ) -> String? {
    guard traffic != nil else { return "the venue has no roads" }
    let beside = Spot(world.place(of: from))
    if let reason = walk(to: world.network.nearestWalkable(to: beside) ?? beside) { return reason }
    let key = DriveKey(kind: kind, from: from, to: to)
    if drives[key] == nil {
      let seconds = (try? traffic?.travelSeconds(kind, from: from, to: to)) ?? nil
      drives[key] = seconds.map { $0.isFinite } ?? false
    }
    guard drives[key] == true else {
      return "no road for a \(kind.rawValue) leads from \(text(beside.point)) to \(text(ending))"
    }
    here = world.network.nearestWalkable(to: Spot(ending)) ?? Spot(ending)
    return nil
  }

  private func text(_ point: Vec2) -> String {
    "(\((point.x * 100).rounded() / 100) m, \((point.y * 100).rounded() / 100) m)"
  }
}

extension World {
  /// The message for a missing route, with the names of the levels.
  fileprivate func text(_ error: RouteError) -> String {
    switch error {
    case .noFloor(let spot): return "there is no walkable floor at \(text(spot))"
    case .unreachable(let from, let to, let nearest, let reason):
      var why = "\(reason)"
      if case .noConnector(let level) = reason {
        why = "no stairs, escalator or lift leads to \(name(ofLevel: level))"
      } else if case .lockedDoor(let level, let opening) = reason {
        let door = venue.levels[level].openings[opening].line.midpoint
        why = "the only door is locked, \(text(Spot(door, level: level)))"
      }
      return "no route from \(text(from)) to \(text(to)): \(why); the nearest reachable point is "
        + text(nearest)
    }
  }

  private func name(ofLevel number: Int) -> String {
    let level = venue.levels[number]
    let building =
      venue.map.buildings.indices.contains(level.building)
      ? venue.map.buildings[level.building].name : ""
    return "level '\(level.shortName)'" + (building.isEmpty ? "" : " of \(building)")
  }

  private func text(_ spot: Spot) -> String {
    let (x, y) = ((spot.point.x * 100).rounded() / 100, (spot.point.y * 100).rounded() / 100)
    return "(\(x) m, \(y) m) "
      + (spot.level.map { "on " + name(ofLevel: $0) } ?? "outdoors")
  }
}

extension VehicleStand {
  /// The position on the roads; for a car park without a stall, the first stall.
  var place: VehiclePosition {
    switch self {
    case .kerb(let point): .kerb(point)
    case .carPark(let park, let stall): .stall(carPark: park, stall: stall ?? 0)
    }
  }
}

extension World {
  /// The approximate position of a parked vehicle, before the exact one is known.
  func place(of stand: VehiclePosition) -> Vec2 {
    switch stand {
    case .kerb(let point): return point
    case .stall(let number, let stall):
      let park = venue.map.roads.carParks[number]
      return park.stalls.indices.contains(stall)
        ? park.stalls[stall].point : park.outline.centroid
    case .road(let position, _): return venue.map.roads.roads[position.road].line[0]
    }
  }
}

extension AgentPlan {
  var firstDrive: Drive? {
    for activity in activities {
      if case .drive(let drive) = activity { return drive }
    }
    return nil
  }
}

extension Drive {
  /// The approximate end of the drive, before the exact one is known.
  func point(in world: World) -> Vec2 {
    switch end {
    case .carPark(let number): world.place(of: .stall(carPark: number, stall: 0))
    case .kerb(let point): point
    }
  }
}
