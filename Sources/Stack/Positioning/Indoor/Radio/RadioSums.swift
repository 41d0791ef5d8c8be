/// What readings say of eight places, summed up so that what is common to them can be left open: by how
/// much the phone hears more than the survey's, and what its bearer's body takes from one side.
///
/// A body takes from what comes through it; over the directions that is a constant and a cosine, whose
/// axis depends on the pocket and isn't known. A step aside changes strengths much in the same way, so
/// that a filter which took the cosine for news of the place would be off by metres and sure of it.
package struct RadioSums: Sendable {
  package typealias Lanes = SIMD8<Float>

  /// Of precisions, of precisions times rests, and of precisions times squared rests.
  private(set) var precision = Lanes.zero, rest = Lanes.zero, square = Lanes.zero
  /// Of logs of variances.
  private var log = Lanes.zero
  /// Of precisions times the bearing east and north, of these times rests, and of their products.
  private var east = Lanes.zero, north = Lanes.zero
  private var eastRest = Lanes.zero, northRest = Lanes.zero
  private var eastEast = Lanes.zero, eastNorth = Lanes.zero, northNorth = Lanes.zero

  /// From how many standard deviations on a reading counts less.
  private static let robust: Float = 4
  /// How much a body takes from one side, in dB² along each axis; an estimate from walks along one
  /// line the same and the other way (Indoor Location Competition 2.0, site 1), half of whose
  /// difference is 1.8 to 3.3 dB.
  private static let bodySide: Float = 3

  /// Creates sums of nothing.
  package init() {}

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - left: By how much it is stronger than the survey says, less the usual offset, in dB.
  ///   - variance: Of that, in dB².
  ///   - limit: How much it counts at most, as a square in standard deviations.
  ///   - isHeard: Whether the survey says that the sender is heard at all.
  ///   - way: The bearing of the sender east and north, of length 1, less when it is near.
  @inline(__always)
  package mutating func add(
    _ left: Lanes, _ variance: Lanes, limit: Float, isHeard: SIMDMask<SIMD8<Int32>>,
    _ way: (east: Lanes, north: Lanes)
  ) {
    var weight = 1 / variance
    let size = left * left * weight
    // Seldom, so that it needn't be reckoned each time.
    if Self.hasAny(size .> min(limit, Self.robust * Self.robust)) {
      // Far off, another reading says little more than that it is far off.
      weight.replace(
        with: weight * Self.robust / size.root, where: size .> Self.robust * Self.robust)
      // That many readings agree otherwise says that its sender was moved, or is another.
      let part = weight * left * left
      weight.replace(with: weight * limit / part, where: part .> limit)
    }
    square += weight * left * left
    log += Self.fastLog(variance)
    // What shouldn't be heard at all doesn't say that the phone hears well.
    weight.replace(with: 0, where: .!isHeard)
    precision += weight
    rest += weight * left
    let (u, v) = (weight * way.east, weight * way.north)
    east += u
    north += v
    eastRest += left * u
    northRest += left * v
    eastEast += u * way.east
    eastNorth += u * way.north
    northNorth += v * way.north
  }

  /// Whether any of eight is so.
  @inline(__always)
  private static func hasAny(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return bits.x | bits.y | bits.z | bits.w != 0
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
    square += facing.east * (u - 2 * eastRest) + facing.north * (v - 2 * northRest)
    rest -= facing.east * east + facing.north * north
    eastRest -= u
    northRest -= v
  }

  /// What remains of the squared rests once what is common is explained, and how likely the readings
  /// are, as a log.
  ///
  /// - Parameter variance: Of the offset, in dB².
  /// - Returns: Both.
  @inline(__always)
  package func explained(_ variance: Float) -> (unexplained: Lanes, logLikelihood: Lanes) {
    // Three unknowns with a normal law before: their matrix, decomposed.
    let first = 1 / variance + precision
    let (u, v) = (east / first, north / first)
    let second = 1 / Self.bodySide + eastEast - u * east
    let cross = eastNorth - u * north
    let turned = cross / second
    let third = 1 / Self.bodySide + northNorth - v * north - turned * cross
    let b = eastRest - u * rest
    let c = northRest - v * rest - turned * b
    let common = rest * rest / first + b * b / second + c * c / third
    let unexplained = square - common
    let logs = log + Self.fastLog(first * second * third)
    return (unexplained, -0.5 * (unexplained + logs))
  }

  /// The natural logarithm, to a thousandth.
  @inline(__always)
  private static func fastLog(_ value: Lanes) -> Lanes {
    let bits = unsafeBitCast(value, to: SIMD8<UInt32>.self)
    // Whole numbers as they lie in the mantissa of 2^23.
    let exponent =
      unsafeBitCast((bits &>> 23) | 0x4B00_0000, to: Lanes.self) - (8_388_608 + 127)
    let mantissa = unsafeBitCast(bits & 0x007F_FFFF | 0x3F80_0000, to: Lanes.self)
    let fraction = mantissa - 1
    let bend = -0.6778 + fraction * 0.2390
    return 0.693_147 * (exponent + fraction * (1.4388 + fraction * bend))
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
        let (lane, place) = (MemoryLayout<Float>.stride, MemoryLayout<Lanes>.stride)
        let block = MemoryLayout<RadioSums>.stride
        // Eight takers at a time; where fewer are left, the rest take what nobody asks for.
        for first in stride(from: 0, to: numbers.count, by: width) {
          var sources = SIMD8<Int>()
          for taker in first..<min(first + width, numbers.count) {
            let number = numbers[numbers.startIndex + taker]
            sources[taker - first] = (number / width) * block + number % width * lane
          }
          let goal = first / width * block
          for field in stride(from: 0, to: fields * place, by: place) {
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
