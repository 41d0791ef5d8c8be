import Geometry

/// Mean and covariance of the GNSS extended Kalman filter.
///
/// State: position east, north, up from an anchor, in m; velocity, in m/s; receiver clock bias to
/// GPS time, in m, and drift; inter-system clock offsets of GLONASS, Galileo and BeiDou; and a copy
/// of position and clock at the previous epoch, for carrier differences (stochastic cloning: S. I.
/// Roumeliotis and J. W. Burdick, ICRA 2002).
struct FilterState: Sendable {
  static let count = 15
  static let places = 0..<3
  static let velocities = 3..<6
  static let clock = 6
  static let drift = 7
  /// First index of the inter-system offsets; that of system n is at `offsets + n - 1`.
  static let offsets = 8
  /// First index of the previous epoch's copy: position, clock.
  static let copy = 11
  static let copiedClock = 14
  /// Variance of an unknown without information.
  static let unknown = 1e6

  var mean = SIMD16<Double>.zero
  /// Range errors that are considered, but not estimated.
  var errors = ConsideredErrors()
  var covariance = InlineArray<15, SIMD16<Double>>(repeating: .zero)

  var position: Vec3 {
    get { Vec3(mean[0], mean[1], mean[2]) }
    set { (mean[0], mean[1], mean[2]) = (newValue.x, newValue.y, newValue.z) }
  }
  var velocity: Vec3 {
    get { Vec3(mean[3], mean[4], mean[5]) }
    set { (mean[3], mean[4], mean[5]) = (newValue.x, newValue.y, newValue.z) }
  }
  var copiedPosition: Vec3 {
    get { Vec3(mean[11], mean[12], mean[13]) }
    set { (mean[11], mean[12], mean[13]) = (newValue.x, newValue.y, newValue.z) }
  }

  /// Clock drift, in m/s.
  var drift: Double {
    get { mean[Self.drift] }
    set { mean[Self.drift] = newValue }
  }
  /// Clock bias of each system to GPS time, in m.
  var clocks: SIMD4<Double> {
    var clocks = SIMD4<Double>(repeating: mean[Self.clock])
    for system in 1..<4 { clocks[system] += mean[Self.offsets + system - 1] }
    return clocks
  }
  /// Variances of east, north and up, in m².
  var positionVariance: Vec3 { Vec3(covariance[0][0], covariance[1][1], covariance[2][2]) }
  /// Mean variance of east and north, in m², and of their rates, in m²/s².
  var horizontalVariance: Double { (covariance[0][0] + covariance[1][1]) / 2 }
  var velocityVariance: Double { (covariance[3][3] + covariance[4][4]) / 2 }
  var eastNorth: Double { covariance[0][1] }
  var driftVariance: Double { covariance[Self.drift][Self.drift] }

  /// Returns the clock offset of a system to GPS, in m.
  @inline(__always)
  func offset(of system: Int) -> Double { system > 0 ? mean[Self.offsets + system - 1] : 0 }

  /// True if all values are finite and no variance is negative.
  var isSound: Bool {
    var sum = 0.0
    // A span avoids a copy of the whole matrix.
    let rows = covariance.span
    for index in 0..<Self.count {
      let variance = rows[index][index]
      guard variance >= 0 else { return false }
      sum += variance + abs(mean[index])
    }
    return sum < 1e18
  }

  /// Makes an unknown independent of all others, with the given variance.
  mutating func forget(_ index: Int, variance: Double) {
    covariance[index] = .zero
    for row in 0..<Self.count { covariance[row][index] = 0 }
    covariance[index][index] = variance
    errors.change { $0[index] = 0 }
  }

  /// Adds process noise to some unknowns.
  mutating func widen(_ indices: Range<Int>, by variance: Double) {
    for index in indices { covariance[index][index] += variance }
  }

  /// Resets position and clocks to a position from outside the filter.
  mutating func reset(at place: Vec3, variance: Vec3, eastNorth: Double) {
    for index in Self.places { forget(index, variance: variance[index]) }
    forget(Self.clock, variance: Self.unknown)
    for index in Self.offsets..<Self.copy { forget(index, variance: Self.unknown) }
    position = place
    covariance[0][1] = eastNorth
    covariance[1][0] = eastNorth
  }

