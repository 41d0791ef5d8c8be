import Geometry
import Glibc

// Where a broadcast orbit says a satellite is: IS-GPS-200, table 20-IV; velocity by differentiating
// it (B. W. Remondi, "Computing satellite velocity using the broadcast ephemeris", GPS Solutions 8,
// 2004).

extension KeplerEphemeris: SatelliteOrbit {
  /// The Earth's gravitational parameter for GPS, in m³/s² (IS-GPS-200).
  public static let gravitationalParameter = 3.986005e14
  /// The same for Galileo and BeiDou, in m³/s² (Galileo OS SIS ICD 5.1.1; BDS-SIS-ICD-B1I 3.1).
  static let gravitationalParameterOfOthers = 3.986_004_418e14
  /// The Earth's rate of rotation, in rad/s (IS-GPS-200; Galileo OS SIS ICD).
  public static let earthRate = 7.2921151467e-5
  /// The same for BeiDou, in rad/s (BDS-SIS-ICD-B1I 3.1).
  static let earthRateOfBeiDou = 7.292_115e-5
  /// GPS time minus BeiDou time, in s (BDS-SIS-ICD-B1I 3.3: BDT began with UTC of 2006-01-01).
  package static let beiDouOffsetSeconds = 14.0
  /// The speed of light, in m/s (exact).
  public static let speedOfLight = 299_792_458.0

  /// The satellite's place and clock at a GPS time.
  ///
  /// - Parameter secondsOfWeek: GPS time in s of the ephemeris's week; half a week off wraps.
  /// - Returns: ECEF position in m, in the axes of that same time, and the satellite clock's
  ///   offset in s, relativity and group delay included.
  public func state(
    atSecondsOfWeek secondsOfWeek: Double
  ) -> (positionMetres: SIMD3<Double>, clockSeconds: Double) {
    let state = satelliteState(atSecondsOfWeek: secondsOfWeek)
    return (state.positionMetres, state.clockSeconds)
  }

  /// The satellite's place, velocity and clock at a GPS time.
  ///
  /// - Parameter secondsOfWeek: GPS time in s of the ephemeris's week; half a week off wraps.
  /// - Returns: The state in the axes of that same time; the clock with relativity and group delay.
  public func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState {
    let (mu, earthRate, toeOffset) = systemConstants
    let semiMajorAxis = rootOfSemiMajorAxis * rootOfSemiMajorAxis
    let elapsed = GPSTime.wrapped(secondsOfWeek - timeOfEphemerisSeconds)
    let motion =
      (mu / (semiMajorAxis * semiMajorAxis * semiMajorAxis)).squareRoot()
      + meanMotionDifferenceRadiansPerSecond
    let (sinE, cosE) = eccentricAnomaly(mean: meanAnomalyRadians + motion * elapsed)
    let eccentricRate = motion / (1 - eccentricity * cosE)
    let plane = plane(sinE: sinE, cosE: cosE, eccentricRate: eccentricRate, elapsed: elapsed)

    // Onto the Earth, which has turned since the week began.
    let turning = isGeostationary ? 0 : earthRate
    let node =
      ascendingNodeRadians + (ascendingNodeRateRadiansPerSecond - turning) * elapsed
      - earthRate * (timeOfEphemerisSeconds - toeOffset)
    var (position, velocity) = plane.turned(
      node: node, rate: ascendingNodeRateRadiansPerSecond - turning)
    if isGeostationary {
      (position, velocity) = Self.tilted(position, velocity, angle: earthRate * elapsed)
    }
    let clock = self.clock(
      atSecondsOfWeek: secondsOfWeek, rootOfMu: mu.squareRoot(), sinE: sinE,
      sinERate: cosE * eccentricRate)
    return SatelliteState(
      positionMetres: position, velocityMetresPerSecond: velocity,
      clockSeconds: clock.offset, clockDriftSecondsPerSecond: clock.drift)
  }

