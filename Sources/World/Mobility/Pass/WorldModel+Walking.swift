import Geometry
import Glibc
import Kernel
import Maps
import Truth
import Venues

/// Agents on foot in the crowd of a plane.
extension WorldModel {
  /// Starts to follow points on the plane of the agent's level.
  mutating func follow(
    _ points: [Vec2], _ doing: Doing, speed: Double, stops: Bool, by index: Int,
    _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let plane = people.plane(of: people.agents[index].level.last)
    people.walk(points, on: plane, speed: speed, stops: stops, by: index, at: schedule.now)
    guard case .crowd = people.agents[index].stance else { return false }
    people.agents[index].doing.set(doing, at: schedule.now)
    planPause(index, &schedule)
    keepTicking(&schedule)
    return true
  }

  /// Advances a crowd by one step, and continues the plans of those who arrive.
  mutating func stepCrowd(_ plane: Int, _ schedule: inout Schedule<WorldEvent>) {
    people.planes[plane].crowd.step()
    for id in people.planes[plane].crowd.arrivals {
      guard let index = people.planes[plane].agents[id] else { continue }
      people.agents[index].targetIsAhead = false
      people.agents[index].timesLost = 0
      proceed(index, &schedule)
      // An agent without another walking target leaves the crowd.
      if case .crowd(plane, id) = people.agents[index].stance, !people.agents[index].targetIsAhead,
        people.planes[plane].crowd.state(id)?.isHalted == false
      {
        people.leaveCrowd(index, at: schedule.now)
      }
    }
    for id in people.planes[plane].crowd.lost {
      guard let index = people.planes[plane].agents[id] else { continue }
      findBack(index, plane, &schedule)
    }
  }

  /// Reroutes an agent that was pushed off its route.
  private mutating func findBack(_ index: Int, _ plane: Int, _ schedule: inout Schedule<WorldEvent>)
  {
    people.agents[index].timesLost += 1
    guard let way = people.agents[index].way, way.depth <= people.agents[index].actions.count else {
      return
    }
    if people.agents[index].timesLost > Self.patience {
      // Gives up the goal rather than stand there for ever.
      if people.agents[index].timesLost == Self.patience + 1 {
        people.warning(index, "gives up its route", at: schedule.now)
      }
      people.agents[index].actions.removeLast(people.agents[index].actions.count - way.depth)
      return proceed(index, &schedule)
    }
    people.agents[index].actions.removeLast(people.agents[index].actions.count - way.depth)
    people.agents[index].actions.append(
      .reach(way.goal, speed: way.speed, doing: way.doing, stops: way.stops))
    people.leaveCrowd(index, at: schedule.now)
    proceed(index, &schedule)
  }

  /// The max number of reroutes of a lost agent.
  private static let patience = 10

  // MARK: Halts

  /// Draws the next voluntary halt of a walk, to look at the phone or for a chat: a Poisson
  /// process.
  private mutating func planPause(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    let rate = people.agents[index].plan.parameters.haltsPerSecond
    guard rate > 0 else { return }
    var stream = people.draw(index, "mobility.halt")
    let pause = -log(1 - stream.uniform()) / rate
    schedule.schedule(
      .wake(agent: index, wait: people.agents[index].wait), at: schedule.now + .seconds(pause))
  }

  /// Halts an agent within its walk: 5 to 20 s for the phone, or a chat (estimates).
  mutating func pause(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    var stream = people.draw(index, "mobility.halt_length")
    let isChat = stream.happens(withProbability: 0.3)
    let length = isChat ? min(180, 45 * exp(0.6 * stream.gaussian())) : stream.uniform(in: 5...20)
    people.agents[index].isPausing = true
    people.agents[index].doingBeforePause = people.agents[index].doing.last
    halt(index, for: .seconds(length), &schedule)
  }

  /// Halts an agent in the crowd for a time.
  mutating func halt(_ index: Int, for length: SimDuration, _ schedule: inout Schedule<WorldEvent>)
  {
    guard case .crowd(let plane, let id) = people.agents[index].stance else { return }
    people.planes[plane].crowd.halt(id)
    people.agents[index].doing.set(.standing, at: schedule.now)
    people.agents[index].wait += 1
    sleep(index, until: schedule.now + length, &schedule)
  }

  /// Resumes a walk after a halt.
  mutating func resume(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    people.agents[index].isPausing = false
    people.agents[index].wait += 1
    guard case .crowd(let plane, let id) = people.agents[index].stance else { return }
    people.planes[plane].crowd.resume(id)
    people.agents[index].doing.set(people.agents[index].doingBeforePause, at: schedule.now)
    planPause(index, &schedule)
    keepTicking(&schedule)
  }
}
