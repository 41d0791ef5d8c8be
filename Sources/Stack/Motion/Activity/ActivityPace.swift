import Glibc
import Kernel
import Observations

/// Activity likelihoods from location speed alone: reported speed or, without it, distance over time.
struct ActivityPace: Sendable {
  private let parameters: ActivityAlone
  /// Sum of the speeds since the last output.
  private var sum: Float = 0, count: Float = 0
  private var since: SimTime?
  private var last: (time: SimTime, coordinate: Coordinate)?
  /// Mean speed of the last output.
  private var before: Float?

  init(_ parameters: ActivityAlone) {
    self.parameters = parameters
  }

  /// Processes a location; returns the likelihood of each class from the mean speed and its change once per
  /// period, else nil.
  ///
  /// Speeds from `limit` on, in m/s, are rejected.
  mutating func process(_ fix: LocationFix, below limit: Double) -> SIMD8<Float>? {
    guard fix.time != last?.time else { return nil }
    let reported = fix.speedMetresPerSecond
    let isReported = reported >= 0 && reported < limit
    let found = isReported ? reported : speedOfWay(to: fix)
    last = (fix.time, fix.coordinate)
    guard let way = found, way < limit else { return nil }
    sum += Float(way)
    count += 1
    guard let begin = since, fix.time >= begin, fix.time - begin < parameters.timeout else {
      // The first location, or the first after a gap.
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
      noise: isReported ? 0 : parameters.distanceNoise / elapsed)
  }

  /// Returns the likelihood of each class: a normal density of the speed times an exponential of its change.
  ///
  /// - Parameters:
  ///   - speed: In m/s.
  ///   - change: Absolute change since the last output, in m/s; nil if unknown.
  ///   - reach: Fraction of the long-term speed change that is expected in the elapsed time.
  ///   - noise: Speed error, in m/s.
  /// - Returns: Likelihoods in the order of ``ActivityClass``.
  private func likelihoods(
    of speed: Float, change: Float?, reach: Float, noise: Float
  ) -> SIMD8<Float> {
    func density(_ mean: Float, _ spread: Float, _ usual: Float) -> Float {
      let wide = (spread * spread + noise * noise).squareRoot()
      let off = (speed - mean) / wide
      var density = exp(-0.5 * off * off) / wide
      let size = usual * reach + noise
      if let change { density *= exp(-change / size) / size }
      return exp(parameters.weight * log(density + parameters.minimum))
    }
    let steady = parameters.steadyChange
    var found = SIMD8<Float>.zero
    // Half-normal: speeds at rest are not negative, so the density doubles.
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
    guard elapsed > 0, elapsed < parameters.timeout.seconds else { return nil }
    let north = (fix.coordinate.latitudeDegrees - last.coordinate.latitudeDegrees)
    var east = fix.coordinate.longitudeDegrees - last.coordinate.longitudeDegrees
    if abs(east) > 180 { east -= 360 * (east > 0 ? 1 : -1) }
    let width = cos(fix.coordinate.latitudeDegrees * Double.pi / 180)
    return MeanSphere.metresPerDegree * hypot(north, east * width) / elapsed
  }
}
