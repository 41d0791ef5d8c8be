/// A high bit for each byte of a word that is a separator, or below 14 as the ends of lines are.
///
/// Seven bits of a byte plus 127 reach the eighth unless they are zero, and plus 114 from 14 on; no sum
/// reaches the next byte.
///
/// - Parameters:
///   - word: Eight bytes, the first the lowest.
///   - separators: The separator in each byte.
/// - Returns: The bits.
@inlinable
@inline(__always)
package func fieldMarks(_ word: UInt64, _ separators: UInt64) -> UInt64 {
  let (seven, all): (UInt64, UInt64) = (0x7F7F_7F7F_7F7F_7F7F, 0x7272_7272_7272_7272)
  let others = word ^ separators
  let isOther = ((others & seven) &+ seven) | others
  let isHigh = ((word & seven) &+ all) | word
  return ~(isOther & isHigh) & 0x8080_8080_8080_8080
}

/// A byte eight times, for `fieldMarks`.
@inlinable
@inline(__always)
package func eightfold(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
