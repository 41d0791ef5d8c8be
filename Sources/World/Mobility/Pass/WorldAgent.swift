import Geometry
import Kernel
import Maps
import Truth

/// State of a simulated agent, and its recorded motion.
struct WorldAgent: Sendable {
  /// The present source of an agent's position.
  enum Stance: Sendable {
    /// At rest.
    case still
    /// Walking or standing in the crowd of a plane.
    case crowd(plane: Int, id: CrowdID)
    /// Carried along a connector's line from a distance, at a speed in m/s, since a time.
    case belt(line: Int, from: Double, speed: Double, left: Double, since: SimTime)
    /// In a lift, at an offset from the centre of the car.
    case lift(Int, beside: Vec2)
    /// In a vehicle, at a position in the vehicle's axes (ahead, to the left).
    case vehicle(VehicleID, seat: Vec2)
    /// In a train, by its index.
    case train(Int)
  }

  let plan: AgentPlan
  var nextActivity = 0
  /// The remaining actions, last first.
  var actions: [Action] = []
  var stance = Stance.still
  /// The number of the valid wait; a wake event with another number is stale and has no effect.
  var wait = 0
  /// True during a halt within a walk, rather than between two actions.
  var isPausing = false
  /// The present route, and the number of actions that remain at its end.
  var way: (goal: Spot, speed: Double, doing: Doing, stops: Bool, depth: Int)?
  /// The activity before the halt.
  var doingBeforePause = Doing.walking
  /// True while it follows navigation directions.
  var isFollowing = false
  /// True if nothing is left to do.
  var isDone = false
  /// The number of samples still needed to record that it has come to rest.
  var settling = 0

  /// The position while at rest: metres east, north and up.
  var place: Vec3
  var heading: Double
  /// The offset between the old and the new source of the position, which decays smoothly to zero.
  var carry = Vec3.zero
  var carrySince = SimTime.start
  /// The last target in the crowd, to continue after the agent is lost.
  var target: [Vec2] = []
  var targetStops = true
  /// True while it is on the way to the target.
  var targetIsAhead = false
  var timesLost = 0
  /// The velocity at which it left a crowd, and the time.
  var momentum: (velocity: Vec2, time: SimTime)?

  /// Its own vehicles, parked or in use.
  var car: VehicleID?
  var bicycle: VehicleID?
  /// The driver whose car it waits beside or rides in.
  var driver: Int?
  /// The passengers of the next drive, and true while it waits for them.
  var awaited: [Int] = []
  var awaitsRiders = false
  /// True while it drives, with the destination and the remaining via points.
  var isDriving = false
  var driveGoal: DriveGoal?
  var vias: [Vec2] = []

  var recorder: MotionRecorder
  var doing: Track<Doing>
  var level: Track<Int?>
  var placement: Track<Placement>
  /// Placement in a vehicle, from the moment of boarding it.
  var placementAboard: Placement?
  var link: Track<PowerLink>
  var vehicle: Track<Int?>
  var lying: Track<Vec3?>

  /// The number of random streams drawn so far.
  var draws: UInt64 = 0

  init(_ plan: AgentPlan, at place: Vec3) {
    self.plan = plan
    self.place = place
    heading = plan.headingRadians
    recorder = MotionRecorder(position: place, headingRadians: plan.headingRadians)
    doing = Track(.standing)
    level = Track(plan.start.level)
    placement = Track(plan.placement)
    link = Track(plan.link)
    vehicle = Track(nil)
    lying = Track(plan.placement == .table ? place : nil)
  }

  /// The duration, in s, of the change between two position sources: long enough that the
  /// acceleration stays below 1.5 m/s².
  var carryTime: Double { max(0.8, 2 * carry.length.squareRoot()) }

  /// The remainder of the offset at a time (smoothstep).
  func carried(at time: SimTime) -> Vec3 {
    let share = max(0, (time - carrySince).seconds / carryTime)
    guard share < 1 else { return .zero }
    return carry * (1 - share * share * (3 - 2 * share))
  }

  /// True if it sits in a vehicle.
  var isSeated: Bool { if case .vehicle = stance { true } else { false } }

  func isAboard(_ id: VehicleID) -> Bool {
    if case .vehicle(id, _) = stance { true } else { false }
  }

  /// The initial velocity of an agent that goes from one plane to another without a stop.
  func momentum(towards way: Vec2, at time: SimTime) -> Vec2 {
    guard let (velocity, since) = momentum, since == time, let direction = way.normalized else {
      return .zero
    }
    return direction * velocity.length
  }

  /// Moves smoothly to another position, from a time on.
  mutating func move(to place: Vec3, since time: SimTime) {
    carry = self.place - place
    self.place = place
    carrySince = time
  }

  /// A fresh random stream of its own, for one purpose.
  mutating func draw(_ purpose: RandomStream.Purpose, seed: UInt64) -> RandomStream {
    draws += 1
    return RandomStream(seed: seed, entity: plan.entity, purpose: purpose, index: draws)
  }

  /// True if it moves, or comes to rest, by itself; crowd and traffic report their own motion.
  func moves(at time: SimTime) -> Bool {
    switch stance {
    case .belt, .lift, .train: true
    case .still: settling > 0
    case .vehicle: carried(at: time - .seconds(1)) != .zero
    case .crowd: false
    }
  }

  /// The agent's ground truth at the end of the simulation.
  consuming func trajectory(in map: VenueMap) -> Trajectory {
    let path = recorder.finish()
    return Trajectory(
      path: path, doing: doing, level: level.timed(by: path, in: map), placement: placement,
      link: link, vehicle: vehicle, lying: lying, gait: plan.parameters.gait)
  }
}
