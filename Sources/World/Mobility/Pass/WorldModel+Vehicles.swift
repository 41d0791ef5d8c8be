import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Agents at the wheel, on bicycles and as passengers.
extension WorldModel {
  /// Where the driver sits, and a passenger, in the vehicle's own axes: ahead, to the left.
  private static let driverSeat = Vec2(0.2, 0.35)
  private static let passengerSeat = Vec2(0.2, -0.35)
  /// How far from a via point, in m, a driver turns to the next.
  private static let viaReach = 45.0

  /// How long one stands at a vehicle's door before getting in or out (an estimate); the recording
  /// goes over from one rhythm to the other meanwhile.
  static let doorTime = SimDuration.seconds(2.1)

  /// Whether anybody needs the roads to be alive.
  var needsTraffic: Bool { vehicleUsers > 0 }

  // MARK: Steps

  /// Lets vehicles take a step.
  mutating func stepTraffic(_ schedule: inout Schedule<WorldEvent>) {
    guard traffic != nil else { return }
    wakeTraffic(at: schedule.now)
    traffic?.step()
    passVias()
    for event in traffic?.events ?? [] {
      switch event {
      case .arrived(let id): arrive(id, schedule: &schedule)
      case .foundNoStall(let id):
        // Leaves the way clear: stands at the edge of the road where it gave up.
        if let place = traffic?.pose(id)?.position,
          (try? traffic?.drive(id, to: .kerb(place))) == nil
        {
          arrive(id, remark: "finds no stall", schedule: &schedule)
        }
      case .lostItsWay(let id): findNewWay(id, &schedule)
      case .busArrived(let id, let line, let stop):
        serveStop(id, line: line, stop: stop, &schedule)
      case .busDeparted, .left: break
      }
    }
  }

  /// Lets the roads' clock catch up with the world's, and what is on them change.
  private mutating func wakeTraffic(at now: SimTime) {
    traffic?.catchUp(to: now - Traffic.timeStep)
    if !hasBackground {
      hasBackground = true
      traffic?.keepBackground(conditions.cars)
    }
    for number in conditions.slow.indices {
      let slow = conditions.slow[number]
      let isOn = now >= slow.from && now < slow.until
      guard isOn != slowRoads.contains(number) else { continue }
      if isOn { slowRoads.insert(number) } else { slowRoads.remove(number) }
      let limit = venue.map.roads.roads[slow.road].limitMetresPerSecond
      let factor = isOn ? min(1, max(0.05, slow.speedMetresPerSecond / limit)) : 1
      for isForward in [true, false] {
        try? traffic?.slow(road: slow.road, isForward: isForward, to: factor)
      }
    }
  }

  /// Sends drivers on who come near a point that they were to pass.
  private mutating func passVias() {
    for index in agents.indices where !agents[index].vias.isEmpty {
      guard case .vehicle(let id, _) = agents[index].stance, let pose = traffic?.pose(id),
        let via = agents[index].vias.first,
        pose.position.distance(to: via) < Self.viaReach
      else { continue }
      agents[index].vias.removeFirst()
      guard let goal = agents[index].driveGoal else { continue }
      let end = destination(goal, index)
      try? traffic?.drive(id, to: end)
    }
  }

  // MARK: Own vehicles

  /// Puts everybody's vehicles where they stand at the start.
  mutating func parkVehicles() {
    guard traffic != nil else { return }
    for index in agents.indices {
      if let stand = agents[index].plan.car {
        agents[index].car = park(.car, of: index, at: stand)
      }
      if let stand = agents[index].plan.bicycle {
        agents[index].bicycle = park(.bicycle, of: index, at: stand)
      }
    }
  }

