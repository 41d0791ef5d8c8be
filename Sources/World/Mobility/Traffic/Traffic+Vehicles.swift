import Geometry
import Kernel
import Maps

/// How vehicles come into the world, leave it and are looked up.
extension Traffic {
  /// Lets a vehicle appear.
  ///
  /// - Parameters:
  ///   - vehicle: What it is and who drives.
  ///   - place: Where. On a road its front is there.
  /// - Returns: The vehicle's name from now on.
  /// - Throws: ``TrafficError``: an unusable vehicle or place, or ``TrafficError/noRoom``, after which
  ///   one may try again in a later step.
  public mutating func enter(
    _ vehicle: VehicleSpec, at place: VehiclePlace
  ) throws(TrafficError) -> VehicleID {
    guard vehicle.isUsable else { throw .unusableVehicle }
    switch place {
    case .road(let position, let speed):
      return try enter(vehicle, on: position, speed: speed)
    case .kerb(let point):
      let kerb = try kerbPlace(near: point, vehicle)
      let offset = streets.stretches[Int(kerb.track)].offset(ofLane: 0)
      guard
        hasGap(
          on: kerb.track, rear: kerb.s - vehicle.lengthMetres - 1, front: kerb.s + 1,
          low: offset + kerb.offset - vehicle.widthMetres / 2,
          high: offset + kerb.offset + vehicle.widthMetres / 2)
      else { throw .noRoom }
      let index = addVehicle(vehicle)
      list(index, on: kerb.track, s: kerb.s, lane: 0, e: kerb.offset)
      errands[index].isAside = true
      return id(index)
    case .stall(let carPark, let stall):
      guard let number = parking.number(carPark, stall) else { throw .unusablePlace }
      guard parking.occupants[number] < 0 else { throw .noRoom }
      guard vehicle.kind == .car else { throw .unusablePlace }
      let index = addVehicle(vehicle)
      errands[index].stall = number
      errands[index].rest = parking.restPlace(number)
      parking.occupants[number] = Int32(index)
      return id(index)
    }
  }

  private mutating func enter(
    _ vehicle: VehicleSpec, on position: RoadPosition, speed: Double
  ) throws(TrafficError) -> VehicleID {
    let (track, wanted) = try trackPlace(position, vehicle.kind)
    let length = streets.stretches[Int(track)].length
    let s = max(wanted, min(vehicle.lengthMetres + 0.5, length - 0.2))
    let lane = Int32(position.lane)
    guard speed >= 0, speed <= 100 else { throw .unusablePlace }
    guard hasRoom(vehicle, on: track, s: s, lane: lane, speed: speed) else { throw .noRoom }
    let index = put(vehicle, on: track, s: s, lane: lane, speed: speed)
    return id(index)
  }

  /// Puts a vehicle on a track; it rolls to a stop unless it is told where to go.
  mutating func put(
    _ vehicle: VehicleSpec, on track: Int32, s: Double, lane: Int32, speed: Double
  ) -> Int {
    let index = addVehicle(vehicle)
    list(index, on: track, s: s, lane: lane, e: sideOffset(vehicle.kind, on: track, lane: lane))
    if speed > 0 {
      movers[index].v = speed
      errands[index].aim = .lane
      stopSoon(index)
      movers[index].mode = .driving
      activate(index)
    }
    return index
  }

  /// Lets a vehicle vanish: it has left the simulated area.
  public mutating func leave(_ id: VehicleID) throws(TrafficError) {
    let index = try slot(of: id)
    active.removeAll { $0 == Int32(index) }
    vanish(index)
  }

  mutating func vanish(_ index: Int) {
    if errands[index].isBackground,
      let place = VehicleKind.allCases.firstIndex(of: movers[index].kind)
    {
      background.present[place] -= 1
    }
    removeEntries(of: index)
    let block = errands[index].blockNode
    if block >= 0 { remove(block) }
    let stall = errands[index].stall
    if stall >= 0, parking.occupants[stall] == Int32(index) { parking.occupants[stall] = -1 }
    let generation = movers[index].generation &+ 1
    movers[index] = VehicleState()
    movers[index].generation = generation
    errands[index] = VehicleErrand(spec: errands[index].spec)
    vacant.append(Int32(index))
  }

