import Glibc
import Kernel
import Positioning
import Testing

/// Likelihood of readings, compared with a calculation by full matrices.
@Suite struct RadioSumsTests {
  /// A reading: its residual, its sigma, and the direction of its sender.
  struct Reading {
    var rest, variance, east, north: Double
  }

  static func readings(_ count: Int, seed: UInt64) -> [Reading] {
    var draw = RandomStream(seed: seed, purpose: "test.sums")
    return (0..<count).map { _ in
      let angle = 2 * Double.pi * draw.uniform()
      return Reading(
        rest: 3 + 4 * draw.gaussian(), variance: 20 + 30 * draw.uniform(), east: cos(angle),
        north: sin(angle))
    }
  }

  static func sums(_ readings: [Reading], facing: SIMD2<Double> = .zero) -> RadioSums {
    var sums = RadioSums()
    for reading in readings {
      let body = facing.x * reading.east + facing.y * reading.north
      sums.add(
        RadioSums.Lanes(repeating: Float(reading.rest - body)),
        RadioSums.Lanes(repeating: Float(reading.variance)), limit: 100, robust: 4,
        isReceived: SIMDMask(repeating: true),
        (
          RadioSums.Lanes(repeating: Float(reading.east)),
          RadioSums.Lanes(repeating: Float(reading.north))
        ))
    }
    return sums
  }

  /// Squared residuals weighted by the inverse covariance, and the log of its determinant, by Cholesky.
  static func normal(
    _ readings: [Reading], offset: Double, side: Double
  ) -> (
    square: Double, log: Double
  ) {
    let count = readings.count
    var lower = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var (square, log, solved) = (0.0, 0.0, [Double]())
    for row in 0..<count {
      for column in 0...row {
        let (one, other) = (readings[row], readings[column])
        var value = offset + side * (one.east * other.east + one.north * other.north)
        if row == column { value += one.variance }
        for before in 0..<column { value -= lower[row][before] * lower[column][before] }
        lower[row][column] = row == column ? value.squareRoot() : value / lower[column][column]
      }
      var rest = readings[row].rest
      for before in 0..<row { rest -= lower[row][before] * solved[before] }
      solved.append(rest / lower[row][row])
      square += solved[row] * solved[row]
      log += 2 * Glibc.log(lower[row][row])
    }
    return (square, log)
  }

  @Test(arguments: [1, 2, 5, 12], [1.0, 9, 25]) func likelihoodMarginalisesCommonOffset(
    count: Int, offset: Double
  ) {
    for seed in 1...20 as ClosedRange<UInt64> {
      let readings = Self.readings(count, seed: seed)
      let found = Self.sums(readings).explained(Float(offset), 3)
      let whole = Self.normal(readings, offset: offset, side: 3)
      #expect(abs(Double(found.unexplained[0]) - whole.square) < 0.01 * (1 + whole.square))
      // The prior of the common offset doesn't depend on the position, and is left out.
      let usual = log(offset * 3 * 3)
      let log = -0.5 * (whole.square + whole.log - usual)
      #expect(abs(Double(found.logLikelihood[0]) - log) < 0.02 + 0.002 * Double(count))
    }
  }

  @Test func turningEqualsAddingWithFacing() {
    let readings = Self.readings(9, seed: 3)
    let facing = SIMD2(1.5, -0.8)
    let added = Self.sums(readings, facing: facing).explained(16, 3)
    var sums = Self.sums(readings)
    sums.turn(
      by: (RadioSums.Lanes(repeating: Float(facing.x)), RadioSums.Lanes(repeating: Float(facing.y)))
    )
    let turned = sums.explained(16, 3)
    #expect(abs(added.unexplained[0] - turned.unexplained[0]) < 0.01)
    #expect(abs(added.logLikelihood[0] - turned.logLikelihood[0]) < 0.01)
  }

  @Test func limitsEachReading() {
    var (sums, other) = (RadioSums(), RadioSums())
    for rest in [20.0, 60] as [Float] {
      let one = RadioSums.Lanes(repeating: rest)
      let variance = RadioSums.Lanes(repeating: 4)
      let way = (RadioSums.Lanes.zero, RadioSums.Lanes.zero)
      if rest < 30 {
        sums.add(one, variance, limit: 12, robust: 4, isReceived: SIMDMask(repeating: false), way)
      } else {
        other.add(one, variance, limit: 12, robust: 4, isReceived: SIMDMask(repeating: false), way)
      }
    }
    #expect(abs(sums.explained(1, 3).unexplained[0] - 12) < 0.01)
    #expect(abs(other.explained(1, 3).unexplained[0] - 12) < 0.01)
  }

  /// Particles take the sums of their bin, also in the last, partly filled block.
  @Test(arguments: [1, 8, 13]) func particlesUseSumsOfTheirBin(count: Int) {
    let bins = (0..<3).map { Self.sums(Self.readings(4 + $0, seed: UInt64($0 + 1))) }
    let numbers = (0..<count).map { ($0 * 7 % 3) * 8 + $0 % 8 }
    var sums = [RadioSums](repeating: RadioSums(), count: (count + 7) / 8)
    RadioSums.add(bins, of: numbers[...], to: &sums)
    for (taker, number) in numbers.enumerated() {
      let taken = sums[taker / 8].explained(9, 3).logLikelihood[taker % 8]
      #expect(taken == bins[number / 8].explained(9, 3).logLikelihood[number % 8])
    }
  }
}
