import Geometry
import Kernel
import Maps

/// Tasks and routes of all drivers, and the decisions that follow from them.
struct Drivers: Sendable {
  /// The tasks of the vehicles, by slot.
  var tasks: [VehicleTask] = []
  /// The events of the last step.
  private(set) var events: [TrafficEvent] = []
  var finder: RouteFinder
  private let seed: UInt64

  init(_ streets: Streets, seed: UInt64) {
    finder = RouteFinder(streets)
    self.seed = seed
  }

  /// Discards the events of the previous step.
  mutating func beginStep() { events.removeAll(keepingCapacity: true) }

  /// Adds an event.
  mutating func report(_ event: TrafficEvent) { events.append(event) }

  /// Assigns a vehicle's slot to a new vehicle.
  mutating func begin(_ index: Int, _ spec: VehicleSpec) {
    if index < tasks.count {
      tasks[index] = VehicleTask(spec: spec)
    } else {
      tasks.append(VehicleTask(spec: spec))
    }
  }

  /// Lists a stationary vehicle on a track, without a route.
  mutating func place(
    _ index: Int, on track: Int32, s: Double, lane: Int32, e: Double, _ road: inout Roadway
  ) {
    road.list(index, on: track, s: s, lane: lane, e: e)
    tasks[index].side = SideMotion(at: e)
    tasks[index].route = [track]
    tasks[index].lanes = [.max]
  }

  /// Excludes a number of steps from the waiting times.
  mutating func postpone(by steps: Int32) {
    for index in tasks.indices { tasks[index].waitsSince += steps }
  }

  // MARK: Routes

  /// Finds the route from a vehicle's present position.
  mutating func route(
    _ index: Int, to goals: [RouteFinder.Goal], _ road: inout Roadway
  ) -> (tracks: [Int32], goal: RouteFinder.Goal)? {
    let m = road.movers[index]
    let user = m.kind.user
    var (track, s) = (m.stretch, m.x - m.base + m.v * m.v / 3 + (m.v > 0.5 ? 2 : 0))
    if Int(track) >= road.streets.trackCount { (track, s) = (road.streets[track].toTrack, 0) }
    let way = finder.route(from: track, at: s, to: goals, user: user, streets: road.streets)
    guard let way, let last = way.tracks.last else { return nil }
    let isHere = way.tracks.count == 1
    let goal = goals.first { $0.track == last && (!isHere || $0.s >= s) }
    return goal.map { (way.tracks, $0) }
  }

  /// Assigns a route.
  mutating func follow(
    _ index: Int, _ tracks: [Int32], to goal: RouteFinder.Goal, aim: VehicleTask.TaskTarget,
    lane: Int32?, _ road: inout Roadway
  ) {
    tasks[index].route = tracks
    tasks[index].goalOnTrack = goal.s
    tasks[index].aim = aim
    tasks[index].lanes = leadingLanes(tracks, last: lane, &road)
    road.movers[index].leg = 0
    findNext(index, &road)
  }

  /// Returns, for each track of a route, the lanes that lead on without a lane change.
  func leadingLanes(_ tracks: [Int32], last lane: Int32?, _ road: inout Roadway) -> [UInt32] {
    var lanes = [UInt32](repeating: .max, count: tracks.count)
    if let lane, let last = lanes.indices.last { lanes[last] = 1 << UInt32(lane) }
    for leg in tracks.indices.dropLast().reversed() {
      let (track, next) = (road.streets[tracks[leg]], tracks[leg + 1])
      // On a long road there is time to change later.
      let wanted = road.streets[next].length > 250 ? .max : lanes[leg + 1]
      var (exact, any) = (UInt32(0), UInt32(0))
      for link in track.links {
        let way = road.streets[link]
        guard way.toTrack == next else { continue }
        any |= 1 << UInt32(way.fromLane)
        if wanted & (1 << UInt32(way.toLane)) != 0 { exact |= 1 << UInt32(way.fromLane) }
      }
      lanes[leg] = exact != 0 ? exact : any
    }
    return lanes
  }

