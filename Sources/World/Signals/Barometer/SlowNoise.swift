import Glibc
import Kernel

/// A random function of time with a given power spectral density, evaluated at any time without state.
///
/// A sum of sinusoids with periods spaced evenly in logarithm, each with its own Gaussian amplitude and
/// phase: a smooth Gaussian process between the shortest and the longest period.
struct SlowNoise: Sendable {
  private struct Wave: Sendable {
    var radiansPerSecond: Double
    var amplitude, phase: Double
  }

  private var waves: [Wave] = []

  /// Creates zero noise.
  init() {}

  /// Creates noise from its one-sided power spectral density.
  ///
  /// - Parameters:
  ///   - periods: The shortest and the longest period, in s.
  ///   - perOctave: The number of sinusoids per octave.
  ///   - stream: The random stream.
  ///   - density: The power per Hz at a frequency in Hz.
  init(
    periods: ClosedRange<Double>, perOctave: Int, stream: RandomStream,
    density: (Double) -> Double
  ) {
    var stream = stream
    let octaves = log2(periods.upperBound / periods.lowerBound)
    let count = max(1, Int((octaves * Double(perOctave)).rounded(.up)))
    for number in 0..<count {
      // Jittered within its band, so that no two periods have a simple ratio.
      let place = (Double(number) + stream.uniform()) / Double(count) * octaves
      let frequency = exp2(-place) / periods.lowerBound
      let width = frequency * log(2) * octaves / Double(count)
      let size = (density(frequency) * width).squareRoot()
      // Two Gaussian amplitudes in quadrature, as one amplitude and a phase.
      let (cosine, sine) = (stream.gaussian(), stream.gaussian())
      waves.append(
        Wave(
          radiansPerSecond: 2 * .pi * frequency,
          amplitude: size * (cosine * cosine + sine * sine).squareRoot(),
          phase: atan2(sine, cosine)))
    }
  }

  /// A random walk with a standard deviation of `step` per √s, for periods up to two days.
  static func walk(step: Double, stream: RandomStream) -> SlowNoise {
    SlowNoise(periods: 4...172_800, perOctave: 2, stream: stream) { frequency in
      step * step / (2 * .pi * .pi * frequency * frequency)
    }
  }

  /// The value `seconds` after the start.
  func value(at seconds: Double) -> Double {
    waves.reduce(0) { $0 + $1.amplitude * cos($1.radiansPerSecond * seconds - $1.phase) }
  }
}
