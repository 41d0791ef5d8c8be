package import Geometry
import Glibc

/// How a carried phone is held, by gyroscope and accelerometer: where up is, and how far it has turned
/// about that since anywhen.
///
/// The whole attitude is followed, not the rate about the vertical alone: a phone in a pocket swings in
/// two directions at once, and what that adds up to about the vertical at each stride isn't a turn.
package struct CarriedAttitude: Sendable {
  private let parameters: IndoorAttitudeDials
  /// The world's up and one of its level directions, in the phone's axes.
  package private(set) var up: Vec3
  private var across: Vec3
  /// Where up usually is of late, and a direction of the phone that is level then.
  private(set) var usualUp: Vec3
  private var ahead: Vec3
  private var age = 0.0
  private var angle = 0.0
  /// By how much it has turned to the left, in rad.
  package private(set) var yaw = 0.0

  /// Begins with a phone that is taken to be at rest.
  ///
  /// - Parameters:
  ///   - force: What its accelerometer shows, in m/s².
  ///   - yaw: The turn to begin with, in rad.
  ///   - parameters: How it is set.
  package init(
    _ force: Vec3, yaw: Double,
    parameters: IndoorAttitudeDials = IndoorAttitudeDials()
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

  /// The direction of something in the phone's axes about the vertical, in rad to the left.
  func direction(of vector: Vec3) -> Double {
    atan2(vector.dot(up.cross(across)), vector.dot(across))
  }

  /// Where ``yaw`` is counted from, as such a direction.
  var origin: Double { angle - yaw }

  /// Takes a reading.
  ///
  /// - Parameters:
  ///   - force: The accelerometer's, in m/s².
  ///   - rate: The gyroscope's, in rad/s.
  ///   - elapsed: The time since the last, in s.
  ///   - hasRates: Whether there is a gyroscope.
  package mutating func take(force: Vec3, rate: Vec3, elapsed: Double, hasRates: Bool) {
    age += elapsed
    // The world stands still while the phone turns.
    let size = rate.length * elapsed
    if size > 1e-9 {
      let axis = rate / rate.length
      up = Self.turned(up, about: axis, by: -size)
      across = Self.turned(across, about: axis, by: -size)
    }
    let seen = force / max(1e-6, force.length)
    let memory = hasRates ? parameters.memory : parameters.memoryWithoutRates
    let share = min(1, elapsed / min(memory, max(parameters.leastMemory, age)))
    // About a level axis, so that it is no turn.
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
