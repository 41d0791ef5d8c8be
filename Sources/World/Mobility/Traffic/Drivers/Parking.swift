import Geometry
import Kernel
import Maps

/// Car parks: occupancy of the stalls, and the drivers' search, entry and exit.
struct Parking: Sendable {
  let stalls: StallTable
  /// The vehicle that occupies or has reserved each stall; -1 if it is free.
  private var occupants: [Int32]
  private let seed: UInt64

  init(_ streets: Streets, seed: UInt64) {
    stalls = StallTable(streets)
    occupants = Array(repeating: -1, count: stalls.count)
    self.seed = seed
  }

  /// The free stalls of a car park, neither occupied nor reserved.
  func freeStalls(of carPark: Int) -> [Int] {
    let range = stalls.stalls(of: carPark)
    return range.filter { occupants[$0] < 0 }.map { $0 - range.lowerBound }
  }

  /// Parks a vehicle that has just appeared in a stall.
  mutating func park(_ index: Int, in number: Int, _ drivers: inout Drivers) {
    occupants[number] = Int32(index)
    drivers.tasks[index].stall = number
    drivers.tasks[index].rest = stalls.restPlace(number)
  }

  /// True if a stall is neither occupied nor reserved.
  func isFree(_ number: Int) -> Bool { occupants[number] < 0 }

  /// Frees a stall that a vehicle occupies or has reserved.
  mutating func free(_ number: Int, of index: Int) {
    if number >= 0, occupants[number] == Int32(index) { occupants[number] = -1 }
  }

  /// Sends a vehicle on a road to a destination; at a car park, it then searches for a stall.
  mutating func send(
    _ index: Int, to destination: Destination, _ road: inout Roadway, _ drivers: inout Drivers
  ) throws(TrafficError) {
    let wanted = try drivers.finder.goals(
      destination, drivers.tasks[index].spec, road.streets, stalls)
    var search = StallSearch()
    var goals = wanted.goals
    switch destination {
    case .carPark(let number):
      search.carPark = number
      search.aisles = shuffledAisles(number, index, &road, &drivers)
      goals = drivers.finder.aisleGoals(search.aisles[0], road.streets, stalls)
    case .stall(let carPark, let stall):
      search.carPark = carPark
      search.only = stalls.number(carPark, stall) ?? -1
    default: break
    }
    var way = drivers.route(index, to: goals, &road)
    if way == nil, search.carPark >= 0, search.only < 0 {
      way = drivers.route(index, to: wanted.goals, &road)
    }
    guard let way else { throw .unreachable }
    forgetStall(index, &road, &drivers)
    drivers.tasks[index].search = search
    drivers.follow(index, way.tracks, to: way.goal, aim: wanted.aim, lane: wanted.lane, &road)
  }

  /// Returns a car park's aisles in the random search order of this driver.
  mutating func shuffledAisles(
    _ carPark: Int, _ index: Int, _ road: inout Roadway, _ drivers: inout Drivers
  ) -> [Int32] {
    var draw = RandomStream(
      seed: seed, entity: road.movers[index].entity, purpose: "traffic.parking",
      index: drivers.tasks[index].draws)
    drivers.tasks[index].draws += 1
    var aisles = stalls.aisles(of: carPark)
    for place in stride(from: aisles.count - 1, to: 0, by: -1) {
      aisles.swapAt(place, draw.integer(below: place + 1))
    }
    return aisles
  }

  /// Cancels a reservation.
  mutating func forgetStall(_ index: Int, _ road: inout Roadway, _ drivers: inout Drivers) {
    let stall = drivers.tasks[index].stall
    guard stall >= 0, road.movers[index].stretch >= 0 else { return }
    free(stall, of: index)
    drivers.tasks[index].stall = -1
  }

