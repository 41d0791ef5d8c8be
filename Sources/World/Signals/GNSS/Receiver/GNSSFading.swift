import Glibc

/// How a signal fades among its own echoes as the antenna moves, and what that costs carrier and code.
///
/// A steady arrival and many weak ones whose phases turn as fast as half a wavelength is passed make Rice's
/// fading. A phase loop holds a carrier down to some strength; each time that a fade goes below it, the
/// carrier's count slips. How often that is follows from the rate at which a fading envelope crosses a
/// level (Rice 1948; Clarke's ring of arrivals: the rate is `√(2π (1+K)) f ρ exp(-K-(1+K) ρ²) I₀(2ρ √(K (1+K)))`).
/// The code's loop averages the arrivals over as many fades as there are in its time; what it has not
/// averaged out is noise. Modelled: of real canyons only the share of carriers kept is known, about half in
/// a moving car, and that ranges of a car's module change by a fifth from second to second (Berlin).
struct GNSSFading {
  /// A phase loop holds a carrier down to this strength, in dB-Hz: at 22.75 phones at rest slip about each
  /// two seconds (gps-measurement-tools).
  private static let least = 23.0
  /// Satellites turn the phases of a standing antenna's echoes as a walk of this speed would, in m/s:
  /// over a minute, an estimate.
  private static let drift = 0.003
  /// The bandwidth of a code's loop that no carrier helps, in Hz; an estimate: 1 to 2 in textbooks.
  private static let unaided = 1.0

  /// How often the carrier is lost, in 1/s.
  let losses: Double
  /// How many wavelengths the antenna passes in a second.
  private let passed: Double
  private let spread: Double

  /// The fading of a signal of a mean strength in dB-Hz, at a speed in m/s.
  init(_ answer: GNSSCorrelator.Answer, _ strength: Double, _ signal: GNSSSignal, at speed: Double)
  {
    passed = abs(speed) / signal.wavelength
    let turns = passed + Self.drift / signal.wavelength
    spread = min(answer.spread, signal.chip)
    // The power of the steady arrival by that of the others, and the level below which the carrier is
    // lost by the root of the mean power.
    let steadiness = answer.others > 0 ? min(1000, answer.strongest / answer.others) : 1000
    let level = gnssPower(tenth: (Self.least - strength) / 2)
    let whole = 1 + steadiness
    let apart = steadiness.squareRoot() - level * whole.squareRoot()
    // So far from a fade none comes in hours.
    guard apart * apart < 25 else {
      losses = 0
      return
    }
    let both = 2 * level * (steadiness * whole).squareRoot()
    // I₀ without its exponential part, to a fifth.
    let bessel = 1 / (1 + 2 * .pi * both).squareRoot()
    losses = (2 * .pi * whole).squareRoot() * turns * level * exp(-apart * apart) * bessel
  }

  /// One standard deviation of what the code's loop has not averaged of the arrivals' fading, in m.
  ///
  /// - Parameters:
  ///   - bandwidth: The loop's while the carrier helps it, in Hz.
  ///   - settling: Its time then, in s.
  ///   - corner: The corner below which it follows each fade, in rad/s.
  /// - Returns: The deviation.
  func codeNoise(_ bandwidth: Double, settling: Double, corner: Double) -> Double {
    let alone = 1 - exp(-losses * settling)
    let width = max(bandwidth, bandwidth + (Self.unaided - bandwidth) * alone)
    // What fades more slowly than the loop settles is in its answer already.
    let fades = 2 * passed / (4 * max(width, 0.01))
    let quick = 2 * .pi * passed / corner
    return spread * (quick * quick / (1 + quick * quick) / (1 + fades)).squareRoot()
  }
}
