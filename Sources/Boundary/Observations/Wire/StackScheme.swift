package import Documents
public import Kernel

/// The form of observations on the pipe, agreed in the greeting.
public enum StackScheme: String, CaseIterable, Sendable {
  /// Rows are JSON objects.
  case json
  /// Rows are 64-bit floats after the line; the number is the version.
  case columns = "columns-1"

  /// Parses the scheme that a greeting asks for; nil means JSON.
  package init(_ value: JSONValue?) throws(DocumentError) {
    switch value {
    case nil, .null?: self = .json
    case .string(let name)?:
      guard let scheme = StackScheme(rawValue: name) else {
        let known = StackScheme.allCases.map(\.rawValue)
        throw DocumentError(
          "unknown scheme '\(name)' in the greeting; there are \(known.joined(separator: ", "))",
          suggestion: nearestName(to: name, among: known))
      }
      self = scheme
    default: throw DocumentError("'scheme' in the greeting must be text")
    }
  }
}

extension StackWire {
  /// The columns of each kind of observation in the scheme of columns, as pairs of name and type.
  package static var columns: JSONValue {
    let kinds = RecordingTables.observations.compactMap { table -> (String, JSONValue)? in
      guard let form = table.form else { return nil }
      let names = ["delivered_s"] + table.columns
      let types = [ColumnType.number] + form.types
      let pairs = zip(names, types).map { name, type -> JSONValue in
        [.string(name), .string(type.rawValue)]
      }
      return (table.kind, .array(pairs))
    }
    return .object(JSONObject(kinds))
  }
}

/// The next line to a stack or a part: its messages, and in the scheme of columns the bytes after it.
public struct StackLine: Sendable {
  private static let opening = Array("{\"batch\":[".utf8)

  private var encoder: StackEncoder
  private var columns: ColumnsEncoder?
  /// The JSON messages, after space for the opening of a batch.
  private var messages = opening
  private var messageCount = 0
  /// The number of observations and other messages since the last line.
  public private(set) var count = 0

  /// Creates an empty line.
  ///
  /// - Parameters:
  ///   - scheme: The form of observations.
  ///   - kinds: The kinds of observations to write; nil for all.
  public init(_ scheme: StackScheme = .json, kinds: [String]? = nil) {
    let tables = RecordingTables.observations.filter { kinds?.contains($0.kind) ?? true }
    switch scheme {
    case .json: encoder = StackEncoder(tables)
    case .columns:
      encoder = StackEncoder(tables.filter { $0.form == nil })
      columns = ColumnsEncoder(tables)
    }
  }

  /// The size of the messages, in bytes.
  public var byteCount: Int { messages.count + (columns?.byteCount ?? 0) }

  /// Appends an observation; returns false if it is of a kind that isn't wanted.
  public mutating func append(_ observation: Observation, at time: SimTime) -> Bool {
    if columns?.append(observation, at: time) == true {
      count += 1
      return true
    }
    return append { $0.append(observation, at: time, to: &$1) }
  }

  /// Appends a message other than an observation.
  public mutating func append(message write: (inout StackEncoder, inout [UInt8]) -> Void) {
    _ = append {
      write(&$0, &$1)
      return true
    }
  }

  private mutating func append(_ write: (inout StackEncoder, inout [UInt8]) -> Bool) -> Bool {
    let length = messages.count
    if messageCount > 0 { messages.append(UInt8(ascii: ",")) }
    guard write(&encoder, &messages) else {
      messages.removeLast(messages.count - length)
      return false
    }
    messageCount += 1
    count += 1
    return true
  }

  /// Returns the line with the bytes after it, and begins the next; several messages become a batch.
  public mutating func take(at time: SimTime) -> [UInt8] {
    defer {
      messages.removeLast(messages.count - Self.opening.count)
      (messageCount, count) = (0, 0)
    }
    var (text, payload) = (Self.opening, [UInt8]())
    let written = columns?.take(text: &text, payload: &payload) ?? 0
    guard written > 0 else { return Self.line(messages, of: messageCount, at: time) }
    // The message that ends a batch, such as a timer, is the last.
    if messageCount > 0 { text.append(UInt8(ascii: ",")) }
    text += messages[Self.opening.count...]
    return Self.line(text, of: written + messageCount, at: time) + payload
  }

  /// Returns the line of some messages after space for the opening of a batch.
  private static func line(_ text: [UInt8], of count: Int, at time: SimTime) -> [UInt8] {
    guard count > 1 else { return text[opening.count...] + [UInt8(ascii: "\n")] }
    var batch = text
    StackWire.closeBatch(at: time, in: &batch)
    return batch
  }
}
