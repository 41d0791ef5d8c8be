import Geometry
import Glibc
public import Kernel
public import Observations
public import Truth

/// Converts decibels to a power ratio: 10 to the power of a tenth.
@inline(__always)
func gnssPower(tenth decibels: Double) -> Double { exp(decibels * 0.230_258_509_299_404_57) }

/// The receiver state of one epoch, common to all satellites.
struct GNSSMoment {
  var time: SimTime
  /// In s since the scenario's start.
  var now: Double
  /// Antenna position and velocity, in the local frame and in ECEF, in m and m/s.
  var place: Vec3
  var ecef: Vec3
  var velocity: Vec3
  var ecefVelocity: Vec3
  var hold: GNSSHold
  var interior: (GNSSInterior, GNSSInterior.Storey, Int)?
  /// Receiver clock bias and drift, in m and m/s.
  var clock: Double
  var clockRate: Double
}

/// The geometric line of sight to a satellite.
struct GNSSLine {
  var range: Double
  var rate: Double
  /// Satellite clock bias and drift, in m and m/s.
  var clock: Double
  var clockRate: Double
  /// The unit vector to the satellite: east, north, up.
  var direction: Vec3
}

extension GNSSReceiver {
  /// Measures at a pose, into an epoch whose list of measurements is reused.
  public mutating func sense(_ pose: Pose, at time: SimTime, into epoch: inout GNSSEpoch) {
    let now = time.seconds
    let elapsed = wake(at: now)
    let moment = moment(pose, at: time)
    epoch.time = time
    epoch.measurements.removeAll(keepingCapacity: true)
    let light = GNSSSignal.speedOfLight
    let reported = surroundings.sky.start.secondsOfWeek + now + moment.clock / light
    let weeks = (reported / 604_800).rounded(.down)
    epoch.gpsWeek = surroundings.sky.start.week + Int(weeks)
    epoch.secondsOfWeek = reported - weeks * 604_800
    epoch.clockDiscontinuityCount = discontinuities
    // A position limit, for any file contents.
    guard moment.place.squaredLength < 1e14 else { return }
    if parameters.multipath, parameters.buildings, moment.interior == nil {
      facades.move(
        in: surroundings.city, to: moment.place, reach: parameters.reachMetres)
      if parameters.roughFacades { rough.move(in: surroundings.city, facades, to: moment.place) }
    }
    // A street is where there are buildings.
    if parameters.vehicles, parameters.multipath, moment.interior == nil, !facades.groups.isEmpty {
      vehicles.look(pose, seed: surroundings.seed, at: now)
    } else {
      vehicles = GNSSVehicles()
    }
    let rule = GNSSEchoRule(
      reach: parameters.reachMetres,
      share: gnssPower(tenth: -parameters.facadeRoughnessDecibels), bends: parameters.diffraction)
    var budget = searchBudget(elapsed)
    let minimum = sin(parameters.maskRadians)
    for number in channels.indices where isReceived[number] {
      if channels[number].hidden.contains(now) { continue }
      guard let line = line(to: number, moment), line.direction.z > minimum else {
        channels[number].lose(at: now)
        hide(number, at: now, minimum: minimum, moment)
        continue
      }
      let answer = receive(number, line, moment, rule)
      let strength = strength(number, line, answer.power)
      guard follow(number, strength: strength, at: now, elapsed: elapsed, budget: &budget)
      else { continue }
      epoch.measurements.append(measure(number, line, answer, strength, moment, elapsed))
    }
  }

  /// Skips a satellite as long as it can't have risen.
  private mutating func hide(
    _ number: Int, at now: Double, minimum: Double, _ moment: GNSSMoment
  ) {
    guard let line = line(to: number, moment), line.direction.z < minimum else { return }
    // Seen from the ground, no satellite rises faster than 0.3 mrad/s.
    channels[number].hidden = now..<now + (minimum - line.direction.z) / 3.5e-4
  }

  private mutating func moment(_ pose: Pose, at time: SimTime) -> GNSSMoment {
    let now = time.seconds
    let place = pose.position + Vec3(0, 0, pose.placement.heightMetres)
    let frame = surroundings.frame
    let light = GNSSSignal.speedOfLight
    var clock = clock.state(at: now)
    if parameters.clockStepSeconds > 0 {
      let steps = (clock.bias / parameters.clockStepSeconds).rounded()
      if steps != clockSteps {
        if lastTime != nil, steps != clockSteps { discontinuities += 1 }
        clockSteps = steps
        for number in channels.indices { channels[number].isCarrierFresh = true }
      }
      clock.bias -= steps * parameters.clockStepSeconds
    }
    return GNSSMoment(
      time: time, now: now, place: place, ecef: frame.ecef(of: place), velocity: pose.velocity,
      ecefVelocity: frame.ecef(ofVector: pose.velocity), hold: GNSSHold(pose),
      interior: parameters.buildings
        ? surroundings.interior(level: pose.level, at: pose.position.xy) : nil,
      clock: clock.bias * light, clockRate: clock.drift * light)
  }

  /// The line of sight by which a satellite's signal arrives now; nil without the satellite.
  @inline(__always)
  private func line(to number: Int, _ moment: GNSSMoment) -> GNSSLine? {
    let light = GNSSSignal.speedOfLight
    let mean = 0.075
    let tracks = surroundings.sky.tracks
    guard let near = tracks[number].state(at: moment.now - mean) else { return nil }
    var flight = near.positionMetres.distance(to: moment.ecef) / light
    let sent = flight
    guard let state = tracks[number].state(at: moment.now - sent) else { return nil }
    // Sagnac effect: the Earth's rotation during the signal's travel.
    var satellite = state.positionMetres
    for _ in 0..<2 {
      let left = state.positionMetres + state.velocityMetresPerSecond * (sent - flight)
      let angle = KeplerEphemeris.earthRate * flight
      let cosine = 1 - angle * angle / 2
      satellite = Vec3(
        left.x * cosine + left.y * angle, left.y * cosine - left.x * angle, left.z)
      flight = satellite.distance(to: moment.ecef) / light
    }
    let way = satellite - moment.ecef
    let range = way.length
    let direction = way / range
    let angle = KeplerEphemeris.earthRate * flight
    let own = state.velocityMetresPerSecond
    let velocity = Vec3(own.x + own.y * angle, own.y - own.x * angle, own.z)
    let turning = Vec3(satellite.y, -satellite.x, 0) * KeplerEphemeris.earthRate
    let plain = direction.dot(velocity - moment.ecefVelocity)
    let rate = plain / (1 - direction.dot(turning - velocity) / light)
    return GNSSLine(
      range: range, rate: rate,
      clock: light * (state.clockSeconds + state.clockDriftSecondsPerSecond * (sent - flight)),
      clockRate: light * state.clockDriftSecondsPerSecond,
      direction: surroundings.frame.enu(ofVector: direction))
  }

  /// C/N0 of a signal with a relative power, in dB-Hz.
  @inline(__always)
  private func strength(_ number: Int, _ line: GNSSLine, _ power: Double) -> Double {
    guard power > 1e-7 else { return -100 }
    return openSky(number, line) + 4.342_944_819_032_518 * log(power)
  }

  /// C/N0 under an open sky without reflectors, in dB-Hz.
  @inline(__always)
  func openSky(_ number: Int, _ line: GNSSLine) -> Double {
    let low = max(0, 1 - line.direction.z)
    let share = low * (traits.isSquare ? low : low.squareRoot())
    return traits.zenith - traits.drop * share + strengths[number]
  }
}
