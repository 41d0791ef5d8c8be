public import Documents
import Kernel

/// Protocol between the harness and a stack in another process: JSON, one object per line.
///
/// An observation or an output is encoded as its rows in a recording, one JSON object per row, keyed by
/// the columns' names; so the recording's documentation also covers the protocol, and both evolve
/// together.
public enum StackWire {
  /// The version of the protocol, exchanged in the greeting.
  public static let version = 1

  /// A stack's answer to one message.
  public struct Reply: Hashable, Sendable {
    /// The outputs, in order.
    public var outputs: [Output] = []
    /// The receiving app of each output; empty if unspecified.
    public var recipients: [String] = []
    /// The requests to radios and sensors, in order.
    public var requests: [RadioRequest] = []
    /// The timers that are set, or cleared if the time is nil.
    public var timers: [StackSink.TimerSetting] = []

    /// Creates an empty reply.
    public init() {}
  }

  /// The kinds of observations, by their names in messages.
  public static var observationKinds: [String] { RecordingTables.observations.map(\.kind) }

  /// The kinds of outputs, by their names in messages.
  public static var outputKinds: [String] {
    RecordingTables.outputs.map(\.kind).filter { $0 != "requests" }
  }

  /// The members of the rows of one kind: of observations, outputs, or `requests`.
  public static func columns(ofKind kind: String) -> [String] {
    RecordingTables.observations.first { $0.kind == kind }?.columns
      ?? RecordingTables.outputs.first { $0.kind == kind }?.columns ?? []
  }

  /// Parses the message of an observation; nil for a message of another kind.
  public static func observation(_ message: JSONValue) throws(DocumentError) -> Observation? {
    guard case .string(let kind)? = message["observe"], let rows = message["rows"] else {
      return nil
    }
    let tables = RecordingTables.observations
    guard let table = tables.first(where: { $0.kind == kind }) else {
      throw DocumentError(
        "unknown observation '\(kind)'",
        suggestion: nearestName(to: kind, among: tables.map(\.kind)))
    }
    return try read(rows, by: table)
  }

  /// Returns an output as an element of an answer's `tell`, or a request as an element of `request`.
  public static func publishing(_ output: Output) -> JSONValue {
    var encoder = RowsEncoder(RecordingTables.outputs)
    var bytes: [UInt8] = []
    var kind = ""
    _ = encoder.append(output, to: &bytes) { name, _ in kind = name }
    // The bytes just written are JSON, and every output has a table: a test covers each kind.
    let rows = (try? JSONValue(parsing: bytes, name: kind)) ?? .array([])
    guard kind == "requests", case .array(let requests) = rows else { return .object([kind: rows]) }
    return requests.first ?? .null
  }

  /// Parses a stack's answer: `{"tell": […], "request": […], "timers": […]}`, all three optional.
  public static func reply(_ answer: JSONValue) throws(DocumentError) -> Reply {
    guard case .object(let object) = answer else {
      throw DocumentError("expected an object as the answer, found \(answer.text(pretty: false))")
    }
    var reply = Reply()
    for member in object.members {
      guard case .array(let items) = member.value else {
        throw DocumentError("expected a list as '\(member.key)'")
      }
      switch member.key {
      case "tell":
        for item in items {
          let (output, app) = try output(item)
          reply.outputs.append(output)
          reply.recipients.append(app)
        }
      case "request": for item in items { try reply.requests.append(request(item)) }
      case "timers": for item in items { try reply.timers.append(timer(item)) }
      default:
        throw DocumentError(
          "unknown key '\(member.key)' in the answer; it may have 'tell', 'request', 'timers'",
          suggestion: nearestName(to: member.key, among: ["tell", "request", "timers"]))
      }
    }
    return reply
  }

  // MARK: JSON to items

