import Glibc
import Observations

/// The civil signal near 1.6 GHz of one satellite: carrier, code and message structure.
struct GNSSSignal: Sendable {
  /// The speed of light, in m/s (exact).
  static let speedOfLight = 299_792_458.0
  /// GPS L1 and Galileo E1, in Hz (IS-GPS-200).
  static let l1 = 1_575.42e6

  /// In Hz.
  let frequency: Double
  /// In m.
  let wavelength: Double
  /// Chip length, in m.
  let chip: Double
  /// Received power relative to GPS, in dB; an estimate for GLONASS.
  let strength: Double
  /// Ionospheric delay relative to L1.
  let dispersion: Double
  /// Duration of a subframe or string in s, and the number of those with the ephemeris.
  let subframe: Double
  let subframes: Int
  let isGlonass: Bool

  /// Creates the signal of a satellite; the channel is GLONASS's frequency channel.
  init(_ constellation: Constellation, channel: Int) {
    isGlonass = constellation == .glonass
    switch constellation {
    // GLONASS ICD: 1602 MHz + k · 562.5 kHz, 511 chips a millisecond, strings of 2 s, 1 to 4.
    case .glonass: frequency = 1_602e6 + Double(channel) * 562.5e3
    // BeiDou ICD: B1I at 1561.098 MHz, 2046 chips a millisecond.
    case .beidou: frequency = 1_561.098e6
    default: frequency = Self.l1
    }
    wavelength = Self.speedOfLight / frequency
    chip =
      switch constellation {
      case .glonass: Self.speedOfLight / 511e3
      case .beidou: Self.speedOfLight / 2.046e6
      default: Self.speedOfLight / 1.023e6
      }
    strength = isGlonass ? -1 : 0
    dispersion = (Self.l1 / frequency) * (Self.l1 / frequency)
    // IS-GPS-200: subframes of 6 s, 1 to 3 of 5.
    subframe = isGlonass ? 2 : 6
    subframes = isGlonass ? 4 : 3
  }

  /// Standard deviation of the thermal code noise, in m.
  ///
  /// Non-coherent early-late delay lock loop (Kaplan and Hegarty, "Understanding GPS").
  ///
  /// - Parameters:
  ///   - strength: C/N0, in dB-Hz.
  ///   - bandwidth: The loop's noise bandwidth, in Hz.
  ///   - spacing: The early-late spacing, in chips.
  /// - Returns: The deviation.
  func codeNoise(_ strength: Double, bandwidth: Double, spacing: Double) -> Double {
    let ratio = exp(strength * 0.230_258_509_299_404_57)
    let squaring = 1 + 2 / ((2 - spacing) * 0.02 * ratio)
    return chip * (bandwidth * spacing / (2 * ratio) * squaring).squareRoot()
  }
}