  /// Reserves a visible free stall ahead; returns true if there is one.
  mutating func lookForStall(_ index: Int, _ road: inout Roadway, _ drivers: inout Drivers) -> Bool
  {
    let m = road.movers[index]
    let s = m.x - m.base
    if Int(m.stretch) >= road.streets.trackCount {
      let track = road.streets[m.stretch].toTrack
      let found = nearestStall(
        index, on: track, from: s - road.streets[m.stretch].length, &road, &drivers)
      if let found { keep(found, index, route: [track], &road, &drivers) }
      return found != nil
    }
    if let found = nearestStall(index, on: m.stretch, from: s, &road, &drivers) {
      keep(found, index, route: [m.stretch], &road, &drivers)
      return true
    }
    // The first stalls of an aisle must be visible before the turn into it.
    if m.nextLink >= 0, m.nextTrack >= 0 {
      let way = road.streets[m.stretch].length + road.streets[m.nextLink].length
      if let found = nearestStall(index, on: m.nextTrack, from: s - way, &road, &drivers) {
        keep(found, index, route: [m.stretch, m.nextTrack], &road, &drivers)
        return true
      }
    }
    if drivers.tasks[index].search.only < 0, m.goal < .infinity, m.goal - m.x < m.v * m.v / 3 + 6 {
      goToNextAisle(index, &road, &drivers)
    }
    return false
  }

  /// Returns the nearest free stall on a track within sight and braking distance.
  ///
  /// The vehicle is `s` metres along the track; before its start if that is negative.
  private func nearestStall(
    _ index: Int, on track: Int32, from s: Double, _ road: inout Roadway, _ drivers: inout Drivers
  ) -> (stall: Int, access: StallAccess)? {
    let m = road.movers[index]
    let search = drivers.tasks[index].search
    guard m.x > search.notBefore else { return nil }
    var best: (stall: Int, access: StallAccess)?
    for number in stalls.stallsOfTrack[Int(track)] {
      let stall = Int(number)
      guard search.only < 0 || search.only == stall, stalls.carPark(of: stall) == search.carPark,
        occupants[stall] < 0, let access = stalls.access(of: stall, from: track)
      else { continue }
      let stop = access.middle + m.back
      guard access.beside - s < road.streets.rules.stallSightMetres, stop - s > m.v * m.v / 4 + 0.3
      else { continue }
      if let known = best, known.access.beside <= access.beside { continue }
      best = (stall, access)
    }
    return best
  }

  private mutating func keep(
    _ found: (stall: Int, access: StallAccess), _ index: Int, route: [Int32], _ road: inout Roadway,
    _ drivers: inout Drivers
  ) {
    occupants[found.stall] = Int32(index)
    drivers.tasks[index].stall = found.stall
    let goal = RouteFinder.Goal(
      track: found.access.track, s: found.access.middle + road.movers[index].back)
    drivers.follow(index, route, to: goal, aim: .stall(found.stall), lane: 0, &road)
  }

  /// Continues to the next aisle, or gives up.
  mutating func goToNextAisle(_ index: Int, _ road: inout Roadway, _ drivers: inout Drivers) {
    let only = drivers.tasks[index].search.only
    drivers.tasks[index].search.tried += 1
    for _ in 0..<max(drivers.tasks[index].search.aisles.count, 1) where only < 0 {
      if drivers.tasks[index].search.tried >= drivers.tasks[index].search.aisles.count {
        drivers.tasks[index].search.tried = 0
        drivers.tasks[index].search.rounds += 1
      }
      guard drivers.tasks[index].search.rounds < road.streets.rules.parkingRounds else { break }
      let aisle = drivers.tasks[index].search.aisles[drivers.tasks[index].search.tried]
      if let way = drivers.route(
        index, to: drivers.finder.aisleGoals(aisle, road.streets, stalls), &road)
      {
        drivers.follow(index, way.tracks, to: way.goal, aim: .search, lane: nil, &road)
        return
      }
      drivers.tasks[index].search.tried += 1
    }
    drivers.tasks[index].search = StallSearch()
    drivers.stopSoon(index, &road)
    drivers.report(.foundNoStall(road.id(index)))
  }

