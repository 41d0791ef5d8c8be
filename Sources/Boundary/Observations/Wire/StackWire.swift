public import Documents
public import Kernel

/// The messages between the harness and a stack in another process: JSON, one object a line.
///
/// An observation or an output travels as the rows that a recording would have of it, one JSON
/// object a row, keyed by the columns' names; so the recording's documentation is the protocol's
/// too, and what is new in the one is there in the other.
public enum StackWire {
  /// The version of the protocol, exchanged in the greeting.
  public static let version = 1

  /// What a stack has answered to one message.
  public struct Reply: Hashable, Sendable {
    /// What it tells the app, in order.
    public var outputs: [Output] = []
    /// What it asks of radios and sensors, in order.
    public var requests: [RadioRequest] = []
    /// The timers it sets, or clears where the time is nil.
    public var timers: [StackSink.TimerSetting] = []

    /// Creates a reply that says nothing.
    public init() {}
  }

  /// The message that hands over an observation.
  ///
  /// - Parameters:
  ///   - observation: What was observed.
  ///   - time: When it is handed over.
  /// - Returns: `{"observe": KIND, "time_s": T, "rows": [ROW, …]}`.
  public static func message(_ observation: Observation, at time: SimTime) -> JSONValue {
    let (kind, rows) = encoded(observation, by: RecordingWriter.observationTables)
    return ["observe": .string(kind), "time_s": seconds(time), "rows": .array(rows)]
  }

  /// Reads a message that hands over an observation: what a stack written in Swift would do.
  ///
  /// - Parameter message: What ``message(_:at:)`` gave.
  /// - Returns: The observation; nil if the message is of another kind.
  /// - Throws: What is wrong with it.
  public static func observation(_ message: JSONValue) throws(DocumentError) -> Observation? {
    guard case .string(let kind)? = message["observe"], let rows = message["rows"] else {
      return nil
    }
    let tables = RecordingWriter.observationTables
    guard let table = tables.first(where: { $0.kind == kind }) else {
      throw DocumentError(
        "nothing called '\(kind)' is observed",
        suggestion: nearestName(to: kind, among: tables.map(\.kind)))
    }
    return try read(rows, by: table)
  }

  /// An output as an element of an answer's `tell`, or of `request` if it is one.
  public static func telling(_ output: Output) -> JSONValue {
    let (kind, rows) = encoded(output, by: RecordingWriter.outputTables)
    return kind == "requests" ? rows.first ?? .null : .object([kind: .array(rows)])
  }

  /// The message that a timer is due.
  public static func message(_ timer: StackTimer, at time: SimTime) -> JSONValue {
    ["timer": .int(Int64(timer.number)), "time_s": seconds(time)]
  }

  /// The message that begins or ends the work.
  ///
  /// - Parameters:
  ///   - name: `start` or `finish`.
  ///   - time: When.
  /// - Returns: `{NAME: true, "time_s": T}`.
  public static func message(_ name: String, at time: SimTime) -> JSONValue {
    .object([name: true, "time_s": seconds(time)])
  }

  /// A moment in seconds.
  public static func seconds(_ time: SimTime) -> JSONValue { .number(time.seconds) }

  /// Reads what a stack has answered.
  ///
  /// - Parameter answer: `{"tell": […], "request": […], "timers": […]}`, all three optional.
  /// - Returns: The reply.
  /// - Throws: What is wrong with it.
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
      case "tell": for item in items { try reply.outputs.append(output(item)) }
      case "request": for item in items { try reply.requests.append(request(item)) }
      case "timers": for item in items { try reply.timers.append(timer(item)) }
      default:
        throw DocumentError(
          "unknown key '\(member.key)' in the answer",
          suggestion: nearestName(to: member.key, among: ["tell", "request", "timers"]))
      }
    }
    return reply
  }

  // MARK: Rows to JSON

  private static func encoded<Item>(
    _ item: Item, by tables: [RecordingTable<Item>]
  ) -> (kind: String, rows: [JSONValue]) {
    for table in tables {
      var writer = RowWriter(columns: table.columns, notesText: true)
      if table.write(item, &writer) { return (table.kind, rows(of: writer)) }
    }
    // Every item has a table: a test writes each kind.
    return ("nothing", [])
  }

  private static func rows(of writer: RowWriter) -> [JSONValue] {
    guard var reader = try? CSVReader(bytes: writer.csv.bytes, file: "") else { return [] }
    var rows: [JSONValue] = []
    var flags = writer.csv.fieldsAreText[...]
    while (try? reader.nextRow()) == true {
      var row: [(String, JSONValue)] = []
      for index in reader.columns.indices {
        let isText = flags.popFirst() ?? false
        // The order and time of delivery are the message's own.
        guard index >= 2 else { continue }
        row.append((reader.columns[index], value(at: index, in: reader, isText: isText)))
      }
      rows.append(.object(JSONObject(row)))
    }
    return rows
  }

  private static func value(at index: Int, in reader: CSVReader, isText: Bool) -> JSONValue {
    if isText { return .string(reader.text(at: index)) }
    if reader.isEmpty(at: index) { return .null }
    if let integer = reader.integer(at: index) { return .int(integer) }
    return reader.number(at: index).map { .number($0) } ?? .null
  }

  // MARK: JSON to items

  private static func output(_ item: JSONValue) throws(DocumentError) -> Output {
    guard case .object(let object) = item, object.members.count == 1,
      let member = object.members.first
    else { throw DocumentError("what is told must be an object of one key, such as 'location'") }
    let tables = RecordingWriter.outputTables.filter { $0.kind != "requests" }
    guard let table = tables.first(where: { $0.kind == member.key }) else {
      throw DocumentError(
        "nothing called '\(member.key)' can be told",
        suggestion: nearestName(to: member.key, among: tables.map(\.kind)))
    }
    return try read(member.value, by: table)
  }

  private static func request(_ item: JSONValue) throws(DocumentError) -> RadioRequest {
    guard let table = RecordingWriter.outputTables.first(where: { $0.kind == "requests" }),
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

  /// What a row may leave out, and what that means.
  private static let defaults: [String: JSONValue] = [
    "altitude_m": 0, "vertical_accuracy_m": -1, "course_deg": -1, "speed_mps": -1,
    "transmitters": 0, "period_s": 0,
  ]

  /// Reads one row, or a list of rows, as the table's reader would from a file.
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
        throw DocumentError(
          "'\(table.kind)' has no '\(member.key)'",
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
      // The place is one in a text that nobody wrote.
      throw DocumentError(
        "'\(table.kind)': " + (error.diagnostics.first?.message ?? "not understood"))
    }
  }
}

extension CSVWriter {
  fileprivate mutating func field(_ value: JSONValue) throws(DocumentError) {
    switch value {
    case .null: emptyField()
    case .bool(let flag): field(flag)
    case .int(let number): field(number)
    case .number(let number): field(number)
    case .string(let text): field(text)
    case .array, .object: throw DocumentError("a row holds numbers and texts, not lists or objects")
    }
  }
}

extension RecordingTable {
  /// The name of the items in messages: the file's, without what only files need.
  var kind: String {
    let name = file.dropLast(".csv".utf8.count)
    return String(name.hasPrefix("told_") ? name.dropFirst("told_".utf8.count) : name)
  }
}
