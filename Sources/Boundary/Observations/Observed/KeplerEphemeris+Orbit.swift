import Geometry
import Glibc

// Satellite position from a broadcast ephemeris: IS-GPS-200, table 20-IV; velocity by its derivative
// (B. W. Remondi, "Computing satellite velocity using the broadcast ephemeris", GPS Solutions 8, 2004).

extension KeplerEphemeris: SatelliteOrbit {
  /// The Earth's gravitational parameter for GPS, in m³/s² (IS-GPS-200).
  public static let gravitationalParameter = 3.986005e14
  /// The gravitational parameter for Galileo and BeiDou, in m³/s².
  ///
  /// Galileo OS SIS ICD 5.1.1; BDS-SIS-ICD-B1I 3.1.
  static let gravitationalParameterOfOthers = 3.986_004_418e14
  /// The Earth's rate of rotation, in rad/s (IS-GPS-200; Galileo OS SIS ICD).
  public static let earthRate = 7.2921151467e-5
  /// The Earth's rate of rotation for BeiDou, in rad/s (BDS-SIS-ICD-B1I 3.1).
  static let earthRateOfBeiDou = 7.292_115e-5
  /// GPS time minus BeiDou time, in s (BDS-SIS-ICD-B1I 3.3: BDT began with UTC of 2006-01-01).
  package static let beiDouOffsetSeconds = 14.0
  /// The speed of light, in m/s (exact).
  public static let speedOfLight = 299_792_458.0

  /// Returns the satellite's position and clock offset at a GPS time.
  ///
  /// - Parameter secondsOfWeek: GPS time in s of the ephemeris's week; half a week off wraps.
  /// - Returns: ECEF position in m, in the axes of that time, and the satellite clock offset in s,
  ///   including relativity and group delay.
  public func state(
    atSecondsOfWeek secondsOfWeek: Double
  ) -> (positionMetres: SIMD3<Double>, clockSeconds: Double) {
    let state = satelliteState(atSecondsOfWeek: secondsOfWeek)
    return (state.positionMetres, state.clockSeconds)
  }

  /// Returns the satellite's position, velocity and clock at a GPS time.
  ///
  /// - Parameter secondsOfWeek: GPS time in s of the ephemeris's week; half a week off wraps.
  /// - Returns: The state in the axes of that time; the clock includes relativity and group delay.
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

    // To the Earth-fixed frame, which has rotated since the start of the week.
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

  /// Returns position and velocity in the orbital plane, and its inclination, with harmonic corrections.
  @inline(__always)
  private func plane(
    sinE: Double, cosE: Double, eccentricRate: Double, elapsed: Double
  ) -> OrbitPlane {
    let semiMajorAxis = rootOfSemiMajorAxis * rootOfSemiMajorAxis
    let nearness = 1 - eccentricity * cosE
    let root = (1 - eccentricity * eccentricity).squareRoot()
    // The argument of latitude as a direction: argument of perigee plus true anomaly.
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

  /// Returns clock offset in s and drift in s/s: polynomial, relativity, group delay.
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

  /// The gravitational parameter, the Earth's rate, and GPS time minus the system's own time.
  @inline(__always)
  private var systemConstants: (mu: Double, earthRate: Double, toeOffset: Double) {
    switch satellite.constellation {
    case .gps, .glonass, .qzss, .sbas: (Self.gravitationalParameter, Self.earthRate, 0)
    case .galileo: (Self.gravitationalParameterOfOthers, Self.earthRate, 0)
    case .beidou:
      (Self.gravitationalParameterOfOthers, Self.earthRateOfBeiDou, Self.beiDouOffsetSeconds)
    }
  }

  /// True for BeiDou's geostationary orbits, whose elements refer to a tilted plane.
  @inline(__always)
  private var isGeostationary: Bool {
    satellite.constellation == .beidou && (satellite.number <= 5 || satellite.number >= 59)
  }

  /// Rotates by −5° about x and by `angle` about z: BDS-SIS-ICD-B1I, table 5-11.
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

  /// Solves Kepler's equation, with bounded effort for any eccentricity.
  ///
  /// For the nearly circular orbits of navigation satellites a second-order start leaves about 1e-5 rad,
  /// which one step of Halley's method reduces below 1e-16. Other orbits use Newton's method.
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

/// An angle as cosine and sine, so that angles add without trigonometry.
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

  /// Rotates by an angle; below 1e-4, two terms of each series are exact.
  @inline(__always)
  func turned(bySmall angle: Double) -> Direction {
    guard abs(angle) <= 1e-4 else { return turned(by: Direction(angle: angle)) }
    let squared = angle * angle
    return turned(by: Direction(cosine: 1 - squared / 2, sine: angle * (1 - squared / 6)))
  }
}

/// Position and velocity in an orbital plane with changing inclination.
private struct OrbitPlane {
  var x: Double
  var y: Double
  var xRate: Double
  var yRate: Double
  var inclination: Double
  var inclinationRate: Double

  /// Returns position and velocity in space, for an ascending node at an angle from x with a rate.
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
