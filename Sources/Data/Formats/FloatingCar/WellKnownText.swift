import Observations
import Recordings

/// Parses points and lines in OGC well-known text (Simple Features, 06-103r4, section 7).
///
/// Longitude comes first. A multi-part geometry yields several lines.
///
/// - Parameter text: `POINT (x y)`, `LINESTRING (x y, …)` or `MULTILINESTRING ((x y, …), …)`, also
///   `EMPTY`; numbers after the second of a point are skipped.
/// - Returns: The lines, a point as a line of one; nil for other text or coordinates out of range.
func wellKnownLines(_ text: [UInt8]) -> [[Coordinate]]? {
  var scanner = WellKnownScanner(text: text)
  guard let kind = scanner.word() else { return nil }
  if scanner.isWord("EMPTY") { return [] }
  switch kind {
  case "POINT":
    guard let line = scanner.line(), line.count == 1, scanner.isAtEnd() else { return nil }
    return [line]
  case "LINESTRING":
    guard let line = scanner.line(), scanner.isAtEnd() else { return nil }
    return [line]
  case "MULTILINESTRING":
    guard scanner.take(UInt8(ascii: "(")) else { return nil }
    var lines: [[Coordinate]] = []
    repeat {
      guard let line = scanner.line() else { return nil }
      lines.append(line)
    } while scanner.take(UInt8(ascii: ","))
    guard scanner.take(UInt8(ascii: ")")), scanner.isAtEnd() else { return nil }
    return lines
  default: return nil
  }
}

/// A left-to-right scanner of well-known text.
private struct WellKnownScanner {
  let text: [UInt8]
  private var position = 0

  init(text: [UInt8]) { self.text = text }

  private mutating func skipBlanks() {
    while position < text.count, text[position] <= 32 { position += 1 }
  }

  /// Scans a word, upper-cased, and skips a following Z or M (extra dimensions of a point).
  mutating func word() -> String? {
    skipBlanks()
    let start = position
    while position < text.count, (65...90).contains(text[position] & 0xDF) { position += 1 }
    guard position > start, position - start <= 20 else { return nil }
    let word = String(decoding: text[start..<position].map { $0 & 0xDF }, as: UTF8.self)
    for dimension in ["ZM", "Z", "M"] where isWord(dimension) { break }
    return word
  }

  /// Skips the word if it is next; false otherwise.
  mutating func isWord(_ word: String) -> Bool {
    skipBlanks()
    let end = position + word.utf8.count
    guard end <= text.count, text[position..<end].map({ $0 & 0xDF }) == Array(word.utf8),
      end == text.count || text[end] <= 32 || text[end] == UInt8(ascii: "(")
    else { return false }
    position = end
    return true
  }

  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position == text.count
  }

  /// Scans points between parentheses.
  mutating func line() -> [Coordinate]? {
    guard take(UInt8(ascii: "(")) else { return nil }
    var points: [Coordinate] = []
    repeat {
      guard let longitude = number(), let latitude = number(), abs(latitude) <= 90,
        abs(longitude) <= 180
      else { return nil }
      while number() != nil {}
      points.append(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: ")")) ? points : nil
  }

  private mutating func number() -> Double? {
    skipBlanks()
    let start = position
    var end = start
    while end < text.count, text[end] > 32, ![40, 41, 44].contains(text[end]) { end += 1 }
    guard end > start else { return nil }
    let value = text[start..<end].withUnsafeBufferPointer { decimalNumber($0) }
    guard let value, value.isFinite else { return nil }
    position = end
    return value
  }
}
