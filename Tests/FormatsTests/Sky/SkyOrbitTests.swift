import Geometry
import Kernel
import Observations
import Recordings
import Testing

struct SkyOrbitTests {
  static let receiver = ECEF(-2_700_000, -4_290_000, 3_860_000)

  static func messages() throws -> [BroadcastEphemeris] {
    try ["brdc0910-gps.09n", "brdc0910-glonass.09g", "esbc1770-mixed.20p"].flatMap {
      try SkyPaths.navigation($0).ephemerides.all
    }
  }

  @Test func velocityAndDriftAreDerivatives() throws {
    var random = RandomStream(seed: 3, purpose: "orbits")
    for message in try Self.messages() {
      for _ in 0..<20 {
        let time = message.referenceTime.secondsOfWeek + random.uniform(in: -1700...1700)
        let state = try #require(message.satelliteState(atSecondsOfWeek: time))
        let late = try #require(message.satelliteState(atSecondsOfWeek: time + 0.5))
        let early = try #require(message.satelliteState(atSecondsOfWeek: time - 0.5))
        let moved = late.positionMetres - early.positionMetres
        #expect(moved.distance(to: state.velocityMetresPerSecond) < 2e-5, "\(message)")
        let drift = late.clockSeconds - early.clockSeconds
        #expect(abs(drift - state.clockDriftSecondsPerSecond) < 2e-18 + 1e-5 * abs(drift))
      }
    }
  }

  @Test func eccentricOrbitsAreSolved() {
    var random = RandomStream(seed: 5, purpose: "orbits")
    for _ in 0..<300 {
      var orbit = KeplerEphemeris()
      orbit.satellite = SatelliteID(.gps, 7)
      orbit.rootOfSemiMajorAxis = random.uniform(in: 5000...6500)
      orbit.eccentricity = random.uniform(in: 0...0.6)
      orbit.meanAnomalyRadians = random.uniform(in: -7...7)
      orbit.inclinationRadians = random.uniform(in: 0...1.5)
      orbit.argumentOfPerigeeRadians = random.uniform(in: -4...4)
      orbit.cusRadians = random.uniform(in: -1e-3...1e-3)
      let time = random.uniform(in: -20_000...20_000)
      let state = orbit.satelliteState(atSecondsOfWeek: time)
      let late = orbit.satelliteState(atSecondsOfWeek: time + 0.25)
      let early = orbit.satelliteState(atSecondsOfWeek: time - 0.25)
      let rate = (late.positionMetres - early.positionMetres) * 2
      #expect(rate.distance(to: state.velocityMetresPerSecond) < 1e-3)
      // With all harmonics off but one, the radius still gives the anomaly: r = a (1 − e cos E).
      let axis = orbit.rootOfSemiMajorAxis * orbit.rootOfSemiMajorAxis
      let cosine = (1 - state.positionMetres.length / axis) / max(orbit.eccentricity, 1e-3)
      #expect(abs(cosine) < 1.000_001 || orbit.eccentricity < 1e-3)
    }
  }

  @Test func arcsEqualTheirEphemerisExactly() throws {
    var random = RandomStream(seed: 8, purpose: "arcs")
    let messages = try SkyPaths.navigation("brdc0910-glonass.09g").ephemerides.all
    for case .glonass(let message) in messages {
      let arc = GlonassArc(message, withinSeconds: 900)
      var times = [-900.0, -60, 0, 60, 900, 901, -1801, 119.999_999_999, .nan]
      for _ in 0..<60 { times.append(random.uniform(in: -2000...2000)) }
      for offset in times {
        let time = message.timeOfEphemerisSeconds + offset
        let (fast, plain) = (
          arc.satelliteState(atSecondsOfWeek: time), message.satelliteState(atSecondsOfWeek: time)
        )
        #expect(fast == plain || offset.isNaN, "\(offset)")
      }
      // Forward and back: twice the error of RK4 over half an hour.
      for offset in [1800.0, -1800] {
        let end = message.satelliteState(atSecondsOfWeek: message.timeOfEphemerisSeconds + offset)
        var back = message
        back.positionMetres = end.positionMetres
        back.velocityMetresPerSecond = end.velocityMetresPerSecond
        let start = back.satelliteState(atSecondsOfWeek: message.timeOfEphemerisSeconds - offset)
        #expect(start.positionMetres.distance(to: message.positionMetres) < 1e-3)
      }
    }
  }

