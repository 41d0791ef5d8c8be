import Geometry
import Glibc
public import Kernel
public import Truth

/// Vehicle vibration at the phone: quarter-car models on an ISO 8608 road, lifts and escalators.
///
/// The road profile, addressed by position, drives quarter cars at the true speed; their motion reaches the
/// phone through its holder. Integrated in steps of 5 or 10 ms in blocks of 16 s, with a warm-up of 3 s
/// each, so that the motion at a moment is independent of earlier calls.
public struct RideMotion: Sendable {
  private static let anchorNanoseconds: Int64 = 100_000_000
  private static let anchorsPerBlock: Int64 = 160
  private static let anchorsOfWarmUp: Int64 = 30
  private static let anchorsPerSecond: Int64 = 10

  private let parameters: RideParameters
  private let surface: RoadSurface
  private let receiver: SignalReceiver
  private let clock: RideClock
  private let filter: RideLowPass
  private var cycling: CyclingMotion

  private var rig = RideRig()
  private var ride = RideAddress()
  private var state = RideState()
  private var road = RoadSurface.LocalSurface()
  private var before = RideAnchor()
  private var after = RideAnchor()
  /// The index of the anchor of ``after``, and of the block; the next tick after ``before``.
  private var anchor = Int64.min
  private var block = Int64.min
  private var tick = 0

  /// Creates the rides of one device on the roads that all devices share.
  public init(
    _ parameters: RideParameters, on surface: RoadSurface, for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.surface = surface
    self.receiver = receiver
    clock = RideClock(sampleRateHertz: parameters.sampleRateHertz)
    filter = RideLowPass(hertz: 0.4 * parameters.sampleRateHertz, tickSeconds: clock.tickSeconds)
    cycling = CyclingMotion(parameters, for: receiver)
  }

  /// The phone's motion at a moment, in the carrier's axes; zero unless carried by something.
  public mutating func motion(
    _ pose: Pose, along trajectory: Trajectory, at time: SimTime
  ) -> PhoneMotion {
    guard pose.doing.isCarried else { return PhoneMotion() }
    let nanoseconds = time.nanoseconds
    let number = nanoseconds / Self.anchorNanoseconds - (nanoseconds < 0 ? 1 : 0)
    let local = nanoseconds - number * Self.anchorNanoseconds
    let place = Double(local) / Double(clock.tickNanoseconds)
    let whole = Int(place)
    seek(anchor: number, tick: whole, along: trajectory)
    while anchor <= number || tick <= whole {
      if tick == clock.ticksPerAnchor { look(along: trajectory) }
      let end = anchor <= number ? clock.ticksPerAnchor : whole + 1
      let first = (anchor - 1) &* Int64(clock.ticksPerAnchor) &+ Int64(tick)
      state.run(rig, filter, surface.texture, first: first, count: end - tick)
      tick = end
    }
    var motion = state.motion(share: Float(place - Double(whole)))
    if pose.doing == .cycling, parameters.pedalling {
      let crank = cycling.motion(pose, along: trajectory, at: time)
      motion = motion + crank
    }
    return motion
  }

  /// Restarts at a block if the moment lies in another one, or behind the present state.
  private mutating func seek(anchor number: Int64, tick whole: Int, along trajectory: Trajectory) {
    let wanted = number >= 0 ? number / Self.anchorsPerBlock : -1
    // The last two steps are kept, so a step back by one is possible.
    let isBehind = number + 1 < anchor || (number + 1 == anchor && whole + 1 < tick)
    guard wanted != block || isBehind else { return }
    block = wanted
    let first = wanted * Self.anchorsPerBlock - Self.anchorsOfWarmUp
    state = RideState()
    ride = RideAddress()
    rig = RideRig()
    anchor = first
    after = RideAnchor(trajectory.path, trajectory.doing, at: Self.time(of: first), rig)
    tick = clock.ticksPerAnchor
  }

  private static func time(of anchor: Int64) -> SimTime {
    SimTime(nanoseconds: anchor * anchorNanoseconds)
  }

  /// Moves to the next anchor.
  private mutating func look(along trajectory: Trajectory) {
    if anchor % Self.anchorsPerSecond == 0 || ride.isNew {
      let time = Self.time(of: anchor)
      let now = RideAddress(along: trajectory, at: time)
      if now != ride {
        ride = now
        rig = makeRig()
        rig.settle(clock)
      }
      if now.doing == .train {
        road = surface.track(
          at: after.position, towards: trajectory.path.state(at: time).headingRadians)
      } else if now.doing.isOnWheels {
        road = surface.stretch(at: after.position)
      }
    }
    before = after
    anchor += 1
    after = RideAnchor(trajectory.path, trajectory.doing, at: Self.time(of: anchor), rig)
    // No jump on entering a vehicle.
    if before.rides != after.rides { before = after }
    let fraction = (road.direction.dot(after.position - before.position) < 0) ? -1.0 : 1.0
    state.begin(
      rig, clock, before, after, road, sense: fraction, bumps: parameters.bumps,
      factor: Float(ride.doing == .train ? parameters.railFactor : parameters.roughnessFactor),
      time: Self.time(of: anchor - 1))
    tick = 0
  }

