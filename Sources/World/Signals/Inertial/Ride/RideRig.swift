import Glibc
import Kernel
import Truth

/// The vehicle under a phone: suspension (quarter-car models), engine, and the phone's holder.
///
/// The four lanes are heave, pitch, roll and sway; each is a quarter car, a sprung body over an unsprung
/// wheel.
struct RideRig: Sendable {
  typealias Lanes = SIMD4<Float>

  /// The body's stiffness over its mass, in 1/s², and its damping, in 1/s.
  var bodyStiffness = Lanes(), bodyDamping = Lanes()
  /// The tyre's stiffness over the wheel's mass; the body's mass over the wheel's.
  var tyreStiffness = Lanes(), massRatio = Lanes()
  /// The fraction of the road's slope in each lane.
  var input = Lanes()
  /// The lanes moved by a joint or a hump, which both wheels of an axle climb at once.
  var knock = Lanes(1, 0.7, 0, 0)
  /// The wavenumber, in rad/m, above which the input is smoothed; 0 for the tyre's smoothing alone.
  var smoothing = 0.0
  /// The fraction of wheel motion in place of body motion at the phone, as on a handlebar.
  var unsprung: Float = 0
  /// The motion right, forward and up of each lane.
  var fromHeave = Lanes(), fromPitch = Lanes(), fromRoll = Lanes(), fromSide = Lanes()
  /// From lane speed to the rates about the axes right and forward.
  var toPitch: Float = 0, toRoll: Float = 0
  /// From sway speed of body and wheels to the rates about forward and up; from roll rate to yaw rate.
  var rollBySide: Float = 0, yawByWheels: Float = 0, yawByRoll: Float = 0
  var stance = RideStance()
  var steering = RideSteering()
  /// Broadband vibration at 17 m/s, and that independent of speed, in m/s² right, forward, up.
  var broadband = Lanes(), steadyHum = Lanes()
  /// The holder: natural frequencies in Hz and damping ratio.
  private var holdHertz = SIMD4<Double>(repeating: 20), holdRatio = 0.3
  /// The holder's frequency and damping for a symplectic step, in 1/s.
  var holdFrequency = Lanes(), holdDamping = Lanes()
  /// From displacement in the holder, in m, to rotation about right, forward and up, in rad.
  var holdTurn = Lanes()
  /// Impacts of a lift's doors and brakes, in m/s²; rattle of loose objects.
  var thump: Float = 0, rattle: Float = 0
  /// Engine vibration right, forward, up in m/s²; idle frequency in Hz, and Hz per m/s.
  var engine = Lanes()
  var idleHertz = 0.0, hertzPerSpeed = 0.0
  var idles = false

  init() {}

  /// Sets the natural frequencies of body and wheel, in Hz, and the body's damping ratio.
  mutating func suspend(
    body: SIMD4<Double>, damping: SIMD4<Double>, wheel: SIMD4<Double>, ratio: SIMD4<Double>
  ) {
    let (low, high) = (body * 2 * .pi, wheel * 2 * .pi)
    bodyStiffness = Lanes(low * low)
    bodyDamping = Lanes(2 * damping * low)
    massRatio = Lanes(ratio)
    tyreStiffness = Lanes(high * high - ratio * low * low)
  }

  /// Sets the holder's natural frequencies right, forward and up, in Hz, and its damping ratio.
  mutating func hold(_ hertz: SIMD4<Double>, damping: Double) {
    holdHertz = hertz
    holdRatio = damping
  }

  /// Prepares the rig for a step length.
  mutating func settle(_ clock: RideClock) {
    // A symplectic step runs fast; this corrects it. Holders too fast for the step are limited to a
    // quarter of the step rate, which the sensors' filter attenuates anyway: there it is stable for
    // damping ratios below 0.3 (ω² dt² < 4 - 2 c dt).
    let step = clock.tickSeconds
    for lane in 0..<4 {
      let limited = min(holdHertz[lane], 0.25 / step)
      holdFrequency[lane] = Float(2 / step * sin(.pi * limited * step))
      let ratio = limited * step > 0.15 ? min(holdRatio, 0.25) : holdRatio
      holdDamping[lane] = Float(2 * ratio * 2 * .pi * limited)
    }
  }
}

/// A vehicle's lean by the trajectory's acceleration.
struct RideStance: Sendable {
  /// Pitch up and roll, in rad per m/s² of acceleration.
  var dive = 0.0, roll = 0.0
  /// True if it leans into corners, as a bicycle does.
  var leansIn = false
  /// The fraction of the lateral acceleration in a bend that canted rails compensate.
  var cant = 0.0

  /// The compensation by cant: 92 mm for 1 m/s², at the design speed of bends.
  ///
  /// EN 13803 allows 160 mm of cant, from memory.
  static let cantShare = 0.6
}

