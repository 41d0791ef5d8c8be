/// The text of a YAML document under edit: comments, order and style of the rest stay, byte by byte.
///
/// A path consists of keys and list positions from 0. A value that an anchor, an alias or a comment
/// inside it makes ambiguous is not edited; the error names its line and the cure.
public struct EditableYAML: Sendable {
  /// Max size of an editable document, in bytes.
  public static let maxBytes = 8 << 20

  private(set) var bytes: [UInt8]
  private let mark: [UInt8]
  let name: String
  let lineBreak: [UInt8]
  /// The offset of each line's first byte.
  let lineStarts: [Int]
  private(set) var outline: YAMLOutline

  /// Reads a document; `name` appears in messages.
  public init(_ raw: [UInt8], name: String) throws(DocumentError) {
    guard raw.count <= Self.maxBytes else {
      throw DocumentError(
        "'\(excerpt(name, limit: 200))' has \(raw.count) bytes; files up to \(Self.maxBytes) can be edited here"
      )
    }
    guard !raw.starts(with: [0xFF, 0xFE]), !raw.starts(with: [0xFE, 0xFF]) else {
      throw DocumentError("the file is in UTF-16; save it as UTF-8 to edit it here")
    }
    let hasMark = raw.starts(with: [0xEF, 0xBB, 0xBF])
    mark = hasMark ? Array(raw[..<3]) : []
    bytes = hasMark ? Array(raw[3...]) : raw
    self.name = name
    let first = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
    lineBreak =
      switch first {
      case let first? where bytes[first...].starts(with: [0x0D, 0x0A]): [0x0D, 0x0A]
      case let first?: [bytes[first]]
      case nil: [0x0A]
      }
    lineStarts = Self.lineStarts(bytes)
    _ = try YAML.load(raw, name: name)
    outline = try YAMLOutline(try SourceText(raw, name: name))
  }

  /// The bytes of the file, with its byte order mark if it has one.
  public var contents: [UInt8] { mark + bytes }

