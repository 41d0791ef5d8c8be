import Geometry
import Kernel
import Maps

/// Insertion, removal and look-up of vehicles.
extension Traffic {
  /// Inserts a vehicle, and returns its handle.
  ///
  /// On a road, `place` is the position of its front.
  ///
  /// - Throws: ``TrafficError`` for an invalid vehicle or place, or ``TrafficError/noRoom``, after
  ///   which a later attempt may succeed.
  public mutating func enter(
    _ vehicle: VehicleSpec, at place: VehiclePosition
  ) throws(TrafficError) -> VehicleID {
    guard vehicle.isUsable else { throw .unusableVehicle }
    switch place {
    case .road(let position, let speed): return try enter(vehicle, on: position, speed: speed)
    case .kerb(let point):
      let kerb = try drivers.finder.kerbPlace(near: point, vehicle, road.streets)
      let offset = road.streets[kerb.track].offset(ofLane: 0)
      guard
        road.hasGap(
          on: kerb.track, rear: kerb.s - vehicle.lengthMetres - 1, front: kerb.s + 1,
          low: offset + kerb.offset - vehicle.widthMetres / 2,
          high: offset + kerb.offset + vehicle.widthMetres / 2)
      else { throw .noRoom }
      let index = add(vehicle)
      drivers.place(index, on: kerb.track, s: kerb.s, lane: 0, e: kerb.offset, &road)
      road.movers[index].isAside = true
      return road.id(index)
    case .stall(let carPark, let stall):
      guard let number = parking.stalls.number(carPark, stall) else { throw .unusablePlace }
      guard parking.isFree(number) else { throw .noRoom }
      guard vehicle.kind == .car else { throw .unusablePlace }
      let index = add(vehicle)
      parking.park(index, in: number, &drivers)
      return road.id(index)
    }
  }

  private mutating func enter(
    _ vehicle: VehicleSpec, on position: RoadPosition, speed: Double
  ) throws(TrafficError) -> VehicleID {
    let (track, wanted) = try drivers.finder.trackPlace(position, vehicle.kind, road.streets)
    let length = road.streets[track].length
    let s = max(wanted, min(vehicle.lengthMetres + 0.5, length - 0.2))
    let lane = Int32(position.lane)
    guard speed >= 0, speed <= 100 else { throw .unusablePlace }
    guard road.hasRoom(vehicle, on: track, s: s, lane: lane, speed: speed) else { throw .noRoom }
    let index = put(vehicle, on: track, s: s, lane: lane, speed: speed)
    return road.id(index)
  }

  /// Places a vehicle on a track; it rolls to a stop unless it receives a destination.
  mutating func put(
    _ vehicle: VehicleSpec, on track: Int32, s: Double, lane: Int32, speed: Double
  ) -> Int {
    let index = add(vehicle)
    drivers.place(
      index, on: track, s: s, lane: lane, e: road.sideOffset(vehicle.kind, on: track, lane: lane),
      &road)
    if speed > 0 {
      road.movers[index].v = speed
      drivers.tasks[index].aim = .lane
      drivers.stopSoon(index, &road)
      road.movers[index].mode = .driving
      activate(index)
    }
    return index
  }

  /// Removes a vehicle, which has left the simulated area.
  public mutating func leave(_ id: VehicleID) throws(TrafficError) {
    let index = try road.slot(of: id)
    deactivate(index)
    vanish(index)
  }

  mutating func vanish(_ index: Int) {
    let task = drivers.tasks[index]
    if task.isBackground { background.note(task.spec.kind, -1) }
    road.vacate(index)
    manoeuvres.end(index, &road)
    parking.free(task.stall, of: index)
    drivers.begin(index, task.spec)
  }

  /// The present activity of a vehicle; nil if there is no such vehicle.
  public func activity(of id: VehicleID) -> VehicleActivity? {
    guard let index = try? road.slot(of: id) else { return nil }
    switch road.movers[index].mode {
    case .manoeuvring: return .manoeuvring
    case .standing, .obstacle, .vacant: return .standing
    case .driving, .pullingOut, .turningIn, .leavingStall: return .driving
    }
  }

  /// The road position of a vehicle's front; nil within junctions, in stalls and on figures.
  public func roadPosition(of id: VehicleID) -> RoadPosition? {
    guard let index = try? road.slot(of: id), road.movers[index].mode != .manoeuvring else {
      return nil
    }
    let m = road.movers[index]
    guard m.stretch >= 0, Int(m.stretch) < road.streets.trackCount else { return nil }
    let stretch = road.streets[m.stretch]
    return RoadPosition(
      road: Int(stretch.road), isForward: stretch.isForward,
      metres: m.x - m.base + stretch.startTrim, lane: Int(m.lane))
  }

