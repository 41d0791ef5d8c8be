import Numerics

/// What readings say of eight places, summed up so that what is common to them can be left open: by how
/// much the phone hears more than the survey's, and what its bearer's body takes from one side.
///
/// A body takes from what comes through it; over the directions that is a constant and a cosine, whose
/// axis depends on the pocket and isn't known. A step aside changes strengths much in the same way, so
/// that a filter which took the cosine for news of the place would be off by metres and sure of it.
package struct RadioSums: Sendable {
  package typealias Lanes = SIMD8<Float>

  /// Of precisions, of precisions times residuals, and of precisions times squared residuals.
  private(set) var precision = Lanes.zero, residualSum = Lanes.zero, square = Lanes.zero
  /// Of logs of variances.
  private var log = Lanes.zero
  /// Of precisions times the bearing east and north, of these times residuals, and of their products.
  private var east = Lanes.zero, north = Lanes.zero
  private var eastResidual = Lanes.zero, northResidual = Lanes.zero
  private var eastEast = Lanes.zero, eastNorth = Lanes.zero, northNorth = Lanes.zero

  /// Creates sums of nothing.
  package init() {}

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - residual: By how much it is stronger than the survey says, less the usual offset, in dB.
  ///   - variance: Of that, in dB².
  ///   - limit: How much it counts at most, as a square in standard deviations.
  ///   - robust: From how many standard deviations on it counts less.
  ///   - isHeard: Whether the survey says that the sender is heard at all.
  ///   - way: The bearing of the sender east and north, of length 1, less when it is near.
  @inline(__always)
  package mutating func add(
    _ residual: Lanes, _ variance: Lanes, limit: Float, robust: Float,
    isHeard: SIMDMask<SIMD8<Int32>>,
    _ way: (east: Lanes, north: Lanes)
  ) {
    var weight = 1 / variance
    let size = residual * residual * weight
    // Seldom, so that it needn't be reckoned each time.
    if Self.hasAny(size .> min(limit, robust * robust)) {
      // Far off, another reading says little more than that it is far off.
      weight.replace(
        with: weight * robust / size.root, where: size .> robust * robust)
      // That many readings agree otherwise says that its sender was moved, or is another.
      let part = weight * residual * residual
      weight.replace(with: weight * limit / part, where: part .> limit)
    }
    square += weight * residual * residual
    log += roughLogarithm(variance)
    // What shouldn't be heard at all doesn't say that the phone hears well.
    weight.replace(with: 0, where: .!isHeard)
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

  /// Whether any of eight is so.
  @inline(__always)
  private static func hasAny(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    // A mask of eight is 32 bytes, as four words are, and any bits make words.
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return bits.x | bits.y | bits.z | bits.w != 0
  }

  /// Makes places less likely, whatever else is common to the readings.
  ///
  /// - Parameter cost: By how much, as a log.
  @inline(__always)
  package mutating func doubt(by cost: Lanes) {
    log += 2 * cost
  }

  /// Takes it that the bearer looks another way than was thought.
  ///
  /// That is as exact as if each reading had been added so, but for how far off it was found.
  ///
  /// - Parameter facing: By how much the body lets through more from east and north, in dB.
  @inline(__always)
  package mutating func turn(by facing: (east: Lanes, north: Lanes)) {
    let u = eastEast * facing.east + eastNorth * facing.north
    let v = eastNorth * facing.east + northNorth * facing.north
    square += facing.east * (u - 2 * eastResidual) + facing.north * (v - 2 * northResidual)
    residualSum -= facing.east * east + facing.north * north
    eastResidual -= u
    northResidual -= v
  }

  /// What remains of the squared residuals once what is common is explained, and how likely the readings
  /// are, as a log.
  ///
  /// - Parameters:
  ///   - variance: Of the offset, in dB².
  ///   - bodySide: Of what a body takes from one side, along each axis, in dB².
  /// - Returns: Both.
  @inline(__always)
  package func explained(
    _ variance: Float, _ bodySide: Float
  ) -> (unexplained: Lanes, logLikelihood: Lanes) {
    // Three unknowns with a normal law before: their matrix, decomposed.
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
  /// How many sums it has of each place.
  private static let fields = MemoryLayout<RadioSums>.size / MemoryLayout<Lanes>.size

  /// Adds the sums of some places, each taken by any number of others.
  ///
  /// - Parameters:
  ///   - more: The places' sums.
  ///   - numbers: For each of those that take them, the number of its place.
  ///   - sums: Theirs.
  package static func add(
    _ more: [RadioSums], of numbers: ArraySlice<Int>, to sums: inout [RadioSums]
  ) {
    let width = RadioPlaces.width
    precondition(sums.count * width >= numbers.count)
    precondition(numbers.allSatisfy { $0 >= 0 && $0 < more.count * width })
    more.withUnsafeBytes { more in
      sums.withUnsafeMutableBytes { sums in
        let (lane, vector) = (MemoryLayout<Float>.stride, MemoryLayout<Lanes>.stride)
        let block = MemoryLayout<RadioSums>.stride
        // Eight takers at a time; where fewer are left, the rest take what nobody asks for.
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
