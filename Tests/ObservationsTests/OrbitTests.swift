import Geometry
import Observations
import Testing

struct OrbitTests {
  /// Two realistic ephemerides with all terms; the second is at the end of a week.
  private static let orbits: [KeplerEphemeris] = {
    var first = KeplerEphemeris()
    (first.timeOfEphemerisSeconds, first.timeOfClockSeconds) = (345_600, 345_600)
    first.rootOfSemiMajorAxis = 5153.65531
    (first.eccentricity, first.argumentOfPerigeeRadians) = (0.010223, 0.812)
    (first.inclinationRadians, first.inclinationRateRadiansPerSecond) = (0.9632, 2.5e-10)
    (first.ascendingNodeRadians, first.ascendingNodeRateRadiansPerSecond) = (-2.157, -8.2e-9)
    (first.meanAnomalyRadians, first.meanMotionDifferenceRadiansPerSecond) = (1.234, 4.6e-9)
    (first.cucRadians, first.cusRadians) = (-3.1e-6, 8.7e-6)
    (first.crcMetres, first.crsMetres) = (214.3, -58.4)
    (first.cicRadians, first.cisRadians) = (1.1e-7, -9.3e-8)
    (first.clockBiasSeconds, first.clockDriftSecondsPerSecond) = (1.37e-4, -3.4e-12)
    (first.clockDriftRatePerSecond, first.groupDelaySeconds) = (1e-17, -1.1e-8)
    var second = KeplerEphemeris()
    (second.timeOfEphemerisSeconds, second.timeOfClockSeconds) = (604_784, 604_784)
    second.rootOfSemiMajorAxis = 5153.7
    (second.eccentricity, second.argumentOfPerigeeRadians) = (0.0215, -2.2)
    (second.inclinationRadians, second.inclinationRateRadiansPerSecond) = (0.95, -4e-10)
    (second.ascendingNodeRadians, second.ascendingNodeRateRadiansPerSecond) = (1.1, -7.9e-9)
    (second.meanAnomalyRadians, second.meanMotionDifferenceRadiansPerSecond) = (-0.4, 5.1e-9)
    (second.cucRadians, second.cusRadians) = (2e-6, 5e-6)
    (second.crcMetres, second.crsMetres) = (300, 40)
    (second.cicRadians, second.cisRadians) = (-2e-7, 1e-7)
    (second.clockBiasSeconds, second.clockDriftSecondsPerSecond) = (-4e-5, 1e-12)
    second.groupDelaySeconds = 5e-9
    return [first, second]
  }()

  /// By rotation matrices in 40 digits, with mpmath 1.3.0.
  @Test(arguments: [
    (0, 345_600.0, Vec3(18203747.10518, 1861701.0134243, 19130327.707074), 0.00013698883392),
    (0, 340_000.25, Vec3(11665007.29135, -11810732.578232, 20414833.592105), 0.000137020778208),
    (0, 352_799.5, Vec3(24888303.676215, 9754076.8955971, 661682.31510455), 0.00013696945777),
    (1, 604_784, Vec3(-6238704.5905433, -22946327.239707, -10604577.276307), -3.99854430058e-5),
    (1, 600_000, Vec3(-9043179.9782799, -24357425.788253, 4145407.3454593), -3.99655358591e-5),
    (1, 3600, Vec3(-589287.61673164, -18154961.787131, -18594417.943569), -4.00077759142e-5),
  ]) func agreesWithAnIndependentComputation(
    orbit: Int, time: Double, place: Vec3, clock: Double
  ) {
    let state = Self.orbits[orbit].state(atSecondsOfWeek: time)
    #expect(state.positionMetres.distance(to: place) < 1e-4)
    #expect(abs(state.clockSeconds - clock) * KeplerEphemeris.speedOfLight < 1e-4)
  }

  @Test func isSmoothAcrossTheEndOfTheWeek() {
    let before = Self.orbits[1].state(atSecondsOfWeek: 604_799.999)
    let after = Self.orbits[1].state(atSecondsOfWeek: 0)
    #expect(before.positionMetres.distance(to: after.positionMetres) < 5)
  }

  @Test func survivesAnyValue() {
    for value in [0, -1, 1, 1.5, 1e300, .infinity, .nan] as [Double] {
      var orbit = KeplerEphemeris()
      (orbit.eccentricity, orbit.rootOfSemiMajorAxis) = (value, value)
      (orbit.meanAnomalyRadians, orbit.timeOfEphemerisSeconds) = (value, value)
      _ = orbit.state(atSecondsOfWeek: value)
    }
  }
}
