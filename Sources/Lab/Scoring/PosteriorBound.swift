package import Geometry

/// Posterior Cramer-Rao bound: the minimum error of any filter that uses all epochs so far.
///
/// P. Tichavsky, C. Muravchik and A. Nehorai (IEEE Trans. Signal Processing 46 (1998) 1386-1396).
/// For normal errors and linear motion it is the covariance of a Kalman filter linearised at the
/// truth: position, velocity, clock, clock drift and the systems' offsets, with the reference
/// filter's process noise. Errors that outlast a track (orbits, atmosphere) don't average out: they
/// count as a constant per satellite, and the bound is the root sum of squares of the noise part
/// and the constant part.
package struct PosteriorBound: Sendable {
  /// A satellite's signals, representative of a few epochs.
  package struct Signal {
    package var direction: Vec3
    /// The sigma of a range, in m, and of a range rate, in m/s; infinite without one.
    package var sigma: Double
    package var rateSigma: Double
    /// The variance of the constant errors, in m².
    package var lasting: Double
    /// Sigmas of the constant errors shared by all ranges, in m: ionosphere, troposphere.
    package var common: SIMD2<Double>
    /// The index of the system's clock: 0 to 3.
    package var clock: Int

    package init(
      direction: Vec3, sigma: Double, rateSigma: Double, lasting: Double,
      common: SIMD2<Double> = .zero, clock: Int
    ) {
      self.common = common
      self.direction = direction
      self.sigma = sigma
      self.rateSigma = rateSigma
      self.lasting = lasting
      self.clock = clock
    }
  }

  private static let size = 11
  /// Process noise of the reference filter: of velocity at rest and in motion, in m²/s³, with an
  /// addition per m/s; of the clock, in m²/s; of its drift, in m²/s³.
  private static let still = 1e-4
  private static let moving = 0.4
  private static let movingPerSpeed = 0.12
  private static let stillSpeed = 0.3
  private static let clockNoise = 1.0
  private static let driftNoise = 0.05
  /// Maximum gap between epochs, in s; the filter restarts after longer ones.
  private static let longestGap = 120.0

  private var covariance = InlineArray<11, SIMD16<Double>>(repeating: .zero)
  private var isBegun = false

  package init() {}

  /// Updates with the signals of some epochs.
  ///
  /// - Parameters:
  ///   - signals: The signals of one epoch that represents all.
  ///   - epochs: The number of epochs it represents.
  ///   - elapsed: The time since the previous call, in s.
  ///   - speed: The true speed of the receiver, in m/s.
  /// - Returns: The bound of the horizontal root mean square error, in m; nil where the satellites
  ///   don't determine a position.
  package mutating func take(
    _ signals: [Signal], epochs: Double, elapsed: Double, speed: Double
  ) -> Double? {
    let lasting = CramerRaoBound.horizontal(
      ranges: signals.map {
        (direction: $0.direction, sigmaMetres: $0.lasting.squareRoot(), clock: $0.clock)
      }, common: [signals.map { $0.common.x }, signals.map { $0.common.y }])
    guard let lasting else {
      if elapsed > Self.longestGap { isBegun = false }
      return nil
    }
    if isBegun, elapsed > 0, elapsed <= Self.longestGap {
      advance(elapsed, speed)
    } else {
      covariance = InlineArray(repeating: .zero)
      for index in 0..<Self.size { covariance[index][index] = index < 3 ? 1e8 : 1e6 }
      isBegun = true
    }
    for signal in signals {
      let clock = signal.clock > 0 ? 7 + signal.clock : nil
      observe(signal.direction, from: 0, 6, clock, variance: signal.sigma * signal.sigma / epochs)
      guard signal.rateSigma < 100 else { continue }
      let variance = signal.rateSigma * signal.rateSigma / epochs
      observe(signal.direction, from: 3, 7, nil, variance: variance)
    }
    let noise = covariance[0][0] + covariance[1][1]
    guard noise.isFinite, noise > 0 else {
      isBegun = false
      return nil
    }
    return (noise + lasting * lasting).squareRoot()
  }

  private mutating func advance(_ elapsed: Double, _ speed: Double) {
    for axis in 0..<3 { covariance[axis] += covariance[axis + 3] * elapsed }
    covariance[6] += covariance[7] * elapsed
    for row in 0..<Self.size {
      let line = covariance[row]
      for axis in 0..<3 { covariance[row][axis] = line[axis] + line[axis + 3] * elapsed }
      covariance[row][6] = line[6] + line[7] * elapsed
    }
    let density =
      speed < Self.stillSpeed ? Self.still : Self.moving + Self.movingPerSpeed * speed
    let squared = elapsed * elapsed
    for axis in 0..<3 {
      let share = axis == 2 ? 0.15 * density : density
      covariance[axis][axis] += share * squared * elapsed / 3
      covariance[axis][axis + 3] += share * squared / 2
      covariance[axis + 3][axis] += share * squared / 2
      covariance[axis + 3][axis + 3] += share * elapsed
    }
    covariance[6][6] += Self.clockNoise * elapsed
    covariance[7][7] += Self.driftNoise * elapsed
  }

  /// Kalman covariance update with one range or rate.
  ///
  /// The row of H is minus the direction from `first` on, and 1 for one or two other states; all
  /// other entries are zero, so that at most five columns count.
  @inline(__always)
  private mutating func observe(
    _ direction: Vec3, from first: Int, _ clock: Int, _ offset: Int?, variance: Double
  ) {
    let (x, y, z) = (-direction.x, -direction.y, -direction.z)
    func through(_ line: SIMD16<Double>) -> Double {
      let sum = line[first] * x + line[first + 1] * y + line[first + 2] * z + line[clock]
      return offset.map { sum + line[$0] } ?? sum
    }
    var product = SIMD16<Double>.zero
    for row in 0..<Self.size { product[row] = through(covariance[row]) }
    let total = through(product) + variance
    guard total > 0 else { return }
    for row in 0..<Self.size { covariance[row] -= product * (product[row] / total) }
  }
}
