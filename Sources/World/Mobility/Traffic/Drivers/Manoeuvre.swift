import Geometry
import Glibc

/// A drive along a path of its own, off the lanes: into a stall, out of it, or in circles.
///
/// The speed rises and falls as a quintic smoothstep, so that speed and acceleration are continuous
/// and the drive ends exactly at the path's end.
struct Manoeuvre: Sendable {
  /// The state after the manoeuvre.
  enum End: Sendable {
    case stall(Int)
    /// On a track, with the vehicle's centre at this distance.
    case road(middle: Double)
  }

  private var curves = LaneCurves()
  private let curve: LaneCurve
  let end: End
  /// True if the path is followed from its end to its start.
  private let isReversed: Bool
  /// True if the vehicle faces along the path, false if against it.
  private let facesAlong: Bool
  /// The max speed, and the time to reach it.
  private let speed: Double
  private let ramp: Double
  private let duration: Double
  private var elapsed = 0.0

  /// Plans a manoeuvre from standstill to standstill.
  ///
  /// Speed and acceleration are upper limits; the speed is lower if the path is too short.
  init(
    _ shape: LaneShape, from start: Vec2, along direction: Vec2, isReversed: Bool,
    facesAlong: Bool, speed: Double, acceleration: Double, end: End
  ) {
    var curves = LaneCurves()
    curve = curves.append(shape, at: start, along: direction)
    self.curves = curves
    self.end = end
    (self.isReversed, self.facesAlong) = (isReversed, facesAlong)
    let way = curve.length
    // The max slope of the smoothstep is 15/8 of its mean slope.
    let wanted = 1.875 * speed / acceleration
    let isLong = way > speed * wanted
    self.speed = isLong ? speed : (way * acceleration / 1.875).squareRoot()
    ramp = isLong ? wanted : way / self.speed
    duration = way / self.speed + ramp
  }

  var isDone: Bool { elapsed >= duration }

  mutating func advance(by seconds: Double) {
    elapsed += seconds
  }

  /// The distance covered, the speed and the acceleration.
  private var motion: (way: Double, speed: Double, acceleration: Double) {
    let t = min(elapsed, duration)
    let rest = duration - t
    let total = speed * (duration - ramp)
    if t < ramp {
      let (way, share, slope) = Self.smooth(t / ramp)
      return (way * speed * ramp, share * speed, slope * speed / ramp)
    }
    if rest < ramp {
      let (way, share, slope) = Self.smooth(rest / ramp)
      return (total - way * speed * ramp, share * speed, -slope * speed / ramp)
    }
    return (speed * (t - ramp / 2), speed, 0)
  }

  /// Returns the integral, the value and the slope of the quintic smoothstep.
  private static func smooth(_ u: Double) -> (integral: Double, value: Double, slope: Double) {
    let (u2, u3) = (u * u, u * u * u)
    return (
      u2 * u2 * (2.5 - 3 * u + u2), u3 * (10 - 15 * u + 6 * u2), 30 * u2 * (1 - u) * (1 - u)
    )
  }

  var pose: VehiclePose {
    let motion = motion
    let s = isReversed ? curve.length - motion.way : motion.way
    let place = curves.place(curve, at: s)
    let travel = isReversed ? -place.tangent : place.tangent
    let facing = facesAlong ? place.tangent : -place.tangent
    // In reverse, the speed along the heading is negative, and so is its change.
    let sign = travel.dot(facing) < 0 ? -1.0 : 1.0
    return VehiclePose(
      position: place.point, headingRadians: facing.angle, velocity: travel * motion.speed,
      turnRate: (isReversed ? -1 : 1) * place.curvature * motion.speed,
      acceleration: sign * motion.acceleration)
  }
}