  /// The place and motion in the plane of the orbit, and how that tilts, harmonics included.
  @inline(__always)
  private func plane(
    sinE: Double, cosE: Double, eccentricRate: Double, elapsed: Double
  ) -> OrbitPlane {
    let semiMajorAxis = rootOfSemiMajorAxis * rootOfSemiMajorAxis
    let nearness = 1 - eccentricity * cosE
    let root = (1 - eccentricity * eccentricity).squareRoot()
    // The argument of latitude as a direction: perigee plus true anomaly.
    let anomaly = Direction(cosine: (cosE - eccentricity) / nearness, sine: root * sinE / nearness)
    let latitude = Direction(angle: argumentOfPerigeeRadians).turned(by: anomaly)
    let latitudeRate = root * eccentricRate / nearness
    let s = 2 * latitude.sine * latitude.cosine
    let c = latitude.cosine * latitude.cosine - latitude.sine * latitude.sine
    let u = latitude.turned(bySmall: cusRadians * s + cucRadians * c)
    let uRate = latitudeRate * (1 + 2 * (cusRadians * c - cucRadians * s))
    let radius = semiMajorAxis * nearness + crsMetres * s + crcMetres * c
    let radiusRate =
      semiMajorAxis * eccentricity * sinE * eccentricRate
      + 2 * latitudeRate * (crsMetres * c - crcMetres * s)
    let inclination =
      inclinationRadians + inclinationRateRadiansPerSecond * elapsed + cisRadians * s
      + cicRadians * c
    let inclinationRate =
      inclinationRateRadiansPerSecond + 2 * latitudeRate * (cisRadians * c - cicRadians * s)
    return OrbitPlane(
      x: radius * u.cosine, y: radius * u.sine,
      xRate: radiusRate * u.cosine - radius * u.sine * uRate,
      yRate: radiusRate * u.sine + radius * u.cosine * uRate,
      inclination: inclination, inclinationRate: inclinationRate)
  }

  /// The clock's offset in s and drift in s/s: polynomial, relativity, group delay.
  @inline(__always)
  private func clock(
    atSecondsOfWeek secondsOfWeek: Double, rootOfMu: Double, sinE: Double, sinERate: Double
  ) -> (offset: Double, drift: Double) {
    let elapsed = GPSTime.wrapped(secondsOfWeek - timeOfClockSeconds)
    let factor = -2 * rootOfMu * rootOfSemiMajorAxis * eccentricity
    let squaredSpeed = Self.speedOfLight * Self.speedOfLight
    let offset =
      clockBiasSeconds + clockDriftSecondsPerSecond * elapsed
      + clockDriftRatePerSecond * elapsed * elapsed + factor * sinE / squaredSpeed
      - groupDelaySeconds
    let drift =
      clockDriftSecondsPerSecond + 2 * clockDriftRatePerSecond * elapsed
      + factor * sinERate / squaredSpeed
    return (offset, drift)
  }

  /// The gravitational parameter, the Earth's rate, and how far toe is ahead of the system's own.
  @inline(__always)
  private var systemConstants: (mu: Double, earthRate: Double, toeOffset: Double) {
    switch satellite.constellation {
    case .gps, .glonass, .qzss, .sbas: (Self.gravitationalParameter, Self.earthRate, 0)
    case .galileo: (Self.gravitationalParameterOfOthers, Self.earthRate, 0)
    case .beidou:
      (Self.gravitationalParameterOfOthers, Self.earthRateOfBeiDou, Self.beiDouOffsetSeconds)
    }
  }

  /// Whether the orbit is one of BeiDou's over the equator, whose elements refer to a tilted plane.
  @inline(__always)
  private var isGeostationary: Bool {
    satellite.constellation == .beidou && (satellite.number <= 5 || satellite.number >= 59)
  }

