/// Offset of the end of a line: the next LF or CR, or the end of the text.
///
/// It scans eight bytes at a time: the lowest set bit marks the first byte below 14, which are rare in text.
/// (A. Mycroft's test for a zero byte, in H. S. Warren, "Hacker's Delight", 6-1.)
///
/// - Parameters:
///   - text: The text.
///   - start: Offset to search from, at most the text's count.
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
