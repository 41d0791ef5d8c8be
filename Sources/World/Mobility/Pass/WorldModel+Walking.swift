import Geometry
import Glibc
import Kernel
import Maps
import Truth
import Venues

/// People on foot in the crowd of a plane.
extension WorldModel {
  /// Lets an agent follow points on the plane of the level it is on.
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

  /// Lets a crowd take a step, and those who arrive go on.
  mutating func stepCrowd(_ plane: Int, _ schedule: inout Schedule<WorldEvent>) {
    people.planes[plane].crowd.step()
    for id in people.planes[plane].crowd.arrivals {
      guard let index = people.planes[plane].agents[id] else { continue }
      people.agents[index].targetIsAhead = false
      people.agents[index].timesLost = 0
      proceed(index, &schedule)
      // Whoever has nothing else to walk for stands aside.
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

  /// Sends somebody who was pushed off their way to its end by another.
  private mutating func findBack(_ index: Int, _ plane: Int, _ schedule: inout Schedule<WorldEvent>)
  {
    people.agents[index].timesLost += 1
    guard let way = people.agents[index].way, way.depth <= people.agents[index].actions.count else {
      return
    }
    if people.agents[index].timesLost > Self.patience {
      // Gives the goal up rather than stand there for ever.
      if people.agents[index].timesLost == Self.patience + 1 {
        people.remark(index, "gives up its way", at: schedule.now)
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

  /// How often somebody who is lost looks for another way.
  private static let patience = 10

  // MARK: Halts

  /// Draws when somebody who walks for pleasure next halts: to look at the phone, or for a chat.
  private mutating func planPause(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    let rate = people.agents[index].plan.traits.haltsPerSecond
    guard rate > 0 else { return }
    var stream = people.draw(index, "mobility.halt")
    let pause = -log(1 - stream.uniform()) / rate
    schedule.schedule(
      .wake(agent: index, wait: people.agents[index].wait), at: schedule.now + .seconds(pause))
  }

  /// Halts an agent in the midst of its way: 5 to 20 s for the phone, or a chat (estimates).
  mutating func pause(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    var stream = people.draw(index, "mobility.halt_length")
    let isChat = stream.happens(withProbability: 0.3)
    let length = isChat ? min(180, 45 * exp(0.6 * stream.gaussian())) : stream.uniform(in: 5...20)
    people.agents[index].isPausing = true
    people.agents[index].doingBeforePause = people.agents[index].doing.last
    halt(index, for: .seconds(length), &schedule)
  }

  /// Lets an agent stand in the crowd for a while.
  mutating func halt(_ index: Int, for length: SimDuration, _ schedule: inout Schedule<WorldEvent>)
  {
    guard case .crowd(let plane, let id) = people.agents[index].stance else { return }
    people.planes[plane].crowd.halt(id)
    people.agents[index].doing.set(.standing, at: schedule.now)
    people.agents[index].wait += 1
    sleep(index, until: schedule.now + length, &schedule)
  }

  /// Lets an agent go on after a halt.
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