  private mutating func park(
    _ kind: VehicleKind, of index: Int, at stand: VehicleStand
  ) -> VehicleID? {
    let plan = agents[index].plan
    var spec = VehicleSpec(
      kind, entity: stableHash("\(kind.rawValue) of \(plan.name)"), seed: seed)
    if kind == .bicycle { spec.driver.topSpeed = plan.traits.cyclingSpeed }
    var stream = RandomStream(seed: seed, entity: plan.entity, purpose: "mobility.park")
    for attempt in 0..<40 {
      let place: VehiclePlace
      switch stand {
      case .kerb(let point):
        // If somebody stands there already, a little further on.
        let reach = Double(attempt) * 1.5
        let shift = Vec2(stream.uniform(in: -1...1), stream.uniform(in: -1...1)) * reach
        place = .kerb(point + shift)
      case .carPark(let park, let stall):
        let free = traffic?.freeStalls(of: park) ?? []
        guard !free.isEmpty else { return nil }
        let chosen = stall.flatMap { free.contains($0) ? $0 : nil }
        place = .stall(carPark: park, stall: chosen ?? free[stream.integer(below: free.count)])
      }
      if let id = try? traffic?.enter(spec, at: place) { return id }
    }
    remark(index, "has no room for its \(kind.rawValue)", at: .start)
    return nil
  }

  /// The way to one's own vehicle; none if one sits in it.
  func walkToVehicle(_ use: VehicleUse, _ index: Int) -> [Action] {
    let id = use == .car ? agents[index].car : agents[index].bicycle
    guard let id, !isAboard(index, id) else { return [] }
    return walk(index, besides: id)
  }

  /// The way to another's car.
  func walkToVehicle(of driver: Int, _ index: Int) -> [Action] {
    guard let id = agents[driver].car, !isAboard(index, id) else { return [] }
    return walk(index, besides: id)
  }

  private func walk(_ index: Int, besides id: VehicleID) -> [Action] {
    guard let place = standingPlace(besides: id) else { return [] }
    let speed = agents[index].plan.traits.walkingSpeed
    return [.reach(place, speed: speed, doing: .walking, stops: true)]
  }

  private func isAboard(_ index: Int, _ id: VehicleID) -> Bool {
    if case .vehicle(id, _) = agents[index].stance { return true }
    return false
  }

  /// Where one stands beside a vehicle: on its right, at the doors.
  private func standingPlace(besides id: VehicleID) -> Spot? {
    guard let pose = traffic?.pose(id) else { return nil }
    let ahead = Vec2(cosine(pose.headingRadians), sine(pose.headingRadians))
    let spot = Spot(pose.position - ahead.perpendicular * 1.5)
    return network.nearestWalkable(to: spot) ?? spot
  }

  // MARK: Getting in and out

  /// Gets into one's vehicle, and waits there for those who come along.
  mutating func board(
    _ use: VehicleUse, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let now = schedule.now
    guard let id = use == .car ? agents[index].car : agents[index].bicycle else {
      remark(index, "has no vehicle", at: now)
      return false
    }
    let isMissing = agents[index].awaited.contains { agents[$0].driver != index }
    if isMissing {
      agents[index].awaitsRiders = true
      agents[index].actions.append(.board(use))
      agents[index].doing.set(isAboard(index, id) ? .sitting : .standing, at: now)
      return true
    }
    agents[index].awaitsRiders = false
    for rider in agents[index].awaited {
      sit(rider, in: id, seat: Self.passengerSeat, doing: .passenger, at: now)
    }
    if isAboard(index, id) { return false }
    sit(
      index, in: id, seat: use == .car ? Self.driverSeat : .zero,
      doing: use == .car ? .sitting : .standing, at: now)
    // Belt and engine take a few seconds, a bicycle less (estimates).
    sleep(index, until: now + .seconds(use == .car ? 6 : 5), &schedule)
    return true
  }

  func isSeated(_ index: Int) -> Bool {
    if case .vehicle = agents[index].stance { return true }
    return false
  }

  private mutating func sit(
    _ index: Int, in id: VehicleID, seat: Vec2, doing: Doing, at time: SimTime
  ) {
    leaveCrowd(index, at: time)
    setStance(index, .vehicle(id, seat: seat), at: time)
    agents[index].carrySince = time + Self.doorTime
    agents[index].doing.set(doing, at: time)
    agents[index].vehicle.set(Int(id.slot), at: time)
  }

  /// Gets out, and stands beside the vehicle.
  mutating func alight(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard case .vehicle(let id, _) = agents[index].stance else {
      return sleep(index, until: schedule.now, &schedule)
    }
    let place = standingPlace(besides: id)
    stepOut(index, to: place, &schedule)
  }

