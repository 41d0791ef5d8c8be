extension JSONValue {
  /// Limits on the size of a text; exceeding one is a diagnostic.
  public struct Limits: Hashable, Sendable {
    /// Max size in bytes.
    public var bytes = 256 << 20
    /// Max nesting depth of arrays and objects.
    public var depth = 128

    public init() {}
  }

  /// Parses a file; see ``init(parsing:name:limits:)``.
  public init(path: String, limits: Limits = Limits()) throws(DocumentError) {
    try self.init(parsing: try readFile(path, limit: limits.bytes), name: path, limits: limits)
  }

  /// Parses JSON strictly by RFC 8259, in UTF-8 with or without a byte order mark.
  ///
  /// Duplicate keys and unpaired surrogates are errors. A whole number beyond 64 bits becomes the
  /// nearest `.number`; a number beyond the range of `Double` is an error.
  ///
  /// - Throws: The first error, with its line and column; `name` appears in it.
  public init(
    parsing bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(DocumentError) {
    guard bytes.count <= limits.bytes else {
      throw DocumentError(
        "cannot read '\(excerpt(name, limit: 200))': it has \(bytes.count) bytes, "
          + "more than the limit of \(limits.bytes)")
    }
    var parser = JSONParser(bytes: bytes, name: name, depthLimit: limits.depth)
    self = try parser.parse()
  }
}

/// A recursive descent parser over bytes, of limited depth and thus limited stack.
struct JSONParser {
  let bytes: [UInt8]
  let name: String
  let depthLimit: Int
  var position = 0
  var depth = 0

  init(bytes: [UInt8], name: String, depthLimit: Int) {
    self.bytes = bytes
    self.name = name
    self.depthLimit = depthLimit
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func parse() throws(DocumentError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard position == bytes.count else {
      throw error("expected the end of the text, found \(found)")
    }
    return value
  }

  private mutating func value() throws(DocumentError) -> JSONValue {
    skipSpace()
    guard position < bytes.count else { throw error("the text ends too early") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default:
      for (word, value) in [
        ("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null),
      ]
      where take(word) {
        return value
      }
      throw error("expected a value, found \(found)")
    }
  }

  private mutating func object() throws(DocumentError) -> JSONValue {
    try descend()
    var members: [(String, JSONValue)] = []
    var keys = KeyRegister()
    if !takeClosing("}") {
      repeat {
        skipSpace()
        let start = position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          throw error("expected a key in double quotes, found \(found)")
        }
        let key = try string()
        guard keys.insert(key, after: members) else {
          throw error("duplicate key '\(excerpt(key))'", at: start)
        }
        skipSpace()
        guard take(":") else { throw error("expected ':' after a key, found \(found)") }
        members.append((key, try value()))
      } while try takeComma(or: "}")
    }
    depth -= 1
    return .object(JSONObject(members))
  }

  private mutating func array() throws(DocumentError) -> JSONValue {
    try descend()
    var elements: [JSONValue] = []
    if !takeClosing("]") {
      repeat {
        elements.append(try value())
      } while try takeComma(or: "]")
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func number() throws(DocumentError) -> JSONValue {
    let start = position
    var end = position
    guard let decimal = DecimalText(bytes.span, at: &end, style: .json) else {
      throw error("not a valid JSON number", at: start)
    }
    position = end
    if position < bytes.count, isDigit(bytes[position]) || ".eE+-".utf8.contains(bytes[position]) {
      throw error("not a valid JSON number", at: start)
    }
    if let whole = decimal.int64, whole != 0 || !decimal.isNegative { return .int(whole) }
    let value = decimal.value(bytes.span)
    guard value.isFinite else { throw error("the number is too large", at: start) }
    return .number(value)
  }

  private mutating func descend() throws(DocumentError) {
    guard depth < depthLimit else { throw error("nested more than \(depthLimit) deep") }
    depth += 1
    position += 1
  }

  private mutating func takeClosing(_ mark: String) -> Bool {
    skipSpace()
    return take(mark)
  }

  /// Moves past a comma and returns true, or past the closing mark and returns false.
  private mutating func takeComma(or mark: String) throws(DocumentError) -> Bool {
    skipSpace()
    if take(",") { return true }
    if take(mark) { return false }
    throw error("expected ',' or '\(mark)', found \(found)")
  }

  private mutating func take(_ word: String) -> Bool {
    guard position + word.utf8.count <= bytes.count else { return false }
    var cursor = position
    for byte in word.utf8 {
      guard bytes[cursor] == byte else { return false }
      cursor += 1
    }
    position = cursor
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }
}

/// The keys of an object so far: searched linearly if few, by a set if many.
private struct KeyRegister {
  private var set: Set<ExactText> = []

  /// Inserts a key; returns true if it is new.
  mutating func insert(_ key: String, after members: [(String, JSONValue)]) -> Bool {
    let key = ExactText(key)
    if members.count < 16 { return !members.contains { ExactText($0.0) == key } }
    if set.isEmpty { set = Set(members.map { ExactText($0.0) }) }
    return set.insert(key).inserted
  }
}
