import Geometry
import Kernel
import Maps
import Truth
import Venues

/// What agents do, one action after another.
extension WorldModel {
  /// Lets an agent do what is next, until something takes time.
  mutating func proceed(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    people.agents[index].wait += 1
    people.agents[index].isPausing = false
    while true {
      if people.agents[index].actions.isEmpty {
        guard people.agents[index].nextErrand < people.agents[index].plan.errands.count else {
          return finish(index, &schedule)
        }
        let errand = people.agents[index].plan.errands[people.agents[index].nextErrand]
        people.agents[index].nextErrand += 1
        expand(errand, for: index, at: schedule.now)
        continue
      }
      let action = people.agents[index].actions.removeLast()
      if perform(action, by: index, &schedule) { return }
    }
  }

  /// Begins an action; false if it is over at once.
  private mutating func perform(
    _ action: Action, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let now = schedule.now
    switch action {
    case .follow(let points, let doing, let speed, let stops):
      return follow(points, doing, speed: speed, stops: stops, by: index, &schedule)
    case .enter(let level):
      // The next stretch goes on in the same crowd, without a stand.
      if case .crowd(people.plane(of: level), _) = people.agents[index].stance { return false }
      people.leaveCrowd(index, at: now)
      people.setLevel(index, level, at: now)
      return false
    case .door(let share): return passDoor(share, by: index, &schedule)
    case .awaitLight(let junction, let point):
      return awaitLight(junction, towards: point, by: index, &schedule)
    case .take(let connector, let from, let to):
      return take(connector, from: from, to: to, by: index, &schedule)
    case .stay(let doing, let moment):
      people.leaveCrowd(index, at: now)
      // Who stays where a belt has brought them is on it no more, and may turn round.
      if case .belt = people.agents[index].stance { people.setStance(index, .still, at: now) }
      // In a vehicle one sits, whatever one does there.
      people.agents[index].doing.set(people.agents[index].isSeated ? .sitting : doing, at: now)
      sleep(index, until: moment.time(from: now), &schedule)
      return true
    case .place(let placement):
      place(placement, by: index, at: now)
      return false
    case .link(let link):
      people.agents[index].link.set(link, at: now)
      return false
    case .board(let use): return board(use, by: index, &schedule)
    case .alight:
      alight(index, &schedule)
      return true
    case .drive(let goal): return drive(to: goal, by: index, &schedule)
    case .rideAlong(let driver): return rideAlong(with: driver, by: index, &schedule)
    case .awaitBus(let line, let from, let to):
      return awaitBus(line, from: from, to: to, by: index, &schedule)
    case .boardTrain(let ride): return boardTrain(ride, by: index, &schedule)
    case .leaveTrain: return leaveTrain(index, &schedule)
    case .reach(let goal, let speed, let doing, let stops):
      reach(goal, speed: speed, doing: doing, stops: stops, by: index, at: now)
      return false
    case .plan(let errand):
      expand(errand, for: index, at: now)
      return false
    }
  }

  /// Lets an agent wait; ``wake(_:_:)`` follows.
  mutating func sleep(
    _ index: Int, until time: SimTime, _ schedule: inout Schedule<WorldEvent>
  ) {
    schedule.schedule(.wake(agent: index, wait: people.agents[index].wait), at: time)
    keepTicking(&schedule)
  }

  /// Goes on when a wait is over: with what was interrupted, or with what is next.
  mutating func wake(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    if people.agents[index].isPausing {
      resume(index, &schedule)
    } else if case .crowd = people.agents[index].stance, people.agents[index].targetIsAhead {
      pause(index, &schedule)
    } else {
      proceed(index, &schedule)
    }
  }

  /// Does what the end of an agent's plan asks.
  private mutating func finish(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard !people.agents[index].isDone else { return }
    people.agents[index].isDone = true
    people.leaveCrowd(index, at: schedule.now)
    people.agents[index].doing.set(.standing, at: schedule.now)
    keepTicking(&schedule)
  }

