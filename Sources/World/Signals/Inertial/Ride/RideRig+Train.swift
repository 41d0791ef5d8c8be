import Glibc
import Kernel
import Truth

extension RideRig {
  /// Draws the rig of a railway carriage.
  ///
  /// The body stands on its bogies by the secondary suspension, with a bounce at 1 to 1.4 Hz and slower sway
  /// and roll; the bogies stand on their axles by the primary one, at 5 to 8 Hz (Iwnicki, Handbook of
  /// Railway Vehicle Dynamics, from memory). The result is as smooth as known for passengers: 0.01 to
  /// 0.03 g.
  static func carriage(
    _ placement: Placement, _ parameters: RideParameters,
    vehicle: RandomStream, holder: RandomStream
  ) -> RideRig {
    var (car, seat) = (vehicle, holder)
    var rig = RideRig()
    let body = SIMD4(
      car.uniform(in: 1.0...1.4), car.uniform(in: 1.1...1.6), car.uniform(in: 0.6...0.9),
      car.uniform(in: 0.5...0.9))
    let bogie = SIMD4(
      car.uniform(in: 5...8), car.uniform(in: 6...9), car.uniform(in: 5...8),
      car.uniform(in: 4...7))
    let damping = SIMD4(
      car.uniform(in: 0.15...0.25), 0.2, car.uniform(in: 0.2...0.3), car.uniform(in: 0.2...0.3))
    // A carriage of 30 to 40 t on two bogies of 3 t without their wheels and axles.
    rig.suspend(body: body, damping: damping, wheel: bogie, ratio: SIMD4(5, 5, 4, 5))
    let strength = Float(exp(0.2 * car.gaussian()))
    // Two axles, two bogies: they average the input (estimates).
    rig.input = Lanes(0.7, 0.6, 0.45, 0.7) * strength
    // An axle's knock moves a bogie up, and at a switch sideways too.
    rig.knock = Lanes(1, 0.7, 0.3, 0.6)
    // Bogies are 17 to 19 m apart, the rails 1.5 m.
    rig.toPitch = 0.11
    rig.toRoll = 0.35
    // The ends of the carriage sway one after the other.
    rig.yawByRoll = 0.2
    rig.smoothing = RoadSurface.railWavenumber
    rig.stance.dive = 0.001
    // The lean by cant, less a tenth for the body that leans out on its springs (estimates).
    rig.stance.cant = parameters.cant ? RideStance.cantShare - 0.1 : 0
    rig.setTraction(parameters, &car)
    rig.setHolder(placement, length: -4...4, &seat)
    // A long body pitches about its middle, with little forward motion.
    rig.fromPitch.y *= 0.3
    if !parameters.lean { rig.stance = RideStance() }
    if !parameters.roughness { rig.input = Lanes() }
    if !parameters.hum { (rig.broadband, rig.steadyHum, rig.engine) = (Lanes(), Lanes(), Lanes()) }
    return rig
  }

  /// Motors, gears, rolling wheels and air conditioning: a tenth of a bus's (estimates).
  private mutating func setTraction(_ parameters: RideParameters, _ car: inout RandomStream) {
    let strength = Float(car.uniform(in: 0.005...0.03))
    // A gear's first orders, aliased into the phone's sample rate.
    hertzPerSpeed = car.uniform(in: 0.8...1.6)
    idleHertz = car.uniform(in: 24...28)
    idles = false
    engine = Lanes(0.5, 0.4, 1, 0) * strength
    let loud = Float(exp(0.25 * car.gaussian()))
    broadband = Lanes(0.025, 0.025, 0.04, 0) * loud
    steadyHum = Lanes(0.006, 0.006, 0.008, 0)
  }
}
