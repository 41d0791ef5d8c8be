import Geometry
import Kernel
import Maps
import Venues

/// The road traffic of a world as its agents use it; it runs only while agents need it.
struct RoadUse: Sendable {
  private var traffic: Traffic?
  /// The number of agents in moving vehicles or waiting for a bus.
  var users = 0
  private let network: RoadNetwork
  private let conditions: RoadConditions
  private let seed: UInt64
  private var hasBackground = false
  private var hasBuses = false
  /// The indices of the slow stretches in force.
  private var slowRoads: Set<Int> = []

  init(_ world: World, _ conditions: RoadConditions, seed: UInt64) throws(TrafficError) {
    network = world.venue.map.roads
    self.conditions = conditions
    self.seed = seed
    if world.roads != nil {
      traffic = try Traffic(roads: network, signals: world.venue.signals, seed: seed)
    }
  }

  var exist: Bool { traffic != nil }
  var isUsed: Bool { users > 0 }
  var signalPlans: [SignalPlan] { traffic?.signalPlans ?? [] }
  /// The events of the last step.
  var events: [TrafficEvent] { traffic?.events ?? [] }

  func pose(_ id: VehicleID) -> VehiclePose? { traffic?.pose(id) }

  /// The standing position beside a vehicle: on its right, at the doors.
  func standingPoint(besides id: VehicleID) -> Vec2? {
    guard let pose = pose(id) else { return nil }
    let ahead = Vec2(cosine(pose.headingRadians), sine(pose.headingRadians))
    return pose.position - ahead.perpendicular * 1.5
  }

  mutating func step(at now: SimTime) {
    wake(at: now)
    traffic?.step()
  }

  /// Advances the traffic clock to the world's, and applies the road conditions.
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

  /// Parks an agent's vehicle; returns nil if the car park is full.
  ///
  /// - Throws: ``TrafficError/noRoom`` if there is no space at the stand nor near it.
  mutating func park(
    _ kind: VehicleKind, of plan: AgentPlan, at stand: VehicleStand
  ) throws(TrafficError) -> VehicleID? {
    var spec = VehicleSpec(kind, entity: stableHash("\(kind.rawValue) of \(plan.name)"), seed: seed)
    if kind == .bicycle { spec.driver.topSpeed = plan.parameters.cyclingSpeed }
    var stream = RandomStream(seed: seed, entity: plan.entity, purpose: "mobility.park")
    for attempt in 0..<40 {
      let place: VehiclePosition
      switch stand {
      case .kerb(let point):
        // If the place is taken, a little further on.
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

  mutating func drive(_ id: VehicleID, to destination: Destination) throws(TrafficError) {
    try traffic?.drive(id, to: destination)
  }

  /// Starts a figure such as doughnuts.
  mutating func perform(_ id: VehicleID, _ figure: VehicleFigure) throws(TrafficError) {
    try traffic?.perform(id, figure)
  }

  /// Starts the bus lines, once the first agent waits for a bus.
  mutating func startBuses() throws(TrafficError) {
    guard !hasBuses else { return }
    hasBuses = true
    try traffic?.startBusLines()
  }

  /// The bus that stands at a stop with open doors; nil if there is none.
  func bus(atStop stop: Int, ofLine line: Int) -> VehicleID? {
    traffic?.bus(atStop: stop, ofLine: line)
  }

  /// Extends the dwell time of a bus, for boarding and alighting.
  mutating func hold(_ id: VehicleID, seconds: Double) { try? traffic?.hold(id, seconds: seconds) }
}

/// The agents that wait for buses or ride in them.
struct BusRiders: Sendable {
  private struct Rider: Sendable {
    let agent: Int
    let line: Int
    let from: Int
    let to: Int
    /// Nil while waiting.
    var bus: VehicleID?
  }

  private var riders: [Rider] = []

  mutating func add(_ agent: Int, line: Int, from: Int, to: Int) {
    riders.append(Rider(agent: agent, line: line, from: from, to: to))
  }

  /// Removes the riders that get off a bus at a stop; returns their agents.
  mutating func alight(from bus: VehicleID, at stop: Int) -> [Int] {
    let leaving = riders.filter { $0.bus == bus && $0.to == stop }
    riders.removeAll { $0.bus == bus && $0.to == stop }
    return leaving.map(\.agent)
  }

  /// Moves the riders waiting at a stop into the bus; returns their agents.
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