  /// Moves the phone: a thing put down stays where it was put.
  private mutating func place(_ placement: Placement, by index: Int, at time: SimTime) {
    people.agents[index].placement.set(placement, at: time)
    let place = people.whereabouts(of: index, at: time).place
    people.agents[index].lying.set(placement == .table ? place : nil, at: time)
  }

  /// Puts the actions of an errand, from where the agent is now, before all others.
  mutating func expand(_ errand: Errand, for index: Int, at time: SimTime) {
    if people.agents[index].isSeated, errand.needsFeet {
      // One gets out only when there is something to get out for.
      people.agents[index].actions.append(contentsOf: [.plan(errand), .alight])
      return
    }
    let actions = actions(of: errand, for: index, at: time)
    people.agents[index].actions.append(contentsOf: actions.reversed())
  }

  private mutating func actions(
    of errand: Errand, for index: Int, at time: SimTime
  ) -> [Action] {
    let traits = people.agents[index].plan.traits
    switch errand {
    case .stay(let doing, let moment): return [.stay(doing, until: moment)]
    case .go(let goal, let running, let speed):
      let pace = speed ?? (running ? traits.runningSpeed : traits.walkingSpeed)
      let doing: Doing = running ? .running : .walking
      return goal.via.map { .reach($0, speed: pace, doing: doing, stops: false) }
        + [.reach(spread(goal, for: index), speed: pace, doing: doing, stops: true)]
    case .follow:
      people.agents[index].isFollowing = true
      return [.stay(.standing, until: .at(Self.never))]
    case .take(let connector, let stop):
      return planner.take(connector, to: stop, from: people.spot(of: index, at: time), traits)
    case .cycle(let to):
      return walkToVehicle(.bicycle, index) + [
        .board(.bicycle), .drive(.point(to)),
      ]
    case .drive(let drive):
      people.agents[index].awaited = drive.passengers
      let end: DriveGoal =
        switch drive.end {
        case .carPark(let number): .carPark(number)
        case .kerb(let point): .point(point)
        }
      people.agents[index].vias = drive.via
      return walkToVehicle(.car, index) + [.board(.car), .drive(end)]
    case .ride(let driver):
      return walkToVehicle(of: driver, index) + [.rideAlong(withAgent: driver)]
    case .bus(let line, let stop):
      let ride = planner.busRide(line, to: stop, from: people.spot(of: index, at: time), traits)
      if let ride { return ride }
      let name = venue.map.roads.busLines[line].name
      people.remark(index, "can't take '\(name)' to its first stop", at: time)
      return []
    case .train(let ride): return planner.trainRide(ride, traits)
    case .doughnuts(let count, let radius, let speed):
      // Circles begin from a stand in the aisle.
      let here = people.agents[index].car.flatMap { people.roads.pose($0)?.position } ?? .zero
      let place = planner.carPark(near: here) ?? here
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

  /// A goal's spot, or one beside it within its slack.
  private mutating func spread(_ goal: Goal, for index: Int) -> Spot {
    guard goal.slack > 0 else { return goal.spot }
    var stream = people.draw(index, "mobility.goal")
    return planner.spread(goal, &stream)
  }

  /// Puts the way to a spot, from wherever the agent is, before all its other actions.
  mutating func reach(
    _ goal: Spot, speed: Double, doing: Doing, stops: Bool, by index: Int, at time: SimTime
  ) {
    var manner = WalkManner(people.agents[index].plan.traits)
    manner.speedMetresPerSecond = speed
    manner.prefersTrails = manner.prefersTrails || doing == .running
    do throws(RouteError) {
      let actions = try planner.actions(
        from: people.spot(of: index, at: time), to: goal, by: manner, doing: doing, stops: stops)
      people.agents[index].way = (goal, speed, doing, stops, people.agents[index].actions.count)
      people.agents[index].actions.append(contentsOf: actions.reversed())
    } catch {
      people.agents[index].way = nil
      people.remark(index, "finds no way: \(error)", at: time)
    }
  }
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