extension RideRig {
  /// Draws the rig of a car or a bus.
  ///
  /// The streams are those of the vehicle and of this phone.
  static func motorised(
    _ doing: Doing, _ placement: Placement, _ parameters: RideParameters,
    vehicle: RandomStream, holder: RandomStream
  ) -> RideRig {
    var (car, seat) = (vehicle, holder)
    var rig = RideRig()
    let isBus = doing == .bus
    let overWheel = isBus && seat.happens(withProbability: parameters.wheelWellShare)
    // 1.2 to 1.5 Hz and 10 to 12 Hz (tables of vehicle dynamics, from memory); sideways a body rocks on
    // its tyres and bushes at 5 to 7 Hz, as in the comma2k19 car.
    let body = SIMD4(
      isBus ? car.uniform(in: 1.2...1.7) : car.uniform(in: 1.2...1.6), car.uniform(in: 1.5...2.0),
      car.uniform(in: 1.6...2.2), car.uniform(in: 5.0...7.0))
    let wheel = SIMD4(
      car.uniform(in: 10.5...13), car.uniform(in: 10.5...14), car.uniform(in: 10...13),
      car.uniform(in: 12...15))
    let damping =
      isBus ? SIMD4(0.14, 0.2, 0.18, 0.15) : SIMD4(car.uniform(in: 0.22...0.35), 0.3, 0.25, 0.12)
    rig.suspend(body: body, damping: damping, wheel: wheel, ratio: SIMD4(5, 5, 4, 2))
    let strength = Float(exp(0.2 * car.gaussian()))
    rig.input = Lanes(1, 0.8, 0.75, 0.05) * strength * (overWheel ? 1.8 : 1)
    rig.toPitch = isBus ? 0.5 : 0.85
    rig.toRoll = 0.45
    // Rocking on tyres also causes roll, and the roll axis is lower in front, as in the comma2k19 car.
    rig.rollBySide = 0.9
    rig.yawByWheels = 0.12
    rig.yawByRoll = 0.1
    // 2 to 3° of dive and 4 to 5° of roll for 1 g in a car (from memory); buses lean more.
    rig.stance.dive = (isBus ? 0.006 : car.uniform(in: 0.003...0.006))
    rig.stance.roll = (isBus ? 0.010 : car.uniform(in: 0.006...0.009))
    rig.setEngine(isBus: isBus, parameters, &car)
    rig.setHolder(placement, length: isBus ? -2.5...2.5 : 0.2...0.9, &seat)
    if parameters.steering {
      rig.steering = RideSteering(vehicle.at(index: 1), share: isBus ? 0.8 : 1)
    }
    if !parameters.lean { rig.stance = RideStance() }
    if !parameters.roughness { rig.input = Lanes() }
    if !parameters.hum { (rig.broadband, rig.steadyHum, rig.engine) = (Lanes(), Lanes(), Lanes()) }
    return rig
  }

  private mutating func setEngine(
    isBus: Bool, _ parameters: RideParameters, _ car: inout RandomStream
  ) {
    let electric = car.happens(withProbability: parameters.electricShare)
    // 2 to 10 mg on the dash (an estimate); a diesel bus vibrates more.
    let strength = electric ? 0 : car.uniform(in: 0.02...0.1) * (isBus ? 2 : 1)
    // Four cylinders at 720 to 840 rpm fire 24 to 28 times per second; six at 600 rpm thirty times.
    idleHertz = isBus ? car.uniform(in: 28...32) : car.uniform(in: 24...28)
    // While driving, the first order of 1500 to 2300 rpm is aliased into the phone's sample rate.
    hertzPerSpeed = car.uniform(in: 0.5...1)
    idles = isBus || !car.happens(withProbability: 0.4)
    engine =
      Lanes(
        Float(car.uniform(in: -1...1)), Float(car.uniform(in: -1...1)),
        Float(car.uniform(in: 0.5...1)), 0) * Float(strength)
    let loud = Float(exp(0.25 * car.gaussian()))
    broadband = Lanes(0.09, 0.22, 0.12, 0) * loud
    steadyHum = Lanes(0.01, 0.01, 0.01, 0)
  }

