import Geometry
import Kernel
import Maps

/// How drivers find a stall, turn in and come out again.
extension Traffic {
  /// The stalls of a car park that nobody stands in or has kept.
  public func freeStalls(of carPark: Int) -> [Int] {
    guard streets.network.carParks.indices.contains(carPark) else { return [] }
    let range = parking.stalls(of: carPark)
    return range.filter { parking.occupants[$0] < 0 }.map { $0 - range.lowerBound }
  }

  /// The car park and stall that a vehicle stands in; nil if it stands elsewhere.
  public func stall(of id: VehicleID) -> (carPark: Int, stall: Int)? {
    guard let index = try? slot(of: id), movers[index].mode == .standing,
      movers[index].stretch < 0, errands[index].stall >= 0
    else { return nil }
    return parking.place(of: errands[index].stall)
  }

  /// Returns a car park's aisles in the order in which this driver tries them.
  mutating func shuffledAisles(_ carPark: Int, _ index: Int) -> [Int32] {
    var draw = RandomStream(
      seed: seed, entity: movers[index].entity, purpose: "traffic.parking",
      index: errands[index].draws)
    errands[index].draws += 1
    var aisles = parking.aisles(of: carPark)
    for place in stride(from: aisles.count - 1, to: 0, by: -1) {
      aisles.swapAt(place, draw.integer(below: place + 1))
    }
    return aisles
  }

  /// Gives back a stall that was kept.
  mutating func forgetStall(_ index: Int) {
    let stall = errands[index].stall
    guard stall >= 0, movers[index].stretch >= 0 else { return }
    if parking.occupants[stall] == Int32(index) { parking.occupants[stall] = -1 }
    errands[index].stall = -1
  }

  /// Looks whether a stall ahead is free, and keeps it; returns whether it found one.
  mutating func lookForStall(_ index: Int) -> Bool {
    let m = movers[index]
    let s = m.x - m.base
    if Int(m.stretch) >= streets.trackCount {
      let track = streets.stretches[Int(m.stretch)].toTrack
      let found = nearestStall(
        index, on: track, from: s - streets.stretches[Int(m.stretch)].length)
      if let found { keep(found, index, route: [track]) }
      return found != nil
    }
    if let found = nearestStall(index, on: m.stretch, from: s) {
      keep(found, index, route: [m.stretch])
      return true
    }
    // The first stalls of an aisle must be seen before one turns into it.
    if m.nextLink >= 0, m.nextTrack >= 0 {
      let way = streets.stretches[Int(m.stretch)].length + streets.stretches[Int(m.nextLink)].length
      if let found = nearestStall(index, on: m.nextTrack, from: s - way) {
        keep(found, index, route: [m.stretch, m.nextTrack])
        return true
      }
    }
    if errands[index].search.only < 0, m.goal < .infinity, m.goal - m.x < m.v * m.v / 3 + 6 {
      goToNextAisle(index)
    }
    return false
  }

  /// Returns the nearest free stall on a track that one can see and still stop for.
  ///
  /// One is `s` metres along the track; before its start if that is negative.
  private func nearestStall(
    _ index: Int, on track: Int32, from s: Double
  ) -> (stall: Int, access: StallAccess)? {
    let m = movers[index]
    let search = errands[index].search
    guard m.x > search.notBefore else { return nil }
    var best: (stall: Int, access: StallAccess)?
    for number in parking.stallsOfTrack[Int(track)] {
      let stall = Int(number)
      guard search.only < 0 || search.only == stall,
        parking.carPark(of: stall) == search.carPark, parking.occupants[stall] < 0,
        let access = parking.access(of: stall, from: track)
      else { continue }
      let stop = access.middle + m.back
      guard access.beside - s < streets.rules.stallSightMetres, stop - s > m.v * m.v / 4 + 0.3
      else { continue }
      if let known = best, known.access.beside <= access.beside { continue }
      best = (stall, access)
    }
    return best
  }

  private mutating func keep(
    _ found: (stall: Int, access: StallAccess), _ index: Int, route: [Int32]
  ) {
    parking.occupants[found.stall] = Int32(index)
    errands[index].stall = found.stall
    let goal = RouteFinder.Goal(
      track: found.access.track, s: found.access.middle + movers[index].back)
    follow(index, route, to: goal, aim: .stall(found.stall), lane: 0)
  }

