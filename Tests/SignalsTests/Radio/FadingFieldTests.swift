import Geometry
import Glibc
import Kernel
import Numerics
import Signals
import Testing

struct FadingFieldTests {
  private static let megahertz = 2426.0
  private static let wavelength = FadingField.lightSpeed / (megahertz * 1e6)

  private func field(
    _ seed: UInt64, transmitter: UInt64 = 9, spread: Double = 15e-9
  ) -> FadingField {
    FadingField(
      seed: seed, transmitter: transmitter, megahertz: Self.megahertz, delaySpreadSeconds: spread)
  }

  /// Forty positions per seed, each many wavelengths from the others.
  private func places(_ seed: UInt64) -> [Vec3] {
    var draw = RandomStream(seed: seed, purpose: "test.places")
    return (0..<40).map { _ in
      Vec3(draw.uniform(in: -80...80), draw.uniform(in: -80...80), draw.uniform(in: 0.5...2))
    }
  }

  /// Kolmogorov-Smirnov distance between a sample and a distribution.
  private func distance(_ sample: [Double], _ law: (Double) -> Double) -> Double {
    let sorted = sample.sorted()
    var maximum = 0.0
    for (index, value) in sorted.enumerated() {
      let expected = law(value)
      maximum = max(maximum, abs(Double(index) / Double(sorted.count) - expected))
      maximum = max(maximum, abs(Double(index + 1) / Double(sorted.count) - expected))
    }
    return maximum
  }

  @Test func scatteredFieldFollowsRayleigh() {
    var sample: [Double] = []
    for seed in 0..<100 as Range<UInt64> {
      let field = field(seed)
      for place in places(seed) {
        let value = field.scattered(at: place)
        sample.append((value.x * value.x + value.y * value.y).squareRoot())
      }
    }
    // Sixteen waves are within 0.008 of infinitely many; the rest is the 1 % quantile of chance.
    // Rayleigh distribution with unit mean power.
    let found = distance(sample) { 1 - exp(-$0 * $0) }
    #expect(found < 1.63 / Double(sample.count).squareRoot() + 0.008, "\(found)")
  }

  @Test(arguments: [0.5, 2, 5, 20]) func directRayMakesItRician(ratio: Double) {
    var sample: [Double] = []
    for seed in 0..<100 as Range<UInt64> {
      let (field, path) = (field(seed), FadingPath(transmitter: [0, 0, 1], directRatio: ratio))
      sample += places(seed).map { field.decibels(at: $0, along: path) }
    }
    // Rice distribution with unit mean power, in dB above its median.
    let (direct, scale) = ((ratio / (1 + ratio)).squareRoot(), (0.5 / (1 + ratio)).squareRoot())
    var draw = RandomStream(seed: 1, purpose: "test.rice")
    let drawn = (0..<40_000).map { _ in
      let along = direct + scale * draw.gaussian()
      return 20 * log10(hypot(along, scale * draw.gaussian()))
    }.sorted()
    let median = (drawn[19_999] + drawn[20_000]) / 2
    let found = distance(sample) { value in
      var (low, high) = (0, drawn.count)
      while low < high {
        let middle = (low + high) / 2
        if drawn[middle] - median < value { low = middle + 1 } else { high = middle }
      }
      return Double(low) / Double(drawn.count)
    }
    let chance = 1.63 * (1 / Double(sample.count) + 1 / 40_000.0).squareRoot()
    #expect(found < chance + 0.008, "K \(ratio): \(found)")
  }

  /// Over a horizontal distance d the field correlates as J0(2πd/λ) (Clarke's model).
  @Test func correlatesAsBesselOverDistance() {
    for step in [0.02, 0.1, 0.2, 0.3, 0.38, 0.5, 0.7, 1] {
      var sum = 0.0
      var count = 0.0
      for seed in 0..<150 as Range<UInt64> {
        let field = field(seed)
        for (number, place) in places(seed).enumerated() {
          let angle = 2 * .pi * Double(number) / 40
          let apart = Vec3(cos(angle), sin(angle), 0) * (step * Self.wavelength)
          let (here, there) = (field.scattered(at: place), field.scattered(at: place + apart))
          sum += here.x * there.x + here.y * there.y
          count += 1
        }
      }
      // Waves from above or below widen it slightly.
      #expect(abs(sum / count - j0(2 * .pi * step)) < 0.06, "\(step) λ: \(sum / count)")
    }
  }