  /// Kalman prediction with constant velocity and constant clock drift.
  ///
  /// - Parameters:
  ///   - elapsed: Time step, in s.
  ///   - jerkiness: Spectral density of acceleration along each axis, in m²/s³.
  mutating func advance(by elapsed: Double, jerkiness: Vec3) {
    for axis in 0..<3 {
      mean[axis] += mean[axis + 3] * elapsed
      covariance[axis] += covariance[axis + 3] * elapsed
    }
    mean[Self.clock] += mean[Self.drift] * elapsed
    covariance[Self.clock] += covariance[Self.drift] * elapsed
    for row in 0..<Self.count {
      let line = covariance[row]
      covariance[row][0] = line[0] + line[3] * elapsed
      covariance[row][1] = line[1] + line[4] * elapsed
      covariance[row][2] = line[2] + line[5] * elapsed
      covariance[row][6] = line[6] + line[7] * elapsed
    }
    let squared = elapsed * elapsed
    for axis in 0..<3 {
      let density = jerkiness[axis]
      covariance[axis][axis] += density * squared * elapsed / 3
      covariance[axis][axis + 3] += density * squared / 2
      covariance[axis + 3][axis] += density * squared / 2
      covariance[axis + 3][axis + 3] += density * elapsed
    }
  }

  /// Copies position and clock for the next epoch's carrier differences (stochastic cloning).
  mutating func copyPlace() {
    for axis in 0..<4 {
      let from = axis < 3 ? axis : Self.clock
      mean[Self.copy + axis] = mean[from]
      covariance[Self.copy + axis] = covariance[from]
    }
    for row in 0..<Self.count {
      let line = covariance[row]
      covariance[row][11] = line[0]
      covariance[row][12] = line[1]
      covariance[row][13] = line[2]
      covariance[row][14] = line[6]
    }
    errors.change { covariance in
      for axis in 0..<4 { covariance[Self.copy + axis] = covariance[axis < 3 ? axis : Self.clock] }
    }
  }

  /// Returns the covariance times a design with a direction from `first` on and 1 at `clock`.
  @inline(__always)
  func product(_ direction: Vec3, from first: Int, clock: Int) -> SIMD16<Double> {
    covariance[first] * direction.x + covariance[first + 1] * direction.y
      + covariance[first + 2] * direction.z + covariance[clock]
  }

  /// Kalman update with an observation, given its covariance with all unknowns.
  ///
  /// - Parameters:
  ///   - design: Derivatives of the observation by the unknowns.
  ///   - product: Covariance of the observation with the unknowns.
  ///   - variance: Variance of the innovation.
  ///   - innovation: Observation minus prediction.
  ///   - error: Index of the satellite whose lasting errors are in the observation; nil for none.
  ///   - keepsCopy: False leaves the previous epoch's copy invalid until ``copyPlace()``, and saves a
  ///     quarter of the work.
  @inline(__always)
  mutating func update(
    _ design: SIMD16<Double>, _ product: SIMD16<Double>, variance: Double, innovation: Double,
    error: Int? = nil, keepsCopy: Bool = true
  ) {
    let gain = product / variance
    mean += gain * innovation
    for row in 0..<(keepsCopy ? Self.count : Self.copy) {
      covariance[row] -= gain * product[row]
    }
    errors.update(gain: gain, design: design, of: error)
  }

  /// Kalman update with an observation of a single unknown.
  mutating func observe(_ index: Int, value: Double, variance: Double) {
    let product = covariance[index]
    var design = SIMD16<Double>.zero
    design[index] = 1
    update(design, product, variance: product[index] + variance, innovation: value - mean[index])
  }

  /// Kalman update with east and north, in m, with variances in m².
  mutating func observe(_ position: Vec2, variance: Vec2) {
    observe(0, value: position.x, variance: variance.x)
    observe(1, value: position.y, variance: variance.y)
  }
}
