import Geometry
import Kernel
import Maps
import Truth
import Venues

/// State of all agents, the planes they walk on, the vehicles and lifts that carry them, and their
/// recorded motion.
struct People: Sendable {
  var agents: [WorldAgent]
  /// One for each level, one for the outdoors, then one for each flight of stairs or ramp.
  var planes: [CrowdPlane] = []
  /// The line of each connector.
  let lines: [FlightLine]
  /// The plane index of each stairs or ramp.
  private(set) var planeOfConnector: [Int: Int] = [:]
  var lifts: Lifts
  var belts = Belts()
  /// The trains boarded so far.
  private(set) var trains: [RunningTrain] = []
  var roads: RoadUse
  /// Deviations from the plans, as text.
  private(set) var warnings: [WorldWarning] = []
  private let venue: Venue
  private let seed: UInt64

  /// Places all agents at their starts.
  init(world: World, plans: [AgentPlan], conditions: RoadConditions, seed: UInt64) throws {
    venue = world.venue
    self.seed = seed
    let map = world.venue.map
    lines = map.connectors.map { FlightLine($0, in: map) }
    lifts = Lifts(world.venue)
    roads = try RoadUse(world, conditions, seed: seed)
    agents = plans.map { plan in
      WorldAgent(plan, at: Vec3(plan.start.point, map.elevation(of: plan.start)))
    }
    for level in map.levels.indices.map({ Optional($0) }) + [nil] {
      let floor = Spot(.zero, level: level)
      planes.append(
        CrowdPlane(
          kind: .floor(level: level, elevation: map.elevation(of: floor)),
          crowd: try Crowd(walls: world.network.obstacles(of: level), seed: seed)))
    }
    for (number, connector) in map.connectors.enumerated()
    where connector.kind == .stairs || connector.kind == .ramp {
      planeOfConnector[number] = planes.count
      let rail = max(0.6, connector.widthMetres) / 2
      let end = lines[number].length
      let walls = [rail, -rail].map { Segment2(Vec2(-2, $0), Vec2(end + 2, $0)) }
      planes.append(
        CrowdPlane(
          kind: .flight(lines[number], rail: rail), crowd: try Crowd(walls: walls, seed: seed)))
    }
    parkVehicles()
  }

  /// Parks all private vehicles at their initial stands.
  private mutating func parkVehicles() {
    guard roads.exist else { return }
    for index in agents.indices {
      let plan = agents[index].plan
      if let stand = plan.car { agents[index].car = park(.car, of: index, at: stand) }
      if let stand = plan.bicycle { agents[index].bicycle = park(.bicycle, of: index, at: stand) }
    }
  }

  private mutating func park(
    _ kind: VehicleKind, of index: Int, at stand: VehicleStand
  ) -> VehicleID? {
    do throws(TrafficError) {
      return try roads.park(kind, of: agents[index].plan, at: stand)
    } catch {
      warning(index, "finds no space to park its \(kind.rawValue)", at: .start)
      return nil
    }
  }

  // MARK: Steps

  /// True if any agent or vehicle moves.
  func isAnybodyMoving(at time: SimTime) -> Bool {
    roads.isUsed || planes.contains { $0.crowd.count > 0 } || agents.contains { $0.moves(at: time) }
  }

  // MARK: Looks

  /// Records the positions of all agents due at a tick.
  mutating func look(at tick: Int, _ now: SimTime) {
    let isFootLook = tick.isMultiple(of: MotionRecorder.stepOnFoot)
    let isWheelLook = tick.isMultiple(of: MotionRecorder.stepOnWheels)
    guard isFootLook || isWheelLook else { return }
    for index in agents.indices {
      var step = MotionRecorder.stepOnFoot
      switch agents[index].stance {
      case .vehicle, .train:
        if !isWheelLook { continue }
        step = MotionRecorder.stepOnWheels
      case .still where agents[index].settling == 0: continue
      default: if !isFootLook { continue }
      }
      record(index, tick: tick, step: step, now)
    }
  }

