/// A start or an end of an XML element, or text.
public enum XMLEvent {
  /// `<name …>`, or `<name …/>`, which has no separate end.
  case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
  /// `</name>`.
  case end(name: String)
  /// Text that isn't blank, with its references resolved; only on request.
  case text(String)
}

/// Pull parser of XML documents in UTF-8.
///
/// Strict: tags must match, and attributes must be quoted and unique. Document types are rejected,
/// so the only entities are the five of XML itself and numeric references; nothing outside the
/// document is ever read. Depth and sizes are limited. Every error has its line and column. A window of the
/// document is in memory, which holds at least the current event.
public struct XMLReader {
  static let maxDepth = 64
  static let maxAttributes = 64
  static let longestValue = 1 << 16
  static let longestText = 1 << 20
  static let longestName = 256
  /// More bytes than any tag or text has; only comments and instructions may be longer.
  private static let longestEvent = 1 << 24

  /// The document in the window.
  private(set) var bytes: [UInt8]
  private var window: ByteWindow
  private let name: String
  private let keepsText: Bool
  private var position = 0
  private var open: [String] = []
  private var isDone = false
  private var mark: WorkMark

  /// The offset up to which lines have been counted, and its line.
  private var counted = (offset: 0, line: 1)
  /// The line of the window's start, and the number of that line's columns before it.
  private var dropped = (line: 1, columns: 0)

  /// Opens a document; `name` appears in messages.
  ///
  /// `keepsText` reports text between tags, CDATA included.
  public init(_ bytes: [UInt8], name: String, keepsText: Bool = false) {
    self.init(ByteWindow(bytes), name: name, keepsText: keepsText)
  }

  /// Opens a document, of which a window is in memory.
  public init(_ window: ByteWindow, name: String, keepsText: Bool = false) {
    self.window = window
    bytes = window.bytes
    self.name = name
    self.keepsText = keepsText
    mark = WorkMark(reading: name, count: window.size)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Creates an error at the position of the next byte, or at an earlier one.
  public func error(_ message: String, at offset: Int? = nil) -> DocumentError {
    let offset = min(offset ?? position, bytes.count)
    let (line, columns) = place(of: offset)
    return DocumentError(message, at: SourcePosition(file: name, line: line, column: columns + 1))
  }

  /// The line of an offset, and the number of that line's columns before it.
  private func place(of offset: Int) -> (line: Int, columns: Int) {
    var (line, columns) = dropped
    let hasMark = window.offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var start = hasMark ? 3 : 0
    for index in start..<max(offset, start) where bytes[index] == 0x0A {
      (line, columns) = (line + 1, 0)
      start = index + 1
    }
    return (line, columns + bytes[start..<max(offset, start)].count { $0 & 0xC0 != 0x80 })
  }

  /// The offset of the last event, for messages.
  public private(set) var eventStart = 0

  /// The line of the last event, from 1; cheap if called in order.
  public mutating func line() -> Int {
    guard eventStart > counted.offset else { return counted.line }
    counted.line += bytes[counted.offset..<eventStart].count { $0 == 0x0A }
    counted.offset = eventStart
    return counted.line
  }

  /// Returns the next event; nil after the end of the root element.
  ///
  /// - Throws: ``DocumentError`` with line and column.
  public mutating func next() throws(DocumentError) -> XMLEvent? {
    while true {
      let (start, lastEvent) = (position, eventStart)
      do throws(DocumentError) {
        if let event = try parse() { return event }
        if window.isAtEnd { return nil }
      } catch {
        // An event that seems broken may continue behind the window.
        guard mayContinue(from: start) else { throw error }
      }
      (position, eventStart) = (start, lastEvent)
      try advance()
    }
  }

  private func mayContinue(from start: Int) -> Bool {
    guard !window.isAtEnd else { return false }
    return bytes.count - start < Self.longestEvent
      || bytes[start...].drop { $0 != UInt8(ascii: "<") }.dropFirst().first
        .map { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "?") } ?? true
  }

  /// Moves the window's start to the position, and reads more.
  private mutating func advance() throws(DocumentError) {
    let place = place(of: position)
    let start = position
    guard try window.advance(to: start) else { return }
    counted.line = counted.offset > start ? counted.line : place.line
    counted.offset = max(0, counted.offset - start)
    dropped = place
    bytes = window.bytes
    position = 0
    eventStart = max(0, eventStart - start)
  }

