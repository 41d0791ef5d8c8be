package import Recordings

/// A parser for the Fortran format F14.3, the form of nearly all RINEX observations.
package enum RinexDecimal {
  private static let blanks: UInt64 = 0x2020_2020_2020_2020
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// Parses spaces, an optional minus, digits, a point and three digits, or only spaces.
  ///
  /// Fourteen columns are two words; a number of at most thirteen digits is an exact double, so its
  /// quotient by 1000 is correctly rounded (Clinger, as in `decimalNumber`).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - offset: Offset of the field; all fourteen columns must exist.
  /// - Returns: The field; nil for any other form, which needs the slower parser.
  @inline(__always)
  package static func field(_ text: RawSpan, at offset: Int) -> ColumnText.Field? {
    var whole = UInt64(
      littleEndian: text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    // Columns 8 to 13: two digits, the point, three digits.
    let tail =
      UInt64(littleEndian: text.unsafeLoadUnaligned(fromByteOffset: offset + 6, as: UInt64.self))
      >> 16
    var isNegative = false
    var units = tail & 0xFFFF
    if whole == blanks {
      if tail == blanks >> 16 { return .blank }
      whole = zeros
      isNegative = fill(&units)
    } else {
      isNegative = fill(&whole)
    }
    guard tail & 0xFF_0000 == 0x2E_0000 else { return nil }
    let last = zeros & 0xFF_FFFF | units << 24 | (tail & 0xFFFF_FF00_0000) << 16
    guard areDigits(whole), areDigits(last) else { return nil }
    let magnitude = Double(number(whole) &* 100_000 &+ number(last)) / 1000
    return .value(isNegative ? -magnitude : magnitude)
  }

  /// Replaces leading spaces and a following minus by zeros; true if there is a minus.
  @inline(__always)
  private static func fill(_ word: inout UInt64) -> Bool {
    // Bit offset of the first byte that is not a space; 64 or more if there is none.
    let blankBits = UInt64((word ^ blanks).trailingZeroBitCount & ~7)
    guard blankBits < 64 else { return false }
    word = (word & ~0 << blankBits) | zeros & ~(~0 << blankBits)
    guard (word >> blankBits) & 0xFF == UInt64(UInt8(ascii: "-")) else { return false }
    // 0x2D to 0x30.
    word ^= 0x1D << blankBits
    return true
  }

  @inline(__always)
  private static func areDigits(_ word: UInt64) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    return word & high == zeros && (word &+ 0x0606_0606_0606_0606) & high == zeros
  }

  /// Converts eight ASCII digits to a number, with pairs and fours in parallel.
  ///
  /// (D. Lemire, "Number parsing at a gigabyte per second", 2021, section 6.)
  ///
  /// - Parameter digits: The digits, most significant in the lowest byte.
  /// - Returns: The number.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    var value = digits &- zeros
    value = value &* 10 &+ value >> 8
    let mask: UInt64 = 0xFF_0000_00FF
    return ((value & mask) &* 0xF_4240_0000_0064 &+ ((value >> 16) & mask) &* 0x2710_0000_0001)
      >> 32
  }
}
