import Kernel
import Testing

@Suite struct RandomStreamTests {
  /// The vectors of the Random123 distribution's `kat_vectors` for `philox4x32 10`.
  @Test(
    arguments: [
      ([0, 0, 0, 0], [0, 0], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
      (
        [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff],
        [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
      ),
      (
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
      ),
    ] as [([UInt64], [UInt64], [UInt64])])
  func knownAnswers(counter: [UInt64], key: [UInt64], answer: [UInt64]) {
    let block = Philox.block(
      counter: Philox.Block(
        low: counter[0] | counter[1] << 32, high: counter[2] | counter[3] << 32),
      key: key[0] | key[1] << 32)
    #expect(block.low == answer[0] | answer[1] << 32)
    #expect(block.high == answer[2] | answer[3] << 32)
  }

  @Test func fourBlocksEqualSingleBlocks() {
    var stream = RandomStream(seed: 1, purpose: "blocks")
    for round in 0..<2000 {
      let low = round == 0 ? UInt64.max & ~3 : stream.next() & ~3
      let (high, key) = (stream.next(), stream.next())
      let words = Philox.fourBlocks(low: low, high: high, key: key)
      for index in 0..<4 {
        let block = Philox.block(
          counter: Philox.Block(low: low + UInt64(index), high: high), key: key)
        #expect(words[2 * index] == block.low && words[2 * index + 1] == block.high)
      }
    }
  }

  /// Pinned, because a change to any of these numbers changes every published result.
  @Test func addressesAreStable() {
    var stream = RandomStream(
      seed: 7, entity: stableHash("walker"), purpose: "beacon.fading", index: 3)
    let words = (0..<9).map { _ in stream.next() }
    #expect(words == Self.pinned, "\(words)")
    #expect(stableHash("walker") == 11_275_212_128_214_354_141)
  }
  static let pinned: [UInt64] = [
    4_514_072_383_788_710_126, 14_351_362_732_159_853_256, 12_450_012_189_272_272_808,
    15_450_570_209_358_207_010, 1_785_310_745_877_226_628, 15_068_926_414_589_489_672,
    21_626_064_060_048_247, 13_452_731_920_521_517_629, 13_239_673_276_383_957_333,
  ]

  @Test func skippingEqualsDrawing() {
    for distance in [0, 1, 2, 7, 8, 9, 63, 64, 1001] as [UInt64] {
      for lead in 0..<10 {
        var drawn = RandomStream(seed: 2, purpose: "skip")
        for _ in 0..<lead { _ = drawn.next() }
        var skipped = drawn
        for _ in 0..<distance { _ = drawn.next() }
        skipped.skip(words: distance)
        #expect(skipped.position == drawn.position)
        for _ in 0..<20 { #expect(skipped.next() == drawn.next(), "\(distance) after \(lead)") }
      }
    }
    var copy = RandomStream(seed: 2, purpose: "skip").at(index: 5)
    var direct = RandomStream(seed: 2, purpose: "skip", index: 5)
    #expect(copy.next() == direct.next())
  }

  @Test func streamsDifferInEveryPartOfTheirAddress() {
    var seen: Set<UInt64> = []
    for seed in 0..<4 as Range<UInt64> {
      for entity in 0..<4 as Range<UInt64> {
        for purpose in ["a", "b", "ab", "ba"] {
          for index in 0..<4 as Range<UInt64> {
            var stream = RandomStream(
              seed: seed, entity: entity, purpose: .init(purpose), index: index)
            for _ in 0..<16 { seen.insert(stream.next()) }
          }
        }
      }
    }
    #expect(seen.count == 4 * 4 * 4 * 4 * 16)
  }

  /// Moments, and the shares below the quantiles, of a million draws within five standard errors.
  @Test(arguments: 0..<3 as Range<UInt64>)
  func drawsFollowTheirLaws(seed: UInt64) {
    var stream = RandomStream(seed: seed, purpose: "laws")
    let count = 1_000_000
    var sums = (0.0, 0.0, 0.0, 0.0)
    var below = 0
    for _ in 0..<count {
      let x = stream.gaussian()
      sums = (sums.0 + x, sums.1 + x * x, sums.2 + x * x * x, sums.3 + x * x * x * x)
      if x < -1.644_853_626_951_472_7 { below += 1 }
    }
    let n = Double(count)
    let error = 5 / n.squareRoot()
    #expect(abs(sums.0 / n) < error)
    #expect(abs(sums.1 / n - 1) < error * 2.0.squareRoot())
    #expect(abs(sums.2 / n) < error * 15.0.squareRoot())
    #expect(abs(sums.3 / n - 3) < error * 96.0.squareRoot())
    #expect(abs(Double(below) / n - 0.05) < error * (0.05 * 0.95).squareRoot())
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[stream.integer(below: 7)] += 1 }
    let chiSquare = counts.reduce(0.0) { $0 + Double(($1 - 10_000) * ($1 - 10_000)) / 10_000 }
    #expect(chiSquare < 27.9, "six degrees of freedom, one in ten thousand")
    for _ in 0..<10_000 {
      let x = stream.uniform(in: -2...3)
      #expect(x >= -2 && x < 3)
    }
  }

  /// By scipy 1.17.1 `scipy.stats.norm.ppf`.
  @Test(arguments: [
    (0.5, 0.0), (0.975, 1.959963984540054), (0.05, -1.6448536269514729),
    (1e-10, -6.361340902404056), (1e-300, -37.0470962993612), (0.075, -1.4395314709384563),
    (0.925, 1.4395314709384563),
  ])
  func normalQuantiles(p: Double, x: Double) {
    #expect(abs(normalQuantile(p) - x) <= 4e-15 * max(1, abs(x)))
    #expect(normalQuantile(0) == -.infinity && normalQuantile(1) == .infinity)
    #expect(normalQuantile(-0.1).isNaN && normalQuantile(1.1).isNaN && normalQuantile(.nan).isNaN)
  }
}
