import Glibc
import Observations

/// Column indices of one signal in a satellite's row; nil for absent columns.
struct RinexSignal: Hashable, Sendable {
  var pseudorange: Int
  var phase: Int?
  var doppler: Int?
  var strength: Int?
  /// Carrier in Hz; GLONASS carriers depend on the satellite instead.
  var frequency: Double
}

/// Selects the columns of signals near L1 in an observation file.
enum RinexSignals {
  /// Returns the signals of a system that have a pseudorange, best first.
  ///
  /// - Parameters:
  ///   - letter: System letter.
  ///   - types: Observation types, such as `C1C`, or `C1` in version 2.
  ///   - isThird: True for the names of version 3.
  /// - Returns: The signals.
  static func near1(letter: UInt8, types: [String], isThird: Bool) -> [RinexSignal] {
    codes(letter: letter, isThird: isThird).compactMap { code in
      let (name, frequency) = code
      guard let range = types.firstIndex(of: (name == "P1" ? "" : "C") + name) else { return nil }
      // Version 2 omits the code in phase, Doppler and strength: P1 goes with L1, D1, S1.
      let rest = isThird ? name : "1"
      return RinexSignal(
        pseudorange: range, phase: types.firstIndex(of: "L" + rest),
        doppler: types.firstIndex(of: "D" + rest), strength: types.firstIndex(of: "S" + rest),
        frequency: frequency)
    }
  }

  /// Codes near L1 with their carriers, civil ones first (RINEX 3.05, tables 4 to 10).
  private static func codes(letter: UInt8, isThird: Bool) -> [(String, Double)] {
    let l1 = CarrierFrequency.l1
    guard isThird else { return [("1", l1), ("P1", l1)] }
    switch letter {
    case UInt8(ascii: "G"): return "CXLSPWYM".map { ("1\($0)", l1) }
    case UInt8(ascii: "R"): return "CP".map { ("1\($0)", CarrierFrequency.g1) }
    case UInt8(ascii: "E"): return "CXBAZ".map { ("1\($0)", l1) }
    case UInt8(ascii: "J"): return "CXSLZEB".map { ("1\($0)", l1) }
    case UInt8(ascii: "S"): return [("1C", l1)]
    case UInt8(ascii: "C"):
      // B1I is 2I, but 1I in version 3.02.
      let b1 = CarrierFrequency.b1
      return [("2I", b1), ("1I", b1), ("2X", b1), ("2Q", b1), ("1Q", b1)]
        + "XPDZ".map { ("1\($0)", l1) }
    default: return []
    }
  }

  /// C/N0 of a signal strength digit, in dB-Hz: the middle of its interval (RINEX 2.11, 10.1).
  static func strength(digit: UInt8) -> Double? {
    guard digit >= UInt8(ascii: "1"), digit <= UInt8(ascii: "9") else { return nil }
    return 6 * Double(digit - 48) + 2.5
  }

  /// Standard deviation of the code phase, in m, from C/N0.
  ///
  /// Thermal noise of a non-coherent delay lock loop: bandwidth 1 Hz, early-late spacing one chip,
  /// integration 20 ms (J. W. Betz and K. R. Kolodziejski, NAVIGATION 47, 2000); the loop parameters are
  /// estimates for a phone.
  ///
  /// - Parameters:
  ///   - strength: C/N0, in dB-Hz.
  ///   - constellation: Determines the chip length.
  /// - Returns: The sigma, in m.
  static func codeSigma(strength: Double, constellation: Constellation) -> Double {
    let chip = constellation == .glonass ? 586.67 : 293.05
    let power = pow(10, min(max(strength, 5), 60) / 10)
    return chip * (0.5 / power * (1 + 2 / (0.02 * power))).squareRoot()
  }

  /// Standard deviation of the range rate, in m/s, from C/N0.
  ///
  /// Fitted to a phone's residuals in the public log of Google's gps-measurement-tools of
  /// 2016-08-22: 0.03 at 36 dB-Hz, 0.1 at 28, 0.37 at 20; not below 0.01.
  ///
  /// - Parameter strength: C/N0, in dB-Hz.
  /// - Returns: The sigma, in m/s.
  static func rateSigma(strength: Double) -> Double {
    max(0.01, 0.1 * pow(10, (28 - min(max(strength, 5), 60)) / 13.5))
  }
}
