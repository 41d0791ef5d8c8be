import Geometry
import Glibc
import Numerics
import Observations

/// Where a satellite was seen to be at a time, in ECEF of that time.
struct ArcPoint: Sendable {
  /// GPS time, in s of the week.
  var secondsOfWeek: Double
  /// In m.
  var position: Vec3
}

/// A broadcast message that says what some places of a satellite say.
///
/// Logs of processed ranges hold where satellites were instead of their messages. A few minutes of an
/// orbit are six numbers and gravity: the place and the velocity in the middle, by least squares with
/// numeric derivatives.
enum ArcOrbit {
  /// The most places that are used of an arc; more change nothing.
  private static let most = 60
  /// An arc with fewer places, or shorter than this in s, tells no velocity to rely on.
  private static let (fewest, shortest) = (4, 2.0)
  /// By how much derivatives step aside, in m and m/s.
  private static let steps = [10, 10, 10, 0.01, 0.01, 0.01]

  /// Fits a message.
  ///
  /// - Parameters:
  ///   - satellite: The satellite: of GLONASS a state vector is made, of others a Kepler orbit.
  ///   - points: Places in order of time.
  ///   - week: The GPS week of their times.
  /// - Returns: The message, and the root mean square of what it misses the places by, in m; nil for
  ///   too short an arc, or one that no orbit passes.
  static func message(
    of satellite: SatelliteID, through points: [ArcPoint], week: Int
  ) -> (message: BroadcastEphemeris, missMetres: Double)? {
    let stride = max(1, points.count / most)
    let used = points.indices.filter { $0 % stride == 0 }.map { points[$0] }
    guard used.count >= fewest, let first = used.first, let last = used.last,
      last.secondsOfWeek - first.secondsOfWeek >= shortest
    else { return nil }
    let middle = (first.secondsOfWeek + last.secondsOfWeek) / 2
    func orbit(_ state: [Double]) -> (any SatelliteOrbit, BroadcastEphemeris)? {
      let position = Vec3(state[0], state[1], state[2])
      let velocity = Vec3(state[3], state[4], state[5])
      guard satellite.constellation == .glonass else {
        return KeplerEphemeris(
          osculating: position, velocity, of: satellite, week: week, seconds: middle
        ).map { ($0, .kepler($0)) }
      }
      var message = GlonassEphemeris()
      message.slot = satellite.number
      (message.gpsWeek, message.timeOfEphemerisSeconds) = (week, middle)
      (message.positionMetres, message.velocityMetresPerSecond) = (position, velocity)
      return (message, .glonass(message))
    }
    var state = start(used, at: middle)
    var best: (message: BroadcastEphemeris, missMetres: Double)?
    for _ in 0..<8 {
      guard let (here, message) = orbit(state) else { break }
      let misses = used.map {
        $0.position - here.satelliteState(atSecondsOfWeek: $0.secondsOfWeek).positionMetres
      }
      let size = (misses.reduce(0) { $0 + $1.squaredLength } / Double(used.count)).squareRoot()
      guard size.isFinite, size < best?.missMetres ?? .infinity else { break }
      best = (message, size)
      var columns: [[Vec3]] = []
      for (index, step) in steps.enumerated() {
        var aside = state
        aside[index] += step
        guard let (there, _) = orbit(aside) else { return best }
        columns.append(
          used.map {
            let move =
              there.satelliteState(atSecondsOfWeek: $0.secondsOfWeek).positionMetres
              - here.satelliteState(atSecondsOfWeek: $0.secondsOfWeek).positionMetres
            return move / step
          })
      }
      guard let change = leastSquares(columns, misses) else { break }
      for index in state.indices { state[index] += change[index] }
    }
    return best
  }

  /// A parabola through the ends and the middle: place and velocity to begin with.
  private static func start(_ points: [ArcPoint], at middle: Double) -> [Double] {
    let (a, b, c) = (points[0], points[points.count / 2], points[points.count - 1])
    let (p, q, r) = (a.secondsOfWeek, b.secondsOfWeek, c.secondsOfWeek)
    let first = (b.position - a.position) / (q - p)
    let bend = ((c.position - b.position) / (r - q) - first) / (r - p)
    let place = a.position + first * (middle - p) + bend * ((middle - p) * (middle - q))
    let speed = first + bend * (2 * middle - p - q)
    return [place.x, place.y, place.z, speed.x, speed.y, speed.z]
  }

  /// The change of the state that takes the misses away best; nil where they don't tell.
  private static func leastSquares(_ columns: [[Vec3]], _ target: [Vec3]) -> [Double]? {
    // Places and velocities differ by the arc's length: with columns of one size, ranks mean something.
    let sizes = columns.map { $0.reduce(0) { $0 + $1.squaredLength }.squareRoot() }
    guard sizes.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    let rows = target.indices.flatMap { index in
      (0..<3).map { axis in columns.indices.map { columns[$0][index][axis] / sizes[$0] } }
    }
    let misses = target.flatMap { [$0.x, $0.y, $0.z] }
    guard let design = try? Matrix(rows: rows),
      let fit = try? LeastSquares.linear(design: design, observations: misses)
    else { return nil }
    return zip(fit.solution, sizes).map { $0 / $1 }
  }
}

extension KeplerEphemeris {
  /// The ellipse on which a satellite of a place and a velocity goes, without harmonics or clock.
  ///
  /// - Parameters:
  ///   - position: In m, ECEF of the moment.
  ///   - velocity: In m/s, relative to the turning Earth.
  ///   - satellite: The satellite.
  ///   - week: The GPS week.
  ///   - seconds: The moment, in s of the week.
  init?(
    osculating position: Vec3, _ velocity: Vec3, of satellite: SatelliteID, week: Int,
    seconds: Double
  ) {
    self.init()
    let mu = Self.gravitationalParameter
    let turning = Vec3(-position.y, position.x, 0) * Self.earthRate
    let speed = velocity + turning
    let distance = position.length
    let axis = 1 / (2 / distance - speed.squaredLength / mu)
    let momentum = position.cross(speed)
    guard axis > 0, axis.isFinite, momentum.length > 0 else { return nil }
    let tilt = acos(max(-1, min(1, momentum.z / momentum.length)))
    let node = atan2(momentum.x, -momentum.y)
    let towards = Vec3(cos(node), sin(node), 0)
    let across = (momentum / momentum.length).cross(towards)
    let latitude = atan2(position.dot(across), position.dot(towards))
    let (cosine, sine) = (
      1 - distance / axis, position.dot(speed) / (mu * axis).squareRoot()
    )
    let e = (cosine * cosine + sine * sine).squareRoot()
    guard e < 0.9 else { return nil }
    let eccentric = atan2(sine, cosine)
    let anomaly = atan2((1 - e * e).squareRoot() * sin(eccentric), cos(eccentric) - e)
    self.satellite = satellite
    (gpsWeek, timeOfEphemerisSeconds, timeOfClockSeconds) = (week, seconds, seconds)
    (rootOfSemiMajorAxis, eccentricity) = (axis.squareRoot(), e)
    inclinationRadians = tilt
    // Broadcast nodes count from Greenwich at the week's begin.
    ascendingNodeRadians = node + Self.earthRate * seconds
    argumentOfPerigeeRadians = latitude - anomaly
    meanAnomalyRadians = eccentric - e * sin(eccentric)
  }
}
