/// What readings say of one place, summed up so that what is common to them can be left open: by how
/// much the phone hears more than the survey's, and what its bearer's body takes from one side.
///
/// A body takes from what comes through it; over the directions that is a constant and a cosine, whose
/// axis depends on the pocket and isn't known. A step aside changes strengths much in the same way, so
/// that a filter which took the cosine for news of the place would be off by metres and sure of it.
struct RadioSums: Sendable {
  /// Of precisions, of precisions times rests, and of precisions times squared rests.
  private(set) var precision: Float = 0, rest: Float = 0, square: Float = 0
  /// Of logs of variances.
  private var log: Float = 0
  /// Of precisions times the bearing east and north, of these times rests, and of their squares.
  private var bearing = SIMD2<Float>.zero, bearingRest = SIMD2<Float>.zero
  private var bearingSquare = SIMD2<Float>.zero
  private var bearingProduct: Float = 0

  /// From how many standard deviations on a reading counts less.
  private static let robust: Float = 4
  /// How much a body takes from one side, in dB² along each axis; an estimate from walks along one
  /// line the same and the other way (Indoor Location Competition 2.0, site 1), half of whose
  /// difference is 1.8 to 3.3 dB.
  private static let bodySide: Float = 3

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - level: Its strength less the usual offset, in dBm.
  ///   - found: What the survey says, in dBm and dB².
  ///   - noise: The variance of readings, in dB².
  ///   - way: The bearing of the sender, of length 1, less when it is near.
  @inline(__always)
  mutating func add(
    _ level: Float, _ found: (level: Float, variance: Float), _ noise: Float, _ way: SIMD2<Float>
  ) {
    let left = level - found.level
    let variance = found.variance + noise
    let size = abs(left) / variance.squareRoot()
    // Far off, another reading says little more than that it is far off.
    let trust = size > Self.robust ? Self.robust / size : 1
    let weight = trust / variance
    // What shouldn't be heard at all doesn't say that the phone hears well.
    if found.level > RadioField.silence {
      precision += weight
      rest += weight * left
      let side = weight * way
      bearing += side
      bearingRest += left * side
      bearingSquare += side * way
      bearingProduct += side.x * way.y
    }
    square += weight * left * left
    log += Self.fastLog(variance)
  }

  /// What remains of the squared rests once what is common is explained, and how likely the readings
  /// are, as a log.
  ///
  /// - Parameter variance: Of the offset, in dB².
  /// - Returns: Both.
  @inline(__always)
  func explained(_ variance: Float) -> (unexplained: Float, logLikelihood: Float) {
    // Three unknowns with a normal law before: their matrix, decomposed.
    let first = 1 / variance + precision
    let (east, north) = (bearing.x / first, bearing.y / first)
    let second = 1 / Self.bodySide + bearingSquare.x - east * bearing.x
    let cross = bearingProduct - east * bearing.y
    let third = 1 / Self.bodySide + bearingSquare.y - north * bearing.y - cross * cross / second
    let b = bearingRest.x - east * rest
    let c = bearingRest.y - north * rest - cross / second * b
    let common = rest * rest / first + b * b / second + c * c / third
    let unexplained = square - common
    return (unexplained, -0.5 * (unexplained + log + Self.fastLog(first * second * third)))
  }

  /// The natural logarithm, to a thousandth.
  @inline(__always)
  private static func fastLog(_ value: Float) -> Float {
    let bits = value.bitPattern
    let exponent = Float(Int32(bits >> 23) - 127)
    let mantissa = Float(bitPattern: bits & 0x007F_FFFF | 0x3F80_0000)
    let fraction = mantissa - 1
    let bend: Float = -0.6778 + fraction * 0.2390
    return 0.693_147 * (exponent + fraction * (1.4388 + fraction * bend))
  }
}

/// Sums for each place at which readings are weighed: room that is used again and again.
struct RadioScratch: Sendable {
  private(set) var sums: [RadioSums] = []

  var count: Int { sums.count }

  mutating func resize(_ count: Int) {
    sums = [RadioSums](repeating: RadioSums(), count: count)
  }

  mutating func clear(_ count: Int) {
    for index in 0..<count { sums[index] = RadioSums() }
  }

  @inline(__always)
  mutating func add(
    _ level: Float, _ found: (level: Float, variance: Float), _ noise: Float,
    _ way: SIMD2<Float>, at index: Int
  ) {
    sums[index].add(level, found, noise, way)
  }
}