  private func makeRig() -> RideRig {
    let name = ride.vehicle.map { UInt64(bitPattern: Int64($0)) } ?? (1 << 63 | receiver.device)
    let vehicle = RandomStream(seed: receiver.seed, entity: name, purpose: "ride.vehicle")
    let holder = receiver.stream("ride.holder", index: ride.holderIndex)
    switch ride.doing {
    case .driving, .passenger, .bus:
      return .motorised(ride.doing, ride.placement, parameters, vehicle: vehicle, holder: holder)
    case .train: return .carriage(ride.placement, parameters, vehicle: vehicle, holder: holder)
    case .cycling: return .bicycle(ride.placement, parameters, holder: holder)
    case .lift, .belt:
      return .platform(ride.doing, ride.placement, parameters, holder: holder)
    default: return RideRig()
    }
  }
}

/// The key of a rig: activity, placement, vehicle and start.
struct RideAddress: Equatable, Sendable {
  var doing = Doing.standing
  var placement = Placement.waist
  var vehicle: Int?
  /// The start of the activity.
  var since = SimTime.start
  var isNew = true

  init() {}

  init(along trajectory: Trajectory, at time: SimTime) {
    doing = trajectory.doing[time]
    placement = trajectory.placement[time]
    vehicle = trajectory.vehicle[time]
    since = trajectory.doing.changes.last { $0.time <= time }?.time ?? .start
    isNew = false
  }

  /// The index of the random stream of this episode.
  var holderIndex: UInt64 {
    UInt64(bitPattern: since.nanoseconds) &* 16 &+ UInt64(placement.number)
  }
}

extension Doing {
  /// True if wheels roll over a road.
  var isOnWheels: Bool { isMotorised || self == .cycling }
}

/// The time steps of a ride: 5 ms, or 10 ms for sample rates of 50 Hz or less.
struct RideClock: Sendable {
  let tickSeconds: Double
  let tickNanoseconds: Int64
  /// Steps between two readings of the trajectory, every 100 ms.
  let ticksPerAnchor: Int

  init(sampleRateHertz: Double) {
    let isSlow = sampleRateHertz <= 50
    tickSeconds = isSlow ? 0.01 : 0.005
    tickNanoseconds = isSlow ? 10_000_000 : 5_000_000
    ticksPerAnchor = isSlow ? 10 : 20
  }
}

/// The trajectory's state at an anchor.
struct RideAnchor: Sendable {
  var position = Vec2.zero
  var speed = 0.0
  /// Lean about the axes right and forward, in rad, due to the trajectory's acceleration.
  var lean = Vec2.zero
  var rides = false
  var turn = RideSteering.SteeringState()
  /// Speed in space, in m/s, which includes a lift's vertical motion.
  var pace = 0.0

  init() {}

  init(_ path: MotionPath, _ doings: Track<Doing>, at time: SimTime, _ rig: RideRig) {
    let stance = rig.stance
    let state = path.state(at: time)
    let doing = doings[time]
    position = state.position.xy
    rides = doing.isCarried
    speed = doing.isOnWheels ? state.velocity.xy.length : 0
    turn = rig.steering.turn(at: (time - .start).seconds, speed: speed)
    pace = rides ? state.velocity.length : 0
    let ahead = Vec2(angle: state.headingRadians)
    let push = state.acceleration.xy.dot(ahead)
    let aside = state.acceleration.xy.dot(Vec2(ahead.y, -ahead.x))
    if stance.leansIn {
      // A bicycle leans until the resultant of weight and centrifugal force passes through its wheels.
      lean = Vec2(0, -atan2(speed * state.turnRate, 9.80665))
    } else {
      lean = Vec2(stance.dive * push, -stance.roll * aside)
    }
    if stance.cant > 0 {
      // Cant changes as gradually as curvature; a carriage averages over 3 s at most.
      let span = SimDuration.seconds(1.5)
      let turned =
        path.state(at: time + span).headingRadians - path.state(at: time - span).headingRadians
      lean.y -= stance.cant * speed * turned / (2 * span.seconds) / 9.80665
    }
  }
}