  /// What a vehicle does now; nil if there is no such vehicle.
  public func activity(of id: VehicleID) -> VehicleActivity? {
    guard let index = try? slot(of: id) else { return nil }
    switch movers[index].mode {
    case .manoeuvring: return .manoeuvring
    case .standing, .obstacle, .vacant: return .standing
    case .driving, .pullingOut, .turningIn, .leavingStall: return .driving
    }
  }

  /// Where on a road the front of a vehicle is; nil within junctions, in stalls and on figures.
  public func roadPosition(of id: VehicleID) -> RoadPosition? {
    guard let index = try? slot(of: id), errands[index].manoeuvre == nil else { return nil }
    let m = movers[index]
    guard m.stretch >= 0, Int(m.stretch) < streets.trackCount else { return nil }
    let stretch = streets.stretches[Int(m.stretch)]
    return RoadPosition(
      road: Int(stretch.road), isForward: stretch.isForward,
      metres: m.x - m.base + stretch.startTrim, lane: Int(m.lane))
  }

  /// The vehicle as it entered; nil if there is no such vehicle.
  public func vehicle(_ id: VehicleID) -> VehicleSpec? {
    guard let index = try? slot(of: id) else { return nil }
    return errands[index].spec
  }

  /// All vehicles in the world, in the order of their slots; obstacles are none.
  public var vehicles: [VehicleID] {
    movers.indices.compactMap { index in
      movers[index].mode == .vacant || movers[index].mode == .obstacle ? nil : id(index)
    }
  }

  func id(_ index: Int) -> VehicleID {
    VehicleID(slot: Int32(index), generation: movers[index].generation)
  }

  func slot(of id: VehicleID) throws(TrafficError) -> Int {
    let index = Int(id.slot)
    guard movers.indices.contains(index), movers[index].generation == id.generation,
      movers[index].mode != .vacant
    else { throw .noSuchVehicle }
    return index
  }

  /// Takes a slot for a vehicle that stands nowhere yet.
  mutating func addVehicle(_ spec: VehicleSpec) -> Int {
    let index: Int
    if let free = vacant.popLast() {
      index = Int(free)
      errands[index] = VehicleErrand(spec: spec)
    } else {
      index = movers.count
      movers.append(VehicleState())
      errands.append(VehicleErrand(spec: spec))
    }
    let driver = spec.driver
    var m = VehicleState()
    m.generation = movers[index].generation
    m.mode = .standing
    m.kind = spec.kind
    (m.length, m.halfWidth) = (spec.lengthMetres, spec.widthMetres / 2)
    (m.back, m.wheelbase) = (
      spec.frontOverhangMetres + spec.wheelbaseMetres / 2, spec.wheelbaseMetres
    )
    (m.low, m.high) = (-m.halfWidth, m.halfWidth)
    (m.acceleration, m.deceleration) = (driver.acceleration, driver.deceleration)
    (m.hardBraking, m.headway) = (driver.hardBraking, driver.headwaySeconds)
    (m.standingGap, m.topSpeed) = (driver.standingGapMetres, driver.topSpeed)
    m.inverseRoot = 0.5 / (driver.acceleration * driver.deceleration).squareRoot()
    (m.speedFactor, m.bendShare) = (driver.speedFactor, driver.lateralShare.squareRoot())
    m.entity = spec.entity
    m.phase = Int32(truncatingIfNeeded: spec.entity % 1000)
    movers[index] = m
    return index
  }

  /// Lists a standing vehicle on a track.
  mutating func list(_ index: Int, on track: Int32, s: Double, lane: Int32, e: Double) {
    movers[index].stretch = track
    movers[index].lane = lane
    movers[index].base = movers[index].x - s
    movers[index].e = e
    movers[index].low = e - movers[index].halfWidth
    movers[index].high = e + movers[index].halfWidth
    (movers[index].frontLow, movers[index].frontHigh) = (movers[index].low, movers[index].high)
    errands[index].side = SideStep(from: e, to: e)
    let node = insert(
      index, on: track, base: movers[index].base, tail: movers[index].length,
      offset: streets.stretches[Int(track)].offset(ofLane: lane))
    movers[index].frontNode = node
    movers[index].rearNode = node
    errands[index].route = [track]
    errands[index].lanes = [.max]
  }
}