  /// Drives on to the next aisle, or gives up.
  mutating func goToNextAisle(_ index: Int) {
    let only = errands[index].search.only
    errands[index].search.tried += 1
    for _ in 0..<max(errands[index].search.aisles.count, 1) where only < 0 {
      if errands[index].search.tried >= errands[index].search.aisles.count {
        errands[index].search.tried = 0
        errands[index].search.rounds += 1
      }
      guard errands[index].search.rounds < streets.rules.parkingRounds else { break }
      let aisle = errands[index].search.aisles[errands[index].search.tried]
      if let way = route(index, to: aisleGoals(aisle)) {
        follow(index, way.tracks, to: way.goal, aim: .search, lane: nil)
        return
      }
      errands[index].search.tried += 1
    }
    errands[index].search = StallSearch()
    stopSoon(index)
    events.append(.foundNoStall(id(index)))
  }

  /// Turns into a stall as soon as there is room.
  mutating func turnIn(_ index: Int) {
    let m = movers[index]
    let stall = errands[index].stall
    guard stall >= 0, let access = parking.access(of: stall, from: m.stretch) else {
      movers[index].mode = .driving
      goToNextAisle(index)
      return
    }
    let pose = lanePoseOfStanding(index)
    let zone = Self.zone(access)
    let waited = stepCount - errands[index].waitsSince
    guard isClear(index, m.stretch, zone, isLeaving: false) else {
      if waited > 60 + Int32(m.entity % 40) {
        // Two who want past each other: look for another stall.
        forgetStall(index)
        errands[index].search.notBefore = m.x + 15
        movers[index].mode = .driving
        errands[index].aim = .search
        goToNextAisle(index)
      }
      return
    }
    let shape = parking.way(into: stall, by: access, from: pose.point, facing: pose.tangent)
    let motion = access.isForwards ? pose.tangent : -pose.tangent
    errands[index].manoeuvre = Manoeuvre(
      shape, from: pose.point, along: motion, isReversed: false, facesAlong: access.isForwards,
      speed: 2, acceleration: 0.9, end: .stall(stall))
    block(index, zone)
    movers[index].mode = .manoeuvring
  }

  /// What of the aisle a car needs to turn into a stall or out of it, in m along the track.
  private static func zone(_ access: StallAccess) -> ClosedRange<Double> {
    let (a, b) = (min(access.middle, access.beside), max(access.middle, access.beside))
    return (a - 4)...(b + 4)
  }

  /// The place of a vehicle's middle on its lane while it stands there.
  func lanePoseOfStanding(_ index: Int) -> LanePlace {
    let pose = pose(at: index)
    return LanePlace(
      point: pose.position, tangent: Vec2(angle: pose.headingRadians), curvature: 0)
  }

  /// Begins to leave a stall for a destination, by the direction of the aisle that is faster.
  mutating func leaveStall(_ index: Int, to destination: Destination) throws(TrafficError) {
    let wanted = try goals(destination, errands[index].spec).goals
    var best: (seconds: Double, track: Int32)?
    for access in parking.accesses(of: errands[index].stall) {
      let way = finder.route(
        from: access.track, at: access.middle + movers[index].back + 1, to: wanted,
        user: movers[index].kind.user, streets: streets)
      if let way, way.seconds < best?.seconds ?? .infinity { best = (way.seconds, access.track) }
    }
    guard let best else { throw .unreachable }
    errands[index].pending = destination
    errands[index].route = [best.track]
    errands[index].waitsSince = stepCount
    movers[index].mode = .leavingStall
    activate(index)
  }

  /// Leaves a stall as soon as there is room on the aisle.
  mutating func leaveStall(_ index: Int) {
    guard (stepCount &+ movers[index].phase) % 3 == 0 else { return }
    let stall = errands[index].stall
    guard let track = errands[index].route.first,
      let access = parking.access(of: stall, from: track)
    else { return }
    let zone = Self.zone(access)
    guard isClear(index, track, zone, isLeaving: true) else { return }
    let m = movers[index]
    let stretch = streets.stretches[Int(track)]
    let offset = stretch.offset(ofLane: 0)
    let front = streets.curves.place(
      stretch.curve, at: access.middle + m.wheelbase / 2, offset: offset)
    let rear = streets.curves.place(
      stretch.curve, at: access.middle - m.wheelbase / 2, offset: offset)
    let start = (front.point + rear.point) / 2
    let facing = (front.point - rear.point).normalized ?? Vec2(1, 0)
    let shape = parking.way(into: stall, by: access, from: start, facing: facing)
    errands[index].manoeuvre = Manoeuvre(
      shape, from: start, along: access.isForwards ? facing : -facing, isReversed: true,
      facesAlong: access.isForwards, speed: 1.6, acceleration: 0.8,
      end: .road(middle: access.middle))
    list(index, on: track, s: access.middle + m.back, lane: 0, e: 0)
    block(index, zone)
    movers[index].mode = .manoeuvring
  }
}
