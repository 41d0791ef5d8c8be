/// Parser of decimal digits, eight at a time.
struct DigitRun {
  /// The value of the digits; undefined for more than 19.
  private(set) var value: UInt64 = 0
  /// The number of digits read.
  private(set) var count = 0
  /// The position of the next byte.
  var cursor: Int
  private let end: Int

  @inline(__always)
  init(_ range: Range<Int>) {
    cursor = range.lowerBound
    end = range.upperBound
  }

  /// The next byte; nil at the end.
  @inline(__always)
  func next(_ text: Span<UInt8>) -> UInt8? { cursor < end ? text[cursor] : nil }

  /// Reads digits up to the end or the first other byte.
  @inline(__always)
  mutating func read(_ text: Span<UInt8>) {
    let words = text.bytes
    while cursor < end, cursor + 8 <= text.count {
      let word = UInt64(
        littleEndian: words.unsafeLoadUnaligned(fromByteOffset: cursor, as: UInt64.self))
      // Digits become 0 to 9. The lowest high bit then marks the first other byte.
      let digits = word ^ 0x3030_3030_3030_3030
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      let found = min(others == 0 ? 8 : others.trailingZeroBitCount / 8, end - cursor)
      guard found > 0 else { return }
      // Missing digits are filled with zeros, before the digits.
      value = value &* powers[found] &+ Self.number(digits &<< UInt64(64 - 8 * found))
      count += found
      cursor += found
      guard found == 8 else { return }
    }
    while cursor < end {
      let digit = text[cursor] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      count += 1
      cursor += 1
    }
  }

  /// The value of eight digits, the first in the lowest byte: pairs and fours are added in parallel.
  ///
  /// (D. Lemire, "Number parsing at a gigabyte per second", 2021, section 6.)
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits >> 8
    let mask: UInt64 = 0xFF_0000_00FF
    return
      ((pairs & mask) &* 0xF_4240_0000_0064
      &+ ((pairs >> 16) & mask) &* 0x2710_0000_0001) >> 32
  }
}

private let powers: [9 of UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

/// The whole number in a range of a text: an optional minus and 1 to 19 digits.
///
/// Nil for any other text, and for numbers beyond 64 bits.
package func wholeNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
  var run = DigitRun(range)
  let isNegative = run.next(text) == UInt8(ascii: "-")
  if isNegative { run.cursor += 1 }
  run.read(text)
  guard run.next(text) == nil, (1...19).contains(run.count) else { return nil }
  // 19 digits always fit 64 unsigned bits.
  guard run.value <= UInt64(Int64.max) else {
    return isNegative && run.value == 1 << 63 ? .min : nil
  }
  return isNegative ? -Int64(run.value) : Int64(run.value)
}
