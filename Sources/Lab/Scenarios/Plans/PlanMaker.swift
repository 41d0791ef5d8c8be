public import Devices
public import Documents
import Geometry
import Kernel
import Maps
public import Mobility
import Truth
public import Venues

/// The agents of a scenario in a venue, with all random values drawn.
public struct PlannedAgents: Sendable {
  /// Group after group.
  public let plans: [AgentPlan]
  /// For each plan, the number of its entry in the scenario.
  public let entries: [Int]
  /// For each plan, true if its phone is simulated.
  public let carriesPhone: [Bool]
  /// For each plan, its phone with its events.
  public let devices: [DeviceSetup]
  /// For each plan, true if its phone shares its connection.
  public let sharesConnection: [Bool]
  /// For each plan, the source places of its activities in the scenario's file.
  public let places: [[SourcePosition]]
}

extension Scenario {
  /// Plans all agents for a seed.
  ///
  /// - Throws: Everything that doesn't fit the venue: unknown names, levels, car parks.
  public func plan(in venue: Venue, seed: UInt64) throws(DocumentError) -> PlannedAgents {
    var maker = PlanMaker(scenario: self, venue: venue, seed: seed)
    return try maker.plan()
  }

  /// Returns the scenario's traffic, with roads by number.
  ///
  /// - Throws: All names of roads that the venue lacks.
  public func roadConditions(in venue: Venue) throws(DocumentError) -> RoadConditions {
    var conditions = RoadConditions()
    conditions.cars = traffic.cars
    var wrong: [Diagnostic] = []
    let names = venue.map.roads.roads.map(\.name)
    for slow in traffic.slow {
      let numbers = names.indices.filter { names[$0] == slow.road.value }
      if numbers.isEmpty {
        wrong.append(unknown("road", slow.road.value, at: slow.road.place, among: names))
      }
      for number in numbers {
        conditions.slow.append(
          RoadConditions.Slow(
            road: number, speedMetresPerSecond: slow.speed, from: SimTime(seconds: slow.from),
            until: SimTime(seconds: slow.until)))
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    return conditions
  }
}

/// Returns the error message for an unknown name.
func unknown(
  _ kind: String, _ name: String, at place: SourcePosition, among names: [String]
) -> Diagnostic {
  Diagnostic(
    place: place, message: "the venue has no \(kind) '\(name)'",
    suggestion: nearestName(to: name, among: names),
    fix: certainName(for: name, among: names).map { TextFix(place: place, old: name, new: $0) })
}

/// Converts a scenario's entries to plans.
struct PlanMaker {
  let scenario: Scenario
  let venue: Venue
  let seed: UInt64
  var wrong: [Diagnostic] = []
  /// The number of the first agent of each entry, by the entry's name.
  var firstAgents: [String: Int] = [:]
  private let spots: [String: Spot]

  init(scenario: Scenario, venue: Venue, seed: UInt64) {
    self.scenario = scenario
    self.venue = venue
    self.seed = seed
    spots = Dictionary(venue.map.places.map { ($0.name, $0.spot) }) { first, _ in first }
    var number = 0
    for entry in scenario.agents {
      firstAgents[entry.name.value] = number
      number += entry.count
    }
  }

  mutating func plan() throws(DocumentError) -> PlannedAgents {
    var plans: [AgentPlan] = []
    var entries: [Int] = []
    var carriesPhone: [Bool] = []
    var devices: [DeviceSetup] = []
    var sharesConnection: [Bool] = []
    var places: [[SourcePosition]] = []
    for (number, entry) in scenario.agents.enumerated() {
      var appears = 0.0
      var setup = DeviceSetup(entry.device)
      do throws(DocumentError) {
        setup = try entry.deviceSetup(in: venue)
      } catch {
        wrong += error.diagnostics
      }
      for member in 0..<entry.count {
        var chance = Chance(seed: seed, name: entry.deviceName(member))
        let wait = member == 0 ? chance.draw(entry.arrives) : chance.draw(entry.every)
        appears += max(0, wait)
        let (plan, steps) = plan(entry, member, appearing: appears, &chance)
        plans.append(plan)
        places.append(steps)
        entries.append(number)
        carriesPhone.append(member < entry.phones)
        devices.append(setup)
        sharesConnection.append(member >= entry.count - entry.hotspots)
        // All members have the same mistakes.
        guard wrong.isEmpty else { break }
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    return PlannedAgents(
      plans: plans, entries: entries, carriesPhone: carriesPhone, devices: devices,
      sharesConnection: sharesConnection, places: places)
  }

  private mutating func plan(
    _ entry: AgentEntry, _ member: Int, appearing: Double, _ chance: inout Chance
  ) -> (plan: AgentPlan, places: [SourcePosition]) {
    var start = spot(of: entry.start) ?? Spot(.zero)
    if entry.spread > 0 { start = scattered(start, within: entry.spread, &chance) }
    var plan = AgentPlan(
      name: entry.deviceName(member), start: start, startTime: SimTime(seconds: appearing),
      headingRadians: 0, parameters: parameters(entry.movement, &chance),
      placement: entry.placement,
      link: entry.link, activities: [], leavesAtEnd: entry.movement.leaves)
    plan.car = entry.car.flatMap { stand($0) }
    plan.bicycle = entry.bicycle.flatMap { stand($0) }
    var clock = PlanClock(start: SimTime(seconds: appearing))
    var places: [SourcePosition] = []
    for step in entry.itinerary {
      let activities = activities([step.value], isGroup: entry.count > 1, &clock, &chance)
      plan.activities += activities
      places += activities.map { _ in step.place }
    }
    return (plan, places)
  }

  /// Returns a random point near another one, on the same floor and in the same unit.
  private func scattered(_ spot: Spot, within reach: Double, _ chance: inout Chance) -> Spot {
    for _ in 0..<50 {
      let offset = Vec2(
        chance.stream.uniform(in: -reach...reach), chance.stream.uniform(in: -reach...reach))
      let point = spot.point + offset
      guard offset.length <= reach else { continue }
      guard let level = spot.level else {
        if isOpen(point) { return Spot(point) }
        continue
      }
      let floor = venue.levels[level]
      let unit = floor.unit(at: point)
      let isFree =
        (floor.outline.isEmpty || floor.covers(point)) && unit == floor.unit(at: spot.point)
        && !floor.walls.contains { $0.distance(to: point) < 0.4 }
        && !floor.fixtures.contains { $0.contains(point) }
      if isFree { return Spot(point, level: level) }
    }
    return spot
  }

  /// True if an outdoor point is clear of buildings.
  private func isOpen(_ point: Vec2) -> Bool {
    !venue.map.buildings.contains { building in
      building.footprint.contains { part in
        part.bounds.distance(to: point) < 0.6
          && (part.contains(point) || part.edges.contains { $0.distance(to: point) < 0.6 })
      }
    }
  }

  private func parameters(_ movement: MovementEntry, _ chance: inout Chance) -> AgentParameters {
    var parameters = AgentParameters()
    parameters.walkingSpeed = max(0.2, chance.draw(movement.speed))
    parameters.runningSpeed = max(1.5, chance.draw(movement.runSpeed))
    parameters.cyclingSpeed = max(2, chance.draw(movement.cycleSpeed))
    // Sekiya's spread between people; running cadence 2.7 to 3.0 Hz (both from memory).
    parameters.gait = Gait(
      walkRatio: 0.0065 + 0.0006 * min(2, max(-2, chance.stream.gaussian())),
      runningRate: chance.stream.uniform(in: 2.7...3.0))
    parameters.walksOnEscalators = chance.stream.happens(
      withProbability: movement.walksOnEscalators)
    parameters.needsLift = movement.needsLift
    parameters.isStaff = movement.isStaff
    parameters.prefersTrails = movement.prefersTrails
    parameters.haltsPerSecond = movement.haltsPerHour / 3600
    return parameters
  }

  // MARK: Names

  /// Returns the position of a target; reports an error and returns nil if there is none.
  mutating func spot(of target: TargetEntry) -> Spot? {
    switch target.aim {
    case .place(let name):
      if let spot = spots[name] { return spot }
      wrong.append(
        unknown("place", name, at: target.place, among: venue.map.places.map(\.name)))
      return nil
    case .point(let point):
      guard let ordinal = target.level else { return Spot(point) }
      var building = 0
      if let name = target.building {
        guard let number = venue.map.buildings.firstIndex(where: { $0.name == name }) else {
          wrong.append(
            unknown("building", name, at: target.place, among: venue.map.buildings.map(\.name)))
          return nil
        }
        building = number
      } else if let first = venue.levels.first {
        building = first.building
      }
      if let level = venue.map.level(ordinal, building: building) {
        return Spot(point, level: level)
      }
      wrong.append(
        Diagnostic(
          place: target.place,
          message: "this is on level \(ordinal), which '\(venue.name)' doesn't have"))
      return nil
    }
  }

  /// Returns the position of a vehicle parked at a target.
  mutating func stand(_ target: TargetEntry) -> VehicleStand? {
    if case .place(let name) = target.aim, let park = carPark(name) {
      return .carPark(park, stall: nil)
    }
    return spot(of: target).map { .kerb($0.point) }
  }

  func carPark(_ name: String) -> Int? {
    venue.map.roads.carParks.firstIndex { $0.name == name }
  }
}

/// Random draws for one agent, reproducible for a seed.
struct Chance {
  var stream: RandomStream

  init(seed: UInt64, name: String) {
    stream = RandomStream(seed: seed, entity: stableHash(name), purpose: "mobility.plan")
  }

  mutating func draw(_ distribution: Distribution) -> Double {
    distribution.sample(&stream)
  }
}

/// The reference of "until" while a plan is made.
struct PlanClock {
  /// The begin of the scenario, or of the present repetition; nil if unknown beforehand.
  var start: SimTime?
}
