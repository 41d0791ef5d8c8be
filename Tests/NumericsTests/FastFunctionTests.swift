import Glibc
import Kernel
import Numerics
import Testing

/// Vectorised logarithms and exponentials, compared with the library's.
@Suite struct FastFunctionTests {
  private static let part = 1e-15

  @Test func logarithmsMatchLibrary() {
    var draw = RandomStream(seed: 1, purpose: "fast.logarithms")
    for number in 0..<20_000 {
      // Increasingly near 1, where the logarithm is small, and up to the limits of normal numbers.
      let reach = number % 2 == 0 ? 700 : 1.0 / Double(1 + number % 1000)
      var values = SIMD4<Double>.zero
      for lane in 0..<4 { values[lane] = exp(draw.uniform(in: -reach...reach)) }
      let found = logarithm(values)
      for lane in 0..<4 {
        let right = log(values[lane])
        #expect(abs(found[lane] - right) <= Self.part * max(1, abs(right)), "of \(values[lane])")
      }
    }
    let ends = SIMD4(Double.leastNormalMagnitude, .greatestFiniteMagnitude, 1, 0.5.squareRoot())
    for lane in 0..<4 {
      let right = log(ends[lane])
      #expect(abs(logarithm(ends)[lane] - right) <= Self.part * max(1, abs(right)))
    }
    #expect(logarithm(SIMD4(repeating: 1)) == .zero)
  }

  @Test func exponentialsMatchLibrary() {
    var draw = RandomStream(seed: 2, purpose: "fast.exponentials")
    for _ in 0..<20_000 {
      var values = SIMD4<Double>.zero
      for lane in 0..<4 { values[lane] = draw.uniform(in: lane % 2 == 0 ? -700...700 : -3...3) }
      let found = exponential(values)
      for lane in 0..<4 {
        #expect(abs(found[lane] / exp(values[lane]) - 1) <= Self.part, "of \(values[lane])")
      }
    }
    #expect(exponential(.zero) == SIMD4(repeating: 1))
    let minimum = exponential(SIMD4(-700, -701, -1e300, -.infinity))
    #expect(minimum == SIMD4(repeating: minimum[0]), "smaller arguments count as -700")
  }

  @Test(arguments: [0, 1, 3, 4, 5, 8, 11] as [Int])
  func exponentialsOfAnyCount(count: Int) {
    let values = (0..<count).map { 3 - Double($0) * 1.7 }
    let found = exponentials(of: values, less: 2)
    #expect(found.count == count)
    for (value, exponential) in zip(values, found) {
      #expect(abs(exponential / exp(value - 2) - 1) <= Self.part)
    }
  }
}