  /// Stops a vehicle as soon as is comfortable.
  mutating func stopSoon(_ index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    let track =
      Int(m.stretch) < road.streets.trackCount ? m.stretch : road.streets[m.stretch].toTrack
    let s = track == m.stretch ? m.x - m.base : 0
    let length = road.streets[track].length
    let stop = min(s + m.v * m.v / (1.6 * m.deceleration) + 3, max(length - 0.5, s + 0.05))
    follow(index, [track], to: .init(track: track, s: stop), aim: .lane, lane: nil, &road)
  }

  /// Finds another route to the same destination from the present lane.
  mutating func routeAnew(_ index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    guard let goal = tasks[index].route.last else { return }
    var best: (seconds: Double, tracks: [Int32])?
    for link in road.streets[m.stretch].links {
      let way = road.streets[link]
      guard way.fromLane == m.lane, way.users.contains(m.kind.user) else { continue }
      let rest = finder.route(
        from: way.toTrack, at: 0, to: [.init(track: goal, s: tasks[index].goalOnTrack)],
        user: m.kind.user, streets: road.streets)
      if let rest, rest.seconds < best?.seconds ?? .infinity { best = rest }
    }
    guard let best else {
      if road.step - m.standsSince > 1200 {
        stopSoon(index, &road)
        report(.lostRoute(road.id(index)))
      }
      return
    }
    let end = RouteFinder.Goal(track: goal, s: tasks[index].goalOnTrack)
    follow(index, [m.stretch] + best.tracks, to: end, aim: tasks[index].aim, lane: nil, &road)
  }

  /// Starts a random drive without an end.
  mutating func beginWandering(_ index: Int, _ road: inout Roadway) {
    tasks[index].isBackground = true
    tasks[index].aim = .wander
    extendWander(index, &road)
    findNext(index, &road)
  }

  /// Draws the next turns of a random drive.
  mutating func extendWander(_ index: Int, _ road: inout Roadway) {
    let leg = Int(road.movers[index].leg)
    if leg > 6 {
      tasks[index].route.removeFirst(leg)
      road.movers[index].leg = 0
    }
    while tasks[index].route.count - Int(road.movers[index].leg) < 4 {
      guard let last = tasks[index].route.last, let next = nextTurn(index, last, &road) else {
        break
      }
      tasks[index].route.append(next)
    }
    guard let last = tasks[index].route.last else { return }
    tasks[index].lanes = leadingLanes(tasks[index].route, last: nil, &road)
    // At the edge of the map it drives on and out.
    tasks[index].goalOnTrack = road.streets[last].length + 1e4
  }

  private mutating func nextTurn(_ index: Int, _ track: Int32, _ road: inout Roadway) -> Int32? {
    let here = road.streets[track]
    var draw = RandomStream(
      seed: seed, entity: road.movers[index].entity, purpose: "traffic.wander",
      index: tasks[index].draws)
    tasks[index].draws += 1
    func weight(_ link: Int32) -> Double {
      let way = road.streets[link]
      let next = road.streets[way.toTrack]
      guard way.users.contains(road.movers[index].kind.user), way.toTrack != here.opposite else {
        return 0
      }
      let straight = abs(way.turn) < 0.5 ? 2.0 : 1
      if next.kind == .aisle || next.kind == .track { return straight * 0.001 }
      // Roads of the same rank or a higher one are likelier than side roads.
      return Streets.rank(of: next.kind) < Streets.rank(of: here.kind) ? straight * 0.4 : straight
    }
    let total = here.links.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return nil }
    var rest = draw.uniform() * total
    for link in here.links {
      rest -= weight(link)
      if rest < 0, weight(link) > 0 { return road.streets[link].toTrack }
    }
    return nil
  }
}
