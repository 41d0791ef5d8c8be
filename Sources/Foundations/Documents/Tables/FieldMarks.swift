/// Marks the bytes of a word that are a separator, or below 14 as line ends are, by their high bits.
///
/// Seven bits of a byte plus 127 carry into the eighth unless they are zero, and plus 114 from 14 on; no
/// sum carries into the next byte. `word` has its first byte lowest; `separators` has the separator in
/// each byte.
@inlinable
@inline(__always)
package func fieldMarks(_ word: UInt64, _ separators: UInt64) -> UInt64 {
  let (seven, all): (UInt64, UInt64) = (0x7F7F_7F7F_7F7F_7F7F, 0x7272_7272_7272_7272)
  let others = word ^ separators
  let isOther = ((others & seven) &+ seven) | others
  let isHigh = ((word & seven) &+ all) | word
  return ~(isOther & isHigh) & 0x8080_8080_8080_8080
}

/// A byte repeated eight times, for `fieldMarks`.
@inlinable
@inline(__always)
package func eightfold(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