  mutating func record(_ index: Int, tick: Int, step: Int, _ now: SimTime) {
    if case .crowd(let plane, let id) = agents[index].stance {
      agents[index].heading = planes[plane].heading(of: id, last: agents[index].heading)
      setLevel(index, planes[plane].level(of: id), at: now)
    } else if case .belt(let line, let from, let speed, _, let since) = agents[index].stance {
      setLevel(index, lines[line].level(at: from + speed * (now - since).seconds), at: now)
    } else if case .lift(let connector, _) = agents[index].stance, let lift = lifts[connector] {
      setLevel(index, lift.level(at: now), at: now)
    } else if case .still = agents[index].stance {
      agents[index].settling -= 1
    }
    let (place, heading) = whereabouts(of: index, at: now)
    agents[index].recorder.sample(tick: tick, position: place, headingRadians: heading, step: step)
  }

  // MARK: Places

  // MARK: Places

  /// The position and the facing direction of an agent.
  func whereabouts(of index: Int, at time: SimTime) -> (place: Vec3, heading: Double) {
    let agent = agents[index]
    let (place, heading) = source(of: agent, at: time)
    return (place + agent.carried(at: time), heading)
  }

  func source(of agent: WorldAgent, at time: SimTime) -> (place: Vec3, heading: Double) {
    switch agent.stance {
    case .still: return (agent.place, agent.heading)
    case .crowd(let plane, let id): return planes[plane].place(of: id, heading: agent.heading)
    case .belt(let line, let from, let speed, let left, let since):
      let way = from + speed * (time - since).seconds
      return (
        lines[line].place(at: way, left: left),
        lines[line].heading(at: way, backwards: speed < 0) ?? agent.heading
      )
    case .lift(let connector, let beside):
      guard let lift = lifts[connector] else { return (agent.place, agent.heading) }
      return (Vec3(lift.middle + beside, lift.height(at: time)), agent.heading)
    case .vehicle(let id, let seat):
      guard let pose = roads.pose(id) else { return (agent.place, agent.heading) }
      let ahead = Vec2(cosine(pose.headingRadians), sine(pose.headingRadians))
      let place = pose.position + ahead * seat.x + Vec2(-ahead.y, ahead.x) * seat.y
      return (Vec3(place, 0), pose.headingRadians)
    case .train(let number):
      let (point, heading) = trains[number].place(at: time)
      return (Vec3(point, 0), heading)
    }
  }

  func spot(of index: Int, at time: SimTime) -> Spot {
    Spot(whereabouts(of: index, at: time).place.xy, level: agents[index].level.last)
  }

  /// Changes the source of an agent's position without a jump.
  mutating func setStance(_ index: Int, _ stance: WorldAgent.Stance, at time: SimTime) {
    let (place, heading) = whereabouts(of: index, at: time)
    if case .still = stance {
      agents[index].place = place
      agents[index].settling = 3
    }
    agents[index].heading = heading
    agents[index].stance = stance
    agents[index].carry = .zero
    let source = source(of: agents[index], at: time).place
    agents[index].carry = place - source
    agents[index].carrySince = time
  }

  mutating func setLevel(_ index: Int, _ level: Int?, at time: SimTime) {
    agents[index].level.set(level, at: time)
  }

  /// True if an agent cannot turn back: on stairs or a belt, in a lift or in its queue.
  func cannotTurn(_ index: Int) -> Bool {
    switch agents[index].stance {
    case .belt, .lift: return true
    case .crowd(let plane, _):
      if case .flight = planes[plane].kind { return true }
      return false
    case .still: return lifts.isAwaited(by: index)
    case .vehicle, .train: return false
    }
  }

  /// Changes the carrying position of the phone; a phone on a table keeps its position.
  ///
  /// A placement in a vehicle takes effect aboard.
  mutating func place(_ placement: Placement, by index: Int, at time: SimTime) {
    let isLater = placement.isInVehicle && !agents[index].isSeated
    agents[index].placementAboard = isLater ? placement : nil
    guard !isLater else { return }
    agents[index].placement.set(placement, at: time)
    let place = whereabouts(of: index, at: time).place
    agents[index].lying.set(placement == .table ? place : nil, at: time)
  }

  /// A fresh random stream for an agent, for one purpose.
  mutating func draw(_ index: Int, _ purpose: RandomStream.Purpose) -> RandomStream {
    agents[index].draw(purpose, seed: seed)
  }

