import Geometry
import Glibc

extension GNSSReceiver {
  /// Collects the direct path and the echoes of a satellite, and computes the delay loop's response.
  mutating func receive(
    _ number: Int, _ line: GNSSLine, _ moment: GNSSMoment, _ rule: GNSSEchoRule
  ) -> GNSSCorrelator.LoopResponse {
    let signal = surroundings.signals[number]
    let direction = line.direction
    let flat = max(0, 1 - direction.z * direction.z).squareRoot()
    arrivals.removeAll(keepingCapacity: true)
    channels[number].blockers.restart()
    var direct = direct(number, signal, direction, flat, moment)
    if !vehicles.isEmpty { direct.loss += vehicles.loss(direction) }
    let gain = gain(direction, moment.hold)
    if direct.loss < 45 {
      arrivals.append(
        GNSSArrival(
          amplitude: amplitude(gain - direct.loss), delay: direct.extra, phase: 0,
          wavelength: signal.wavelength, fringe: 0))
    }
    if parameters.multipath, moment.interior == nil {
      addEchoes(number, signal, direction, flat, moment, rule)
      if parameters.roughFacades, direct.loss > 8 { addRough(number, line, signal, moment) }
      if !vehicles.isEmpty, direct.loss < 10 {
        addVehicle(vehicles.sides.0, line, signal, moment)
        addVehicle(vehicles.sides.1, line, signal, moment)
      }
      if direct.loss < 10 { addGround(signal, direction, gain - direct.loss, moment) }
    }
    guard !arrivals.isEmpty else { return GNSSCorrelator.LoopResponse() }
    var answer = arrivals.withUnsafeBufferPointer { correlators[number].answer($0) }
    answer.fringe *= corner * signal.wavelength / (2 * .pi)
    if parameters.scatter { scatter(number, line, direct.loss, moment, into: &answer) }
    return answer
  }

  @inline(__always)
  private func amplitude(_ decibels: Double) -> Double { exp(decibels * 0.115_129_254_649_702_3) }

  /// The gain of antenna and body in a direction, in dB.
  @inline(__always)
  private func gain(_ direction: Vec3, _ hold: GNSSHold) -> Double {
    var gain = 0.0
    if parameters.antenna { gain += antenna.gain(hold.turned(direction)) }
    if parameters.body { gain -= hold.loss(direction) }
    return gain
  }

  /// The direct path: through the surrounding building, and past the others.
  private mutating func direct(
    _ number: Int, _ signal: GNSSSignal, _ direction: Vec3, _ flat: Double, _ moment: GNSSMoment
  ) -> GNSSDirectPath {
    guard parameters.buildings else { return GNSSDirectPath() }
    var ray = GNSSRay(from: moment.place, along: direction)
    guard let (interior, storey, building) = moment.interior else {
      return surroundings.city.directPath(
        ray, cosine: flat, wavelength: signal.wavelength, bends: parameters.diffraction,
        remembering: &channels[number].blockers)
    }
    let inside = interior.loss(ray, from: storey, hits: &hits)
    guard inside.decibels < 45 else {
      return GNSSDirectPath(loss: GNSSCity.opaque, isFree: false)
    }
    ray.origin += Vec3(ray.direction * inside.way, ray.slope * inside.way)
    var beyond = surroundings.city.directPath(
      ray, cosine: flat, wavelength: signal.wavelength, bends: parameters.diffraction,
      skipping: Int32(truncatingIfNeeded: building), remembering: &channels[number].blockers)
    beyond.loss += inside.decibels
    return beyond
  }

  private mutating func addEchoes(
    _ number: Int, _ signal: GNSSSignal, _ direction: Vec3, _ flat: Double,
    _ moment: GNSSMoment, _ rule: GNSSEchoRule
  ) {
    guard parameters.buildings else { return }
    facades.echoes(
      surroundings, receiver: moment.place, satellite: direction, flat: flat,
      wavelength: signal.wavelength, rule: rule, remembering: &channels[number].blockers,
      into: &echoes)
    for echo in echoes {
      let gain = gain(echo.arrival, moment.hold)
      let rate = 2 * moment.velocity.xy.dot(echo.normal) * echo.cosine
      arrivals.append(
        GNSSArrival(
          amplitude: amplitude(gain) * echo.share.squareRoot(), delay: echo.extra, phase: 0.5,
          wavelength: signal.wavelength, fringe: 2 * .pi * rate / (signal.wavelength * corner)))
    }
  }

