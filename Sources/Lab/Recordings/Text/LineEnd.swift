/// Where the line that goes on at a byte ends: at the next LF or CR, or with the text.
///
/// Eight bytes at a time: the lowest set bit is of the first byte below 14, as are few that text has.
/// (A. Mycroft's test for a zero byte, in H. S. Warren, "Hacker's Delight", 6-1.)
///
/// - Parameters:
///   - text: The text.
///   - start: Where to begin to look, at most its count.
/// - Returns: The offset of the line's end.
package func endOfLine(_ text: Span<UInt8>, from start: Int) -> Int {
  var index = start
  let words = text.bytes
  while index + 8 <= text.count {
    let word = UInt64(
      littleEndian: words.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    let low = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080
    guard low != 0 else {
      index += 8
      continue
    }
    index += low.trailingZeroBitCount / 8
    if text[index] == 10 || text[index] == 13 { return index }
    index += 1
  }
  while index < text.count, text[index] != 10, text[index] != 13 { index += 1 }
  return index
}
