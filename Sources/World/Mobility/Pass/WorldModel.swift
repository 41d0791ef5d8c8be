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
  let planner: ActionPlanner
  /// Who is where, and what carries them.
  var people: People
  /// The light plans, by junction.
  let lights: [Int: SignalPlan]
  var busRiders = BusRiders()
  private var isTicking = false

  /// Puts everybody where they start.
  init(world: World, plans: [AgentPlan], conditions: RoadConditions, seed: UInt64) throws {
    venue = world.venue
    planner = ActionPlanner(venue: world.venue, network: world.network)
    people = try People(world: world, plans: plans, conditions: conditions, seed: seed)
    lights = Dictionary(
      people.roads.signalPlans.map { ($0.junction, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Schedules everybody's first action.
  mutating func begin(_ schedule: inout Schedule<WorldEvent>) {
    for index in people.agents.indices {
      schedule.schedule(
        .wake(agent: index, wait: people.agents[index].wait),
        at: people.agents[index].plan.startTime)
    }
  }

  /// Lets an event happen.
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

  /// Lets everybody who moves take a step.
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

  /// Sees to it that there is a next step while anything moves.
  mutating func keepTicking(_ schedule: inout Schedule<WorldEvent>) {
    guard !isTicking, people.isAnybodyMoving(at: schedule.now) else { return }
    isTicking = true
    let step = Self.step.nanoseconds
    let next = (schedule.now.nanoseconds / step + 1) * step
    schedule.schedule(.tick, at: SimTime(nanoseconds: next))
  }
}
