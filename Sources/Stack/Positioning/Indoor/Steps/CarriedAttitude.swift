package import Geometry
import Glibc

/// Attitude of a carried phone (complementary filter): gyroscope integration, accelerometer
/// correction.
///
/// Gives the up direction and the yaw about it, with an arbitrary zero. The whole attitude is
/// tracked, not only the rate about the vertical: a phone in a pocket swings about two axes at
/// once, and the resulting rate about the vertical in each stride is not a turn.
package struct CarriedAttitude: Sendable {
  private let parameters: IndoorAttitudeParameters
  /// World up direction and a horizontal direction, in phone axes.
  package private(set) var up: Vec3
  private var across: Vec3
  /// Recent mean up direction, and a phone direction that is horizontal then.
  private(set) var usualUp: Vec3
  private var ahead: Vec3
  private var age = 0.0
  private var angle = 0.0
  /// Turn to the left, in rad.
  package private(set) var yaw = 0.0

  /// Initialises the attitude for a phone at rest.
  ///
  /// - Parameters:
  ///   - force: Specific force, in m/s².
  ///   - yaw: Initial yaw, in rad.
  ///   - parameters: Parameters of the attitude filter.
  package init(
    _ force: Vec3, yaw: Double,
    parameters: IndoorAttitudeParameters = IndoorAttitudeParameters()
  ) {
    self.parameters = parameters
    up = force / max(1e-6, force.length)
    usualUp = up
    let side = abs(up.x) < 0.8 ? Vec3(1, 0, 0) : Vec3(0, 1, 0)
    let level = side - up * side.dot(up)
    across = level / max(1e-6, level.length)
    ahead = across
    self.yaw = yaw
  }

  /// Returns the azimuth of a vector in phone axes, in rad to the left.
  func direction(of vector: Vec3) -> Double {
    atan2(vector.dot(up.cross(across)), vector.dot(across))
  }

  /// Azimuth of the zero of ``yaw``.
  var origin: Double { angle - yaw }

  /// Processes a reading.
  ///
  /// - Parameters:
  ///   - force: Specific force, in m/s².
  ///   - rate: Rotation rate, in rad/s.
  ///   - elapsed: Time since the last reading, in s.
  ///   - hasRates: True if there is a gyroscope.
  package mutating func process(force: Vec3, rate: Vec3, elapsed: Double, hasRates: Bool) {
    age += elapsed
    // World directions rotate against the phone.
    let size = rate.length * elapsed
    if size > 1e-9 {
      let axis = rate / rate.length
      up = Self.turned(up, about: axis, by: -size)
      across = Self.turned(across, about: axis, by: -size)
    }
    let seen = force / max(1e-6, force.length)
    let memory = hasRates ? parameters.memory : parameters.memoryWithoutRates
    let share = min(1, elapsed / min(memory, max(parameters.minMemory, age)))
    // The correction is about a horizontal axis, so it adds no yaw.
    let mend = up.cross(seen) * share
    up = up + mend.cross(up)
    across = across + mend.cross(across)
    up = up / max(1e-6, up.length)
    across = across - up * across.dot(up)
    across = across / max(1e-6, across.length)
    usualUp = usualUp + (up - usualUp) * min(1, elapsed / parameters.usualMemory)
    let usual = usualUp / max(1e-6, usualUp.length)
    let level = ahead - usual * ahead.dot(usual)
    if level.length > 0.05 { ahead = level / level.length }
    let now = direction(of: ahead)
    yaw += remainder(now - angle, 2 * Double.pi)
    angle = now
  }

  private static func turned(_ vector: Vec3, about axis: Vec3, by angle: Double) -> Vec3 {
    let (c, s) = (cos(angle), sin(angle))
    return vector * c + axis.cross(vector) * s + axis * (axis.dot(vector) * (1 - c))
  }
}