  private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte == 0x0A || byte == 0x0D, !isPair { starts.append(index + 1) }
    }
    return starts
  }

  /// The lines of the value at a path, from 1; nil if there is none.
  public func lines(at path: [String]) -> ClosedRange<Int>? {
    outline.entry(at: path).map { index in
      let range = outline.entries[index].range
      return place(range.lowerBound).line...place(range.upperBound).line
    }
  }

  /// The source position of the value at a path; nil if there is none.
  public func position(at path: [String]) -> SourcePosition? {
    outline.entry(at: path).map { place(outline.entries[$0].range.lowerBound) }
  }

  /// Adds an element to the end of a list; a missing list is created in its mapping.
  public mutating func append(_ value: JSONValue, to path: [String]) throws(DocumentError) {
    let changes: [TextChange]
    if let list = try target(path), let key = path.last {
      changes = try appending(value, to: list, key: key, in: try target(path.dropLast()))
    } else {
      changes = try insertingList(of: value, at: path)
    }
    let before = elements(at: path)
    try apply(changes, at: path) { isSame(.array($0.elements(at: path)), .array(before + [value])) }
  }

  /// Sets the value at a path, whose last step is a key; null removes the key.
  public mutating func set(_ path: [String], to value: JSONValue) throws(DocumentError) {
    if value == .null { return try remove(path) }
    guard let old = try target(path) else {
      let changes = try insertingPair(value, at: path)
      return try apply(changes, at: path) { $0.holds(value, at: path) }
    }
    let changes = try replacing(old, by: value)
    try apply(changes, at: path) { $0.holds(value, at: path) }
  }

  /// Removes the list element or the key at a path; a missing key is fine.
  public mutating func remove(_ path: [String]) throws(DocumentError) {
    guard let old = try target(path), let parent = try target(path.dropLast()),
      let step = path.last
    else { return }
    try refuseAnchors(in: old)
    let changes: [TextChange]
    let isElement = outline.entries[parent].style.isSequence
    if isElement {
      changes = try removingElement(old, of: parent, list: path.dropLast())
    } else {
      changes = try removingPair(step, of: parent)
    }
    guard isElement, let position = Int(step) else {
      return try apply(changes, at: path) { $0.value(at: path) == nil }
    }
    var left = elements(at: Array(path.dropLast()))
    left.remove(at: position)
    try apply(changes, at: path) {
      isSame(.array($0.elements(at: Array(path.dropLast()))), .array(left))
    }
  }

  /// The value at a path, as JSON; nil if there is none.
  public func value(at path: [String]) -> JSONValue? { outline.entry(at: path).map(json) }

  /// The value of an entry; an alias counts as its name.
  private func json(_ index: Int) -> JSONValue {
    let entry = outline.entries[index]
    if entry.style.isSequence { return .array(entry.children.map(json)) }
    if entry.style.isMapping {
      var object = JSONObject()
      for pair in stride(from: 0, to: entry.children.count, by: 2) {
        object[outline.entries[entry.children[pair]].text] = json(entry.children[pair + 1])
      }
      return .object(object)
    }
    guard entry.style == .plain else { return .string(entry.text) }
    return switch coreScalar(plain: entry.text.utf8Span.span) {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .number(let value): .number(value)
    case .text(let value): .string(value)
    }
  }

  private func holds(_ value: JSONValue, at path: [String]) -> Bool {
    self.value(at: path).map { isSame($0, value) } ?? false
  }

  /// The elements of a list; empty for another value.
  private func elements(at path: [String]) -> [JSONValue] {
    guard case .array(let elements)? = value(at: path) else { return [] }
    return elements
  }

  /// Applies changes to the text, unless they would have another effect than the intended one.
  private mutating func apply(
    _ changes: [TextChange], at path: [String],
    isAsIntended: (EditableYAML) -> Bool
  ) throws(DocumentError) {
    guard !changes.isEmpty else { return }
    var text = bytes
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(change.range, with: change.bytes)
    }
    var edited: EditableYAML?
    do throws(DocumentError) {
      let candidate = try EditableYAML(mark + text, name: name)
      if isAsIntended(candidate), candidate.rest(without: path) == rest(without: path) {
        edited = candidate
      }
    } catch {}
    guard let edited else {
      throw refusal(
        changes[0].range.lowerBound,
        "the layout here can't be edited without changing other values; edit this line by hand")
    }
    self = edited
  }

  /// All values but those below a path, in order.
  private func rest(without path: [String]) -> [String] {
    // The list itself is left out, as an empty one and a missing one are written differently.
    let isElement = path.last.map { Int($0) != nil } ?? false
    var words: [String] = []
    guard let root = outline.root else { return words }
    list(root, without: isElement ? path.dropLast() : path[...], into: &words)
    return words
  }

  private func list(_ index: Int, without path: ArraySlice<String>?, into words: inout [String]) {
    if let path, path.isEmpty { return }
    let entry = outline.entries[index]
    guard entry.style.isSequence || entry.style.isMapping else {
      words.append((entry.style == .plain ? "" : "'") + entry.text)
      return
    }
    words.append(entry.style.isSequence ? "[" : "{")
    let step = path?.first
    if entry.style.isSequence {
      for (position, child) in entry.children.enumerated() {
        list(child, without: step == "\(position)" ? path?.dropFirst() : nil, into: &words)
      }
    } else {
      for pair in stride(from: 0, to: entry.children.count, by: 2) {
        let isOn = outline.entries[entry.children[pair]].text == step
        if isOn, path?.count == 1 { continue }
        words.append(outline.entries[entry.children[pair]].text)
        list(entry.children[pair + 1], without: isOn ? path?.dropFirst() : nil, into: &words)
      }
    }
    words.append(entry.style.isSequence ? "]" : "}")
  }
}

/// True if two values are equal, lengths by their size: `60 cm` is `0.6 m`.
private func isSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
  switch (value, other) {
  case (.array(let first), .array(let second)):
    first.count == second.count && zip(first, second).allSatisfy(isSame)
  case (.string(let first), .string(let second)): isSameText(first, second)
  // 2 and 2.0 are written the same.
  default: YAMLFlowText.text(value) == YAMLFlowText.text(other)
  }
}

/// True if two texts are equal, or the same length.
func isSameText(_ text: String, _ other: String) -> Bool {
  if text == other { return true }
  guard let first = try? Quantity.parse(text, as: .length),
    let second = try? Quantity.parse(other, as: .length)
  else { return false }
  return first == second
}

/// A replacement of a span of a text.
struct TextChange {
  var range: Range<Int>
  var bytes: [UInt8]

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    bytes = Array(text.utf8)
  }

  init(at offset: Int, _ text: String) { self.init(offset..<offset, text) }
}
