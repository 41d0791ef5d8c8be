import Glibc
package import Kernel

/// A receiver's crystal clock with white and random-walk frequency noise, evaluated at any time.
///
/// A temperature-compensated oscillator (TCXO): h0 = 2e-19 and h-2 = 2e-20 (Brown and Hwang,
/// "Introduction to Random Signals"). The noise is one sinusoid per octave of periods from 8 s to three
/// days, each with the power of the spectrum in its octave.
package struct GNSSClock: Sendable {
  private struct Wave {
    var rate: Double
    var amplitude: Double
    var phase: Double
    var start: Double
  }

  private var waves: [Wave] = []
  private var bias = 0.0
  private var drift = 0.0

  /// Creates a perfect clock.
  init() {}

  package init(_ stream: RandomStream) {
    var draw = stream
    // A phone's clock is off by up to a millisecond and drifts by up to 0.5 ppm; estimates.
    bias = draw.uniform(in: -1e-3...1e-3)
    drift = draw.uniform(in: -5e-7...5e-7)
    for octave in 0..<15 {
      let frequency = 1 / (8 * Double(1 << octave))
      let variance = 2e-19 * frequency + 2e-20 / (2 * frequency)
      // The amplitude of a narrow-band Gaussian process has a Rayleigh distribution.
      let amplitude = (-4 * variance * log(1 - draw.uniform())).squareRoot()
      let phase = draw.uniform(in: 0...(2 * .pi))
      waves.append(
        Wave(rate: 2 * .pi * frequency, amplitude: amplitude, phase: phase, start: cos(phase)))
    }
  }

  /// The clock bias, in s, and drift, in s/s; positive if the clock is ahead.
  package func state(at time: Double) -> (bias: Double, drift: Double) {
    var state = (bias: bias + drift * time, drift: drift)
    for wave in waves {
      let angle = wave.rate * time + wave.phase
      state.drift += wave.amplitude * sin(angle)
      state.bias += wave.amplitude / wave.rate * (wave.start - cos(angle))
    }
    return state
  }
}
