import Geometry
import Kernel
import Maps
import Truth

/// An agent under way: what it is up to, and what has been recorded of it.
struct WorldAgent: Sendable {
  /// Where an agent's place comes from at the moment.
  enum Stance: Sendable {
    /// It stays where it is.
    case still
    /// It moves, or stands, in the crowd of a plane.
    case crowd(plane: Int, id: CrowdID)
    /// It is carried along a flight line from a way, at a speed in m/s, since a time.
    case belt(line: Int, from: Double, speed: Double, left: Double, since: SimTime)
    /// It is in a lift, beside the middle of the car.
    case lift(Int, beside: Vec2)
    /// It is in a vehicle, at a place in the vehicle's own axes (ahead, to the left).
    case vehicle(VehicleID, seat: Vec2)
    /// It is in a train, by the train's number.
    case train(Int)
  }

  let plan: AgentPlan
  var nextErrand = 0
  /// What is next, last first.
  var actions: [Action] = []
  var stance = Stance.still
  /// The number of the wait that counts; a wake with another number is late and means nothing.
  var wait = 0
  /// Whether it halts in the midst of following, rather than between two actions.
  var isPausing = false
  /// Where its way leads, and how many actions are left when it is there.
  var way: (goal: Spot, speed: Double, doing: Doing, stops: Bool, depth: Int)?
  /// What it was doing when it halted.
  var doingBeforePause = Doing.walking
  /// Whether it follows directions.
  var isFollowing = false
  /// Whether nothing is left to do.
  var isDone = false
  /// How many more samples show that it has come to rest.
  var settling = 0

  /// Where it stands while it stays still: metres east, north and up.
  var place: Vec3
  var heading: Double
  /// What is still to be made good of a change from one source of its place to another.
  var carry = Vec3.zero
  var carrySince = SimTime.start
  /// Where the crowd last wanted to lead it, to go on after it was lost.
  var target: [Vec2] = []
  var targetStops = true
  /// Whether it is still on the way there.
  var targetIsAhead = false
  var timesLost = 0
  /// How fast it went when it left a crowd, and when that was.
  var momentum: (velocity: Vec2, time: SimTime)?

  /// Its own vehicles, where they stand or that it sits in.
  var car: VehicleID?
  var bicycle: VehicleID?
  /// Whose car it waits beside or sits in.
  var driver: Int?
  /// Who is to come along on the next drive, and whether it waits for them.
  var awaited: [Int] = []
  var awaitsRiders = false
  /// Whether it is under way at the wheel, where to, and which points it passes first.
  var isDriving = false
  var driveGoal: DriveGoal?
  var vias: [Vec2] = []

  var recorder: MotionRecorder
  var doing: Track<Doing>
  var level: Track<Int?>
  var placement: Track<Placement>
  var link: Track<PowerLink>
  var vehicle: Track<Int?>
  var lying: Track<Vec3?>

  /// How many random draws of a kind the agent has used up.
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

  /// How long a change from one source of place to another is spread over, in s: long enough that
  /// nobody is moved with more than 1.5 m/s².
  var carryTime: Double { max(0.8, 2 * carry.length.squareRoot()) }

  /// What of the carry is left at a time.
  func carried(at time: SimTime) -> Vec3 {
    let share = max(0, (time - carrySince).seconds / carryTime)
    guard share < 1 else { return .zero }
    return carry * (1 - share * share * (3 - 2 * share))
  }

  /// Whether it sits in a vehicle, and whether in this one.
  var isSeated: Bool { if case .vehicle = stance { true } else { false } }

  func isAboard(_ id: VehicleID) -> Bool {
    if case .vehicle(id, _) = stance { true } else { false }
  }

  /// The velocity of somebody who goes on from one plane to another without a stand.
  func momentum(towards way: Vec2, at time: SimTime) -> Vec2 {
    guard let (velocity, since) = momentum, since == time, let direction = way.normalized else {
      return .zero
    }
    return direction * velocity.length
  }

  /// Goes over to another place, evenly, from a time on.
  mutating func move(to place: Vec3, since time: SimTime) {
    carry = self.place - place
    self.place = place
    carrySince = time
  }

  /// Fresh random numbers of its own, for one purpose.
  mutating func draw(_ purpose: RandomStream.Purpose, seed: UInt64) -> RandomStream {
    draws += 1
    return RandomStream(seed: seed, entity: plan.entity, purpose: purpose, index: draws)
  }

  /// Whether it moves, or comes to rest, by itself: the crowd and the traffic know their own.
  func moves(at time: SimTime) -> Bool {
    switch stance {
    case .belt, .lift, .train: true
    case .still: settling > 0
    case .vehicle: carried(at: time - .seconds(1)) != .zero
    case .crowd: false
    }
  }

  /// The agent's truth, once all is over.
  consuming func trajectory(in map: VenueMap) -> Trajectory {
    let path = recorder.finish()
    return Trajectory(
      path: path, doing: doing, level: level.timed(by: path, in: map), placement: placement,
      link: link, vehicle: vehicle, lying: lying, gait: plan.traits.gait)
  }
}
