import Geometry
import Glibc
import Numerics
import Observations

/// A satellite position at a time, in ECEF of that time.
struct ArcPoint: Sendable {
  /// GPS time, in s since the start of a week; may exceed the week.
  var secondsOfWeek: Double
  var position: Vec3
  /// Satellite clock offset, in s, with all corrections; nil if unknown.
  var clockSeconds: Double?
}

/// Fits broadcast messages to satellite positions.
///
/// Logs of processed ranges hold satellite positions instead of broadcast messages. A few minutes of an
/// orbit are determined by six numbers and gravity: position and velocity in the middle of the arc, fitted
/// by iterated least squares with numeric derivatives. Longer arcs get several messages.
enum ArcOrbit {
  /// Longest arc of one message, in s.
  ///
  /// A Kepler orbit without harmonics deviates from broadcast orbits by 0.06 m in 150 s, 0.25 m in 300 s
  /// and 0.9 m in 600 s (RMS of the worst of 15 satellites, 2009-04-01).
  private static let longest = 300.0
  /// Max number of positions used of an arc; more change nothing.
  private static let maximum = 60
  /// Min number of positions and min length in s of an arc with a reliable velocity.
  private static let (minimum, shortest) = (4, 2.0)
  /// Steps of the numeric derivatives, in m and m/s.
  private static let steps = [10, 10, 10, 0.01, 0.01, 0.01]

  /// Fits messages to the arcs of all satellites.
  ///
  /// - Parameters:
  ///   - arcs: Positions by satellite, in any order.
  ///   - week: The GPS week that the times refer to.
  /// - Returns: The messages, their largest misfit in m, and the number of satellites that were observed
  ///   too briefly, or on no orbit.
  static func messages(
    through arcs: [SatelliteID: [ArcPoint]], week: Int
  ) -> (ephemerides: BroadcastEphemerides, missMetres: Double, short: Int) {
    var made: [BroadcastEphemeris] = []
    var (worst, short) = (0.0, 0)
    for satellite in arcs.keys.sorted() {
      let before = made.count
      for piece in pieces(of: arcs[satellite] ?? []) {
        let late = (piece[0].secondsOfWeek / 604_800).rounded(.down)
        let points = piece.map { point in
          var point = point
          point.secondsOfWeek -= late * 604_800
          return point
        }
        guard let fit = message(of: satellite, through: points, week: week + Int(late)),
          fit.missMetres < 100
        else { continue }
        worst = max(worst, fit.missMetres)
        made.append(clocked(fit.message, points))
      }
      if made.count == before { short += 1 }
    }
    return (BroadcastEphemerides(made), worst, short)
  }

  /// Splits an arc into pieces, in order of time, without duplicates.
  private static func pieces(of arc: [ArcPoint]) -> [[ArcPoint]] {
    var pieces: [[ArcPoint]] = []
    for point in arc.sorted(by: { $0.secondsOfWeek < $1.secondsOfWeek }) {
      // Skips times that are not a number or out of range.
      guard abs(point.secondsOfWeek) < 1e9 else { continue }
      guard let start = pieces.last?.first, let end = pieces.last?.last,
        point.secondsOfWeek - start.secondsOfWeek <= longest
      else {
        pieces.append([point])
        continue
      }
      if point.secondsOfWeek > end.secondsOfWeek { pieces[pieces.count - 1].append(point) }
    }
    // A short remainder gives a poor velocity, so it joins the previous piece.
    if pieces.count > 1, let last = pieces.last, let before = pieces[pieces.count - 2].last,
      last[last.count - 1].secondsOfWeek - before.secondsOfWeek < longest / 4
    {
      pieces[pieces.count - 2] += last
      pieces.removeLast()
    }
    return pieces
  }

  /// Adds the clock to a message: a straight line fitted to the clock offsets by least squares.
  private static func clocked(
    _ message: BroadcastEphemeris, _ points: [ArcPoint]
  ) -> BroadcastEphemeris {
    // The orbit's own clock offset is the relativistic correction.
    let reported = points.compactMap { point -> SIMD2<Double>? in
      guard let clock = point.clockSeconds,
        let state = message.satelliteState(atSecondsOfWeek: point.secondsOfWeek)
      else { return nil }
      let since = GPSTime.wrapped(point.secondsOfWeek - message.referenceTime.secondsOfWeek)
      return SIMD2(since, clock - state.clockSeconds)
    }
    guard !reported.isEmpty else { return message }
    let mean = reported.reduce(SIMD2<Double>(), +) / Double(reported.count)
    let (spread, common) = reported.reduce((0.0, 0.0)) { sums, point in
      let off = point - mean
      return (sums.0 + off.x * off.x, sums.1 + off.x * off.y)
    }
    let drift = spread > 0 ? common / spread : 0
    let bias = mean.y - drift * mean.x
    switch message {
    case .kepler(var orbit):
      (orbit.clockBiasSeconds, orbit.clockDriftSecondsPerSecond) = (bias, drift)
      return .kepler(orbit)
    case .glonass(var state):
      (state.clockBiasSeconds, state.relativeFrequencyBias) = (bias, drift)
      return .glonass(state)
    case .ionosphere: return message
    }
  }

  /// Fits a message to one arc.
  ///
  /// - Parameters:
  ///   - satellite: GLONASS gets a state vector, other constellations a Kepler orbit.
  ///   - points: Positions in order of time.
  ///   - week: The GPS week of their times.
  /// - Returns: The message and its RMS misfit, in m; nil for too short an arc, or one that fits no orbit.
  static func message(
    of satellite: SatelliteID, through points: [ArcPoint], week: Int
  ) -> (message: BroadcastEphemeris, missMetres: Double)? {
    let stride = max(1, points.count / maximum)
    let used = points.indices.filter { $0 % stride == 0 }.map { points[$0] }
    guard used.count >= minimum, let first = used.first, let last = used.last,
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

  /// Initial state: position and velocity of a parabola through the ends and the middle.
  private static func start(_ points: [ArcPoint], at middle: Double) -> [Double] {
    let (a, b, c) = (points[0], points[points.count / 2], points[points.count - 1])
    let (p, q, r) = (a.secondsOfWeek, b.secondsOfWeek, c.secondsOfWeek)
    let first = (b.position - a.position) / (q - p)
    let bend = ((c.position - b.position) / (r - q) - first) / (r - p)
    let place = a.position + first * (middle - p) + bend * ((middle - p) * (middle - q))
    let speed = first + bend * (2 * middle - p - q)
    return [place.x, place.y, place.z, speed.x, speed.y, speed.z]
  }

  /// The least squares correction of the state; nil if it is undetermined.
  private static func leastSquares(_ columns: [[Vec3]], _ target: [Vec3]) -> [Double]? {
    // Positions and velocities differ in scale by the arc's length: normalised columns give a meaningful rank.
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
  /// Creates the Kepler orbit that osculates a position and a velocity, without harmonics or clock.
  ///
  /// - Parameters:
  ///   - position: ECEF of that time, in m.
  ///   - velocity: Relative to the rotating Earth, in m/s.
  ///   - satellite: The satellite.
  ///   - week: GPS week of the time.
  ///   - seconds: Time, in s of the week.
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
    // Broadcast nodes refer to Greenwich at the start of the week.
    ascendingNodeRadians = node + Self.earthRate * seconds
    argumentOfPerigeeRadians = latitude - anomaly
    meanAnomalyRadians = eccentric - e * sin(eccentric)
  }
}
