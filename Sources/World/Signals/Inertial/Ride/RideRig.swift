import Glibc
import Kernel
import Truth

/// What a phone rides on: suspension, engine, and what holds the phone.
///
/// Four ways of moving are told in the four lanes: up, pitching, rolling, sideways; each is a
/// quarter of a car, a sprung body over an unsprung wheel.
struct RideRig: Sendable {
  typealias Lanes = SIMD4<Float>

  /// The body's stiffness over its mass, in 1/s², and its damping, in 1/s.
  var bodyStiffness = Lanes(), bodyDamping = Lanes()
  /// The tyre's stiffness over the wheel's mass; the body's mass over the wheel's.
  var tyreStiffness = Lanes(), massRatio = Lanes()
  /// How much of the road's slope each lane takes.
  var input = Lanes()
  /// What a joint or a hump moves, which both wheels of an axle climb at once.
  var knock = Lanes(1, 0.7, 0, 0)
  /// Beyond which wavenumber, in rad/m, wheels find it smooth; 0 for what a tyre evens out alone.
  var smoothing = 0.0
  /// How far the phone feels the wheel itself instead of the body: a handlebar does.
  var unsprung: Float = 0
  /// What each lane moves right, forward and up.
  var fromHeave = Lanes(), fromPitch = Lanes(), fromRoll = Lanes(), fromSide = Lanes()
  /// From speed of the lanes to the rate about the axes right and forward.
  var toPitch: Float = 0, toRoll: Float = 0
  /// From speed of the sideways lane, its body's and its wheels', to the rates about forward and up;
  /// from the rate about forward to that about up.
  var rollBySide: Float = 0, yawByWheels: Float = 0, yawByRoll: Float = 0
  /// How it leans.
  var stance = RideStance()
  /// How it is steered.
  var steering = RideSteering()
  /// Broadband shaking at 17 m/s and what doesn't depend on speed, in m/s² right, forward, up.
  var broadband = Lanes(), steadyHum = Lanes()
  /// What holds the phone: natural frequencies in Hz and the damping ratio.
  private var holdHertz = SIMD4<Double>(repeating: 20), holdRatio = 0.3
  /// The same as a symplectic step wants it, in 1/s.
  var holdFrequency = Lanes(), holdDamping = Lanes()
  /// From movement in the holder, in m, to turning about right, forward and up, in rad.
  var holdTurn = Lanes()
  /// How hard doors and brakes of a lift knock, in m/s²; how much loose things rattle.
  var thump: Float = 0, rattle: Float = 0
  /// The engine: right, forward, up in m/s²; idle and driving, in Hz; nothing when it stands still.
  var engine = Lanes()
  var idleHertz = 0.0, hertzPerSpeed = 0.0
  var idles = false

  /// Nothing rides.
  init() {}

  /// Sets a body's and a wheel's natural frequencies, in Hz, and the body's damping ratio.
  mutating func suspend(
    body: SIMD4<Double>, damping: SIMD4<Double>, wheel: SIMD4<Double>, ratio: SIMD4<Double>
  ) {
    let (low, high) = (body * 2 * .pi, wheel * 2 * .pi)
    bodyStiffness = Lanes(low * low)
    bodyDamping = Lanes(2 * damping * low)
    massRatio = Lanes(ratio)
    tyreStiffness = Lanes(high * high - ratio * low * low)
  }

  /// Sets what holds the phone: natural frequencies right, forward and up, in Hz, and damping ratio.
  mutating func hold(_ hertz: SIMD4<Double>, damping: Double) {
    holdHertz = hertz
    holdRatio = damping
  }

  /// Makes it ready for steps of a length.
  mutating func settle(_ clock: RideClock) {
    // A symplectic step runs fast; this makes it run true. Faster holders than a step can follow
    // are slowed down, to where the sensors' filter has them anyway: at a quarter of the steps' rate
    // it is stable for damping ratios below 0.3 (ω² dt² < 4 - 2 c dt).
    let step = clock.tickSeconds
    for lane in 0..<4 {
      let limited = min(holdHertz[lane], 0.25 / step)
      holdFrequency[lane] = Float(2 / step * sin(.pi * limited * step))
      let ratio = limited * step > 0.15 ? min(holdRatio, 0.25) : holdRatio
      holdDamping[lane] = Float(2 * ratio * 2 * .pi * limited)
    }
  }
}

/// How a vehicle leans by what the trajectory does.
struct RideStance: Sendable {
  /// Nose up and to the side, in rad for each m/s² of acceleration.
  var dive = 0.0, roll = 0.0
  /// Whether it leans into corners as a bicycle does.
  var leansIn = false
  /// What share of the pull in a bend is taken up by leaning into it, on canted rails.
  var cant = 0.0

  /// The share of a bend's pull that cant takes up: 92 mm of 1 m/s², where trains go as fast as bends
  /// are laid out for (EN 13803 allows 160 mm of cant, from memory).
  static let cantShare = 0.6
}

extension RideRig {
  /// Draws the rig of a car or a bus.
  ///
  /// - Parameters:
  ///   - doing: What its rider does.
  ///   - placement: Where the phone is.
  ///   - parameters: How rides are.
  ///   - vehicle: Draws that all in one vehicle share.
  ///   - holder: Draws of this phone's own.
  /// - Returns: The rig.
  static func motorised(
    _ doing: Doing, _ placement: Placement, _ parameters: RideParameters,
    vehicle: RandomStream, holder: RandomStream
  ) -> RideRig {
    var (car, seat) = (vehicle, holder)
    var rig = RideRig()
    let isBus = doing == .bus
    let overWheel = isBus && seat.happens(withProbability: parameters.wheelWellShare)
    // 1.2 to 1.5 Hz and 10 to 12 Hz (domain tables of vehicle dynamics, from memory); sideways a
    // body rocks on its tyres and bushes at 5 to 7 Hz, which the comma2k19 car shows.
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
    // Rocking on tyres turns it too, and its axis of rolling lies lower in front: as the comma2k19
    // car has it.
    rig.rollBySide = 0.9
    rig.yawByWheels = 0.12
    rig.yawByRoll = 0.1
    // 2 to 3° of dive and 4 to 5° of roll for 1 g of a car's (from memory); buses lean more.
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
    // 2 to 10 mg on the dash (an estimate); a diesel bus shakes more.
    let strength = electric ? 0 : car.uniform(in: 0.02...0.1) * (isBus ? 2 : 1)
    // Four cylinders at 720 to 840 rpm fire 24 to 28 times a second; six at 600 rpm thirty times.
    idleHertz = isBus ? car.uniform(in: 28...32) : car.uniform(in: 24...28)
    // Driving, the first order of 1500 to 2300 rpm is left in what a phone samples.
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

  /// How the phone is held, and how much of each movement reaches it.
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
      // A bracket rings at 11 to 15 Hz along the car and at 40 to 50 Hz, a phone lying on
      // the dash only at the latter; comma2k19's device, stuck to the windscreen, shows both.
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
      // Loose in its cup, it jumps on the stronger knocks (an estimate).
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
      // A seated body resonates at 4 to 6 Hz and passes half above 8 Hz (ISO 2631 and the like,
      // from memory).
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
    // A rider sits at 3 to 4 Hz on tyres at 15 to 20 Hz (estimates).
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
    // Escalators hum at 0.01 g (an estimate), lifts at half of it, sideways by their rails.
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
