import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Translation of activities into actions.
extension ActionPlanner {
  /// Puts the actions of an activity, from the present position of the agent, before all others.
  func expand(_ activity: AgentActivity, for index: Int, _ people: inout People, at time: SimTime) {
    if people.agents[index].isSeated, activity.needsFeet {
      // An agent leaves its vehicle only for an activity on foot.
      people.agents[index].actions.append(contentsOf: [.plan(activity), .alight])
      return
    }
    let actions = actions(of: activity, for: index, &people, at: time)
    people.agents[index].actions.append(contentsOf: actions.reversed())
  }

  private func actions(
    of activity: AgentActivity, for index: Int, _ people: inout People, at time: SimTime
  ) -> [Action] {
    let parameters = people.agents[index].plan.parameters
    switch activity {
    case .stay(let doing, let moment): return [.stay(doing, until: moment)]
    case .go(let goal, let running, let speed):
      let pace = speed ?? (running ? parameters.runningSpeed : parameters.walkingSpeed)
      let doing: Doing = running ? .running : .walking
      return goal.via.map { .reach($0, speed: pace, doing: doing, stops: false) } + [
        .reach(spread(goal, for: index, &people), speed: pace, doing: doing, stops: true)
      ]
    case .follow:
      people.agents[index].isFollowing = true
      return [.stay(.standing, until: .at(WorldModel.never))]
    case .take(let connector, let stop):
      return take(connector, to: stop, from: people.spot(of: index, at: time), parameters)
    case .cycle(let to):
      return walkToVehicle(.bicycle, index, people) + [.board(.bicycle), .drive(.point(to))]
    case .drive(let drive):
      people.agents[index].awaited = drive.passengers
      let end: DriveGoal =
        switch drive.end {
        case .carPark(let number): .carPark(number)
        case .kerb(let point): .point(point)
        }
      people.agents[index].vias = drive.via
      return walkToVehicle(.car, index, people) + [.board(.car), .drive(end)]
    case .ride(let driver):
      return walkToVehicle(of: driver, index, people) + [.rideAlong(withAgent: driver)]
    case .bus(let line, let stop):
      let ride = busRide(line, to: stop, from: people.spot(of: index, at: time), parameters)
      if let ride { return ride }
      let name = venue.map.roads.busLines[line].name
      people.warning(index, "can't take '\(name)' to its first stop", at: time)
      return []
    case .train(let ride): return trainRide(ride, parameters)
    case .doughnuts(let count, let radius, let speed):
      // The circles begin from a standstill in the aisle.
      let here = people.agents[index].car.flatMap { people.roads.pose($0)?.position } ?? .zero
      let place = carPark(near: here) ?? here
      return walkToVehicle(.car, index, people) + [
        .board(.car), .drive(.lane(place)),
        .drive(.doughnuts(count: count, radius: radius, speed: speed)),
      ]
    case .place(let placement):
      // Moving a phone takes some two seconds, for which the agent stops (an estimate).
      return [.stay(.standing, until: .after(.seconds(2))), .place(placement)]
    case .link(let link): return [.link(link)]
    }
  }

  /// A goal's spot, or a random one within its slack.
  private func spread(_ goal: Goal, for index: Int, _ people: inout People) -> Spot {
    guard goal.slack > 0 else { return goal.spot }
    var stream = people.draw(index, "mobility.goal")
    return spread(goal, &stream)
  }

  /// Puts the route to a spot, from the present position of the agent, before all its other
  /// actions.
  func reach(
    _ goal: Spot, speed: Double, doing: Doing, stops: Bool, by index: Int, _ people: inout People,
    at time: SimTime
  ) {
    var preferences = WalkPreferences(people.agents[index].plan.parameters)
    preferences.speedMetresPerSecond = speed
    preferences.prefersTrails = preferences.prefersTrails || doing == .running
    do throws(RouteError) {
      let actions = try actions(
        from: people.spot(of: index, at: time), to: goal, by: preferences, doing: doing,
        stops: stops)
      people.agents[index].way = (goal, speed, doing, stops, people.agents[index].actions.count)
      people.agents[index].actions.append(contentsOf: actions.reversed())
    } catch {
      people.agents[index].way = nil
      people.warning(index, "finds no route: \(error)", at: time)
    }
  }

  /// The walk to the agent's own vehicle; empty if the agent is aboard.
  private func walkToVehicle(_ use: VehicleUse, _ index: Int, _ people: People) -> [Action] {
    let id = use == .car ? people.agents[index].car : people.agents[index].bicycle
    guard let id, !people.agents[index].isAboard(id) else { return [] }
    return walk(index, besides: id, people)
  }

  /// The walk to another agent's car.
  private func walkToVehicle(of driver: Int, _ index: Int, _ people: People) -> [Action] {
    guard let id = people.agents[driver].car, !people.agents[index].isAboard(id) else { return [] }
    return walk(index, besides: id, people)
  }

  private func walk(_ index: Int, besides id: VehicleID, _ people: People) -> [Action] {
    guard let place = standingPlace(besides: id, people) else { return [] }
    let speed = people.agents[index].plan.parameters.walkingSpeed
    return [.reach(place, speed: speed, doing: .walking, stops: true)]
  }

  /// The standing position beside a vehicle: on its right, at the doors.
  func standingPlace(besides id: VehicleID, _ people: People) -> Spot? {
    people.roads.standingPoint(besides: id).map(standing(near:))
  }
}

extension AgentActivity {
  /// True if the agent has to leave its vehicle for the activity.
  var needsFeet: Bool {
    switch self {
    case .go, .follow, .take, .bus, .train, .stay(.dancing, _): true
    case .stay, .cycle, .drive, .ride, .doughnuts, .place, .link: false
    }
  }

  /// True if the agent boards a car or a bicycle for the activity, or is aboard.
  var isByVehicle: Bool {
    switch self {
    case .cycle, .drive, .ride, .doughnuts: true
    case .go, .follow, .take, .bus, .train, .stay, .place, .link: false
    }
  }
}
