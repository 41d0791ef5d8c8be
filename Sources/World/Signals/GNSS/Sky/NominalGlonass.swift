import Geometry
import Glibc
import Observations

/// A satellite of the nominal GLONASS constellation: a Walker 24/3/1 pattern of circular orbits.
///
/// GLONASS ICD: semi-major axis 25,508 km, inclination 64.8°; planes 120° apart, eight satellites
/// each, shifted by 15° from plane to plane; antipodal satellites share a frequency.
struct NominalGlonass: Sendable {
  private static let radius = 25_508_000.0
  private static let inclination = 64.8 * Double.pi / 180
  /// Channels of slots 1 to 24, as in the 2020s (from memory of the constellation's status).
  private static let channels = [
    1, -4, 5, 6, 1, -4, 5, 6, -2, -7, 0, -1, -2, -7, 0, -1, 4, -3, 3, 2, 4, -3, 3, 2,
  ]

  /// The slot, 1 to 24.
  let slot: Int
  var frequencyChannel: Int { Self.channels[slot - 1] }

  /// Creates a satellite of a slot, clamped to 1 to 24.
  init(slot: Int) {
    self.slot = min(24, max(1, slot))
  }

  /// The state at a GPS time in s of any week: the constellation repeats weekly.
  func state(atGPSSeconds time: Double) -> (position: Vec3, velocity: Vec3) {
    let (plane, place) = ((slot - 1) / 8, (slot - 1) % 8)
    let rate =
      (KeplerEphemeris.gravitationalParameter / (Self.radius * Self.radius * Self.radius))
      .squareRoot()
    let u = rate * time + Double(place) * .pi / 4 + Double(plane) * .pi / 12
    let node = Double(plane) * 2 * .pi / 3 - KeplerEphemeris.earthRate * time + 0.3
    let (x, y) = (Self.radius * cos(u), Self.radius * sin(u))
    let (vx, vy) = (-y * rate, x * rate)
    let (ci, si) = (cos(Self.inclination), sin(Self.inclination))
    let (cn, sn) = (cos(node), sin(node))
    let position = Vec3(x * cn - y * ci * sn, x * sn + y * ci * cn, y * si)
    let turning = Vec3(position.y, -position.x, 0) * KeplerEphemeris.earthRate
    let velocity = Vec3(vx * cn - vy * ci * sn, vx * sn + vy * ci * cn, vy * si) + turning
    return (position, velocity)
  }
}
