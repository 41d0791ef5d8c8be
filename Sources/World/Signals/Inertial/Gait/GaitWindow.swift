import Glibc
import Numerics

/// A spectral line: the complex amplitude of each axis at one frequency.
struct GaitLine {
  var real = SIMD3<Double>.zero
  var imaginary = SIMD3<Double>.zero

  /// The amplitude along a direction.
  func along(_ up: SIMD3<Double>) -> GaitPhasor {
    GaitPhasor(square: square(real * up, imaginary * up))
  }

  private func square(_ real: SIMD3<Double>, _ imaginary: SIMD3<Double>) -> Double {
    real.sum() * real.sum() + imaginary.sum() * imaginary.sum()
  }

  /// The amplitude across a direction.
  func across(_ up: SIMD3<Double>) -> GaitPhasor {
    GaitPhasor(square: max(0, square - along(up).square))
  }

  /// The sum over the axes of the squared amplitudes.
  var square: Double { (real * real + imaginary * imaginary).sum() }
}

struct GaitPhasor {
  var square: Double
  var magnitude: Double { square.squareRoot() }
}

/// A few seconds of specific force under a Hann window.
struct GaitWindow {
  /// The direction and size of the mean.
  let up: SIMD3<Double>
  let mean: Double
  private let force: [SIMD3<Double>]
  private let deviation: [SIMD3<Double>]
  private let weights: [Double]
  private let weight: Double
  private let hertz: Double

  /// Creates the window; nil if the mean is too small for a direction.
  init?(_ force: [SIMD3<Double>], hertz: Double) {
    let sum = force.reduce(SIMD3<Double>.zero, +) / Double(force.count)
    mean = (sum * sum).sum().squareRoot()
    guard mean > 1, mean.isFinite else { return nil }
    up = sum / mean
    self.force = force
    self.hertz = hertz
    deviation = force.map { $0 - sum }
    weights = force.indices.map {
      0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(force.count))
    }
    weight = weights.reduce(0, +)
  }

  /// RMS along and across the mean, and of the magnitude about its mean.
  var deviations: (Double, Double, Double) {
    var (along, across) = (0.0, 0.0)
    for vector in deviation {
      let part = (vector * up).sum()
      along += part * part
      across += (vector * vector).sum() - part * part
    }
    let count = Double(force.count)
    let sizes = magnitudes
    let spread = sizes.reduce(0) { $0 + $1 * $1 }
    return (
      (along / count).squareRoot(), max(0, across / count).squareRoot(),
      (spread / count).squareRoot()
    )
  }

  /// The magnitude less its mean.
  private var magnitudes: [Double] {
    let sizes = force.map { ($0 * $0).sum().squareRoot() }
    let mean = sizes.reduce(0, +) / Double(sizes.count)
    return sizes.map { $0 - mean }
  }

  /// The first eight harmonics of a stride rate.
  func lines(_ stride: Double) -> [GaitLine] {
    (1...8).map { line(Double($0) * stride) }
  }

  private func line(_ frequency: Double) -> GaitLine {
    // The phase is not needed, so time may begin at the first reading.
    let angle = 2 * Double.pi * frequency / hertz
    let (turnReal, turnImaginary) = (cos(angle), -sin(angle))
    var (c, s) = (1.0, 0.0)
    var line = GaitLine()
    for (vector, weight) in zip(deviation, weights) {
      line.real += vector * (c * weight)
      line.imaginary += vector * (s * weight)
      (c, s) = (c * turnReal - s * turnImaginary, c * turnImaginary + s * turnReal)
    }
    line.real *= 2 / weight
    line.imaginary *= 2 / weight
    return line
  }

  /// The stride rate with the most power in its harmonics, above all in the step's.
  func stride(among strides: ClosedRange<Double>) -> Double {
    func score(_ stride: Double) -> Double {
      let lines = lines(stride)
      // A comb at two thirds of the rate finds half of the lines, but no step at its second harmonic.
      return lines.reduce(0) { $0 + $1.square } + 3 * lines[1].along(up).square
    }
    func best(from low: Double, to high: Double, by step: Double) -> Double {
      var best = (rate: low, score: -Double.infinity)
      for index in 0...max(0, Int(((high - low) / step).rounded())) {
        let rate = low + Double(index) * step
        let score = score(rate)
        if score > best.score { best = (rate, score) }
      }
      return best.rate
    }
    let coarse = best(from: strides.lowerBound, to: strides.upperBound, by: 0.01)
    return best(from: coarse - 0.009, to: coarse + 0.009, by: 0.001)
  }

  /// The variance in each line of the windowed spectrum: of all axes, and of the magnitude.
  var powers: (frequencies: [Double], force: [Double], magnitude: [Double]) {
    var total: [Double] = []
    var frequencies: [Double] = []
    for axis in 0..<3 {
      let power = power(of: deviation.map { $0[axis] })
      frequencies = power.frequencies
      total = total.isEmpty ? power.values : zip(total, power.values).map(+)
    }
    return (frequencies, total, power(of: magnitudes).values)
  }

  private func power(of values: [Double]) -> (frequencies: [Double], values: [Double]) {
    let windowed = zip(values, weights).map { $0 * $1 }
    let square = weights.reduce(0) { $0 + $1 * $1 }
    let count = windowed.count
    guard var transform = try? RealTransform(length: count),
      let spectrum = try? transform.forward(windowed)
    else { return ([], []) }
    let scale = 2 / (square * Double(count))
    let values = spectrum.enumerated().map { index, line in
      index == 0 ? 0 : line.squaredMagnitude * scale
    }
    return (values.indices.map { Double($0) * hertz / Double(count) }, values)
  }
}
