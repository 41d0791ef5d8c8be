import Geometry
import Glibc
import Kernel
import Maps
import Truth
import Venues

/// People on foot in the crowd of a plane.
extension WorldModel {
  /// The number of the plane that a level or, if nil, the outdoors is.
  func plane(of level: Int?) -> Int { level ?? venue.levels.count }

  /// Lets an agent follow points on the plane of the level it is on.
  mutating func follow(
    _ points: [Vec2], _ doing: Doing, speed: Double, stops: Bool, by index: Int,
    _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let plane = plane(of: agents[index].level.last)
    walk(points, on: plane, speed: speed, stops: stops, by: index, at: schedule.now)
    guard case .crowd = agents[index].stance else { return false }
    agents[index].doing.set(doing, at: schedule.now)
    planPause(index, &schedule)
    keepTicking(&schedule)
    return true
  }

  /// Sends an agent along points in the crowd of a plane.
  mutating func walk(
    _ points: [Vec2], on plane: Int, speed: Double, stops: Bool, by index: Int, at time: SimTime
  ) {
    guard !points.isEmpty else { return }
    agents[index].target = points
    agents[index].targetStops = stops
    agents[index].targetIsAhead = true
    if case .crowd(plane, let id) = agents[index].stance {
      do throws(CrowdError) {
        planes[plane].crowd.resume(id)
        try planes[plane].crowd.redirect(id, route: points, stopsAtGoal: stops)
        try planes[plane].crowd.setFreeSpeed(id, metresPerSecond: speed)
        return
      } catch {
        remark(index, "can't follow its way: \(error)", at: time)
      }
    }
    leaveCrowd(index, at: time)
    var walker = CrowdWalker(
      entity: agents[index].plan.entity, position: position(of: index, on: plane, at: time),
      route: points, freeSpeed: speed)
    walker.radius = agents[index].plan.traits.bodyRadius
    walker.stopsAtGoal = stops
    walker.velocity = momentum(of: index, towards: points[0] - walker.position, at: time)
    do throws(CrowdError) {
      let id = try planes[plane].crowd.enter(walker)
      planes[plane].agents[id] = index
      setStance(index, .crowd(plane: plane, id: id), at: time)
    } catch {
      remark(index, "can't walk: \(error)", at: time)
    }
  }

  /// Where an agent is in the axes of a plane.
  private func position(of index: Int, on plane: Int, at time: SimTime) -> Vec2 {
    let place = whereabouts(of: index, at: time).place
    switch planes[plane].kind {
    case .floor: return place.xy
    case .flight(let line, let rail):
      // Who comes to a flight from beside it steps between its rails first.
      let room = max(0, rail - agents[index].plan.traits.bodyRadius - 0.05)
      let near = line.nearest(to: place)
      return Vec2(near.x, min(max(near.y, -room), room))
    }
  }

  /// The velocity of somebody who goes on from one plane to another without a stand.
  private func momentum(of index: Int, towards way: Vec2, at time: SimTime) -> Vec2 {
    guard let (velocity, since) = agents[index].momentum, since == time,
      let direction = way.normalized
    else { return .zero }
    return direction * velocity.length
  }

  /// Takes an agent out of the crowd it walks in; it stays where it is.
  mutating func leaveCrowd(_ index: Int, at time: SimTime) {
    guard case .crowd(let plane, let id) = agents[index].stance else { return }
    if let state = planes[plane].crowd.state(id) {
      agents[index].momentum = (state.velocity, time)
    }
    setStance(index, .still, at: time)
    planes[plane].crowd.leave(id)
    planes[plane].agents[id] = nil
    agents[index].targetIsAhead = false
  }

  /// Lets a crowd take a step, and those who arrive go on.
  mutating func stepCrowd(_ plane: Int, _ schedule: inout Schedule<WorldEvent>) {
    planes[plane].crowd.step()
    for id in planes[plane].crowd.arrivals {
      guard let index = planes[plane].agents[id] else { continue }
      agents[index].targetIsAhead = false
      agents[index].timesLost = 0
      proceed(index, &schedule)
      // Whoever has nothing else to walk for stands aside.
      if case .crowd(plane, id) = agents[index].stance, !agents[index].targetIsAhead,
        planes[plane].crowd.state(id)?.isHalted == false
      {
        leaveCrowd(index, at: schedule.now)
      }
    }
    for id in planes[plane].crowd.lost {
      guard let index = planes[plane].agents[id] else { continue }
      findBack(index, plane, &schedule)
    }
  }

  /// Sends somebody who was pushed off their way to its end by another.
  private mutating func findBack(
    _ index: Int, _ plane: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    agents[index].timesLost += 1
    guard let way = agents[index].way, way.depth <= agents[index].actions.count else { return }
    if agents[index].timesLost > Self.patience {
      // Gives the goal up rather than stand there for ever.
      if agents[index].timesLost == Self.patience + 1 {
        remark(index, "gives up its way", at: schedule.now)
      }
      agents[index].actions.removeLast(agents[index].actions.count - way.depth)
      return proceed(index, &schedule)
    }
    agents[index].actions.removeLast(agents[index].actions.count - way.depth)
    agents[index].actions.append(
      .reach(way.goal, speed: way.speed, doing: way.doing, stops: way.stops))
    leaveCrowd(index, at: schedule.now)
    proceed(index, &schedule)
  }

  /// How often somebody who is lost looks for another way.
  private static let patience = 10

  // MARK: Halts

  /// Draws when somebody who walks for pleasure next halts: to look at the phone, or for a chat.
  private mutating func planPause(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    let rate = agents[index].plan.traits.haltsPerSecond
    guard rate > 0 else { return }
    var stream = draw(index, "mobility.halt")
    let pause = -log(1 - stream.uniform()) / rate
    schedule.schedule(
      .wake(agent: index, wait: agents[index].wait), at: schedule.now + .seconds(pause))
  }

  /// Halts an agent in the midst of its way: 5 to 20 s for the phone, or a chat (estimates).
  mutating func pause(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    var stream = draw(index, "mobility.halt_length")
    let isChat = stream.happens(withProbability: 0.3)
    let length =
      isChat
      ? min(180, 45 * exp(0.6 * stream.gaussian())) : stream.uniform(in: 5...20)
    agents[index].isPausing = true
    agents[index].doingBeforePause = agents[index].doing.last
    halt(index, for: .seconds(length), &schedule)
  }

  /// Lets an agent stand in the crowd for a while.
  mutating func halt(
    _ index: Int, for length: SimDuration, _ schedule: inout Schedule<WorldEvent>
  ) {
    guard case .crowd(let plane, let id) = agents[index].stance else { return }
    planes[plane].crowd.halt(id)
    agents[index].doing.set(.standing, at: schedule.now)
    agents[index].wait += 1
    sleep(index, until: schedule.now + length, &schedule)
  }

  /// Lets an agent go on after a halt.
  mutating func resume(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    agents[index].isPausing = false
    agents[index].wait += 1
    guard case .crowd(let plane, let id) = agents[index].stance else { return }
    planes[plane].crowd.resume(id)
    agents[index].doing.set(agents[index].doingBeforePause, at: schedule.now)
    planPause(index, &schedule)
    keepTicking(&schedule)
  }
}
