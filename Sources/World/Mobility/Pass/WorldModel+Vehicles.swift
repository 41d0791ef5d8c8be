import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Agents as drivers, cyclists, and passengers of cars, buses and trains.
extension WorldModel {
  /// The seats of the driver and a passenger, in the vehicle's axes: ahead, to the left.
  private static let driverSeat = Vec2(0.2, 0.35)
  private static let passengerSeat = Vec2(0.2, -0.35)
  /// The distance from a via point, in m, at which a driver heads for the next.
  private static let viaReach = 45.0

  /// The standing time at a vehicle's door before getting in or out (an estimate), during which the
  /// recording changes between the two sampling intervals.
  static let doorTime = SimDuration.seconds(2.1)

  // MARK: Steps

  /// Advances the traffic by one step, and processes its events.
  mutating func stepTraffic(_ schedule: inout Schedule<WorldEvent>) {
    people.roads.step(at: schedule.now)
    passVias()
    for event in people.roads.events {
      switch event {
      case .arrived(let id): arrive(id, schedule: &schedule)
      case .foundNoStall(let id):
        // Clears the road: parks at the edge of the road at the present position.
        if let place = people.roads.pose(id)?.position,
          (try? people.roads.drive(id, to: .kerb(place))) == nil
        {
          arrive(id, warning: "finds no stall", schedule: &schedule)
        }
      case .lostRoute(let id): findNewWay(id, &schedule)
      case .busArrived(let id, let line, let stop): serveStop(id, line: line, stop: stop, &schedule)
      case .busDeparted, .left: break
      }
    }
  }

  /// Directs drivers near a via point to the next one.
  private mutating func passVias() {
    for index in people.agents.indices where !people.agents[index].vias.isEmpty {
      guard case .vehicle(let id, _) = people.agents[index].stance,
        let pose = people.roads.pose(id), let via = people.agents[index].vias.first,
        pose.position.distance(to: via) < Self.viaReach
      else { continue }
      people.agents[index].vias.removeFirst()
      guard let goal = people.agents[index].driveGoal else { continue }
      let end = destination(goal, index)
      try? people.roads.drive(id, to: end)
    }
  }

  // MARK: Getting in and out

  /// Gets into the agent's own vehicle, and waits there for passengers.
  mutating func board(
    _ use: VehicleUse, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let now = schedule.now
    guard let id = use == .car ? people.agents[index].car : people.agents[index].bicycle else {
      people.warning(index, "has no vehicle", at: now)
      return false
    }
    let isMissing = people.agents[index].awaited.contains { people.agents[$0].driver != index }
    if isMissing {
      people.agents[index].awaitsRiders = true
      people.agents[index].actions.append(.board(use))
      people.agents[index].doing.set(
        people.agents[index].isAboard(id) ? .sitting : .standing, at: now)
      return true
    }
    people.agents[index].awaitsRiders = false
    for rider in people.agents[index].awaited {
      people.sit(rider, in: id, seat: Self.passengerSeat, doing: .passenger, at: now)
    }
    if people.agents[index].isAboard(id) { return false }
    people.sit(
      index, in: id, seat: use == .car ? Self.driverSeat : .zero,
      doing: use == .car ? .sitting : .standing, at: now)
    // Belt and engine take a few seconds, a bicycle less (estimates).
    sleep(index, until: now + .seconds(use == .car ? 6 : 5), &schedule)
    return true
  }

  /// Gets out, and stands beside the vehicle.
  mutating func alight(_ index: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard case .vehicle(let id, _) = people.agents[index].stance else {
      return sleep(index, until: schedule.now, &schedule)
    }
    let place = planner.standingPlace(besides: id, people)
    stepOut(index, to: place, &schedule)
  }

  private mutating func stepOut(
    _ index: Int, to spot: Spot?, _ schedule: inout Schedule<WorldEvent>
  ) {
    let since = schedule.now + Self.doorTime
    people.stepOut(index, to: spot, at: schedule.now, since: since)
    people.agents[index].settling = 10
    people.agents[index].driver = nil
    people.agents[index].doing.set(.standing, at: schedule.now)
    people.agents[index].vehicle.set(nil, at: schedule.now)
    sleep(index, until: since + .seconds(people.agents[index].carryTime), &schedule)
  }

  // MARK: Driving

  /// Starts a drive.
  mutating func drive(
    to goal: DriveGoal, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    guard case .vehicle(let id, _) = people.agents[index].stance else { return false }
    people.roads.wake(at: schedule.now)
    people.agents[index].driveGoal = goal
    do throws(TrafficError) {
      if case .doughnuts(let count, let radius, let speed) = goal {
        try people.roads.perform(id, .doughnuts(count: count, radiusMetres: radius, speed: speed))
      } else {
        let end = destination(goal, index)
        try people.roads.drive(id, to: end)
      }
    } catch {
      people.warning(index, "can't drive there: \(error)", at: schedule.now)
      return false
    }
    people.roads.users += 1
    people.agents[index].isDriving = true
    people.agents[index].doing.set(
      people.agents[index].bicycle == id ? .cycling : .driving, at: schedule.now)
    keepTicking(&schedule)
    return true
  }

  /// The destination of the next leg of a drive: the next via point, or the goal.
  private func destination(_ goal: DriveGoal, _ index: Int) -> Destination {
    if let via = people.agents[index].vias.first { return .road(near: via) }
    switch goal {
    case .carPark(let number): return .carPark(number)
    case .point(let point): return .kerb(point)
    case .lane(let point): return .road(near: point)
    case .doughnuts: return .road(near: .zero)
    }
  }