  private mutating func parse() throws(DocumentError) -> XMLEvent? {
    if position == 0, window.offset == 0,
      bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    {
      throw error("the document is in UTF-16, where UTF-8 was expected", at: 0)
    }
    mark.pass(window.offset + position)
    while true {
      if keepsText, let text = try takeText() { return .text(text) }
      guard let mark = bytes[position...].firstIndex(of: UInt8(ascii: "<")) else {
        if let last = open.last {
          throw error("the element '\(last)' is never closed", at: bytes.count)
        }
        if !isDone { throw error("there is no element", at: bytes.count) }
        return nil
      }
      position = mark
      eventStart = mark
      if starts(with: "<?") {
        try skip(past: "?>", what: "this instruction")
      } else if starts(with: "<!--") {
        try skip(past: "-->", what: "this comment")
      } else if starts(with: "<![CDATA[") {
        try skip(past: "]]>", what: "this text")
        guard keepsText else { continue }
        let content = (eventStart + 9)..<(position - 3)
        guard !open.isEmpty else { throw error("text outside the root element", at: eventStart) }
        guard content.count <= Self.longestText else { throw tooLong(at: eventStart) }
        if !content.isEmpty { return .text(try text(content)) }
      } else if starts(with: "<!") {
        throw error("document types and entities are not accepted")
      } else if starts(with: "</") {
        return try endTag()
      } else {
        return try startTag()
      }
    }
  }

  /// The text up to the next tag; nil if it is blank.
  private mutating func takeText() throws(DocumentError) -> String? {
    var (start, end, hasReference): (Int?, Int, Bool) = (nil, position, false)
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: "&") { hasReference = true }
      if start == nil, byte > 0x20 { start = end }
      end += 1
    }
    guard let start else { return nil }
    guard !open.isEmpty else { throw error("text outside the root element", at: start) }
    guard end - position <= Self.longestText else { throw tooLong(at: start) }
    // Text up to the end lacks its end tag, which is reported by the search for that tag.
    guard end < bytes.count else { return nil }
    eventStart = start
    defer { position = end }
    return hasReference ? try unescaped(position..<end) : try text(position..<end)
  }

  private func tooLong(at offset: Int) -> DocumentError {
    error("text longer than \(Self.longestText) bytes", at: offset)
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    return text.withUTF8Buffer { buffer in
      (0..<count).allSatisfy { bytes[position + $0] == buffer[$0] }
    }
  }

  private mutating func skip(past end: StaticString, what: String) throws(DocumentError) {
    let begin = position
    while position < bytes.count {
      if starts(with: end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw error("\(what) is never closed", at: begin)
  }

  private mutating func endTag() throws(DocumentError) -> XMLEvent {
    position += 2
    let name = try takeName()
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw error("expected '>' after the name")
    }
    position += 1
    guard open.last == name else {
      throw error("'</\(excerpt(name))>' does not close an open element", at: eventStart)
    }
    open.removeLast()
    if open.isEmpty { isDone = true }
    return .end(name: name)
  }

  private mutating func startTag() throws(DocumentError) -> XMLEvent {
    guard !isDone || !open.isEmpty else { throw error("a second root element") }
    guard open.count < Self.maxDepth else {
      throw error("elements nested more than \(Self.maxDepth) deep")
    }
    position += 1
    let name = try takeName()
    var attributes: [(name: String, value: String)] = []
    while true {
      let before = position
      skipSpace()
      guard position < bytes.count else { throw error("this tag is never closed", at: eventStart) }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        open.append(name)
        return .start(name: name, attributes: attributes, isEmpty: false)
      case UInt8(ascii: "/"):
        position += 1
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
          throw error("expected '>' after '/'")
        }
        position += 1
        if open.isEmpty { isDone = true }
        return .start(name: name, attributes: attributes, isEmpty: true)
      default:
        guard position > before else { throw error("expected a blank before an attribute") }
        guard attributes.count < Self.maxAttributes else {
          throw error("more than \(Self.maxAttributes) attributes")
        }
        let start = position
        let attribute = try takeAttribute()
        guard !attributes.contains(where: { $0.name == attribute.name }) else {
          throw error("duplicate attribute '\(excerpt(attribute.name))'", at: start)
        }
        attributes.append(attribute)
      }
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
      position += 1
    }
  }

  private mutating func takeName() throws(DocumentError) -> String {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      let isName =
        byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
        || (position > start && ((byte >= 0x30 && byte <= 0x39) || byte == 0x2D || byte == 0x2E))
        || byte == 0x5F || byte == 0x3A
      guard isName else { break }
      position += 1
    }
    guard position > start else { throw error("expected a name") }
    guard position - start <= Self.longestName else {
      throw error("the name is too long", at: start)
    }
    return try text(start..<position)
  }

  private mutating func takeAttribute() throws(DocumentError) -> (name: String, value: String) {
    let name = try takeName()
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      throw error("expected '=' after the attribute '\(excerpt(name))'")
    }
    position += 1
    skipSpace()
    guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
      throw error("expected a value in quotes")
    }
    let quote = bytes[position]
    let start = position + 1
    var end = start
    var hasReference = false
    while end < bytes.count, bytes[end] != quote {
      if bytes[end] == UInt8(ascii: "<") { throw error("'<' in a value", at: end) }
      if bytes[end] == UInt8(ascii: "&") { hasReference = true }
      end += 1
      if end - start > Self.longestValue {
        throw error("a value longer than \(Self.longestValue) bytes", at: start)
      }
    }
    guard end < bytes.count else { throw error("this value is never closed", at: start - 1) }
    position = end + 1
    return (name, hasReference ? try unescaped(start..<end) : try text(start..<end))
  }
}