  /// The specification with which a vehicle entered; nil if there is no such vehicle.
  public func vehicle(_ id: VehicleID) -> VehicleSpec? {
    guard let index = try? road.slot(of: id) else { return nil }
    return drivers.tasks[index].spec
  }

  /// All vehicles, in the order of their slots, without obstacles.
  public var vehicles: [VehicleID] {
    road.movers.indices.compactMap { index in
      road.movers[index].mode == .vacant || road.movers[index].mode == .obstacle
        ? nil : road.id(index)
    }
  }

  /// Allocates a slot for a vehicle without a position.
  mutating func add(_ spec: VehicleSpec) -> Int {
    let index = road.add(spec)
    drivers.begin(index, spec)
    return index
  }

  // MARK: Orders

  /// Sends a standing, parked or driving vehicle to a destination, by the fastest route.
  ///
  /// - Throws: ``TrafficError/unreachable`` without a route, or the error of an invalid place. The
  ///   vehicle then keeps its previous task.
  public mutating func drive(_ id: VehicleID, to destination: Destination) throws(TrafficError) {
    let index = try road.slot(of: id)
    switch road.movers[index].mode {
    case .obstacle, .vacant: throw .noSuchVehicle
    case .manoeuvring: drivers.tasks[index].pending = destination
    case .standing, .driving, .pullingOut, .turningIn, .leavingStall:
      if road.movers[index].stretch < 0 {
        try parking.leaveStall(index, to: destination, &road, &drivers)
        activate(index)
      } else {
        try parking.send(index, to: destination, &road, &drivers)
        setOff(index)
      }
    }
  }

  /// Starts a stationary vehicle.
  private mutating func setOff(_ index: Int) {
    guard road.movers[index].mode != .driving else { return }
    road.movers[index].mode = road.movers[index].isAside ? .pullingOut : .driving
    drivers.tasks[index].waitsSince = road.step
    activate(index)
  }

  /// Returns the travel time on empty roads, in s, or nil if no route exists for this kind.
  ///
  /// For car parks the route to the nearest aisle counts.
  ///
  /// - Throws: ``TrafficError/unusablePlace`` if either place does not exist.
  public mutating func travelSeconds(
    _ kind: VehicleKind, from start: VehiclePosition, to destination: Destination
  ) throws(TrafficError) -> Double? {
    try drivers.finder.travelSeconds(
      VehicleSpec(kind, entity: 0, seed: seed), from: start, to: destination, road.streets,
      parking.stalls)
  }

  /// The free stalls of a car park, neither occupied nor reserved.
  public func freeStalls(of carPark: Int) -> [Int] {
    road.streets.network.carParks.indices.contains(carPark) ? parking.freeStalls(of: carPark) : []
  }

  /// The car park and stall in which a vehicle is parked; nil if it is elsewhere.
  public func stall(of id: VehicleID) -> (carPark: Int, stall: Int)? {
    guard let index = try? road.slot(of: id), road.movers[index].mode == .standing,
      road.movers[index].stretch < 0, drivers.tasks[index].stall >= 0
    else { return nil }
    return parking.stalls.place(of: drivers.tasks[index].stall)
  }

  // MARK: Places

  /// The pose and motion of a vehicle; nil if there is no such vehicle.
  public func pose(_ id: VehicleID) -> VehiclePose? {
    guard let index = try? road.slot(of: id) else { return nil }
    var pose = pose(at: index)
    guard road.streets.rules.drivesOnLeft else { return pose }
    pose.position = road.streets.mirrored(pose.position)
    pose.velocity = road.streets.mirrored(pose.velocity)
    pose.headingRadians = -pose.headingRadians
    pose.turnRate = -pose.turnRate
    return pose
  }

  private func pose(at index: Int) -> VehiclePose {
    let m = road.movers[index]
    if let pose = manoeuvres.pose(of: index) { return pose }
    guard m.stretch >= 0 else {
      let rest = drivers.tasks[index].rest
      return VehiclePose(
        position: rest.point, headingRadians: rest.tangent.angle, velocity: .zero, turnRate: 0,
        acceleration: 0)
    }
    return road.lanePose(index, drivers.tasks[index].side)
  }
}
