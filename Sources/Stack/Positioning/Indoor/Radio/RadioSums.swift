import Numerics

/// Sufficient statistics of readings at eight positions, with the RSSI offset and body loss
/// marginalised.
///
/// The body attenuates signals that pass through it: over the directions a constant and a cosine,
/// whose axis depends on the pocket and is unknown. A step aside changes levels in much the same
/// way, so a filter that took the cosine for position information would be confident and wrong by
/// metres.
package struct RadioSums: Sendable {
  package typealias Lanes = SIMD8<Float>

  /// Sums of precisions, of precisions times residuals, and of precisions times squared residuals.
  private(set) var precision = Lanes.zero, residualSum = Lanes.zero, square = Lanes.zero
  /// Sum of the logs of variances.
  private var log = Lanes.zero
  /// Sums of precisions times the bearing east and north, times residuals, and their products.
  private var east = Lanes.zero, north = Lanes.zero
  private var eastResidual = Lanes.zero, northResidual = Lanes.zero
  private var eastEast = Lanes.zero, eastNorth = Lanes.zero, northNorth = Lanes.zero

  /// Creates empty sums.
  package init() {}

  /// Adds a reading, with a robust weight (Huber) and a bounded cost.
  ///
  /// - Parameters:
  ///   - residual: Level above the survey, less the usual offset, in dB.
  ///   - variance: Variance of the residual, in dB².
  ///   - limit: Maximum squared normalised residual.
  ///   - robust: Residual above which the weight falls, in sigmas.
  ///   - isReceived: True where the survey has the transmitter at all.
  ///   - way: Bearing of the transmitter east and north, of length 1; shorter nearby.
  @inline(__always)
  package mutating func add(
    _ residual: Lanes, _ variance: Lanes, limit: Float, robust: Float,
    isReceived: SIMDMask<SIMD8<Int32>>,
    _ way: (east: Lanes, north: Lanes)
  ) {
    var weight = 1 / variance
    let size = residual * residual * weight
    // Rare, so the check skips the computation.
    if Self.hasAny(size .> min(limit, robust * robust)) {
      // Huber weight: cost grows linearly.
      weight.replace(
        with: weight * robust / size.root, where: size .> robust * robust)
      // Bounded cost: with many readings to the contrary, the transmitter was moved or is another.
      let part = weight * residual * residual
      weight.replace(with: weight * limit / part, where: part .> limit)
    }
    square += weight * residual * residual
    log += roughLogarithm(variance)
    // A signal that the survey lacks does not count as evidence of a better receiver.
    weight.replace(with: 0, where: .!isReceived)
    precision += weight
    residualSum += weight * residual
    let (u, v) = (weight * way.east, weight * way.north)
    east += u
    north += v
    eastResidual += residual * u
    northResidual += residual * v
    eastEast += u * way.east
    eastNorth += u * way.north
    northNorth += v * way.north
  }

  /// True if any lane is set.
  @inline(__always)
  private static func hasAny(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    // The bit cast is safe: the mask has 32 bytes, as four words have, and any bits are valid.
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return bits.x | bits.y | bits.z | bits.w != 0
  }

  /// Reduces the likelihood of positions, independent of the common terms.
  @inline(__always)
  package mutating func sigma(by cost: Lanes) {
    log += 2 * cost
  }

  /// Changes the assumed heading of the user.
  ///
  /// Exact, except that the robust weights were computed for the old heading.
  ///
  /// - Parameter facing: Change of the body gain from east and north, in dB.
  @inline(__always)
  package mutating func turn(by facing: (east: Lanes, north: Lanes)) {
    let u = eastEast * facing.east + eastNorth * facing.north
    let v = eastNorth * facing.east + northNorth * facing.north
    square += facing.east * (u - 2 * eastResidual) + facing.north * (v - 2 * northResidual)
    residualSum -= facing.east * east + facing.north * north
    eastResidual -= u
    northResidual -= v
  }

  /// Returns the residual square after marginalisation of the common terms, and the log likelihood.
  ///
  /// - Parameters:
  ///   - variance: Prior variance of the offset, in dB².
  ///   - bodySide: Prior variance of the body loss along each axis, in dB².
  /// - Returns: Both.
  @inline(__always)
  package func explained(
    _ variance: Float, _ bodySide: Float
  ) -> (unexplained: Lanes, logLikelihood: Lanes) {
    // Three unknowns with a normal prior: LDLᵀ decomposition of their normal matrix.
    let first = 1 / variance + precision
    let (u, v) = (east / first, north / first)
    let second = 1 / bodySide + eastEast - u * east
    let cross = eastNorth - u * north
    let turned = cross / second
    let third = 1 / bodySide + northNorth - v * north - turned * cross
    let b = eastResidual - u * residualSum
    let c = northResidual - v * residualSum - turned * b
    let common = residualSum * residualSum / first + b * b / second + c * c / third
    let unexplained = square - common
    let logs = log + roughLogarithm(first * second * third)
    return (unexplained, -0.5 * (unexplained + logs))
  }
}

extension RadioSums {
  /// Number of sums per position.
  private static let fields = MemoryLayout<RadioSums>.size / MemoryLayout<Lanes>.size

  /// Adds the sums of positions to any number of takers.
  ///
  /// - Parameters:
  ///   - more: Sums of the positions.
  ///   - numbers: Lane of the position for each taker.
  ///   - sums: Sums of the takers.
  package static func add(
    _ more: [RadioSums], of numbers: ArraySlice<Int>, to sums: inout [RadioSums]
  ) {
    let width = RadioPositions.width
    precondition(sums.count * width >= numbers.count)
    precondition(numbers.allSatisfy { $0 >= 0 && $0 < more.count * width })
    more.withUnsafeBytes { more in
      sums.withUnsafeMutableBytes { sums in
        let (lane, vector) = (MemoryLayout<Float>.stride, MemoryLayout<Lanes>.stride)
        let block = MemoryLayout<RadioSums>.stride
        // Eight takers at a time; unused lanes at the end receive values that are never read.
        for first in stride(from: 0, to: numbers.count, by: width) {
          var sources = SIMD8<Int>()
          for taker in first..<min(first + width, numbers.count) {
            let number = numbers[numbers.startIndex + taker]
            sources[taker - first] = (number / width) * block + number % width * lane
          }
          let goal = first / width * block
          for field in stride(from: 0, to: fields * vector, by: vector) {
            var taken = Lanes()
            for taker in 0..<width {
              taken[taker] = more.load(fromByteOffset: sources[taker] + field, as: Float.self)
            }
            let sum = sums.load(fromByteOffset: goal + field, as: Lanes.self) + taken
            sums.storeBytes(of: sum, toByteOffset: goal + field, as: Lanes.self)
          }
        }
      }
    }
  }
}
