import Geometry
import Maps

/// Where vehicles are sent and how they get there.
extension Traffic {
  /// Sends a vehicle somewhere, by the fastest way; it may be standing, parked or driving.
  ///
  /// - Throws: ``TrafficError/unreachable`` if no way leads there, or what is wrong with the place.
  ///   The vehicle then does what it did before.
  public mutating func drive(_ id: VehicleID, to destination: Destination) throws(TrafficError) {
    let index = try slot(of: id)
    switch movers[index].mode {
    case .obstacle, .vacant: throw .noSuchVehicle
    case .manoeuvring: errands[index].pending = destination
    case .standing, .driving, .pullingOut, .turningIn, .leavingStall:
      if movers[index].stretch < 0 {
        try leaveStall(index, to: destination)
      } else {
        try send(index, to: destination)
        setOff(index)
      }
    }
  }

  /// Returns how long a way takes on empty roads, and whether there is one at all.
  ///
  /// - Parameters:
  ///   - kind: What drives.
  ///   - start: Where from.
  ///   - destination: Where to. For car parks the way to the nearest aisle counts.
  /// - Returns: The seconds, or nil if no way leads there for this kind.
  /// - Throws: ``TrafficError/unusablePlace`` if either place doesn't exist.
  public mutating func travelSeconds(
    _ kind: VehicleKind, from start: VehiclePlace, to destination: Destination
  ) throws(TrafficError) -> Double? {
    let spec = VehicleSpec(kind, entity: 0, seed: seed)
    let wanted = try goals(destination, spec).goals
    var best: Double?
    for origin in try origins(start, spec) {
      let way = finder.route(
        from: origin.track, at: origin.s, to: wanted, user: kind.user, streets: streets)
      if let way, way.seconds < best ?? .infinity { best = way.seconds }
    }
    return best
  }

  private func origins(
    _ place: VehiclePlace, _ spec: VehicleSpec
  ) throws(TrafficError) -> [RouteFinder.Goal] {
    switch place {
    case .road(let position, _):
      let (track, s) = try trackPlace(position, spec.kind)
      return [.init(track: track, s: s)]
    case .kerb(let point):
      let kerb = try kerbPlace(near: point, spec)
      return [.init(track: kerb.track, s: kerb.s)]
    case .stall(let carPark, let stall):
      guard let number = parking.number(carPark, stall) else { throw .unusablePlace }
      return parking.accesses(of: number).map { .init(track: $0.track, s: $0.middle) }
    }
  }

  /// Returns where a destination lies, and what to do there.
  func goals(
    _ destination: Destination, _ spec: VehicleSpec
  ) throws(TrafficError) -> (goals: [RouteFinder.Goal], aim: VehicleErrand.Aim, lane: Int32?) {
    switch destination {
    case .junction(let junction):
      guard streets.arriving.indices.contains(junction) else { throw .unusablePlace }
      let tracks = streets.arriving[junction].filter {
        streets.stretches[Int($0)].users.contains(spec.kind.user)
      }
      let goals = tracks.map { track in
        RouteFinder.Goal(track: track, s: max(streets.stretches[Int(track)].length - 1, 0))
      }
      return (goals, .lane, nil)
    case .position(let position):
      let (track, s) = try trackPlace(position, spec.kind)
      return ([.init(track: track, s: s)], .lane, Int32(position.lane))
    case .road(let point):
      return ([try lanePlace(near: point, spec.kind)], .lane, nil)
    case .kerb(let point):
      let kerb = try kerbPlace(near: point, spec)
      return ([.init(track: kerb.track, s: kerb.s)], .kerb(kerb.offset), 0)
    case .carPark(let number):
      guard spec.kind == .car, streets.network.carParks.indices.contains(number),
        !parking.aisles(of: number).isEmpty
      else { throw .unusablePlace }
      return (parking.aisles(of: number).flatMap { aisleGoals($0) }, .search, nil)
    case .stall(let carPark, let stall):
      guard spec.kind == .car, let number = parking.number(carPark, stall) else {
        throw .unusablePlace
      }
      let back = spec.frontOverhangMetres + spec.wheelbaseMetres / 2
      let goals = parking.accesses(of: number).map { access in
        RouteFinder.Goal(track: access.track, s: access.middle + back)
      }
      return (goals, .search, nil)
    }
  }

  /// Returns the far ends of an aisle, in the directions from which one can turn into its stalls.
  func aisleGoals(_ road: Int32) -> [RouteFinder.Goal] {
    [true, false].compactMap { forward in
      guard let track = streets.track(ofRoad: Int(road), forward: forward),
        !parking.stallsOfTrack[track].isEmpty
      else { return nil }
      return .init(track: Int32(track), s: max(streets.stretches[track].length - 1, 0))
    }
  }

