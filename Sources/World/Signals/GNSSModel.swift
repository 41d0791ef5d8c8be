import Geometry
import Glibc
public import Kernel
public import Mobility
public import Observations
public import Venues

/// What a phone's receiver measures of GPS: modelled, not validated.
///
/// True ranges to the satellites with the Earth's turn during flight, the receiver's clock, thermal
/// noise by signal strength, and the loss of a roof. No multipath, no atmosphere, no carrier phase.
public struct GNSSModel: Sendable {
  /// GPS L1, in Hz (IS-GPS-200).
  private static let carrier = 1_575_420_000.0
  /// Satellites lower than this are not searched for, in rad; a usual mask of 5°.
  private static let mask = 5 * Double.pi / 180
  /// The length of a GPS week, in s.
  private static let week = 604_800.0
  /// Tracking ends below this strength, in dB-Hz (van Diggelen, "A-GPS", 2009).
  private static let trackingFloor = 15.0

  private let orbits: [KeplerEphemeris]
  private let frame: LocalFrame
  private let roofs: [Roof?]
  private let buildings: [Int]
  private let startSecondsOfWeek: Double
  private let gpsWeek: Int
  private let clockBias: Double
  private let clockDrift: Double
  private let noise: RandomStream

  /// Creates the receiver of one device.
  ///
  /// - Parameters:
  ///   - orbits: The satellites.
  ///   - venue: Where the device is.
  ///   - gpsWeek: The GPS week at the scenario's start.
  ///   - secondsOfWeek: Seconds into that week.
  ///   - seed: The run's seed.
  ///   - device: The device's number in random streams.
  public init(
    orbits: [KeplerEphemeris], venue: Venue, gpsWeek: Int, secondsOfWeek: Double, seed: UInt64,
    device: UInt64
  ) {
    self.orbits = orbits
    frame = venue.frame
    roofs = venue.fabric.roofs
    buildings = venue.levels.map(\.building)
    self.gpsWeek = gpsWeek
    startSecondsOfWeek = secondsOfWeek
    var traits = RandomStream(seed: seed, entity: device, purpose: "gnss.clock")
    // A phone's clock is off by up to a millisecond and drifts by up to 0.5 ppm; estimates.
    clockBias = traits.uniform(in: -1e-3...1e-3)
    clockDrift = traits.uniform(in: -5e-7...5e-7)
    noise = RandomStream(seed: seed, entity: device, purpose: "gnss.noise")
  }

  /// What the roof over a pose costs a signal, in dB; nothing outdoors.
  private func roofLoss(over pose: Pose) -> Double {
    guard let level = pose.level, buildings[level] < roofs.count,
      let roof = roofs[buildings[level]]
    else { return 0 }
    return roof.outline.contains(pose.position.xy) ? roof.lossDecibels : 0
  }

  /// What the receiver measures at a pose.
  public func epoch(_ pose: Pose, at time: SimTime) -> GNSSEpoch {
    let loss = roofLoss(over: pose)
    let receiver = frame.ecef(of: pose.position + Vec3(0, 0, 1.2))
    let velocity = frame.ecef(ofVector: pose.velocity)
    let bias = clockBias + clockDrift * time.seconds
    let now = startSecondsOfWeek + time.seconds
    var signals: [GNSSMeasurement] = []
    for (index, orbit) in orbits.enumerated() {
      var draw = noise.at(index: UInt64(bitPattern: time.nanoseconds) &* 64 &+ UInt64(index))
      let seen = signalPath(orbit, to: receiver, at: now)
      let elevation = frame.azimuthElevation(of: seen.satellite).elevation
      guard elevation > Self.mask else { continue }
      // A phone's antenna gains about 12 dB from horizon to zenith; an estimate.
      let strength = 29 + 12 * sin(elevation) + 3 * draw.gaussian() - loss
      guard strength > Self.trackingFloor else { continue }
      let later = signalPath(orbit, to: receiver + velocity * 0.5, at: now + 0.5)
      let earlier = signalPath(orbit, to: receiver - velocity * 0.5, at: now - 0.5)
      let codeSigma = codeNoise(strength)
      let rateSigma = rateNoise(strength)
      signals.append(
        GNSSMeasurement(
          satellite: orbit.satellite, carrierFrequencyHertz: Self.carrier,
          pseudorangeMetres: seen.range + KeplerEphemeris.speedOfLight * (bias - seen.clock)
            + codeSigma * draw.gaussian(),
          pseudorangeSigmaMetres: codeSigma,
          pseudorangeRateMetresPerSecond: later.range - earlier.range
            + KeplerEphemeris.speedOfLight * clockDrift + rateSigma * draw.gaussian(),
          pseudorangeRateSigmaMetresPerSecond: rateSigma, accumulatedDeltaRangeMetres: 0,
          accumulatedDeltaRangeSigmaMetres: 0, accumulatedDeltaRangeState: [],
          carrierToNoiseDecibelHertz: strength.rounded(),
          state: [.codeLock, .bitSync, .subframeSync, .timeOfWeekDecoded]))
    }
    let told = now + bias
    let weeks = (told / Self.week).rounded(.down)
    return GNSSEpoch(
      time: time, gpsWeek: gpsWeek + Int(weeks), secondsOfWeek: told - weeks * Self.week,
      measurements: signals)
  }

  /// The way a signal that arrives now has come: from where, how far, and by what satellite clock.
  private func signalPath(
    _ orbit: KeplerEphemeris, to receiver: Vec3, at arrival: Double
  ) -> (satellite: Vec3, range: Double, clock: Double) {
    var flight = 0.075
    var path: (satellite: Vec3, range: Double, clock: Double) = (.zero, 0, 0)
    // Each round is good to the satellite's motion during the last one's error: two would do.
    for _ in 0..<3 {
      let state = orbit.state(atSecondsOfWeek: arrival - flight)
      // The Earth has turned under the signal since it left (the Sagnac effect).
      let angle = KeplerEphemeris.earthRate * flight
      let turned = Vec3(
        cos(angle) * state.positionMetres.x + sin(angle) * state.positionMetres.y,
        cos(angle) * state.positionMetres.y - sin(angle) * state.positionMetres.x,
        state.positionMetres.z)
      path = (turned, turned.distance(to: receiver), state.clockSeconds)
      flight = path.range / KeplerEphemeris.speedOfLight
    }
    return path
  }

  /// One standard deviation of the code's thermal noise, in m.
  ///
  /// Early-late tracking of the C/A code with a loop of 1 Hz, one chip between the correlators and
  /// 20 ms of coherent integration (Kaplan and Hegarty, "Understanding GPS").
  private func codeNoise(_ strength: Double) -> Double {
    let ratio = pow(10, strength / 10)
    return 293.05 * (1 / (2 * ratio) * (1 + 2 / (0.02 * ratio))).squareRoot()
  }

  /// One standard deviation of the Doppler's noise, in m/s: 0.07 at 40 dB-Hz, 0.3 at 25; estimates.
  private func rateNoise(_ strength: Double) -> Double {
    0.07 * pow(10, (40 - strength) / 24)
  }
}
