import Glibc

/// Rician fading of a moving antenna: cycle slip rate and residual code noise.
///
/// A steady component and many weak ones with phases that turn at the rate of half wavelengths passed make
/// Rice fading. A phase lock loop holds the carrier down to some C/N0; each fade below it causes a cycle
/// slip. The slip rate is the level crossing rate of the envelope (Rice 1948; for Clarke's ring of
/// arrivals `√(2π (1+K)) f ρ exp(-K-(1+K) ρ²) I₀(2ρ √(K (1+K)))`). The code loop averages over the number of
/// fades in its time constant; the remainder is noise. Modelled: real urban canyons only give the
/// fraction of carriers kept, about half in a moving car, and a change of ranges of a car's module by a
/// fifth from second to second (Berlin).
struct GNSSFading {
  /// Min C/N0 of a phase lock loop, in dB-Hz.
  ///
  /// At 22.75, phones at rest slip about every two seconds (gps-measurement-tools).
  private static let minimum = 23.0
  /// Walking speed with the same fading rate as satellite motion has on an antenna at rest, in m/s.
  ///
  /// Fades over a minute, an estimate.
  private static let drift = 0.003
  /// Noise bandwidth of a code loop without carrier aiding, in Hz; an estimate: 1 to 2 in textbooks.
  private static let unaided = 1.0

  /// Rate of carrier losses, in 1/s.
  let losses: Double
  /// Wavelengths passed by the antenna per second.
  private let passed: Double
  private let spread: Double

  /// Creates the fading of a signal with a mean C/N0 in dB-Hz, at a speed in m/s.
  init(
    _ answer: GNSSCorrelator.LoopResponse, _ strength: Double, _ signal: GNSSSignal,
    at speed: Double
  ) {
    passed = abs(speed) / signal.wavelength
    let turns = passed + Self.drift / signal.wavelength
    spread = min(answer.spread, signal.chip)
    // Rician K factor, and the loss threshold relative to the RMS amplitude.
    let steadiness = answer.others > 0 ? min(1000, answer.strongest / answer.others) : 1000
    let level = gnssPower(tenth: (Self.minimum - strength) / 2)
    let whole = 1 + steadiness
    let apart = steadiness.squareRoot() - level * whole.squareRoot()
    // So far from the threshold there is no fade in hours.
    guard apart * apart < 25 else {
      losses = 0
      return
    }
    let both = 2 * level * (steadiness * whole).squareRoot()
    // Bessel function I₀ without its exponential factor, to within a fifth.
    let bessel = 1 / (1 + 2 * .pi * both).squareRoot()
    losses = (2 * .pi * whole).squareRoot() * turns * level * exp(-apart * apart) * bessel
  }

  /// Standard deviation of the fading that the code loop has not averaged out, in m.
  ///
  /// - Parameters:
  ///   - bandwidth: The loop's noise bandwidth with carrier aiding, in Hz.
  ///   - settling: Its settling time with aiding, in s.
  ///   - corner: The corner frequency below which it follows each fade, in rad/s.
  /// - Returns: The deviation.
  func codeNoise(_ bandwidth: Double, settling: Double, corner: Double) -> Double {
    let alone = 1 - exp(-losses * settling)
    let width = max(bandwidth, bandwidth + (Self.unaided - bandwidth) * alone)
    // Fading slower than the loop is already in its response.
    let fades = 2 * passed / (4 * max(width, 0.01))
    let quick = 2 * .pi * passed / corner
    return spread * (quick * quick / (1 + quick * quick) / (1 + fades)).squareRoot()
  }
}
