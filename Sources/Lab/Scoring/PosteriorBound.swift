package import Geometry

/// The least error that any filter could have that knows all epochs so far.
///
/// The posterior Cramer-Rao bound by P. Tichavsky, C. Muravchik and A. Nehorai (IEEE Trans. Signal
/// Processing 46 (1998) 1386-1396), which for normal errors and a linear motion is what a Kalman filter
/// on the truth would reckon: place, velocity, clock, its rate and the systems' offsets, moved by the
/// reference filter's own noise. What lasts for longer than a track (orbits, atmosphere) is no
/// noise that goes down: with it as a constant of each satellite, the error is that of the noise and
/// that of the constants, one beside the other.
package struct PosteriorBound: Sendable {
  /// A satellite's signals over a few epochs.
  package struct Signal {
    package var direction: Vec3
    /// One standard deviation of a range, in m, and of a rate, in m/s; infinite without one.
    package var sigma: Double
    package var rateSigma: Double
    /// The variance of what lasts, in m².
    package var lasting: Double
    /// What lasts in all ranges together, in m at one standard deviation: ionosphere, troposphere.
    package var common: SIMD2<Double>
    /// Which system's clock: 0 to 3.
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
  /// The noise of velocity at rest and while moving, in m²/s³, and what each m/s adds; those of the
  /// clock, in m²/s, and of its rate, in m²/s³: the reference filter's.
  private static let still = 1e-4
  private static let moving = 0.4
  private static let movingPerSpeed = 0.12
  private static let stillSpeed = 0.3
  private static let clockNoise = 1.0
  private static let driftNoise = 0.05
  /// Longer gaps leave nothing of what was known, in s.
  private static let longestGap = 120.0

  private var covariance = InlineArray<11, SIMD16<Double>>(repeating: .zero)
  private var isBegun = false

  /// Starts with nothing known.
  package init() {}

  /// Takes in the signals of some epochs.
  ///
  /// - Parameters:
  ///   - signals: The signals, of one epoch that stands for all.
  ///   - epochs: How many epochs it stands for.
  ///   - elapsed: Since the call before, in s.
  ///   - speed: How fast the receiver truly is, in m/s.
  /// - Returns: The least root mean square of the horizontal error, in m; nil where the satellites
  ///   determine no place.
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

  /// Takes in one range or rate.
  ///
  /// It depends on three unknowns from `first` on by minus the direction, and wholly on one or two
  /// others; on nothing else, so that no more than five columns count.
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