  /// Over a frequency step f and a mean delay τ the field correlates as 1/√(1 + (2πfτ)²).
  @Test(arguments: [5e-9, 15e-9, 50e-9], [24.0, 54, 78]) func decorrelatesOverFrequency(
    spread: Double, step: Double
  ) {
    var product = SIMD2<Double>.zero
    var count = 0.0
    for seed in 0..<200 as Range<UInt64> {
      let field = field(seed, spread: spread)
      for place in places(seed) {
        let one = field.scattered(at: place)
        let other = field.scattered(at: place, megahertzOff: step)
        product += SIMD2(one.x * other.x + one.y * other.y, one.x * other.y - one.y * other.x)
        count += 1
      }
    }
    let found = (product.x * product.x + product.y * product.y).squareRoot() / count
    let turn = 2 * .pi * step * 1e6 * spread
    #expect(abs(found - 1 / (1 + turn * turn).squareRoot()) < 0.07, "\(found)")
  }

  @Test func isConstantWithoutMotion() throws {
    let path = FadingPath(transmitter: [0, 0, 2.4], floor: 0, ceiling: 3, directRatio: 2)
    var moved = RunningStatistics()
    for seed in 0..<20 as Range<UInt64> {
      let field = field(seed)
      for place in places(seed) {
        let first = field.decibels(at: place, along: path)
        // A day later it is unchanged, on each visit, with a new field object.
        #expect(field.decibels(at: place, along: path, seconds: 86_400) == first)
        #expect(self.field(seed).decibels(at: place, along: path) == first)
        let later = field.decibels(at: place, along: path, seconds: 30, motion: 0.1)
        let before = field.decibels(at: place, along: path, seconds: 0, motion: 0.1)
        try moved.add(later - before)
        // Within a millisecond little changes even then.
        let soon = field.decibels(at: place, along: path, seconds: 0.001, motion: 0.1)
        #expect(abs(soon - before) < 3)
      }
    }
    #expect(moved.spread > 0.5 && moved.spread < 4, "\(moved.spread)")
  }

  @Test func differsBySeedAndTransmitter() {
    let position = Vec3(3, 4, 1)
    let values = (0..<8 as Range<UInt64>).flatMap { seed in
      (0..<8 as Range<UInt64>).map { field(seed, transmitter: $0).scattered(at: position).x }
    }
    #expect(Set(values).count == values.count)
  }

  /// Floor and ceiling alone: the two-ray model, with its lobes where geometry puts them.
  @Test(arguments: [1.0, 2, 3.3, 5, 8, 13, 21]) func groundReflectionMatchesTwoRayModel(
    distance: Double
  ) {
    let path = FadingPath(transmitter: [0, 0, 2], floor: 0, directRatio: 1e9)
    let position = Vec3(distance, 0, 1.2)
    let direct = (distance * distance + 0.64).squareRoot()
    let mirrored = (distance * distance + 3.2 * 3.2).squareRoot()
    let turn = 2 * .pi * (mirrored - direct) / Self.wavelength
    let weight = -0.45 * direct / mirrored
    let power = 1 + weight * weight + 2 * weight * cos(turn)
    let found = field(3).decibels(at: position, along: path)
    // The level is relative to the median of the Rice distribution, which includes the mirror.
    let without = 10 * log10(power / (1 + weight * weight))
    let ratio = 1 / (weight * weight)
    let median = -1.592 / pow(1 + ratio * (0.1801 + 1.0078 * ratio), 0.4461)
    #expect(abs(found - (without - median)) < 0.01, "\(found), not \(without - median)")
  }

  @Test func bodyLossIsSubtracted() {
    for ratio in [0, 1.0, 1e6] {
      let field = field(5)
      var path = FadingPath(transmitter: [0, 0, 2], directRatio: ratio)
      let position = Vec3(4, 1, 1)
      let before = field.decibels(at: position, along: path)
      (path.directLoss, path.scatteredLoss) = (7, 7)
      #expect(abs(field.decibels(at: position, along: path) - (before - 7)) < 1e-6)
    }
  }

  @Test func isFiniteEverywhere() {
    let field = field(1)
    let path = FadingPath(transmitter: [0, 0, 0], floor: 0, ceiling: 3, directRatio: 3)
    for value in [0, 1e-9, 1e3, 1e6, -1e9] {
      let found = field.decibels(at: [value, value, value], along: path, seconds: value, motion: 1)
      #expect(found.isFinite && found > -80 && found < 20, "\(value): \(found)")
    }
  }
}
