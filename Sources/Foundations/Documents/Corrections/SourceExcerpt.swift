/// The source line of a diagnostic, with a caret under its column, as compilers print them.
///
///     14 |   placment: front_pocket
///        |   ^
public struct SourceExcerpt: Hashable, Sendable {
  /// Max number of bytes of a line that is shown.
  private static let longestLine = 1 << 16
  private static let tab = 4
  private static let ellipsis = "…"

  public let lines: [String]

  /// Finds a position in a file's bytes.
  ///
  /// - Parameters:
  ///   - place: The position.
  ///   - bytes: The file: UTF-8, or UTF-16 with a byte order mark.
  ///   - width: Max width of a line in columns of the terminal.
  public init?(_ place: SourcePosition, in bytes: [UInt8], width: Int) {
    guard let line = Self.line(place.line, of: bytes), place.column >= 1 else { return nil }
    let scalars = line.unicodeScalars
    guard place.column - 1 <= scalars.count else { return nil }
    let end = scalars.index(scalars.startIndex, offsetBy: place.column - 1)
    let number = "\(place.line)"
    let before = Self.cells(line[..<end]), after = Self.cells(line[end...])
    let margin = number.count + 3
    let (shown, column) = Self.cut(before, after, to: max(20, width - margin))
    let blank = String(repeating: " ", count: number.count)
    lines = [
      "\(number) | \(shown)", "\(blank) | \(String(repeating: " ", count: column))^",
    ]
  }

  /// A line by its number, from 1; nil if there is none, if it is too long, or if it isn't text.
  private static func line(_ number: Int, of bytes: [UInt8]) -> String? {
    guard let text = utf8(bytes) else { return nil }
    var (line, start) = (1, text.startIndex)
    while line < number {
      guard let end = text[start...].firstIndex(where: isEnd) else { return nil }
      let isPair = text[end] == 0x0D && end + 1 < text.endIndex && text[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
      line += 1
    }
    let content = text[start...].prefix(longestLine + 1).prefix { !isEnd($0) }
    guard number >= 1, content.count <= longestLine else { return nil }
    return String(validating: content, as: UTF8.self)
  }

  /// The text without a byte order mark; nil for invalid UTF-16.
  private static func utf8(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return (try? SourceText(bytes, name: ""))?.bytes[...]
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// A printable character, and the number of columns that it takes.
  private typealias Cell = (text: String, width: Int)

  /// The printable characters of a text: blanks for a tab, and a replacement for those that a terminal obeys.
  private static func cells(_ text: Substring) -> [Cell] {
    text.flatMap { character -> [Cell] in
      if character == "\t" { return Array(repeating: (" ", 1), count: tab) }
      let isObeyed = character.unicodeScalars.contains(where: { isControl($0) })
      return isObeyed ? [("\u{FFFD}", 1)] : [(String(character), terminalWidth(of: character))]
    }
  }

  /// Cuts a line around the column between two parts of it.
  ///
  /// - Returns: The line, and the number of columns before the caret.
  private static func cut(_ before: [Cell], _ after: [Cell], to width: Int) -> (String, Int) {
    let (left, right) = (size(before), size(after))
    guard left + right > width else { return (text(before + after), left) }
    // A third of the width is for what stands before, unless there is too little after.
    let room = max(width / 3, width - right - 1)
    let first = left <= room ? before : Array(fitting(before.reversed(), in: room - 1).reversed())
    let start = first.count < before.count ? ellipsis : ""
    let column = size(first) + start.count
    let rest = width - column
    let last = right <= rest ? after : fitting(after, in: rest - 1)
    return (start + text(first) + text(last) + (last.count < after.count ? ellipsis : ""), column)
  }

  private static func size(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + $1.width } }
  private static func text(_ cells: [Cell]) -> String { cells.map(\.text).joined() }

  /// The first cells that take at most some columns.
  private static func fitting(_ cells: [Cell], in room: Int) -> [Cell] {
    var left = room
    return Array(
      cells.prefix { cell in
        left -= cell.width
        return left >= 0
      })
  }
}

/// True for characters that change the state of a terminal or the order of its text.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
  // Marks and overrides of the direction.
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// Number of columns that a character takes on a terminal: 2 if wide, 0 if it combines with the one before.
func terminalWidth(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  // Joined emoji, flags and emoji with a variation selector are one picture.
  let isPicture = scalars.contains { $0.value == 0x200D || $0.value == 0xFE0F }
  let isFlag = scalars.first.map { (0x1F1E6...0x1F1FF).contains($0.value) } ?? false
  if isPicture || isFlag, let first = scalars.first, first.properties.isEmoji { return 2 }
  return scalars.reduce(0) { $0 + terminalWidth(of: $1) }
}

private func terminalWidth(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  // Vowels and final consonants of a Hangul syllable.
  if (0x1160...0x11FF).contains(scalar.value) { return 0 }
  return scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar.value) }
    ? 2 : 1
}

/// Wide and full-width characters: Unicode Standard Annex 11, East Asian Width W and F, by blocks.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
  0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
  0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
  0x1B000...0x1B2FB, 0x1F200...0x1F265, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
]
