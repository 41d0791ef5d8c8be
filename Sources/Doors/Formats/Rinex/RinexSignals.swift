import Glibc
import Observations

/// Where the numbers of one signal stand in a satellite's row; nil for what isn't there.
struct RinexSignal: Hashable, Sendable {
  var pseudorange: Int
  var phase: Int?
  var doppler: Int?
  var strength: Int?
  /// The carrier, in Hz, except for GLONASS, whose carriers go by satellite.
  var frequency: Double
}

/// Which of the columns of an observation file are of signals near L1.
enum RinexSignals {
  /// The signals of a system, the best first.
  ///
  /// - Parameters:
  ///   - letter: The system's letter.
  ///   - types: The names of the columns, such as `C1C` or, in version 2, `C1`.
  ///   - isThird: Whether the names are of version 3.
  /// - Returns: Those with a column of pseudoranges.
  static func near1(letter: UInt8, types: [String], isThird: Bool) -> [RinexSignal] {
    codes(letter: letter, isThird: isThird).compactMap { code in
      let (name, frequency) = code
      guard let range = types.firstIndex(of: (name == "P1" ? "" : "C") + name) else { return nil }
      // Version 2 names phase, Doppler and strength without the code: P1 goes with L1, D1, S1.
      let rest = isThird ? name : "1"
      return RinexSignal(
        pseudorange: range, phase: types.firstIndex(of: "L" + rest),
        doppler: types.firstIndex(of: "D" + rest), strength: types.firstIndex(of: "S" + rest),
        frequency: frequency)
    }
  }

  /// The codes near L1 with their carriers, civil ones first (RINEX 3.05, tables 4 to 10).
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
      // B1I is 2I, except that version 3.02 called it 1I.
      let b1 = CarrierFrequency.b1
      return [("2I", b1), ("1I", b1), ("2X", b1), ("2Q", b1), ("1Q", b1)]
        + "XPDZ".map { ("1\($0)", l1) }
    default: return []
    }
  }

  /// The C/N0 in dB-Hz that a strength digit stands for: the middle of its step (RINEX 2.11, 10.1).
  static func strength(digit: UInt8) -> Double? {
    guard digit >= UInt8(ascii: "1"), digit <= UInt8(ascii: "9") else { return nil }
    return 6 * Double(digit - 48) + 2.5
  }

  /// One standard deviation of a code phase by its C/N0, in m.
  ///
  /// Thermal noise of a non-coherent delay lock loop of 1 Hz with early and late one chip apart and
  /// 20 ms of integration (J. W. Betz and K. R. Kolodziejski, NAVIGATION 47, 2000); the loop's
  /// settings are an estimate of a phone's.
  static func codeSigma(strength: Double, constellation: Constellation) -> Double {
    let chip = constellation == .glonass ? 586.67 : 293.05
    let power = pow(10, min(max(strength, 5), 60) / 10)
    return chip * (0.5 / power * (1 + 2 / (0.02 * power))).squareRoot()
  }

  /// One standard deviation of a range rate by its C/N0, in m/s.
  ///
  /// Fitted to a phone's residuals in the public log of Google's gps-measurement-tools of
  /// 2016-08-22: 0.03 at 36 dB-Hz, 0.1 at 28, 0.37 at 20; not below 0.01.
  static func rateSigma(strength: Double) -> Double {
    max(0.01, 0.1 * pow(10, (28 - min(max(strength, 5), 60)) / 13.5))
  }
}
