import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Doors, lights, and what takes people from one level to another.
extension WorldModel {
  // MARK: Doors and lights

  /// Goes through a door; some make one stop for a moment.
  ///
  /// - Parameters:
  ///   - share: How many in a thousand stop there.
  ///   - index: The agent.
  ///   - schedule: Where the end of the stop is scheduled.
  /// - Returns: Whether it stops.
  mutating func passDoor(
    _ share: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    var stream = draw(index, "mobility.door")
    guard case .crowd = agents[index].stance,
      stream.happens(withProbability: Double(share) / 1000)
    else { return false }
    // Half a second to a second (an estimate).
    agents[index].doingBeforePause = agents[index].doing.last
    halt(index, for: .seconds(stream.uniform(in: 0.5...1)), &schedule)
    return true
  }

  /// Waits at the kerb until the lights let one cross.
  mutating func awaitLight(
    _ junction: Int, towards point: Vec2, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let here = whereabouts(of: index, at: schedule.now).place.xy
    guard let plan = lights[junction], let road = roadCrossed(at: junction, from: here, to: point)
    else { return false }
    let time = plan.nextWalk(
      across: road, atOrAfter: schedule.now,
      crossingSeconds: here.distance(to: point) / agents[index].plan.traits.walkingSpeed)
    guard let time, time > schedule.now else { return false }
    leaveCrowd(index, at: schedule.now)
    agents[index].doing.set(.standing, at: schedule.now)
    // People start a little after the light (0.5 to 2 s; an estimate).
    var stream = draw(index, "mobility.light")
    sleep(index, until: time + .seconds(stream.uniform(in: 0.5...2)), &schedule)
    return true
  }

  /// The road at a junction that a crossing leads across.
  private func roadCrossed(at junction: Int, from: Vec2, to: Vec2) -> Int? {
    let way = Segment2(from, to)
    return venue.map.roads.roads.indices.first { number in
      let road = venue.map.roads.roads[number]
      guard road.from == junction || road.to == junction else { return false }
      return zip(road.line, road.line.dropFirst()).contains {
        Segment2($0, $1).distance(to: way) == 0
      }
    }
  }

  // MARK: Connectors

  /// Gets on a connector.
  mutating func take(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    switch venue.map.connectors[connector].kind {
    case .lift:
      callLift(connector, from: from, to: to, by: index, &schedule)
      return true
    case .stairs, .ramp:
      return climb(connector, from: from, to: to, by: index, &schedule)
    case .escalator, .walkway:
      rideBelt(connector, from: from, to: to, by: index, &schedule)
      return true
    }
  }

  /// Walks along a flight of stairs or a ramp, among the others there.
  private mutating func climb(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    guard let plane = planeOfConnector[connector] else { return false }
    let line = lines[connector]
    let (start, end) = (line.ways[from], line.ways[to])
    let rise = line.points[to].z - line.points[from].z
    let slope = abs(rise) / max(0.1, abs(end - start))
    let pace = agents[index].plan.traits.walkingSpeed / 1.34
    let isStairs = venue.map.connectors[connector].kind == .stairs && slope > 0.2
    // Horizontal speeds on stairs: Weidmann 1993, from memory; long climbs: Expo 2000 figures.
    let speed =
      isStairs
      ? (rise < 0 ? 0.69 : rise > 10 ? 0.45 : 0.58) * pace
      : agents[index].plan.traits.walkingSpeed * (1 - min(0.5, slope))
    let doing: Doing = isStairs ? (rise < 0 ? .stairsDown : .stairsUp) : .walking
    let room = max(0, venue.map.connectors[connector].widthMetres / 2 - 0.35)
    // People keep to the right.
    var stream = draw(index, "mobility.stairs")
    let aside = (end > start ? -1 : 1) * stream.uniform(in: 0.2...1) * room
    leaveCrowd(index, at: schedule.now)
    walk([Vec2(end, aside)], on: plane, speed: speed, stops: false, by: index, at: schedule.now)
    guard case .crowd = agents[index].stance else { return false }
    agents[index].doing.set(doing, at: schedule.now)
    keepTicking(&schedule)
    return true
  }

  /// Is carried along an escalator or a walkway, standing or walking.
  private mutating func rideBelt(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    let now = schedule.now
    let walks = agents[index].plan.traits.walksOnEscalators
    let lane = walks ? 1 : 0
    var free = beltFree[connector] ?? [now, now]
    let begin = max(now, free[lane])
    // 1.2 s between those who stand on one lane: about 0.6 m of belt (an estimate).
    free[lane] = begin + .seconds(walks ? 0.8 : 1.2)
    beltFree[connector] = free
    leaveCrowd(index, at: now)
    guard begin == now else {
      // Waits for a free step, then looks again.
      free[lane] = begin
      beltFree[connector] = free
      agents[index].actions.append(.take(connector: connector, from: from, to: to))
      agents[index].doing.set(.standing, at: now)
      return sleep(index, until: begin, &schedule)
    }
    let line = lines[connector]
    let (start, end) = (line.ways[from], line.ways[to])
    // 0.5 m/s is usual in shops; walking adds as much (EN 115, from memory).
    let belt = venue.fabric.beltSpeeds[connector] ?? 0.5
    let isLevel = venue.map.connectors[connector].kind == .walkway
    let rise = abs(line.points[to].z - line.points[from].z)
    let flat = abs(end - start)
    let level = flat / max(flat, (flat * flat + rise * rise).squareRoot())
    let own = walks ? (isLevel ? agents[index].plan.traits.walkingSpeed : 0.5) : 0
    let speed = (belt + own) * level
    // Whoever stands keeps to the right, whoever walks passes on the left.
    let aside = min(0.25, venue.map.connectors[connector].widthMetres / 4) * (walks ? 1 : -1)
    setStance(
      index,
      .belt(
        line: connector, from: start, speed: end < start ? -speed : speed,
        left: end < start ? -aside : aside, since: now), at: now)
    agents[index].doing.set(
      walks
        ? (isLevel ? .walking : line.points[to].z > line.points[from].z ? .stairsUp : .stairsDown)
        : .belt, at: now)
    agents[index].actions.append(.enter(level: line.levels[to]))
    sleep(index, until: now + .seconds(abs(end - start) / speed), &schedule)
  }
}
