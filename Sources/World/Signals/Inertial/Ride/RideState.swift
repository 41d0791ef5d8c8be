import Geometry
import Glibc
import Kernel

/// The dynamic state of a ride: quarter cars, holder and engine, integrated by symplectic Euler steps.
struct RideState: Sendable {
  typealias Lanes = SIMD4<Float>

  // Quarter cars: speeds of body and wheel, compressions of spring and tyre.
  private var bodySpeed = Lanes(), wheelSpeed = Lanes()
  private var spring = Lanes(), tyre = Lanes()
  // The phone in its holder: displacement and speed.
  private var heldPlace = Lanes(), heldSpeed = Lanes()
  /// Angles about right and forward, high-pass filtered.
  private var bodyTilt = Lanes()
  private var low = RideLowPass.Memory()
  /// The engine's phasor, and its rotation per step.
  private var pointer = SIMD2<Float>(1, 0), turn = SIMD2<Float>(1, 0)
  // Constants between two anchors.
  private var place = Vec2.zero, stride = Vec2.zero
  private var speed: Float = 0, slope: Float = 0
  private var lean = Lanes(), leanRate = Lanes()
  /// Steering: pull to the right, heading and yaw rate, with their increments per step.
  private var steer = Lanes(), steerStep = Lanes()
  /// The smoothed road input of a wheel.
  private var climbed = Lanes(), evening: Float = 1
  private var hum = Lanes(), engine = Lanes()
  private var along = 0.0, alongStep = 0.0
  private var joint = 0.0, jointHeight: Float = 0, jointReach = 0.0, hump = 0.0
  private var isBumpy = false
  private var knock: Float = 0
  private var tickSeconds: Float = 0.01
  // The last two steps.
  private var now = PhoneLanes(), last = PhoneLanes()

  /// A motion: acceleration and rotation right, forward, up; and tilt.
  private struct PhoneLanes: Sendable {
    var felt = SIMD8<Float>()
    var tilt = Lanes()
  }

  /// The interpolated motion between the last two steps.
  func motion(share: Float) -> PhoneMotion {
    let felt = last.felt + (now.felt - last.felt) * share
    let tilt = last.tilt + (now.tilt - last.tilt) * share
    return PhoneMotion(
      acceleration: Vec3(Double(felt[0]), Double(felt[1]), Double(felt[2])),
      tilt: Vec3(Double(tilt.x), Double(tilt.y), Double(tilt.z)),
      rotation: Vec3(Double(felt[4]), Double(felt[5]), Double(felt[6])))
  }

  /// Sets the inputs from trajectory and road until the next anchor.
  mutating func begin(
    _ rig: RideRig, _ clock: RideClock, _ before: RideAnchor, _ after: RideAnchor,
    _ road: RoadSurface.LocalSurface,
    sense: Double, bumps: Bool, factor: Float, time: SimTime
  ) {
    let steps = Double(clock.ticksPerAnchor)
    tickSeconds = Float(clock.tickSeconds)
    place = before.position
    stride = (after.position - before.position) / steps
    let pace = (before.speed + after.speed) / 2
    speed = Float(pace)
    slope = road.slope * factor
    lean = Lanes(Float(before.lean.x), Float(before.lean.y), 0, 0)
    let rate = (after.lean - before.lean) / (steps * clock.tickSeconds)
    leanRate = Lanes(Float(rate.x), Float(rate.y), 0, 0)
    steer = Lanes(before.turn)
    steerStep = (Lanes(after.turn) - steer) / Float(steps)
    evening =
      rig.smoothing > 0 ? Float(1 - exp(-rig.smoothing * pace * clock.tickSeconds)) : 1
    // Tyre and wind noise is proportional to speed.
    let loud = rig.broadband * Float(pace / 17)
    let isMoving = after.pace > 0.02
    let steady = isMoving || rig.idles ? rig.steadyHum : Lanes()
    // The values are for steps of 5 ms; the power density stays the same.
    let share = after.rides ? Float((0.005 / clock.tickSeconds).squareRoot()) : 0
    let wasMoving = before.pace > 0.02
    knock = isMoving == wasMoving ? knock * 0.4 : rig.thump
    hum = ((loud * loud + steady * steady).squareRoot() + Lanes(0.4, 0.4, 1, 0) * knock) * share
    let runs = after.rides && (pace > 0.5 || rig.idles) && (isMoving || rig.hertzPerSpeed > 0)
    engine = runs ? rig.engine : Lanes()
    let hertz =
      pace > 0.5 && rig.hertzPerSpeed > 0
      ? 24 + (pace * rig.hertzPerSpeed).truncatingRemainder(dividingBy: 14) : rig.idleHertz
    let angle = 2 * Double.pi * hertz * clock.tickSeconds
    turn = SIMD2(Float(cos(angle)), Float(sin(angle)))
    let start = 2 * Double.pi * (hertz * (time - .start).seconds).truncatingRemainder(dividingBy: 1)
    if rig.hertzPerSpeed == 0 || pace <= 0.5 {
      pointer = SIMD2(Float(cos(start)), Float(sin(start)))
    }
    isBumpy = bumps && (road.jointSpacing > 0 || road.hump != nil) && pace > 0.5
    guard isBumpy else { return }
    joint = road.jointSpacing
    jointReach = road.jointReach
    jointHeight = road.jointHeight
    hump = road.hump ?? -1e9
    // Distance along the road from the position of its look-up, in either driving direction.
    along = road.along + (before.position - road.origin).dot(road.direction)
    alongStep = sense * pace * clock.tickSeconds
  }

