import Glibc
import Kernel
import Numerics
import Testing

@Suite struct TransformTests {
  private func agrees(_ actual: [Complex], _ expected: [(Double, Double)]) -> Bool {
    actual.count == expected.count
      && zip(actual, expected).allSatisfy {
        agree($0.real, $1.0, absolute: 1e-13) && agree($0.imaginary, $1.1, absolute: 1e-13)
      }
  }

  /// By numpy 2.4.6, `fft.rfft` and `fft.fft`.
  @Test func transformsAgreeWithNumpy() throws {
    let z = [1, -2, 3.5, 0.25, 4, -1, 2]
    var seven = try RealTransform(length: 7)
    #expect(
      agrees(
        try seven.forward(z),
        [
          (7.75, 0), (-3.3854200234760667, 0.3672143467447557),
          (1.3974094881435697, 2.9203204155011937), (1.6130105353324973, 8.909756298258205),
        ]))
    var six = try RealTransform(length: 6)
    #expect(
      agrees(
        try six.forward(Array(z[..<6])),
        [(5.75, 0), (-4.5, 1.299038105676658), (-1, 0.4330127018922193), (11.25, 0)]))
    var five = try ComplexTransform(length: 5)
    var values = (0..<5).map { Complex(z[$0], z[$0 + 2]) }
    try five.forward(&values)
    #expect(
      agrees(
        values,
        [
          (6.75, 8.75), (-0.141202382210311, 5.564274282039173),
          (-5.243127032831437, 9.224407937495299), (6.324686513143754, -4.010882445932877),
          (-2.6903570981020053, -2.0277997736015942),
        ]))
  }

  @Test func inversesUndoTransforms() throws {
    for length in Array(1...40) + [53, 97, 106, 128, 360, 1009, 2018, 4001] {
      var real = try RealTransform(length: length)
      var complex = try ComplexTransform(length: length)
      for seed in 0..<3 as Range<UInt64> {
        var random = stream(seed, UInt64(length))
        let samples = (0..<length).map { _ in random.gaussian() }
        let bins = try real.forward(samples)
        #expect(bins.count == length / 2 + 1)
        #expect(agree(try real.inverse(bins), samples, absolute: 1e-12), "length \(length)")
        var values = samples.map { Complex($0, 0.5 * $0 * $0) }
        let original = values
        try complex.forward(&values)
        let energy = values.reduce(0) { $0 + $1.squaredMagnitude } / Double(length)
        #expect(agree(energy, original.reduce(0) { $0 + $1.squaredMagnitude }, 1e-11))
        try complex.inverse(&values)
        #expect(zip(values, original).allSatisfy { ($0 - $1).magnitude < 1e-12 })
        // The real transform is the first half of the complex one.
        var same = samples.map { Complex($0) }
        try complex.forward(&same)
        #expect(zip(bins, same).allSatisfy { ($0 - $1).magnitude < 1e-10 }, "length \(length)")
      }
    }
    #expect(failure { _ = try RealTransform(length: 0) } != nil)
    #expect(failure { _ = try ComplexTransform(length: -1) } != nil)
    #expect(failure { _ = try RealTransform(length: .max) } != nil)
    var four = try RealTransform(length: 4)
    #expect(throws: NumericsError.sizeMismatch(name: "values", expected: 4, actual: 3)) {
      _ = try four.forward([1, 2, 3])
    }
    #expect(throws: NumericsError.sizeMismatch(name: "bins", expected: 3, actual: 2)) {
      _ = try four.inverse([.zero, .zero])
    }
    var two = try ComplexTransform(length: 2)
    var wrong = [Complex.zero]
    #expect(throws: NumericsError.sizeMismatch(name: "values", expected: 2, actual: 1)) {
      try two.inverse(&wrong)
    }
  }

  @Test func complexArithmetic() {
    let i = Complex(magnitude: 1, phase: .pi / 2)
    #expect((i * i + Complex(1)).magnitude < 1e-15)
    #expect(Complex(3, -4).magnitude == 5 && Complex(3, -4).conjugate == Complex(3, 4))
    #expect(agree(Complex(-1, 1).phase, 0.75 * .pi))
    #expect(Complex(1, 2) * 2 - Complex(2, 4) == .zero)
  }

  /// By scipy 1.17.1, `signal.welch` and `signal.periodogram`.
  @Test func spectraAgreeWithScipy() throws {
    let samples = (0..<20).map { (k: Int) -> Double in Double((7 * k * k + 3 * k) % 11) / 5 - 1 }
    let hann = try PowerSpectrum(of: samples, rate: 50, segmentLength: 8)
    #expect(hann.frequencies == [0, 6.25, 12.5, 18.75, 25] && hann.segmentCount == 4)
    let expected = [
      0.0017752453104293573, 0.004077873990450517, 0.0071908610006768256, 0.03290456949966159,
      0.026091337179005917,
    ]
    #expect(agree(hann.densities, expected, 1e-12))
    let odd = try PowerSpectrum(of: samples, rate: 10, segmentLength: 7, window: .rectangular)
    let flat = [0, 0.023982415722954016, 0.04093956394223607, 0.25193516319195275]
    #expect(agree(odd.densities, flat, 1e-12, absolute: 1e-25))
    let single = try PowerSpectrum(of: samples, rate: 50)
    #expect(agree(single.densities[1], 0.0006302046710552408))
    #expect(agree(single.densities[10], 0.0648535403001965))
  }

  /// White noise of variance 4 at 100 Hz has 4 / 50 everywhere; a sine keeps its power.
  @Test func spectraHaveCorrectUnits() throws {
    for seed in 0..<5 as Range<UInt64> {
      var random = stream(seed, 2)
      let noise = (0..<20_000).map { _ in 2 * random.gaussian() }
      let spectrum = try PowerSpectrum(of: noise, rate: 100, segmentLength: 200)
      let mean = spectrum.densities.dropFirst(2).dropLast().reduce(0, +) / 98
      #expect(agree(mean, 0.08, 0.06), "seed \(seed): \(mean)")
      #expect(agree(spectrum.power(in: 0...50), 4, 0.06), "seed \(seed)")
    }
    let sine = (0..<4000).map { (index: Int) -> Double in 3 * sin(0.2 * .pi * Double(index)) }
    let spectrum = try PowerSpectrum(of: sine, rate: 100, segmentLength: 400)
    #expect(agree(spectrum.power(in: 9...11), 4.5, 1e-6))
    #expect(spectrum.power(in: 12...50) < 1e-9)
    #expect(failure { _ = try PowerSpectrum(of: [1], rate: 1) } != nil)
    #expect(failure { _ = try PowerSpectrum(of: [1, 2], rate: 0) } != nil)
    #expect(failure { _ = try PowerSpectrum(of: [1, .nan], rate: 1) } != nil)
    #expect(failure { _ = try PowerSpectrum(of: [1, 2], rate: 1, segmentLength: 3) } != nil)
  }
}
