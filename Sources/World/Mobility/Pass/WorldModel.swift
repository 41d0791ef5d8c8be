import Geometry
import Kernel
import Maps
import Truth
import Venues

/// The world pass: all agents, vehicles and lifts on one event queue.
struct WorldModel: SimulationModel {
  /// The time step of pedestrians.
  static let step = SimDuration.milliseconds(50)
  /// The time step of vehicles, in pedestrian steps.
  static let stepsPerVehicleStep = 2

  let venue: Venue
  let planner: ActionPlanner
  var people: People
  /// The signal plans by junction.
  let lights: [Int: SignalPlan]
  var busRiders = BusRiders()
  private var isTicking = false

  init(world: World, plans: [AgentPlan], conditions: RoadConditions, seed: UInt64) throws {
    venue = world.venue
    planner = ActionPlanner(venue: world.venue, network: world.network)
    people = try People(world: world, plans: plans, conditions: conditions, seed: seed)
    lights = Dictionary(
      people.roads.signalPlans.map { ($0.junction, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Schedules the first action of each agent.
  mutating func begin(_ schedule: inout Schedule<WorldEvent>) {
    for index in people.agents.indices {
      schedule.schedule(
        .wake(agent: index, wait: people.agents[index].wait),
        at: people.agents[index].plan.startTime)
    }
  }

  mutating func handle(_ event: WorldEvent, schedule: inout Schedule<WorldEvent>) {
    switch event {
    case .tick: tick(&schedule)
    case .wake(let agent, let wait):
      guard people.agents[agent].wait == wait else { return }
      wake(agent, &schedule)
    case .lift(let connector): runLift(connector, &schedule)
    }
  }

  // MARK: Steps

  /// Advances crowds and traffic by one step, and records positions.
  private mutating func tick(_ schedule: inout Schedule<WorldEvent>) {
    isTicking = false
    let number = Int(schedule.now.nanoseconds / Self.step.nanoseconds)
    for plane in people.planes.indices where people.planes[plane].crowd.count > 0 {
      stepCrowd(plane, &schedule)
    }
    if number.isMultiple(of: Self.stepsPerVehicleStep), people.roads.isUsed {
      stepTraffic(&schedule)
    }
    people.look(at: number, schedule.now)
    keepTicking(&schedule)
  }

  /// Schedules the next step if anything moves.
  mutating func keepTicking(_ schedule: inout Schedule<WorldEvent>) {
    guard !isTicking, people.isAnybodyMoving(at: schedule.now) else { return }
    isTicking = true
    let step = Self.step.nanoseconds
    let next = (schedule.now.nanoseconds / step + 1) * step
    schedule.schedule(.tick, at: SimTime(nanoseconds: next))
  }
}