  /// Turns by −5° about x and by `angle` about z: BDS-SIS-ICD-B1I, table 5-11.
  private static func tilted(
    _ position: Vec3, _ velocity: Vec3, angle: Double
  ) -> (position: Vec3, velocity: Vec3) {
    let (sin5, cos5) = (-0.087_155_742_747_658_2, 0.996_194_698_091_745_5)
    let (s, c) = (sin(angle), cos(angle))
    func turned(_ v: Vec3) -> Vec3 {
      let across = v.y * cos5 + v.z * sin5
      return Vec3(v.x * c + across * s, across * c - v.x * s, v.z * cos5 - v.y * sin5)
    }
    let place = turned(position)
    let spin = Vec3(place.y, -place.x, 0) * earthRateOfBeiDou
    return (place, turned(velocity) + spin)
  }

  /// Solves Kepler's equation; bounded, for any eccentricity a file may hold.
  ///
  /// For the nearly round orbits of navigation satellites a start of second order leaves some 1e-5
  /// rad, which one step of Halley's method takes below 1e-16. Others go by Newton's method.
  @inline(__always)
  private func eccentricAnomaly(mean: Double) -> (sine: Double, cosine: Double) {
    let e = eccentricity
    let start = mean + e * sin(mean) * (1 + e * cos(mean))
    let (s, c) = (sin(start), cos(start))
    let slope = 1 - e * c
    let newton = (start - e * s - mean) / slope
    let step = newton / (1 - newton * e * s / (2 * slope))
    guard abs(step) > 1e-4 || step.isNaN else {
      let small = Direction(cosine: c, sine: s).turned(bySmall: -step)
      return (small.sine, small.cosine)
    }
    var eccentric = mean
    for _ in 0..<30 {
      let step =
        (eccentric - e * sin(eccentric) - mean) / (1 - e * cos(eccentric))
      eccentric -= step
      if abs(step) < 1e-13 { break }
    }
    return (sin(eccentric), cos(eccentric))
  }
}

/// An angle as its cosine and sine, so that angles add without trigonometry.
private struct Direction {
  var cosine: Double
  var sine: Double

  @inline(__always)
  init(cosine: Double, sine: Double) {
    self.cosine = cosine
    self.sine = sine
  }

  @inline(__always)
  init(angle: Double) {
    self.init(cosine: cos(angle), sine: sin(angle))
  }

  @inline(__always)
  func turned(by other: Direction) -> Direction {
    Direction(
      cosine: cosine * other.cosine - sine * other.sine,
      sine: sine * other.cosine + cosine * other.sine)
  }

  /// Turned by an angle of which, below 1e-4, two terms of each series are exact.
  @inline(__always)
  func turned(bySmall angle: Double) -> Direction {
    guard abs(angle) <= 1e-4 else { return turned(by: Direction(angle: angle)) }
    let squared = angle * angle
    return turned(by: Direction(cosine: 1 - squared / 2, sine: angle * (1 - squared / 6)))
  }
}

/// A place and motion within the plane of an orbit, which itself tilts.
private struct OrbitPlane {
  var x: Double
  var y: Double
  var xRate: Double
  var yRate: Double
  var inclination: Double
  var inclinationRate: Double

  /// In space, with the plane's ascending node at an angle from x, turning at a rate.
  @inline(__always)
  func turned(node: Double, rate: Double) -> (position: Vec3, velocity: Vec3) {
    let (cosI, sinI) = (cos(inclination), sin(inclination))
    let (cosO, sinO) = (cos(node), sin(node))
    let position = Vec3(x * cosO - y * cosI * sinO, x * sinO + y * cosI * cosO, y * sinI)
    let across = yRate * cosI - y * sinI * inclinationRate
    let velocity = Vec3(
      xRate * cosO - across * sinO - rate * position.y,
      xRate * sinO + across * cosO + rate * position.x,
      yRate * sinI + y * cosI * inclinationRate)
    return (position, velocity)
  }
}