  /// Turns into a stall as soon as there is room.
  mutating func turnIn(
    _ index: Int, _ road: inout Roadway, _ drivers: inout Drivers, _ manoeuvres: inout Manoeuvres
  ) {
    let m = road.movers[index]
    let stall = drivers.tasks[index].stall
    guard stall >= 0, let access = stalls.access(of: stall, from: m.stretch) else {
      road.movers[index].mode = .driving
      goToNextAisle(index, &road, &drivers)
      return
    }
    let pose = road.placeOfStanding(index, drivers.tasks[index].side)
    let zone = Self.zone(access)
    let waited = road.step - drivers.tasks[index].waitsSince
    guard road.isClear(index, m.stretch, zone, isLeaving: false) else {
      if waited > 60 + Int32(m.entity % 40) {
        // Two vehicles block each other: searches for another stall.
        forgetStall(index, &road, &drivers)
        drivers.tasks[index].search.notBefore = m.x + 15
        road.movers[index].mode = .driving
        drivers.tasks[index].aim = .search
        goToNextAisle(index, &road, &drivers)
      }
      return
    }
    let shape = stalls.way(into: stall, by: access, from: pose.point, facing: pose.tangent)
    let motion = access.isForwards ? pose.tangent : -pose.tangent
    let manoeuvre = Manoeuvre(
      shape, from: pose.point, along: motion, isReversed: false, facesAlong: access.isForwards,
      speed: 2, acceleration: 0.9, end: .stall(stall))
    manoeuvres.begin(manoeuvre, by: index, taking: zone, &road)
  }

  /// The part of the aisle that a car needs to turn into a stall or out of it, in m along the
  /// track.
  private static func zone(_ access: StallAccess) -> ClosedRange<Double> {
    let (a, b) = (min(access.middle, access.beside), max(access.middle, access.beside))
    return (a - 4)...(b + 4)
  }

  /// Prepares to leave a stall for a destination, by the faster direction of the aisle.
  func leaveStall(
    _ index: Int, to destination: Destination, _ road: inout Roadway, _ drivers: inout Drivers
  ) throws(TrafficError) {
    let wanted = try drivers.finder.goals(
      destination, drivers.tasks[index].spec, road.streets, stalls
    ).goals
    var best: (seconds: Double, track: Int32)?
    for access in stalls.accesses(of: drivers.tasks[index].stall) {
      let way = drivers.finder.route(
        from: access.track, at: access.middle + road.movers[index].back + 1, to: wanted,
        user: road.movers[index].kind.user, streets: road.streets)
      if let way, way.seconds < best?.seconds ?? .infinity { best = (way.seconds, access.track) }
    }
    guard let best else { throw .unreachable }
    drivers.tasks[index].pending = destination
    drivers.tasks[index].route = [best.track]
    drivers.tasks[index].waitsSince = road.step
    road.movers[index].mode = .leavingStall
  }

  /// Leaves a stall as soon as there is room on the aisle.
  func leaveStall(
    _ index: Int, _ road: inout Roadway, _ drivers: inout Drivers, _ manoeuvres: inout Manoeuvres
  ) {
    guard (road.step &+ road.movers[index].phase) % 3 == 0 else { return }
    let stall = drivers.tasks[index].stall
    guard let track = drivers.tasks[index].route.first,
      let access = stalls.access(of: stall, from: track)
    else { return }
    let zone = Self.zone(access)
    guard road.isClear(index, track, zone, isLeaving: true) else { return }
    let m = road.movers[index]
    let stretch = road.streets[track]
    let offset = stretch.offset(ofLane: 0)
    let front = road.streets.curves.place(
      stretch.curve, at: access.middle + m.wheelbase / 2, offset: offset)
    let rear = road.streets.curves.place(
      stretch.curve, at: access.middle - m.wheelbase / 2, offset: offset)
    let start = (front.point + rear.point) / 2
    let facing = (front.point - rear.point).normalized ?? Vec2(1, 0)
    let shape = stalls.way(into: stall, by: access, from: start, facing: facing)
    let manoeuvre = Manoeuvre(
      shape, from: start, along: access.isForwards ? facing : -facing, isReversed: true,
      facesAlong: access.isForwards, speed: 1.6, acceleration: 0.8,
      end: .road(middle: access.middle))
    drivers.place(index, on: track, s: access.middle + m.back, lane: 0, e: 0, &road)
    manoeuvres.begin(manoeuvre, by: index, taking: zone, &road)
  }
}
