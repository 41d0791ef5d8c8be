import Geometry
import Glibc
import Kernel
import Observations

/// A simulated receiver that stands, walks or drives under an open sky.
///
/// Deliberately not the world's receiver: its measurements follow from ``SignalPath`` and a few random draws
/// alone, so that each error is known.
struct GNSSDrive {
  /// Position and velocity of the antenna, in m and m/s, east, north, up.
  struct Stand {
    var place: Vec3
    var velocity = Vec3.zero
  }

  let frame: LocalFrame
  let start: GPSTime
  let seconds: Int
  let seed: UInt64
  /// Sigma of the code at 45 dB-Hz, of lasting errors, and of rates, in m and m/s.
  var noise = 2.0
  var lasting = 0.7
  var rateNoise = 0.05
  /// Clock jump every hundred seconds, in m.
  var clockJump = 0.0
  var hasCarrier = false
  let messages: [BroadcastEphemeris]

  init(
    seed: UInt64, at start: Double = 302_400, seconds: Int = 300, latitude: Double = 47.4,
    longitude: Double = 8.5
  ) throws {
    frame = LocalFrame(
      origin: try Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: 400))
    self.start = GPSTime(week: 2300, secondsOfWeek: start)
    self.seconds = seconds
    self.seed = seed
    messages = Self.sky(self.start)
  }

  /// Circular orbits: GPS in six planes of five, GLONASS in three of eight.
  private static func sky(_ start: GPSTime) -> [BroadcastEphemeris] {
    var messages: [BroadcastEphemeris] = []
    for number in 1...30 {
      messages.append(.kepler(orbit(number, start, planes: 6, tilt: 0.96, axis: 26_559_710)))
    }
    for slot in 1...24 {
      // Position and velocity from a circular orbit, as a GLONASS message.
      let round = orbit(slot, start, planes: 3, tilt: 1.131, axis: 25_508_000)
      let state = round.satelliteState(atSecondsOfWeek: start.secondsOfWeek)
      var message = GlonassEphemeris()
      message.slot = slot
      message.frequencyChannel = CarrierFrequency.usualGlonassChannel(ofSlot: slot) ?? 0
      message.gpsWeek = start.week
      message.timeOfEphemerisSeconds = start.secondsOfWeek
      message.positionMetres = state.positionMetres
      message.velocityMetresPerSecond = state.velocityMetresPerSecond
      message.clockBiasSeconds = Double(slot) * 3e-6
      messages.append(.glonass(message))
    }
    return messages
  }

  private static func orbit(
    _ number: Int, _ start: GPSTime, planes: Int, tilt: Double, axis: Double
  ) -> KeplerEphemeris {
    var orbit = KeplerEphemeris()
    orbit.satellite = SatelliteID(.gps, number)
    orbit.gpsWeek = start.week
    orbit.timeOfEphemerisSeconds = start.secondsOfWeek
    orbit.timeOfClockSeconds = start.secondsOfWeek
    orbit.rootOfSemiMajorAxis = axis.squareRoot()
    orbit.eccentricity = 0.005
    orbit.inclinationRadians = tilt
    let plane = (number - 1) % planes
    orbit.ascendingNodeRadians = 2 * .pi * Double(plane) / Double(planes)
    orbit.meanAnomalyRadians = 2.399_963 * Double(number)
    orbit.clockBiasSeconds = Double(number) * 1e-6
    orbit.clockDriftSecondsPerSecond = 1e-11
    return orbit
  }

  /// The epochs along a path at 1 Hz, with the antenna's true positions.
  func epochs(_ way: (Double) -> Stand) -> [(epoch: GNSSEpoch, truth: Vec3)] {
    (0..<seconds).map { second in
      let stand = way(Double(second))
      return (epoch(second, stand), stand.place)
    }
  }

  private func epoch(_ second: Int, _ stand: Stand) -> GNSSEpoch {
    let light = KeplerEphemeris.speedOfLight
    var clockDraw = RandomStream(seed: seed, purpose: "clock").at(index: UInt64(second))
    let jumps = Double(second / 100) * clockJump
    let clock = 5000 + 30 * Double(second) + 0.3 * clockDraw.gaussian() + jumps
    let time = start + Double(second)
    let receiver = frame.ecef(of: stand.place)
    let velocity = frame.ecef(ofVector: stand.velocity)
    let reported = time + clock / light
    var epoch = GNSSEpoch(
      time: SimTime(seconds: Double(second)), gpsWeek: reported.week,
      secondsOfWeek: reported.secondsOfWeek, measurements: [])
    for (number, message) in messages.enumerated() {
      guard let satellite = message.satellite,
        let path = message.signalPath(to: receiver, receivedAtSecondsOfWeek: time.secondsOfWeek)
      else { continue }
      let seen = frame.azimuthElevation(of: path.satellite.positionMetres)
      guard seen.elevation > 0.18 else { continue }
      let air = Troposphere.delayMetres(at: frame.origin, elevation: seen.elevation)
      let common = path.rangeMetres - light * path.satellite.clockSeconds + clock + air
      var draw = RandomStream(seed: seed, entity: UInt64(number), purpose: "noise").at(
        index: UInt64(second))
      var bias = RandomStream(seed: seed, entity: UInt64(number), purpose: "bias")
      let isGlonass = satellite.constellation == .glonass
      let strength = 31 + 14 * sin(seen.elevation)
      let sigma = noise * pow(10, (45 - strength) / 20)
      let rate =
        path.rangeRate(receiverVelocity: velocity) + 30
        - light * path.satellite.clockDriftSecondsPerSecond
      epoch.measurements.append(
        GNSSMeasurement(
          satellite: satellite,
          carrierFrequencyHertz: CarrierFrequency.l1(of: satellite.constellation),
          pseudorangeMetres: common + sigma * draw.gaussian() + lasting * bias.gaussian()
            + (isGlonass ? 12 : 0),
          pseudorangeSigmaMetres: sigma,
          pseudorangeRateMetresPerSecond: rate + rateNoise * draw.gaussian(),
          pseudorangeRateSigmaMetresPerSecond: rateNoise,
          accumulatedDeltaRangeMetres: common + 1000 * Double(number) + 0.005 * draw.gaussian(),
          accumulatedDeltaRangeSigmaMetres: 0.005,
          accumulatedDeltaRangeState: hasCarrier ? .valid : [],
          carrierToNoiseDecibelHertz: strength,
          state: isGlonass ? .glonassTimeOfDayDecoded : .timeOfWeekDecoded))
    }
    return epoch
  }

  /// Error of a fix, east, north and up.
  func error(_ fix: LocationFix, _ truth: Vec3) throws -> Vec3 {
    let place = try Geodetic(
      latitudeDegrees: fix.coordinate.latitudeDegrees,
      longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: fix.altitudeMetres)
    return frame.enu(of: place) - truth
  }

  /// Stationary.
  static func standing(_ second: Double) -> Stand {
    Stand(place: Vec3(20, -30, 1))
  }

  /// A circle of 30 m at walking speed.
  static func walking(_ second: Double) -> Stand {
    circling(1.4 * second, radius: 30, speed: 1.4)
  }

  /// A circle of 300 m at a car's speed, from the fifth second on.
  static func driving(_ second: Double) -> Stand {
    circling(15 * max(0, second - 5), radius: 300, speed: second < 5 ? 0 : 15)
  }

  private static func circling(_ way: Double, radius: Double, speed: Double) -> Stand {
    let angle = way / radius
    return Stand(
      place: Vec3(radius * cos(angle), radius * sin(angle), 1),
      velocity: Vec3(-speed * sin(angle), speed * cos(angle), 0))
  }
}