  /// Records a deviation from the plan; at most 1000 are kept.
  mutating func warning(_ index: Int, _ text: String, at time: SimTime) {
    guard warnings.count < 1000 else { return }
    let place = whereabouts(of: index, at: time).place
    let level = agents[index].level.last.map { "level '\(venue.levels[$0].shortName)'" }
    let (x, y) = ((place.x * 10).rounded() / 10, (place.y * 10).rounded() / 10)
    warnings.append(
      WorldWarning(
        time: time, agent: agents[index].plan.name,
        text: "\(text), at (\(x) m, \(y) m) \(level.map { "on " + $0 } ?? "outdoors")"))
  }

  // MARK: On foot

  /// The index of the plane of a level or, if nil, of the outdoors.
  func plane(of level: Int?) -> Int { level ?? venue.levels.count }

  /// Routes an agent along points in the crowd of a plane.
  mutating func walk(
    _ points: [Vec2], on plane: Int, speed: Double, stops: Bool, by index: Int, at time: SimTime
  ) {
    guard !points.isEmpty else { return }
    agents[index].target = points
    agents[index].targetStops = stops
    agents[index].targetIsAhead = true
    if case .crowd(plane, let id) = agents[index].stance {
      do throws(CrowdError) {
        planes[plane].crowd.resume(id)
        try planes[plane].crowd.redirect(id, route: points, stopsAtGoal: stops)
        try planes[plane].crowd.setFreeSpeed(id, metresPerSecond: speed)
        return
      } catch { warning(index, "can't follow its route: \(error)", at: time) }
    }
    leaveCrowd(index, at: time)
    var walker = CrowdWalker(
      entity: agents[index].plan.entity, position: position(of: index, on: plane, at: time),
      route: points, freeSpeed: speed)
    walker.radius = agents[index].plan.parameters.bodyRadius
    walker.stopsAtGoal = stops
    walker.velocity = agents[index].momentum(towards: points[0] - walker.position, at: time)
    do throws(CrowdError) {
      let id = try planes[plane].crowd.enter(walker)
      planes[plane].agents[id] = index
      setStance(index, .crowd(plane: plane, id: id), at: time)
    } catch { warning(index, "can't walk: \(error)", at: time) }
  }

  /// The position of an agent in the axes of a plane.
  func position(of index: Int, on plane: Int, at time: SimTime) -> Vec2 {
    let place = whereabouts(of: index, at: time).place
    switch planes[plane].kind {
    case .floor: return place.xy
    case .flight(let line, let rail):
      // An agent that comes from beside a flight steps between its rails first.
      let room = max(0, rail - agents[index].plan.parameters.bodyRadius - 0.05)
      let near = line.nearest(to: place)
      return Vec2(near.x, min(max(near.y, -room), room))
    }
  }

  /// Removes an agent from its crowd; its position does not change.
  mutating func leaveCrowd(_ index: Int, at time: SimTime) {
    guard case .crowd(let plane, let id) = agents[index].stance else { return }
    if let state = planes[plane].crowd.state(id) { agents[index].momentum = (state.velocity, time) }
    setStance(index, .still, at: time)
    planes[plane].crowd.leave(id)
    planes[plane].agents[id] = nil
    agents[index].targetIsAhead = false
  }

  // MARK: Aboard

  mutating func sit(_ index: Int, in id: VehicleID, seat: Vec2, doing: Doing, at time: SimTime) {
    leaveCrowd(index, at: time)
    setStance(index, .vehicle(id, seat: seat), at: time)
    agents[index].carrySince = time + WorldModel.doorTime
    agents[index].doing.set(doing, at: time)
    agents[index].vehicle.set(Int(id.slot), at: time)
    if let placement = agents[index].placementAboard { place(placement, by: index, at: time) }
  }

  /// Boards a train that runs for this agent alone; its doors open a moment after it stops.
  mutating func board(_ train: RunningTrain, by index: Int, at now: SimTime) {
    trains.append(train)
    setStance(index, .train(trains.count - 1), at: now)
    agents[index].carrySince = train.boarding
    agents[index].doing.set(.train, at: now)
    agents[index].vehicle.set(WorldModel.firstTrain + trains.count - 1, at: now)
  }

  /// Leaves a vehicle, to a spot beside it, from a time on.
  mutating func stepOut(_ index: Int, to spot: Spot?, at now: SimTime, since: SimTime) {
    setStance(index, .still, at: now)
    if let spot {
      agents[index].move(to: Vec3(spot.point, venue.map.elevation(of: spot)), since: since)
    }
    agents[index].wait += 1
  }
}
