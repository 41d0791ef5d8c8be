import Glibc
import Kernel

/// A random function of time that is known at every moment without knowing the one before.
///
/// A sum of waves whose periods are spread evenly in logarithm, each with a Gaussian amplitude and a
/// phase of its own: a smooth Gaussian process with the spectrum asked for, between the shortest
/// and the longest period.
struct SlowNoise: Sendable {
  private struct Wave: Sendable {
    var radiansPerSecond: Double
    var amplitude, phase: Double
  }

  private var waves: [Wave] = []

  /// No noise.
  init() {}

  /// Creates noise from the one-sided power spectral density it is to have.
  ///
  /// - Parameters:
  ///   - periods: From the shortest to the longest period, in s.
  ///   - perOctave: How many waves there are in each octave.
  ///   - stream: Whose noise it is.
  ///   - density: The power per Hz at a frequency in Hz.
  init(
    periods: ClosedRange<Double>, perOctave: Int, stream: RandomStream,
    density: (Double) -> Double
  ) {
    var stream = stream
    let octaves = log2(periods.upperBound / periods.lowerBound)
    let count = max(1, Int((octaves * Double(perOctave)).rounded(.up)))
    for number in 0..<count {
      // Somewhere within its band, so that no two periods stand in a simple ratio.
      let place = (Double(number) + stream.uniform()) / Double(count) * octaves
      let frequency = exp2(-place) / periods.lowerBound
      let width = frequency * log(2) * octaves / Double(count)
      let size = (density(frequency) * width).squareRoot()
      // Two Gaussian amplitudes in quadrature, told as one and a phase.
      let (cosine, sine) = (stream.gaussian(), stream.gaussian())
      waves.append(
        Wave(
          radiansPerSecond: 2 * .pi * frequency,
          amplitude: size * (cosine * cosine + sine * sine).squareRoot(),
          phase: atan2(sine, cosine)))
    }
  }

  /// A random walk that moves by `step` in a second, standard deviation, seen over periods up to two
  /// days.
  static func walk(step: Double, stream: RandomStream) -> SlowNoise {
    SlowNoise(periods: 4...172_800, perOctave: 2, stream: stream) { frequency in
      step * step / (2 * .pi * .pi * frequency * frequency)
    }
  }

  /// Its value, `seconds` after the start.
  func value(at seconds: Double) -> Double {
    waves.reduce(0) { $0 + $1.amplitude * cos($1.radiansPerSecond * seconds - $1.phase) }
  }
}
