import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Doors, pedestrian signals and connectors.
extension WorldModel {
  // MARK: Doors and lights

  /// Passes a door, with a short stop in `share` of a thousand cases; returns true for a stop.
  mutating func passDoor(
    _ share: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    var stream = people.draw(index, "mobility.door")
    guard case .crowd = people.agents[index].stance,
      stream.happens(withProbability: Double(share) / 1000)
    else { return false }
    // Half a second to a second (an estimate).
    people.agents[index].doingBeforePause = people.agents[index].doing.last
    halt(index, for: .seconds(stream.uniform(in: 0.5...1)), &schedule)
    return true
  }

  /// Waits at the kerb for the pedestrian signal.
  mutating func awaitLight(
    _ junction: Int, towards point: Vec2, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let here = people.whereabouts(of: index, at: schedule.now).place.xy
    guard let plan = lights[junction],
      let road = planner.roadCrossed(at: junction, from: here, to: point)
    else { return false }
    let time = plan.nextWalk(
      across: road, atOrAfter: schedule.now,
      crossingSeconds: here.distance(to: point) / people.agents[index].plan.parameters.walkingSpeed)
    guard let time, time > schedule.now else { return false }
    people.leaveCrowd(index, at: schedule.now)
    people.agents[index].doing.set(.standing, at: schedule.now)
    // Start-up delay of pedestrians (0.5 to 2 s; an estimate).
    var stream = people.draw(index, "mobility.light")
    sleep(index, until: time + .seconds(stream.uniform(in: 0.5...2)), &schedule)
    return true
  }

  // MARK: Connectors

  mutating func take(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    switch venue.map.connectors[connector].kind {
    case .lift:
      callLift(connector, from: from, to: to, by: index, &schedule)
      return true
    case .stairs, .ramp: return climb(connector, from: from, to: to, by: index, &schedule)
    case .escalator, .walkway:
      rideBelt(connector, from: from, to: to, by: index, &schedule)
      return true
    }
  }

  /// Walks along a flight of stairs or a ramp, in the crowd there.
  private mutating func climb(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    guard let plane = people.planeOfConnector[connector] else { return false }
    let line = people.lines[connector]
    let (start, end) = (line.ways[from], line.ways[to])
    let rise = line.points[to].z - line.points[from].z
    let slope = abs(rise) / max(0.1, abs(end - start))
    let pace = people.agents[index].plan.parameters.walkingSpeed / 1.34
    let isStairs = venue.map.connectors[connector].kind == .stairs && slope > 0.2
    // Horizontal speeds on stairs: Weidmann 1993, from memory; long climbs: Expo 2000 figures.
    let speed =
      isStairs
      ? (rise < 0 ? 0.69 : rise > 10 ? 0.45 : 0.58) * pace
      : people.agents[index].plan.parameters.walkingSpeed * (1 - min(0.5, slope))
    let doing: Doing = isStairs ? (rise < 0 ? .stairsDown : .stairsUp) : .walking
    let room = max(0, venue.map.connectors[connector].widthMetres / 2 - 0.35)
    // People keep to the right.
    var stream = people.draw(index, "mobility.stairs")
    let aside = (end > start ? -1 : 1) * stream.uniform(in: 0.2...1) * room
    people.leaveCrowd(index, at: schedule.now)
    people.walk(
      [Vec2(end, aside)], on: plane, speed: speed, stops: false, by: index, at: schedule.now)
    guard case .crowd = people.agents[index].stance else { return false }
    people.agents[index].doing.set(doing, at: schedule.now)
    keepTicking(&schedule)
    return true
  }

  /// Rides an escalator or a moving walkway, standing or walking.
  private mutating func rideBelt(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    let now = schedule.now
    let walks = people.agents[index].plan.parameters.walksOnEscalators
    people.leaveCrowd(index, at: now)
    let begin = people.belts.step(onto: connector, walks: walks, at: now)
    guard begin == now else {
      // Waits for a free step, then tries again.
      people.agents[index].actions.append(.take(connector: connector, from: from, to: to))
      people.agents[index].doing.set(.standing, at: now)
      return sleep(index, until: begin, &schedule)
    }
    let line = people.lines[connector]
    let (start, end) = (line.ways[from], line.ways[to])
    // 0.5 m/s is usual in shops; walking adds as much (EN 115, from memory).
    let belt = venue.materials.beltSpeeds[connector] ?? 0.5
    let isLevel = venue.map.connectors[connector].kind == .walkway
    let rise = abs(line.points[to].z - line.points[from].z)
    let flat = abs(end - start)
    let level = flat / max(flat, (flat * flat + rise * rise).squareRoot())
    let own = walks ? (isLevel ? people.agents[index].plan.parameters.walkingSpeed : 0.5) : 0
    let speed = (belt + own) * level
    // Standing passengers keep to the right, walking ones pass on the left.
    let aside = min(0.25, venue.map.connectors[connector].widthMetres / 4) * (walks ? 1 : -1)
    people.setStance(
      index,
      .belt(
        line: connector, from: start, speed: end < start ? -speed : speed,
        left: end < start ? -aside : aside, since: now), at: now)
    people.agents[index].doing.set(
      walks
        ? (isLevel ? .walking : line.points[to].z > line.points[from].z ? .stairsUp : .stairsDown)
        : .belt, at: now)
    people.agents[index].actions.append(.enter(level: line.levels[to]))
    sleep(index, until: now + .seconds(abs(end - start) / speed), &schedule)
  }

  /// Queues for a lift.
  private mutating func callLift(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    let now = schedule.now
    people.leaveCrowd(index, at: now)
    people.agents[index].doing.set(.standing, at: now)
    let lift = people.lifts.call(connector, from: from, to: to, by: index)
    if lift.isIdle { schedule.schedule(.lift(lift.connector), at: now) }
  }

  /// Advances a lift by one step.
  mutating func runLift(_ connector: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard let turn = people.lifts.run(connector, at: schedule.now) else { return }
    switch turn.exchange {
    case .none: break
    case .out(let rider): leaveLift(connector, rider, &schedule)
    case .into(let rider, let place):
      people.setStance(rider.agent, .lift(connector, beside: place), at: schedule.now)
      people.agents[rider.agent].doing.set(.lift, at: schedule.now)
    }
    if let next = turn.next { schedule.schedule(.lift(connector), at: next) }
    keepTicking(&schedule)
  }

  /// Gets out of a lift, to the spot in front of it.
  private mutating func leaveLift(
    _ connector: Int, _ rider: LiftCar.Rider, _ schedule: inout Schedule<WorldEvent>
  ) {
    let spot = venue.map.connectors[connector].stops[rider.to]
    // The exit from the car is a smooth change of position.
    people.stepOut(rider.agent, to: spot, at: schedule.now, since: schedule.now)
    people.setLevel(rider.agent, spot.level, at: schedule.now)
    people.agents[rider.agent].settling = 5
    let carryTime = people.agents[rider.agent].carryTime
    sleep(rider.agent, until: schedule.now + .seconds(carryTime), &schedule)
  }
}
