import Geometry
import Glibc
import Kernel
import Truth

/// Random antenna gain pattern of a phone, as spherical harmonics of degrees 1 to 3.
///
/// Smooth and different for each phone; it decorrelates over a turn of some 45°.
struct GNSSAntenna: Sendable {
  private var weights = [Double](repeating: 0, count: 15)

  /// Creates an isotropic antenna.
  init() {}

  init(_ stream: RandomStream, spread: Double) {
    var draw = stream
    let each = spread / 15.0.squareRoot()
    weights = (0..<15).map { _ in each * draw.gaussian() }
  }

  /// The gain towards a direction in the phone's axes, in dB relative to the mean.
  func gain(_ d: Vec3) -> Double {
    weights.withUnsafeBufferPointer { w in
      let (x, y, z) = (d.x, d.y, d.z)
      let one = 1.732 * (w[0] * x + w[1] * y + w[2] * z)
      let two =
        3.873 * (w[3] * x * y + w[4] * y * z + w[5] * x * z + w[6] * 0.5 * (x * x - y * y))
        + w[7] * 1.118 * (3 * z * z - 1)
      let three =
        w[8] * 10.247 * x * y * z + w[9] * 5.123 * z * (x * x - y * y)
        + w[10] * 1.323 * z * (5 * z * z - 3)
        + 1.620 * (5 * z * z - 1) * (w[11] * x + w[12] * y)
      let last =
        2.092 * (w[13] * x * (x * x - 3 * y * y) + w[14] * y * (3 * x * x - y * y))
      return one + two + three + last
    }
  }
}

/// The attitude of a carried phone, and the attenuation by body and vehicle.
struct GNSSHold: Sendable {
  /// The phone's x, y and z axes, east, north, up.
  var axes: (Vec3, Vec3, Vec3)
  /// The direction of the obstacle; zero for none.
  var shade: Vec3
  /// The max directional loss, and the loss in all directions, in dB.
  var deepest: Double
  var everywhere: Double

  /// Creates the attitude of a pose; all values are estimates within 0 to 6 dB for bodies, and more in cars.
  init(_ pose: Pose) {
    let forward = Vec3(cos(pose.headingRadians), sin(pose.headingRadians), 0)
    let right = Vec3(forward.y, -forward.x, 0)
    let up = Vec3(0, 0, 1)
    let lean =
      switch pose.placement {
      case .handTexting, .mount: Double.pi / 4
      case .table, .dash, .roof: Double.pi / 2
      default: 0.0
      }
    let (s, c) = (sin(lean), cos(lean))
    axes = (right, up * c + forward * s, up * s - forward * c)
    switch pose.placement {
    case .handTexting: (shade, deepest, everywhere) = (-forward, 5, 0)
    case .handSwinging: (shade, deepest, everywhere) = (-right, 5, 1.5)
    case .waist: (shade, deepest, everywhere) = (-forward, 7, 1)
    case .frontPocket: (shade, deepest, everywhere) = (-forward, 8, 3)
    case .backPocket: (shade, deepest, everywhere) = (forward, 8, 3)
    case .upperArm: (shade, deepest, everywhere) = (-right, 6, 1)
    case .bag: (shade, deepest, everywhere) = (forward, 6, 3)
    case .table, .roof: (shade, deepest, everywhere) = (.zero, 0, 0)
    case .dash, .mount: (shade, deepest, everywhere) = (-forward, 4, 0)
    case .cupHolder: (shade, deepest, everywhere) = (-forward, 4, 0)
    }
    switch pose.doing {
    case _ where pose.placement == .roof: break
    case .driving, .passenger, .bus:
      // Under glass, or under a steel roof with glass around.
      let isUnderGlass = pose.placement == .dash || pose.placement == .mount
      everywhere += isUnderGlass ? 1.5 : 6
      deepest += isUnderGlass ? 4 : 2
    case .train:
      // A body of steel or aluminium, and windows with a metallic sun-protection film: 15 to 18 dB in
      // total, an estimate. The extra loss of such windows is known from cellular bands (Lerch et al.,
      // VTC 2017), whose values were not at hand.
      everywhere += 15
      deepest += 3
    default: break
    }
  }

  /// The loss of body and vehicle in a direction, in dB.
  @inline(__always)
  func loss(_ d: Vec3) -> Double {
    let facing = max(0, d.dot(shade))
    return everywhere + deepest * facing * facing.squareRoot()
  }

  /// Rotates a direction into the phone's axes.
  @inline(__always)
  func turned(_ d: Vec3) -> Vec3 { Vec3(d.dot(axes.0), d.dot(axes.1), d.dot(axes.2)) }
}
