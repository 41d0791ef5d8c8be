import Geometry
import Kernel
import Maps
import Truth

/// What agents do, one action after another.
extension WorldModel {
  /// Lets an agent do what is next, until something takes time.
  mutating func proceed(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    agents[index].wait += 1
    agents[index].isPausing = false
    while true {
      if agents[index].actions.isEmpty {
        guard agents[index].nextErrand < agents[index].plan.errands.count else {
          return finish(index, &schedule)
        }
        let errand = agents[index].plan.errands[agents[index].nextErrand]
        agents[index].nextErrand += 1
        expand(errand, for: index, at: schedule.now)
        continue
      }
      let action = agents[index].actions.removeLast()
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
      if case .crowd(plane(of: level), _) = agents[index].stance { return false }
      leaveCrowd(index, at: now)
      setLevel(index, level, at: now)
      return false
    case .door(let share): return passDoor(share, by: index, &schedule)
    case .awaitLight(let junction, let point):
      return awaitLight(junction, towards: point, by: index, &schedule)
    case .take(let connector, let from, let to):
      return take(connector, from: from, to: to, by: index, &schedule)
    case .stay(let doing, let moment):
      leaveCrowd(index, at: now)
      // Who stays where a belt has brought them is on it no more, and may turn round.
      if case .belt = agents[index].stance { setStance(index, .still, at: now) }
      // In a vehicle one sits, whatever one does there.
      agents[index].doing.set(isSeated(index) ? .sitting : doing, at: now)
      sleep(index, until: moment.time(from: now), &schedule)
      return true
    case .place(let placement):
      place(placement, by: index, at: now)
      return false
    case .link(let link):
      agents[index].link.set(link, at: now)
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
    schedule.schedule(.wake(agent: index, wait: agents[index].wait), at: time)
    keepTicking(&schedule)
  }

  /// Goes on when a wait is over: with what was interrupted, or with what is next.
  mutating func wake(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    if agents[index].isPausing {
      resume(index, &schedule)
    } else if case .crowd = agents[index].stance, agents[index].targetIsAhead {
      pause(index, &schedule)
    } else {
      proceed(index, &schedule)
    }
  }

  /// Does what the end of an agent's plan asks.
  private mutating func finish(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard !agents[index].isDone else { return }
    agents[index].isDone = true
    leaveCrowd(index, at: schedule.now)
    agents[index].doing.set(.standing, at: schedule.now)
    keepTicking(&schedule)
  }

  /// Moves the phone: a thing put down stays where it was put.
  private mutating func place(_ placement: Placement, by index: Int, at time: SimTime) {
    agents[index].placement.set(placement, at: time)
    let place = whereabouts(of: index, at: time).place
    agents[index].lying.set(placement == .table ? place : nil, at: time)
  }

  /// Fresh random numbers for an agent, for one purpose.
  mutating func draw(_ index: Int, _ purpose: RandomStream.Purpose) -> RandomStream {
    agents[index].draws += 1
    return RandomStream(
      seed: seed, entity: agents[index].plan.entity, purpose: purpose,
      index: agents[index].draws)
  }
}