  private static func output(
    _ item: JSONValue
  ) throws(DocumentError) -> (output: Output, app: String) {
    guard case .object(let object) = item,
      let member = object.members.first(where: { $0.key != "app" }),
      object.members.count == (object["app"] == nil ? 1 : 2)
    else {
      throw DocumentError(
        "an item of 'tell' must be an object with one key, such as 'location', and 'app' if there are several"
      )
    }
    var app = ""
    if let name = object["app"] {
      guard case .string(let text) = name else { throw DocumentError("'app' must be a name") }
      app = text
    }
    let tables = RecordingTables.outputs.filter { $0.kind != "requests" }
    guard let table = tables.first(where: { $0.kind == member.key }) else {
      throw DocumentError(
        "unknown output '\(member.key)' in 'tell'",
        suggestion: nearestName(to: member.key, among: tables.map(\.kind)))
    }
    return (try read(member.value, by: table), app)
  }

  private static func request(_ item: JSONValue) throws(DocumentError) -> RadioRequest {
    guard let table = RecordingTables.outputs.first(where: { $0.kind == "requests" }),
      case .radio(let request) = try read(item, by: table)
    else { throw DocumentError("not a request") }
    return request
  }

  private static func timer(
    _ item: JSONValue
  ) throws(DocumentError) -> StackSink.TimerSetting {
    guard case .int(let number)? = item["timer"], let timer = Int(exactly: number) else {
      throw DocumentError("a timer needs a whole number as 'timer'")
    }
    var time: SimTime?
    switch item["at_s"] {
    case .int(let seconds)?: time = SimTime(seconds: Double(seconds))
    case .number(let seconds)?: time = SimTime(seconds: seconds)
    case .null?, nil: time = nil
    default: throw DocumentError("a timer needs a number as 'at_s', or null to be cleared")
    }
    return StackSink.TimerSetting(timer: StackTimer(timer), time: time)
  }

  /// The values of members that a row may omit.
  private static let defaults: [String: JSONValue] = [
    "altitude_m": 0, "vertical_accuracy_m": -1, "course_deg": -1, "speed_mps": -1,
    "transmitters": 0, "period_s": 0,
  ]

  /// Parses one row, or a list of rows, by the table's reader.
  private static func read<Item>(
    _ value: JSONValue, by table: RecordingTable<Item>
  ) throws(DocumentError) -> Item {
    let rows: [JSONValue] = if case .array(let rows) = value { rows } else { [value] }
    var csv = CSVWriter(columns: ["sequence", "delivered_s"] + table.columns)
    for row in rows.isEmpty ? [.object([:])] : rows {
      guard case .object(let object) = row else {
        throw DocumentError("expected an object as a row of '\(table.kind)'")
      }
      for member in object.members where !table.columns.contains(member.key) {
        let columns = table.columns.map { "'\($0)'" }.joined(separator: ", ")
        throw DocumentError(
          "'\(table.kind)' has no '\(member.key)'; it has \(columns)",
          suggestion: nearestName(to: member.key, among: table.columns))
      }
      csv.field(0)
      csv.field(0)
      for column in table.columns {
        try csv.field(rows.isEmpty ? .null : object[column] ?? defaults[column] ?? .null)
      }
      csv.endRow()
    }
    do {
      var group = try RowGroup(CSVReader(bytes: csv.bytes, file: table.kind))
      return try table.read(&group)
    } catch {
      // The position refers to generated text, so it is dropped.
      throw DocumentError(
        "'\(table.kind)': " + (error.diagnostics.first?.message ?? "invalid"))
    }
  }
}

extension CSVWriter {
  fileprivate mutating func field(_ value: JSONValue) throws(DocumentError) {
    switch value {
    case .null: emptyField()
    // Not as 1 or 0, which would be valid numbers.
    case .bool(let flag): field(flag ? "true" : "false")
    case .int(let number): field(number)
    case .number(let number): field(number)
    case .string(let text): field(text)
    case .array, .object:
      throw DocumentError("a row may hold numbers and text, not lists or objects")
    }
  }
}

extension RecordingTable {
  /// The name of the items in messages: the file name without prefix and extension.
  var kind: String {
    let name = file.dropLast(".csv".utf8.count)
    return String(name.hasPrefix("told_") ? name.dropFirst("told_".utf8.count) : name)
  }
}