  /// Ends the drive of a vehicle that has arrived, for the driver and the passengers.
  private mutating func arrive(
    _ id: VehicleID, warning text: String? = nil, schedule: inout Schedule<WorldEvent>
  ) {
    guard let driver = driver(of: id) else { return }
    if let text { people.warning(driver, text, at: schedule.now) }
    people.agents[driver].isDriving = false
    people.agents[driver].vias = []
    people.roads.users -= 1
    people.agents[driver].doing.set(
      people.agents[driver].bicycle == id ? .standing : .sitting, at: schedule.now)
    let riders = people.agents[driver].awaited
    people.agents[driver].awaited = []
    proceed(driver, &schedule)
    for rider in riders where people.agents[rider].driver == driver { proceed(rider, &schedule) }
  }

  /// The agent that is driving a vehicle.
  private func driver(of id: VehicleID) -> Int? {
    people.agents.firstIndex { $0.isDriving && ($0.car == id || $0.bicycle == id) }
  }

  /// Reroutes a driver that missed a turn.
  private mutating func findNewWay(_ id: VehicleID, _ schedule: inout Schedule<WorldEvent>) {
    guard let driver = driver(of: id), let goal = people.agents[driver].driveGoal else { return }
    let end = destination(goal, driver)
    if (try? people.roads.drive(id, to: end)) == nil {
      arrive(id, warning: "lost its route", schedule: &schedule)
    }
  }

  /// Waits beside another agent's car until it departs.
  mutating func rideAlong(
    with driver: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    people.leaveCrowd(index, at: schedule.now)
    people.agents[index].driver = driver
    people.agents[index].doing.set(
      people.agents[index].isSeated ? .sitting : .standing, at: schedule.now)
    let isLast = people.agents[driver].awaited.allSatisfy { people.agents[$0].driver == driver }
    if people.agents[driver].awaitsRiders, isLast { proceed(driver, &schedule) }
    return true
  }

  // MARK: Buses and trains

  /// Waits for a bus at a stop.
  mutating func awaitBus(
    _ line: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    people.leaveCrowd(index, at: schedule.now)
    people.agents[index].doing.set(.standing, at: schedule.now)
    guard people.roads.exist else { return false }
    do throws(TrafficError) { try people.roads.startBuses() } catch {
      people.warning(index, "waits for a bus that doesn't run: \(error)", at: schedule.now)
      return false
    }
    people.roads.users += 1
    busRiders.add(index, line: line, from: from, to: to)
    if let bus = people.roads.bus(atStop: from, ofLine: line) {
      serveStop(bus, line: line, stop: from, &schedule)
    }
    keepTicking(&schedule)
    return true
  }

  /// Exchanges the riders of a bus at a stop.
  mutating func serveStop(
    _ id: VehicleID, line: Int, stop: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    let leaving = busRiders.alight(from: id, at: stop)
    for rider in leaving {
      people.roads.users -= 1
      people.agents[rider].actions.append(.alight)
      proceed(rider, &schedule)
    }
    let boarding = busRiders.board(id, line: line, at: stop)
    for rider in boarding {
      var stream = people.draw(rider, "mobility.seat")
      // Anywhere along the bus, on either side of the aisle.
      let seat = Vec2(stream.uniform(in: -3...3), stream.happens(withProbability: 0.5) ? 0.8 : -0.8)
      people.sit(rider, in: id, seat: seat, doing: .bus, at: schedule.now)
    }
    // Each rider takes some 2.5 s at the door.
    people.roads.hold(id, seconds: 4 + 2.5 * Double(boarding.count + leaving.count))
  }

  /// The vehicle index of the first train; those of road vehicles are smaller.
  static let firstTrain = 1_000_000

  /// Boards a train, and wakes when the train stands at the end of its line.
  mutating func boardTrain(
    _ ride: TrainRide, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    let now = schedule.now
    people.leaveCrowd(index, at: now)
    let begin = ride.line.place(at: 0).point
    let (place, heading) = people.whereabouts(of: index, at: now)
    let gap = place.xy.distance(to: begin)
    guard gap <= 2 * TrainRide.platformReach else {
      people.warning(index, "can't reach the train, which begins \(gap.rounded()) m away", at: now)
      return false
    }
    people.setLevel(index, nil, at: now)
    // To limit the acceleration, the agent is aboard before the doors close.
    let aboard = Self.doorTime + .seconds(max(0.8, 2 * gap.squareRoot()) + 1)
    let departure = now + max(aboard, .seconds(ride.haltSeconds))
    let train = RunningTrain(
      ride: ride, departure: departure, boarding: now + Self.doorTime, facingRadians: heading)
    people.board(train, by: index, at: now)
    // The doors open a moment after the train stops.
    sleep(index, until: departure + .seconds(ride.durationSeconds + 3), &schedule)
    return true
  }

  /// Gets off onto the platform; returns false if the agent is on no train.
  mutating func leaveTrain(_ index: Int, _ schedule: inout Schedule<WorldEvent>) -> Bool {
    guard case .train(let number) = people.agents[index].stance else { return false }
    let end = people.trains[number].place(at: schedule.now).point
    stepOut(index, to: planner.network.platform(at: end) ?? Spot(end), &schedule)
    return true
  }
}