  /// Two messages of one satellite agree half-way between them: consistency of the broadcast.
  @Test func neighbouringMessagesAgree() throws {
    for (name, limit) in [("brdc0910-gps.09n", 6.0), ("brdc0910-glonass.09g", 12)] {
      let store = try SkyPaths.navigation(name).ephemerides
      var pairs = 0
      for satellite in store.satellites {
        let own = store.messages(of: satellite)
        for (first, second) in zip(own, own.dropFirst()) {
          let between = second.referenceTime - first.referenceTime
          guard between <= 7200 else { continue }
          let time = (first.referenceTime + between / 2).secondsOfWeek
          let one = try #require(first.satelliteState(atSecondsOfWeek: time))
          let two = try #require(second.satelliteState(atSecondsOfWeek: time))
          #expect(one.positionMetres.distance(to: two.positionMetres) < limit)
          #expect(abs(one.clockSeconds - two.clockSeconds) * KeplerEphemeris.speedOfLight < limit)
          pairs += 1
        }
      }
      #expect(pairs >= 3)
    }
  }

  @Test func signalPathsSolveTheLightTimeEquation() throws {
    for message in try Self.messages() {
      for offset in stride(from: -1600.0, through: 1600, by: 320.5) {
        let time = message.referenceTime.secondsOfWeek + offset
        let path = try #require(
          message.signalPath(to: Self.receiver, receivedAtSecondsOfWeek: time))
        // Plain iteration to convergence, in inertial axes.
        var travel = 0.0
        var place = Vec3.zero
        for _ in 0..<20 {
          let state = try #require(message.satelliteState(atSecondsOfWeek: time - travel))
          let angle = KeplerEphemeris.earthRate * travel
          place = turned(state.positionMetres, by: angle)
          travel = place.distance(to: Self.receiver) / KeplerEphemeris.speedOfLight
        }
        #expect(abs(path.rangeMetres - place.distance(to: Self.receiver)) < 1e-6)
        #expect(path.satellite.positionMetres.distance(to: place) < 1e-6)
        #expect(abs(path.transmissionSecondsOfWeek - (time - travel)) < 1e-9)
        let state = try #require(message.satelliteState(atSecondsOfWeek: time - travel))
        #expect(abs(path.satellite.clockSeconds - state.clockSeconds) < 1e-16)
      }
    }
  }

  @Test func rangeRatesAreDerivativesOfRanges() throws {
    let velocity = Vec3(12, -7, 3)
    for message in try Self.messages() {
      let time = message.referenceTime.secondsOfWeek + 444.25
      func range(_ shift: Double) -> Double? {
        message.signalPath(
          to: Self.receiver + velocity * shift, receivedAtSecondsOfWeek: time + shift)?.rangeMetres
      }
      let path = try #require(
        message.signalPath(to: Self.receiver, receivedAtSecondsOfWeek: time))
      let late = try #require(range(0.5))
      let early = try #require(range(-0.5))
      #expect(abs(path.rangeRate(receiverVelocity: velocity) - (late - early)) < 1e-5)
    }
  }

  /// A vector in axes rotated about z.
  private func turned(_ v: Vec3, by angle: Double) -> Vec3 {
    let half = angle / 2
    // tan(θ/2) gives sine and cosine without a library, exact for so small an angle.
    let t = half + half * half * half / 3
    let (s, c) = (2 * t / (1 + t * t), (1 - t * t) / (1 + t * t))
    return Vec3(v.x * c + v.y * s, v.y * c - v.x * s, v.z)
  }
}
