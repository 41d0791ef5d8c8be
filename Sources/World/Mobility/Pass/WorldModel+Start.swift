import Geometry
import Kernel
import Maps
import Venues

extension WorldModel {
  /// Puts everybody where they start.
  init(world: World, plans: [AgentPlan], conditions: RoadConditions, seed: UInt64) throws {
    venue = world.venue
    network = world.network
    self.seed = seed
    self.conditions = conditions
    let map = world.venue.map
    lines = map.connectors.map { FlightLine($0, in: map) }
    var planes: [Plane] = []
    for level in map.levels.indices.map({ Optional($0) }) + [nil] {
      let floor = Spot(.zero, level: level)
      planes.append(
        Plane(
          kind: .floor(level: level, elevation: map.elevation(of: floor)),
          crowd: try Crowd(walls: world.network.obstacles(of: level), seed: seed)))
    }
    var planeOfConnector: [Int: Int] = [:]
    var lifts: [Int: LiftCar] = [:]
    for (number, connector) in map.connectors.enumerated() {
      switch connector.kind {
      case .stairs, .ramp:
        planeOfConnector[number] = planes.count
        let rail = max(0.6, connector.widthMetres) / 2
        let end = lines[number].length
        planes.append(
          Plane(
            kind: .flight(lines[number], rail: rail),
            crowd: try Crowd(
              walls: [
                Segment2(Vec2(-2, rail), Vec2(end + 2, rail)),
                Segment2(Vec2(-2, -rail), Vec2(end + 2, -rail)),
              ], seed: seed)))
      case .lift:
        lifts[number] = Self.lift(
          connector, machine: world.venue.fabric.lifts[number] ?? LiftMachine(), in: map)
      case .escalator, .walkway: break
      }
    }
    self.planes = planes
    self.planeOfConnector = planeOfConnector
    self.lifts = lifts
    traffic = try world.roads.map { _ in
      try Traffic(roads: map.roads, signals: world.venue.signals, seed: seed)
    }
    lights = Dictionary(
      (traffic?.signalPlans ?? []).map { ($0.junction, $0) },
      uniquingKeysWith: { first, _ in first })
    agents = plans.map { plan in
      WorldAgent(plan, at: Vec3(plan.start.point, map.elevation(of: plan.start)))
    }
    parkVehicles()
  }

  /// A lift at rest, at the stop nearest to the ground.
  private static func lift(
    _ connector: Connector, machine: LiftMachine, in map: VenueMap
  ) -> LiftCar {
    let heights = connector.stops.map { map.elevation(of: $0) }
    let first = connector.stops[0]
    // The car is where the map has a lift's shaft beside the stop, else behind the stop itself.
    var middle = first.point
    if let level = first.level {
      let shafts = map.levels[level].units.filter { $0.kind == .lift }.map(\.shape.centroid)
      let nearest = shafts.min { $0.distance(to: first.point) < $1.distance(to: first.point) }
      if let nearest, nearest.distance(to: first.point) < 4 { middle = nearest }
    }
    var lift = LiftCar(
      machine: machine, middle: middle, heights: heights, levels: connector.stops.map(\.level))
    lift.stop = heights.indices.min { abs(heights[$0]) < abs(heights[$1]) } ?? 0
    return lift
  }

  /// Schedules everybody's first action.
  mutating func begin(_ schedule: inout Schedule<WorldEvent>) {
    for index in agents.indices {
      schedule.schedule(
        .wake(agent: index, wait: agents[index].wait), at: agents[index].plan.startTime)
    }
  }
}