  mutating func stepOut(
    _ index: Int, to spot: Spot?, _ schedule: inout Schedule<WorldEvent>
  ) {
    setStance(index, .still, at: schedule.now)
    if let spot {
      let inside = agents[index].place
      agents[index].place = Vec3(spot.point, venue.map.elevation(of: spot))
      agents[index].carry = inside - agents[index].place
      agents[index].carrySince = schedule.now + Self.doorTime
    }
    agents[index].settling = 10
    agents[index].driver = nil
    agents[index].doing.set(.standing, at: schedule.now)
    agents[index].vehicle.set(nil, at: schedule.now)
    agents[index].wait += 1
    let ready = schedule.now + Self.doorTime + .seconds(agents[index].carryTime)
    sleep(index, until: ready, &schedule)
  }

  // MARK: Driving

  /// Sets off.
  mutating func drive(
    to goal: DriveGoal, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    guard case .vehicle(let id, _) = agents[index].stance else { return false }
    wakeTraffic(at: schedule.now)
    agents[index].driveGoal = goal
    do throws(TrafficError) {
      if case .doughnuts(let count, let radius, let speed) = goal {
        try traffic?.perform(
          id, .doughnuts(count: count, radiusMetres: radius, speed: speed))
      } else {
        let end = destination(goal, index)
        try traffic?.drive(id, to: end)
      }
    } catch {
      remark(index, "can't drive there: \(error)", at: schedule.now)
      return false
    }
    vehicleUsers += 1
    agents[index].isDriving = true
    agents[index].doing.set(agents[index].bicycle == id ? .cycling : .driving, at: schedule.now)
    keepTicking(&schedule)
    return true
  }

  /// Where the next leg of a drive leads: to the next point to pass, or to the goal.
  private func destination(_ goal: DriveGoal, _ index: Int) -> Destination {
    if let via = agents[index].vias.first { return .road(near: via) }
    switch goal {
    case .carPark(let number): return .carPark(number)
    case .point(let point): return .kerb(point)
    case .lane(let point): return .road(near: point)
    case .doughnuts: return .road(near: .zero)
    }
  }

  /// Lets the driver of a vehicle that has arrived go on, and those who came along.
  private mutating func arrive(
    _ id: VehicleID, remark text: String? = nil, schedule: inout Schedule<WorldEvent>
  ) {
    let driver = agents.indices.first {
      agents[$0].isDriving && (agents[$0].car == id || agents[$0].bicycle == id)
    }
    guard let driver else { return }
    if let text { remark(driver, text, at: schedule.now) }
    agents[driver].isDriving = false
    agents[driver].vias = []
    vehicleUsers -= 1
    agents[driver].doing.set(
      agents[driver].bicycle == id ? .standing : .sitting, at: schedule.now)
    let riders = agents[driver].awaited
    agents[driver].awaited = []
    proceed(driver, &schedule)
    for rider in riders where agents[rider].driver == driver { proceed(rider, &schedule) }
  }

  /// Sends somebody who missed a turn on by another way.
  private mutating func findNewWay(_ id: VehicleID, _ schedule: inout Schedule<WorldEvent>) {
    let driver = agents.indices.first {
      agents[$0].isDriving && (agents[$0].car == id || agents[$0].bicycle == id)
    }
    guard let driver, let goal = agents[driver].driveGoal else { return }
    let end = destination(goal, driver)
    if (try? traffic?.drive(id, to: end)) == nil {
      arrive(id, remark: "lost its way", schedule: &schedule)
    }
  }

  /// Waits beside another's car until it sets off.
  mutating func rideAlong(
    with driver: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    leaveCrowd(index, at: schedule.now)
    agents[index].driver = driver
    agents[index].doing.set(isSeated(index) ? .sitting : .standing, at: schedule.now)
    let isLast = agents[driver].awaited.allSatisfy { agents[$0].driver == driver }
    if agents[driver].awaitsRiders, isLast { proceed(driver, &schedule) }
    return true
  }
}