  /// Integrates some steps.
  mutating func run(
    _ rig: RideRig, _ filter: RideLowPass, _ texture: [SIMD4<Float>], first: Int64, count: Int
  ) {
    texture.withUnsafeBufferPointer { squares in
      for number in 0..<Int64(count) {
        step(rig, filter, squares, number: first &+ number)
      }
    }
  }

  @inline(__always)
  private mutating func step(
    _ rig: RideRig, _ filter: RideLowPass, _ texture: UnsafeBufferPointer<SIMD4<Float>>,
    number: Int64
  ) {
    let step = tickSeconds
    place += stride
    var climb = texture[RoadSurface.square(place.x, place.y)] * rig.input * (speed * slope)
    if evening < 1 {
      climbed += (climb - climbed) * evening
      climb = climbed
    }
    if isBumpy { climb += rig.knock * bump() * rig.input }
    // Symplectic Euler: speeds first, then positions.
    let gap = wheelSpeed - bodySpeed
    let pull = rig.bodyStiffness * spring + rig.bodyDamping * gap
    let push = rig.tyreStiffness * tyre - rig.massRatio * pull
    bodySpeed += pull * step
    wheelSpeed += push * step
    spring += (wheelSpeed - bodySpeed) * step
    tyre += (climb - wheelSpeed) * step
    let lanes = pull + (push - pull) * rig.unsprung

    let moved =
      rig.fromHeave * lanes.x + rig.fromPitch * lanes.y + rig.fromRoll * lanes.z
      + rig.fromSide * lanes.w
    let noise = texture[Self.shuffled(number)]
    pointer = SIMD2(
      pointer.x * turn.x - pointer.y * turn.y, pointer.x * turn.y + pointer.y * turn.x)
    let loose = rig.rattle * max(0, abs(lanes.x) - 0.6)
    steer += steerStep
    let base = moved + Lanes(steer.x, 0, 0, 0) + noise * (hum + loose) + engine * pointer.x
    // A mass on a spring with a shaken base: it senses the spring's force.
    let force = rig.holdFrequency * rig.holdFrequency * heldPlace + rig.holdDamping * heldSpeed
    heldSpeed -= (base + force) * step
    heldPlace += heldSpeed * step

    // Sway slower than 3 s is filtered out, as it would drift.
    let roll = bodySpeed.z * rig.toRoll + bodySpeed.w * rig.rollBySide
    let yaw = roll * rig.yawByRoll + wheelSpeed.w * rig.yawByWheels
    let sway = Lanes(bodySpeed.y * rig.toPitch, roll, yaw, 0)
    let swayRate = sway - bodyTilt * (1 / 3)
    bodyTilt += swayRate * step
    let shake = Lanes(-heldSpeed.y, heldSpeed.x, heldSpeed.x, 0) * rig.holdTurn
    lean += leanRate * step
    let rotation = swayRate + shake + leanRate + Lanes(0, 0, steer.z, 0)
    last = now
    now.felt = filter.pass(SIMD8(lowHalf: -force, highHalf: rotation), &low)
    now.tilt =
      bodyTilt + lean + Lanes(0, 0, steer.y, 0)
      + Lanes(-heldPlace.y, heldPlace.x, heldPlace.x, 0) * rig.holdTurn
  }

  /// The climb rate of joints and humps, in m/s.
  @inline(never)
  private mutating func bump() -> Float {
    let past = along
    along += alongStep
    var climb: Float = 0
    if joint > 0, abs(along) < jointReach,
      (past / joint).rounded(.down) != (along / joint).rounded(.down)
    {
      // A step is climbed within one time step, by half its height.
      climb += jointHeight / tickSeconds * 0.5
    }
    let way = abs(along - hump)
    if way < RoadSurface.humpLength / 2 {
      let angle = 2 * Double.pi * (along - hump) / RoadSurface.humpLength
      let rise = -Double.pi * RoadSurface.humpHeight / RoadSurface.humpLength * sin(angle)
      climb += Float(rise) * speed * (alongStep < 0 ? -1 : 1)
    }
    return climb
  }

  /// The texture index of a step: a hash.
  @inline(__always)
  private static func shuffled(_ number: Int64) -> Int {
    var hash = UInt32(truncatingIfNeeded: number) &* 0x9E37_79B1
    hash = (hash ^ (hash &>> 15)) &* 0x85EB_CA6B
    hash ^= hash &>> 13
    return Int(hash & UInt32(RoadSurface.textures - 1))
  }
}

/// A second-order Butterworth low-pass: the anti-aliasing filter of an inertial sensor.
struct RideLowPass: Sendable {
  struct Memory: Sendable {
    fileprivate var first = SIMD8<Float>(), second = SIMD8<Float>()
  }

  private let gain, back, further: Float

  init(hertz: Double, tickSeconds: Double) {
    // The bilinear transform needs a corner below half the step rate.
    let warped = tan(.pi * min(hertz, 0.45 / tickSeconds) * tickSeconds)
    let whole = 1 + 2.0.squareRoot() * warped + warped * warped
    gain = Float(warped * warped / whole)
    back = Float(2 * (warped * warped - 1) / whole)
    further = Float((1 - 2.0.squareRoot() * warped + warped * warped) / whole)
  }

  @inline(__always)
  func pass(_ value: SIMD8<Float>, _ memory: inout Memory) -> SIMD8<Float> {
    let scaled = value * gain
    let result = scaled + memory.first
    memory.first = scaled + scaled - result * back + memory.second
    memory.second = scaled - result * further
    return result
  }
}

extension SIMD4<Float> {
  /// The steering in the carrier's axes: pull to the right, heading and yaw rate.
  fileprivate init(_ turn: RideSteering.SteeringState) {
    self.init(Float(-turn.pull), Float(turn.heading), Float(turn.rate), 0)
  }
}
