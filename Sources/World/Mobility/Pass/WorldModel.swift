import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Everybody and everything that moves, on one event queue.
struct WorldModel: SimulationModel {
  /// The time between two steps of people on foot.
  static let step = SimDuration.milliseconds(50)
  /// Vehicles step each so many steps.
  static let stepsPerVehicleStep = 2

  let venue: Venue
  let network: WalkNetwork
  let seed: UInt64
  /// One for each level, one for the outdoors, then those of stairs and ramps.
  var planes: [Plane]
  /// The flight line of each connector.
  let lines: [FlightLine]
  /// The plane of each connector that is walked on.
  let planeOfConnector: [Int: Int]
  /// The lifts, by connector.
  var lifts: [Int: LiftCar] = [:]
  /// When the next person may step onto a lane of a belt, by connector.
  var beltFree: [Int: [SimTime]] = [:]
  var traffic: Traffic?
  /// The light plans, by junction.
  let lights: [Int: SignalPlan]
  /// Who waits for a bus or sits in one.
  var busRiders: [BusRider] = []
  var hasBuses = false
  /// The trains that somebody has got onto.
  var trains: [RunningTrain] = []
  /// How many agents are in vehicles that move, or wait for a bus.
  var vehicleUsers = 0
  let conditions: RoadConditions
  var hasBackground = false
  /// Which of the slow stretches are slow at the moment.
  var slowRoads: Set<Int> = []
  var agents: [WorldAgent]
  var isTicking = false
  /// What went otherwise than planned, in words.
  var remarks: [WorldRemark] = []

  /// Lets an event happen.
  mutating func handle(_ event: WorldEvent, schedule: inout Schedule<WorldEvent>) {
    switch event {
    case .tick: tick(&schedule)
    case .wake(let agent, let wait):
      guard agents[agent].wait == wait else { return }
      wake(agent, &schedule)
    case .lift(let connector): runLift(connector, &schedule)
    }
  }

  // MARK: Steps

  /// Lets everybody who moves take a step.
  private mutating func tick(_ schedule: inout Schedule<WorldEvent>) {
    isTicking = false
    let number = Int(schedule.now.nanoseconds / Self.step.nanoseconds)
    for plane in planes.indices where planes[plane].crowd.count > 0 {
      stepCrowd(plane, &schedule)
    }
    if number.isMultiple(of: Self.stepsPerVehicleStep), needsTraffic { stepTraffic(&schedule) }
    look(at: number, schedule.now)
    keepTicking(&schedule)
  }

  /// Whether anything moves step by step.
  private func isAnythingMoving(at time: SimTime) -> Bool {
    needsTraffic || planes.contains { $0.crowd.count > 0 } || agents.contains { $0.moves(at: time) }
  }

  /// Sees to it that there is a next step while anything moves.
  mutating func keepTicking(_ schedule: inout Schedule<WorldEvent>) {
    guard !isTicking, isAnythingMoving(at: schedule.now) else { return }
    isTicking = true
    let step = Self.step.nanoseconds
    let next = (schedule.now.nanoseconds / step + 1) * step
    schedule.schedule(.tick, at: SimTime(nanoseconds: next))
  }

  // MARK: Places

  /// Where an agent is and which way it faces.
  func whereabouts(of index: Int, at time: SimTime) -> (place: Vec3, heading: Double) {
    let agent = agents[index]
    let (place, heading) = source(of: agent, at: time)
    return (place + agent.carried(at: time), heading)
  }

  private func source(of agent: WorldAgent, at time: SimTime) -> (place: Vec3, heading: Double) {
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
      guard let pose = traffic?.pose(id) else { return (agent.place, agent.heading) }
      let ahead = Vec2(cosine(pose.headingRadians), sine(pose.headingRadians))
      let place = pose.position + ahead * seat.x + Vec2(-ahead.y, ahead.x) * seat.y
      return (Vec3(place, 0), pose.headingRadians)
    case .train(let number):
      let (point, heading) = trains[number].place(at: time)
      return (Vec3(point, 0), heading)
    }
  }

  /// Lets an agent's place come from somewhere else, without a jump.
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

  // MARK: Looks

  /// Records where everybody is.
  private mutating func look(at tick: Int, _ now: SimTime) {
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

  private mutating func record(_ index: Int, tick: Int, step: Int, _ now: SimTime) {
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
    agents[index].recorder.sample(
      tick: tick, position: place, headingRadians: heading, step: step)
  }

  /// Notes the level that an agent is on.
  mutating func setLevel(_ index: Int, _ level: Int?, at time: SimTime) {
    agents[index].level.set(level, at: time)
  }
}
