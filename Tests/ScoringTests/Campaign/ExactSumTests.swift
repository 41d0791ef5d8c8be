import Kernel
import Scoring
import Testing

struct ExactSumTests {
  private func sum(_ values: [Double]) -> ExactSum {
    var sum = ExactSum()
    for value in values { sum.add(value) }
    return sum
  }

  /// By a library's exact sums (Python's math.fsum) of numbers that cancel.
  @Test(
    arguments: [
      ([], 0.0), ([1e308, 1, -1e308], 1), ([1, 1e100, 1, -1e100], 2),
      ([0.1] + [Double](repeating: 0.1, count: 9), 1),
      ([1e-320, -2e-320, 5e-324], -9.995e-321), ([2.5e-324 * 2, 1], 1), ([-1e16, 1, 1e16], 1),
      ([9007199254740994, 1], 9007199254740996), ([1, 0x1p-53], 1),
      ([1, 0x1p-53, 0x1p-105], 1.0000000000000002),
      ([-1, -0x1p-53, -0x1p-105], -1.0000000000000002),
      ([.greatestFiniteMagnitude, .greatestFiniteMagnitude], .infinity),
      (
        [.greatestFiniteMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude],
        .greatestFiniteMagnitude
      ),
    ] as [([Double], Double)])
  func sumIsRoundedOnce(values: [Double], expected: Double) {
    #expect(sum(values).value == expected)
    #expect(sum(values.reversed()).value == expected)
    #expect(sum(values.map { -$0 }).value == -expected)
  }

  /// Any order and split give the same sum, for numbers of all sizes, confirmed by wider arithmetic.
  @Test func doesNotDependOnOrder() {
    var draw = RandomStream(seed: 11, purpose: "sums")
    let values = (0..<3000).map { _ in
      (draw.uniform() - 0.5)
        * Double(sign: .plus, exponent: Int(draw.uniform() * 120) - 60, significand: 1)
    }
    let whole = sum(values)
    #expect(
      sum(values.sorted()) == whole && sum(values.sorted { $0.magnitude > $1.magnitude }) == whole)
    var pieces = ExactSum()
    for start in stride(from: 0, to: values.count, by: 71).reversed() {
      pieces.add(sum(Array(values[start..<min(start + 71, values.count)])))
    }
    #expect(pieces == whole && pieces.value == whole.value)
    // Twice the precision of a double, by the error of each addition (Knuth's two-sum).
    var (high, low) = (0.0, 0.0)
    for value in values.sorted(by: { $0.magnitude < $1.magnitude }) {
      let next = high + value
      let back = next - high
      low += (high - (next - back)) + (value - back)
      high = next
    }
    #expect(abs(whole.value - (high + low)) <= (high + low).ulp)
  }

  @Test func roundTripsDigits() {
    for values in [[], [1.5], [-1.5], [1e300, 1e-300], [-1e300, 1e-300], [3, -3]] {
      let whole = sum(values)
      let packed = whole.packed
      #expect(ExactSum(place: packed.place, digits: packed.digits) == whole, "\(values)")
    }
    // Impossible results: digits out of range or order, zeros at the ends, negative ones inside.
    for (place, digits) in [
      (-1, [1]), (68, [1]), (0, [0, 1]), (0, [1, 0]), (0, [-1, 1]), (0, [1 << 33, 1]),
    ] {
      #expect(ExactSum(place: place, digits: digits.map { Int64($0) }) == nil, "\(place) \(digits)")
    }
  }
}
