import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Execution of the agents' actions.
extension WorldModel {
  /// Starts the next actions of an agent, until one of them takes time.
  mutating func proceed(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    people.agents[index].wait += 1
    people.agents[index].isPausing = false
    while true {
      if people.agents[index].actions.isEmpty {
        guard people.agents[index].nextActivity < people.agents[index].plan.activities.count else {
          return finish(index, &schedule)
        }
        let activity = people.agents[index].plan.activities[people.agents[index].nextActivity]
        people.agents[index].nextActivity += 1
        planner.expand(activity, for: index, &people, at: schedule.now)
        continue
      }
      let action = people.agents[index].actions.removeLast()
      if perform(action, by: index, &schedule) { return }
    }
  }

  /// Starts an action; returns false if it is complete at once.
  private mutating func perform(
    _ action: Action, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let now = schedule.now
    switch action {
    case .follow(let points, let doing, let speed, let stops):
      return follow(points, doing, speed: speed, stops: stops, by: index, &schedule)
    case .enter(let level):
      // The next stretch continues in the same crowd, without a stop.
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
      // An agent that stays at the end of a belt is no longer on it, and can turn.
      if case .belt = people.agents[index].stance { people.setStance(index, .still, at: now) }
      // In a vehicle the activity is always sitting.
      people.agents[index].doing.set(people.agents[index].isSeated ? .sitting : doing, at: now)
      sleep(index, until: moment.time(from: now), &schedule)
      return true
    case .place(let placement):
      people.place(placement, by: index, at: now)
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
      planner.reach(goal, speed: speed, doing: doing, stops: stops, by: index, &people, at: now)
      return false
    case .plan(let activity):
      planner.expand(activity, for: index, &people, at: now)
      return false
    }
  }

  /// Schedules the end of a wait; ``wake(_:_:)`` follows.
  mutating func sleep(_ index: Int, until time: SimTime, _ schedule: inout Schedule<WorldEvent>) {
    schedule.schedule(.wake(agent: index, wait: people.agents[index].wait), at: time)
    keepTicking(&schedule)
  }

  /// Ends a wait: resumes what it interrupted, or starts the next action.
  mutating func wake(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    if people.agents[index].isPausing {
      resume(index, &schedule)
    } else if case .crowd = people.agents[index].stance, people.agents[index].targetIsAhead {
      pause(index, &schedule)
    } else {
      proceed(index, &schedule)
    }
  }

  /// Ends an agent's plan.
  private mutating func finish(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard !people.agents[index].isDone else { return }
    people.agents[index].isDone = true
    people.leaveCrowd(index, at: schedule.now)
    people.agents[index].doing.set(.standing, at: schedule.now)
    keepTicking(&schedule)
  }

}
