import Documents
import Glibc

/// A text of fixed columns, as Fortran programs write it, line by line.
struct ColumnText: Sendable {
  /// One line, without its end.
  struct Line: Sendable {
    /// Where it starts in the bytes.
    let start: Int
    /// Where it ends in the bytes.
    let end: Int
    /// Its number, from 1.
    let number: Int
    /// How many columns it has.
    var width: Int { end - start }
  }

  /// What a field of a line holds.
  enum Field: Equatable {
    case blank
    case value(Double)
    /// Something that is no number.
    case bad
  }

  let bytes: [UInt8]
  /// The name for messages.
  let file: String
  private var position = 0
  private(set) var lineNumber = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next line, which ends in LF, CRLF or CR; nil at the end.
  mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    let end = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
    position = end
    if position < bytes.count {
      let isPair = bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10
      position += isPair ? 2 : 1
    }
    lineNumber += 1
    return Line(start: start, end: end, number: lineNumber)
  }

  /// Goes back to a line, so that it is the next one again.
  mutating func goBack(to line: Line) {
    position = line.start
    lineNumber = line.number - 1
  }

  /// The byte in a column from 0; a space beyond the line's end.
  func byte(_ line: Line, _ column: Int) -> UInt8 {
    column < line.width ? bytes[line.start + column] : 32
  }

  /// Whether the columns are blank.
  func isBlank(_ line: Line, _ columns: Range<Int>) -> Bool {
    trimmed(line, columns).isEmpty
  }

  /// The text in columns, without blanks around it; what isn't UTF-8 is replaced.
  func text(_ line: Line, _ columns: Range<Int>) -> String {
    String(decoding: bytes[trimmed(line, columns)], as: UTF8.self)
  }

  /// Whether the columns from 60 begin with a label, as lines of a RINEX header do.
  func hasLabel(_ line: Line, _ label: StaticString) -> Bool {
    guard line.width >= 60 + label.utf8CodeUnitCount else { return false }
    return label.withUTF8Buffer { $0.elementsEqual(bytes[(line.start + 60)...].prefix($0.count)) }
  }

  /// The whole number in columns; nil where there is anything else, or nothing.
  func integer(_ line: Line, _ columns: Range<Int>) -> Int? {
    var range = trimmed(line, columns)
    let isNegative = !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "-")
    if isNegative { range = range.lowerBound + 1..<range.upperBound }
    guard (1...9).contains(range.count) else { return nil }
    var value = 0
    for byte in bytes[range] {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return isNegative ? -value : value
  }

  /// The number in columns, with `E` or Fortran's `D` before its exponent.
  func number(_ line: Line, _ columns: Range<Int>) -> Field {
    let range = trimmed(line, columns)
    guard !range.isEmpty else { return .blank }
    guard let value = fortranNumber(bytes[range]) else { return .bad }
    return .value(value)
  }

  /// Makes an error at a line.
  func failure(_ message: String, _ line: Line?) -> DocumentError {
    let place = line.map { SourcePlace(file: file, line: $0.number, column: 1) }
    return DocumentError(place == nil ? "\(file): \(message)" : message, at: place)
  }

  /// The bytes in columns, without blanks around them.
  private func trimmed(_ line: Line, _ columns: Range<Int>) -> Range<Int> {
    var start = line.start + min(columns.lowerBound, line.width)
    var end = line.start + min(columns.upperBound, line.width)
    while start < end, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
    while start < end, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
    return start..<end
  }
}

/// A decimal number with an optional exponent after `E`, `D` or a mere sign; nil for anything else.
///
/// Correctly rounded: exact where digits and power of ten are exact doubles, by `strtod` elsewhere.
func fortranNumber(_ text: ArraySlice<UInt8>) -> Double? {
  guard text.count <= 60 else { return nil }
  var digits: UInt64 = 0
  var (digitCount, decimals) = (0, 0)
  var hasPoint = false
  var cursor = text.startIndex
  let isNegative = cursor < text.endIndex && text[cursor] == UInt8(ascii: "-")
  if isNegative || (cursor < text.endIndex && text[cursor] == UInt8(ascii: "+")) { cursor += 1 }
  let first = cursor
  while cursor < text.endIndex {
    let byte = text[cursor]
    if byte == UInt8(ascii: "."), !hasPoint {
      hasPoint = true
    } else if byte >= 48, byte <= 57 {
      digits = digits &* 10 &+ UInt64(byte - 48)
      digitCount += 1
      if hasPoint { decimals += 1 }
    } else {
      break
    }
    cursor += 1
  }
  guard digitCount > 0 else { return nil }
  let mantissa = first..<cursor
  guard let exponent = exponent(text[cursor...]) else { return nil }
  let power = exponent - decimals
  if digitCount <= 15, abs(power) <= 22 {
    let magnitude =
      power < 0 ? Double(digits) / powersOfTen[-power] : Double(digits) * powersOfTen[power]
    return isNegative ? -magnitude : magnitude
  }
  let plain = String(decoding: text[mantissa], as: UTF8.self) + "e\(exponent)"
  let magnitude = strtod(plain, nil)
  return isNegative ? -magnitude : magnitude
}

/// The exponent that follows a mantissa: 0 for nothing, nil for what is none.
private func exponent(_ text: ArraySlice<UInt8>) -> Int? {
  guard var cursor = text.indices.first else { return 0 }
  if "eEdD".utf8.contains(text[cursor]) {
    cursor += 1
  } else if text[cursor] != UInt8(ascii: "-"), text[cursor] != UInt8(ascii: "+") {
    return nil
  }
  let isNegative = cursor < text.endIndex && text[cursor] == UInt8(ascii: "-")
  if cursor < text.endIndex, "+-".utf8.contains(text[cursor]) { cursor += 1 }
  guard (1...4).contains(text.endIndex - cursor) else { return nil }
  var value = 0
  for byte in text[cursor...] {
    guard byte >= 48, byte <= 57 else { return nil }
    value = value * 10 + Int(byte - 48)
  }
  return isNegative ? -value : value
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

/// The bytes of a text file that may be packed with gzip.
///
/// - Throws: Why it can't be unpacked; a file packed by `compress` is named as such.
func unpackedText(_ bytes: [UInt8], file: String) throws(DocumentError) -> [UInt8] {
  if bytes.starts(with: [0x1F, 0x9D]) {
    throw DocumentError(
      "\(file): is packed with 'compress' (.Z), which isn't read; unpack it with 'gzip -d' first")
  }
  guard Gzip.isGzip(bytes) else { return bytes }
  do throws(ArchiveError) {
    return try Gzip.decompress(bytes, name: file)
  } catch {
    throw DocumentError(error.description)
  }
}
