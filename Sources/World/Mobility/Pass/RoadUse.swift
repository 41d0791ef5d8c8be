import Geometry
import Kernel
import Maps
import Venues

/// The roads of a world as its agents use them, brought to life when somebody is on them.
struct RoadUse: Sendable {
  private var traffic: Traffic?
  /// How many agents are in vehicles that move, or wait for a bus.
  var users = 0
  private let network: RoadNetwork
  private let conditions: RoadConditions
  private let seed: UInt64
  private var hasBackground = false
  private var hasBuses = false
  /// Which of the slow stretches are slow at the moment.
  private var slowRoads: Set<Int> = []

  init(_ world: World, _ conditions: RoadConditions, seed: UInt64) throws(TrafficError) {
    network = world.venue.map.roads
    self.conditions = conditions
    self.seed = seed
    if world.roads != nil {
      traffic = try Traffic(roads: network, signals: world.venue.signals, seed: seed)
    }
  }

  /// Whether there are any.
  var exist: Bool { traffic != nil }
  /// Whether anybody needs them to be alive.
  var isUsed: Bool { users > 0 }
  /// The light plans.
  var signalPlans: [SignalPlan] { traffic?.signalPlans ?? [] }
  /// What happened in the last step.
  var events: [TrafficEvent] { traffic?.events ?? [] }

  /// Where a vehicle is; nil if there is no such vehicle.
  func pose(_ id: VehicleID) -> VehiclePose? { traffic?.pose(id) }

  /// Where one stands beside a vehicle: on its right, at the doors.
  func standingPoint(besides id: VehicleID) -> Vec2? {
    guard let pose = pose(id) else { return nil }
    let ahead = Vec2(cosine(pose.headingRadians), sine(pose.headingRadians))
    return pose.position - ahead.perpendicular * 1.5
  }

  /// Lets vehicles take a step.
  mutating func step(at now: SimTime) {
    wake(at: now)
    traffic?.step()
  }

  /// Lets the roads' clock catch up with the world's, and what is on them change.
  mutating func wake(at now: SimTime) {
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
      let limit = network.roads[slow.road].limitMetresPerSecond
      let factor = isOn ? min(1, max(0.05, slow.speedMetresPerSecond / limit)) : 1
      for isForward in [true, false] {
        try? traffic?.slow(road: slow.road, isForward: isForward, to: factor)
      }
    }
  }

  /// Parks somebody's vehicle; returns nil if the car park is full.
  ///
  /// - Throws: ``TrafficError/noRoom`` if there is none where it is to stand, nor near it.
  mutating func park(
    _ kind: VehicleKind, of plan: AgentPlan, at stand: VehicleStand
  ) throws(TrafficError) -> VehicleID? {
    var spec = VehicleSpec(kind, entity: stableHash("\(kind.rawValue) of \(plan.name)"), seed: seed)
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
    throw .noRoom
  }

  /// Sends a vehicle somewhere.
  mutating func drive(_ id: VehicleID, to destination: Destination) throws(TrafficError) {
    try traffic?.drive(id, to: destination)
  }

  /// Lets a car drive a figure.
  mutating func perform(_ id: VehicleID, _ figure: VehicleFigure) throws(TrafficError) {
    try traffic?.perform(id, figure)
  }

  /// Begins to run the bus lines, once somebody waits for a bus.
  mutating func startBuses() throws(TrafficError) {
    guard !hasBuses else { return }
    hasBuses = true
    try traffic?.startBusLines()
  }

  /// The bus that stands at a stop with open doors; nil if there is none.
  func bus(atStop stop: Int, ofLine line: Int) -> VehicleID? {
    traffic?.bus(atStop: stop, ofLine: line)
  }

  /// Lets a bus wait while riders get on and off.
  mutating func hold(_ id: VehicleID, seconds: Double) { try? traffic?.hold(id, seconds: seconds) }
}

/// Those who wait for buses or sit in them.
struct BusRiders: Sendable {
  private struct Rider: Sendable {
    let agent: Int
    let line: Int
    let from: Int
    let to: Int
    /// The bus, once aboard.
    var bus: VehicleID?
  }

  private var riders: [Rider] = []

  /// Lets an agent wait for a bus from one stop to another.
  mutating func add(_ agent: Int, line: Int, from: Int, to: Int) {
    riders.append(Rider(agent: agent, line: line, from: from, to: to))
  }

  /// Takes those off who get out of a bus at a stop; returns the agents.
  mutating func alight(from bus: VehicleID, at stop: Int) -> [Int] {
    let leaving = riders.filter { $0.bus == bus && $0.to == stop }
    riders.removeAll { $0.bus == bus && $0.to == stop }
    return leaving.map(\.agent)
  }

  /// Lets those in who wait for a line's bus at a stop; returns the agents.
  mutating func board(_ bus: VehicleID, line: Int, at stop: Int) -> [Int] {
    var boarding: [Int] = []
    for number in riders.indices
    where riders[number].bus == nil && riders[number].line == line && riders[number].from == stop {
      riders[number].bus = bus
      boarding.append(riders[number].agent)
    }
    return boarding
  }
}