  /// Gives a vehicle on a road a new destination.
  mutating func send(_ index: Int, to destination: Destination) throws(TrafficError) {
    let spec = errands[index].spec
    let wanted = try goals(destination, spec)
    var search = StallSearch()
    var goals = wanted.goals
    switch destination {
    case .carPark(let number):
      search.carPark = number
      search.aisles = shuffledAisles(number, index)
      goals = aisleGoals(search.aisles[0])
    case .stall(let carPark, let stall):
      search.carPark = carPark
      search.only = parking.number(carPark, stall) ?? -1
    default: break
    }
    var way = route(index, to: goals)
    if way == nil, search.carPark >= 0, search.only < 0 { way = route(index, to: wanted.goals) }
    guard let way else { throw .unreachable }
    forgetStall(index)
    errands[index].search = search
    follow(index, way.tracks, to: way.goal, aim: wanted.aim, lane: wanted.lane)
  }

  /// Finds the way from where a vehicle is now.
  mutating func route(
    _ index: Int, to goals: [RouteFinder.Goal]
  ) -> (tracks: [Int32], goal: RouteFinder.Goal)? {
    let m = movers[index]
    let user = m.kind.user
    var (track, s) = (m.stretch, m.x - m.base + m.v * m.v / 3 + (m.v > 0.5 ? 2 : 0))
    if Int(track) >= streets.trackCount { (track, s) = (streets.stretches[Int(track)].toTrack, 0) }
    let way = finder.route(from: track, at: s, to: goals, user: user, streets: streets)
    guard let way, let last = way.tracks.last else { return nil }
    let isHere = way.tracks.count == 1
    let goal = goals.first { $0.track == last && (!isHere || $0.s >= s) }
    return goal.map { (way.tracks, $0) }
  }

  /// Takes up a route.
  mutating func follow(
    _ index: Int, _ tracks: [Int32], to goal: RouteFinder.Goal, aim: VehicleErrand.Aim,
    lane: Int32?
  ) {
    errands[index].route = tracks
    errands[index].goalOnTrack = goal.s
    errands[index].aim = aim
    errands[index].lanes = leadingLanes(tracks, last: lane)
    movers[index].leg = 0
    findNext(index)
  }

  /// Returns for each track of a route the lanes from which one gets on without changing.
  func leadingLanes(_ tracks: [Int32], last lane: Int32?) -> [UInt32] {
    var lanes = [UInt32](repeating: .max, count: tracks.count)
    if let lane, let last = lanes.indices.last { lanes[last] = 1 << UInt32(lane) }
    for leg in tracks.indices.dropLast().reversed() {
      let (track, next) = (streets.stretches[Int(tracks[leg])], tracks[leg + 1])
      // On a long road there is time to change later.
      let wanted = streets.stretches[Int(next)].length > 250 ? .max : lanes[leg + 1]
      var (exact, any) = (UInt32(0), UInt32(0))
      for link in track.links {
        let way = streets.stretches[Int(link)]
        guard way.toTrack == next else { continue }
        any |= 1 << UInt32(way.fromLane)
        if wanted & (1 << UInt32(way.toLane)) != 0 { exact |= 1 << UInt32(way.fromLane) }
      }
      lanes[leg] = exact != 0 ? exact : any
    }
    return lanes
  }

  /// Lets a vehicle that stands begin to drive.
  mutating func setOff(_ index: Int) {
    guard movers[index].mode != .driving else { return }
    movers[index].mode = errands[index].isAside ? .pullingOut : .driving
    errands[index].waitsSince = stepCount
    activate(index)
  }

  /// Lets a vehicle stop as soon as is comfortable.
  mutating func stopSoon(_ index: Int) {
    let m = movers[index]
    let track =
      Int(m.stretch) < streets.trackCount ? m.stretch : streets.stretches[Int(m.stretch)].toTrack
    let s = track == m.stretch ? m.x - m.base : 0
    let length = streets.stretches[Int(track)].length
    let stop = min(s + m.v * m.v / (1.6 * m.deceleration) + 3, max(length - 0.5, s + 0.05))
    follow(index, [track], to: .init(track: track, s: stop), aim: .lane, lane: nil)
  }

  /// Finds another way to the same end from the lane one is in.
  mutating func routeAnew(_ index: Int) {
    let m = movers[index]
    guard let goal = errands[index].route.last else { return }
    var best: (seconds: Double, tracks: [Int32])?
    for link in streets.stretches[Int(m.stretch)].links {
      let way = streets.stretches[Int(link)]
      guard way.fromLane == m.lane, way.users.contains(m.kind.user) else { continue }
      let rest = finder.route(
        from: way.toTrack, at: 0, to: [.init(track: goal, s: errands[index].goalOnTrack)],
        user: m.kind.user, streets: streets)
      if let rest, rest.seconds < best?.seconds ?? .infinity { best = rest }
    }
    guard let best else {
      if stepCount - m.standsSince > 1200 {
        stopSoon(index)
        events.append(.lostItsWay(id(index)))
      }
      return
    }
    let end = RouteFinder.Goal(track: goal, s: errands[index].goalOnTrack)
    follow(index, [m.stretch] + best.tracks, to: end, aim: errands[index].aim, lane: nil)
  }
}
