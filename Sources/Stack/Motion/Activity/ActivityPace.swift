import Glibc
import Kernel
import Observations

/// How fast a phone goes, by its locations alone: by the speeds they tell, or by the way between them.
struct ActivityPace: Sendable {
  private let parameters: ActivityAlone
  /// The speeds since the last was told, in sum.
  private var sum: Float = 0, count: Float = 0
  private var since: SimTime?
  private var last: (time: SimTime, coordinate: Coordinate)?
  /// What was told last.
  private var before: Float?

  init(_ parameters: ActivityAlone) {
    self.parameters = parameters
  }

  /// Takes a location.
  ///
  /// - Parameters:
  ///   - fix: The location.
  ///   - limit: From which speed on it can't be one, in m/s.
  /// - Returns: How likely each class is by the mean speed since the last, and how much that has changed, if
  ///   it is time to tell.
  mutating func take(_ fix: LocationFix, below limit: Double) -> SIMD8<Float>? {
    guard fix.time != last?.time else { return nil }
    let told = fix.speedMetresPerSecond
    let isTold = told >= 0 && told < limit
    let found = isTold ? told : speedOfWay(to: fix)
    last = (fix.time, fix.coordinate)
    guard let way = found, way < limit else { return nil }
    sum += Float(way)
    count += 1
    guard let begin = since, fix.time >= begin, fix.time - begin < parameters.patience else {
      // The first of all, or after a gap.
      (since, sum, count, before) = (fix.time, 0, 0, nil)
      return nil
    }
    guard fix.time - begin >= MotionFeatures.period else { return nil }
    let mean = sum / count
    let elapsed = Float((fix.time - begin).seconds)
    let change = before.map { abs(mean - $0) }
    (since, sum, count, before) = (fix.time, 0, 0, mean)
    return likelihoods(
      of: mean, change: change, reach: 1 - exp(-elapsed / parameters.changeTime),
      noise: isTold ? 0 : parameters.wayNoise / elapsed)
  }

  /// How likely a speed and its change are in each class.
  ///
  /// - Parameters:
  ///   - speed: The speed, in m/s.
  ///   - change: By how much it is another than before, in m/s; nil if nobody knows.
  ///   - reach: How much of what speeds change in the long run they do in the time between, as a share.
  ///   - noise: How far speeds are off, in m/s.
  /// - Returns: A likelihood for each class, in the order of ``ActivityClass``.
  private func likelihoods(
    of speed: Float, change: Float?, reach: Float, noise: Float
  ) -> SIMD8<Float> {
    func density(_ mean: Float, _ spread: Float, _ usual: Float) -> Float {
      let wide = (spread * spread + noise * noise).squareRoot()
      let off = (speed - mean) / wide
      var density = exp(-0.5 * off * off) / wide
      let size = usual * reach + noise
      if let change { density *= exp(-change / size) / size }
      return exp(parameters.weight * log(density + parameters.least))
    }
    let steady = parameters.steadyChange
    var found = SIMD8<Float>.zero
    // Speeds at rest are none below zero.
    let rest = density(0, parameters.restSpread, steady) * exp(parameters.weight * log(2))
    for look in [ActivityClass.table, .body, .idle] { found[look.rawValue] = rest }
    found[ActivityClass.walking.rawValue] = density(
      parameters.walking, parameters.walkingSpread, steady)
    found[ActivityClass.running.rawValue] = density(
      parameters.running, parameters.runningSpread, steady)
    found[ActivityClass.cycling.rawValue] = density(
      parameters.cycling, parameters.cyclingSpread, steady)
    found[ActivityClass.automotive.rawValue] = density(
      parameters.driving, parameters.drivingSpread, parameters.drivingChange)
    return found
  }

  private func speedOfWay(to fix: LocationFix) -> Double? {
    guard let last else { return nil }
    let elapsed = (fix.time - last.time).seconds
    guard elapsed > 0, elapsed < parameters.patience.seconds else { return nil }
    let north = (fix.coordinate.latitudeDegrees - last.coordinate.latitudeDegrees)
    var east = fix.coordinate.longitudeDegrees - last.coordinate.longitudeDegrees
    if abs(east) > 180 { east -= 360 * (east > 0 ? 1 : -1) }
    let width = cos(fix.coordinate.latitudeDegrees * Double.pi / 180)
    return MeanSphere.metresPerDegree * hypot(north, east * width) / elapsed
  }
}