  /// Adds diffuse echoes of facades, which may be received when specular ones are blocked.
  private mutating func addRough(
    _ number: Int, _ line: GNSSLine, _ signal: GNSSSignal, _ moment: GNSSMoment
  ) {
    guard parameters.buildings else { return }
    let direction = line.direction
    let bound = rough.bound(from: direction)
    let others = arrivals.reduce(0) { $0 + $1.amplitude * $1.amplitude }
    // Too weak for tracking, or next to the other components.
    let minimum = floor - 6 - openSky(number, line)
    guard bound > 0.03 * others, bound + others > gnssPower(tenth: minimum) else { return }
    rough.collect(
      surroundings.city, from: direction, at: moment.place,
      remembering: &channels[number].blockers)
    for echo in rough.echoes {
      let rate = moment.velocity.dot(direction - echo.arrival)
      // The phase of an echo is a hash of satellite and facade.
      let phase = Double((number &* 31 &+ echo.facade) &* 40_503 & 0xFFFF) / 65_536
      arrivals.append(
        GNSSArrival(
          amplitude: amplitude(gain(echo.arrival, moment.hold)) * echo.share.squareRoot(),
          delay: echo.extra, phase: phase, wavelength: signal.wavelength,
          fringe: 2 * .pi * rate / (signal.wavelength * corner)))
    }
  }

  /// Adds the reflection of a vehicle's side.
  private mutating func addVehicle(
    _ side: GNSSVehicles.VehicleSide?, _ line: GNSSLine, _ signal: GNSSSignal, _ moment: GNSSMoment
  ) {
    guard let side, let extra = side.extra(line.direction) else { return }
    let normal = Vec3(-side.direction, 0)
    let arrival = line.direction - normal * (2 * line.direction.dot(normal))
    arrivals.append(
      GNSSArrival(
        amplitude: amplitude(gain(arrival, moment.hold)) * GNSSVehicles.mirrored.squareRoot(),
        delay: extra, phase: 0.5, wavelength: signal.wavelength,
        // The vehicle passes, and so does the interference pattern of its image.
        fringe: 2 * .pi / (signal.wavelength * corner)))
  }

  /// Adds the ground reflection, whose excess path is twice the height times the sine of the elevation.
  private mutating func addGround(
    _ signal: GNSSSignal, _ direction: Vec3, _ decibels: Double, _ moment: GNSSMoment
  ) {
    let height = min(3, moment.place.z)
    guard height > 0.05 else { return }
    let table = surroundings.reflections[Self.ground]
    let step = Int(direction.z * Double(GNSSMaterial.steps))
    let share = table[min(max(step, 0), GNSSMaterial.steps)]
    arrivals.append(
      GNSSArrival(
        amplitude: amplitude(decibels - traits.groundLoss) * share.squareRoot(),
        delay: 2 * height * direction.z, phase: 0.5, wavelength: signal.wavelength, fringe: 0))
  }

  /// The index of the ground's material: concrete.
  private static let ground = 4

  /// Adds the field scattered by unmapped objects; walls attenuate most of it, too.
  private func scatter(
    _ number: Int, _ line: GNSSLine, _ loss: Double, _ moment: GNSSMoment,
    into answer: inout GNSSCorrelator.LoopResponse
  ) {
    let field = surroundings.scatterers[number].field(
      at: moment.place, velocity: moment.velocity, time: moment.now, corner: corner)
    let level = amplitude(traits.scatter - openSky(number, line) - 0.7 * min(loss, 40))
    let direct = answer.power.squareRoot()
    guard direct > 1e-4 else { return }
    let real = direct + level * field.real
    let imaginary = level * field.imaginary
    let power = max(0.15 * answer.power, real * real + imaginary * imaginary)
    answer.delay += min(25, max(-25, level * field.moment * direct / power))
    answer.phase += imaginary / max(real, 0.3 * direct)
    answer.others += level * level
    answer.power = power
  }
}