  /// Sets the holder of a placement, and the coupling of each lane to the phone.
  mutating func setHolder(
    _ placement: Placement, length: ClosedRange<Double>, _ seat: inout RandomStream
  ) {
    let ahead = Float(seat.uniform(in: length))
    fromHeave = Lanes(0, 0, 1, 0)
    fromPitch = Lanes(0, 0.3, 0.25 * ahead, 0)
    fromRoll = Lanes(0.35, 0, 0.15, 0)
    fromSide = Lanes(1, 0, 0, 0)
    switch placement {
    case .dash, .mount, .table, .roof:
      // A bracket resonates at 11 to 15 Hz along the car and at 40 to 50 Hz, a phone lying on the dash
      // only at the latter; comma2k19's device, stuck to the windscreen, shows both.
      fromHeave = Lanes(0.1, 0.13, 0.85, 0)
      fromPitch.y = 0.5
      fromRoll.x = 0.5
      let low = placement == .mount ? 18.0...40.0 : 35.0...50.0
      hold(
        SIMD4(seat.uniform(in: 25...45), seat.uniform(in: low), seat.uniform(in: 30...48), 40),
        damping: seat.uniform(in: 0.08...0.2))
      holdTurn = Lanes(8, 3.5, 1.5, 0)
    case .cupHolder:
      hold(
        SIMD4(seat.uniform(in: 10...20), seat.uniform(in: 10...20), seat.uniform(in: 20...40), 20),
        damping: 0.2)
      holdTurn = Lanes(6, 6, 1, 0)
      broadband *= 0.8
      // Loose in its cup, it jumps on stronger knocks (an estimate).
      rattle = Float(seat.uniform(in: 0.3...1.5))
    case .handTexting, .handSwinging:
      hold(SIMD4(2.5, 2.5, seat.uniform(in: 2.5...3.5), 3), damping: 0.45)
      holdTurn = Lanes(1.5, 1.5, 0.5, 0)
      broadband *= 0.2
      engine *= 0.15
    case .bag:
      hold(SIMD4(8, 8, seat.uniform(in: 8...12), 8), damping: 0.4)
      holdTurn = Lanes(1, 1, 1, 0)
      broadband *= 0.4
      engine *= 0.3
    case .waist, .frontPocket, .backPocket, .upperArm:
      // A seated body resonates at 4 to 6 Hz and passes half above 8 Hz (ISO 2631 and the like, from
      // memory).
      hold(
        SIMD4(seat.uniform(in: 2...4), seat.uniform(in: 3...5), seat.uniform(in: 4...6), 4),
        damping: 0.4)
      holdTurn = Lanes(0.7, 0.7, 0.3, 0)
      broadband *= 0.3
      engine *= 0.2
    }
  }

  /// Draws the rig of a bicycle.
  static func bicycle(
    _ placement: Placement, _ parameters: RideParameters, holder: RandomStream
  ) -> RideRig {
    var draws = holder
    var rig = RideRig()
    rig.stance.leansIn = parameters.lean
    // A rider at 3 to 4 Hz on tyres at 15 to 20 Hz (estimates).
    rig.suspend(
      body: SIMD4(draws.uniform(in: 2.8...4), 3, 2, 3), damping: SIMD4(0.35, 0.35, 0.4, 0.4),
      wheel: SIMD4(draws.uniform(in: 14...20), 16, 12, 14), ratio: SIMD4(5, 4, 4, 3))
    rig.input = Lanes(0.75, 0.6, 0.2, 0.25) * Float(exp(0.25 * draws.gaussian()))
    rig.fromHeave = Lanes(0, 0.15, 1, 0)
    rig.fromPitch = Lanes(0, 0.5, 0.4, 0)
    rig.fromRoll = Lanes(0.3, 0, 0, 0)
    rig.fromSide = Lanes(1, 0, 0, 0)
    rig.toPitch = 0.6
    rig.toRoll = 0.4
    rig.broadband = Lanes(0.3, 0.4, 0.5, 0)
    if placement.isOnBody {
      rig.hold(SIMD4(6, 6, 8, 6), damping: 0.4)
      rig.holdTurn = Lanes(1, 1, 0.5, 0)
      rig.broadband *= 0.25
    } else {
      rig.unsprung = 1
      rig.hold(SIMD4(30, 30, draws.uniform(in: 25...45), 30), damping: 0.12)
      rig.holdTurn = Lanes(6, 4, 2, 0)
    }
    if !parameters.roughness { rig.input = Lanes() }
    if !parameters.hum { rig.broadband = Lanes() }
    return rig
  }

  /// Draws the rig of a lift's or an escalator's floor.
  static func platform(
    _ doing: Doing, _ placement: Placement, _ parameters: RideParameters, holder: RandomStream
  ) -> RideRig {
    var draws = holder
    var rig = RideRig()
    guard parameters.hum else { return rig }
    // Escalators vibrate at 0.01 g (an estimate), lifts at half of it, sideways by their rails.
    let strength = Float(draws.uniform(in: 0.6...1.4)) * (doing == .belt ? 0.16 : 0.08)
    rig.steadyHum = Lanes(0.5, 0.5, 1, 0) * strength
    // Doors and brakes of a lift: 0.02 to 0.05 g for 0.2 s (an estimate).
    rig.thump = doing == .lift ? Float(draws.uniform(in: 0.5...1.5)) : 0
    rig.idleHertz = draws.uniform(in: 10...24)
    rig.idles = true
    rig.engine = Lanes(0.2, 0.2, 0.6, 0) * strength
    rig.hold(SIMD4(5, 5, draws.uniform(in: 5...8), 5), damping: 0.5)
    rig.holdTurn = Lanes(0.5, 0.5, 0.2, 0)
    return rig
  }
}
