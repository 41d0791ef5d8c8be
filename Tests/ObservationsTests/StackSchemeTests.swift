import Documents
import Kernel
import Observations
import Testing

/// The scheme of columns on the pipe, against JSON rows of the same observations.
@Suite struct StackSchemeTests {
  /// A line, and the rows of each of its messages, read by the columns of the greeting.
  private struct Received {
    var line: JSONValue
    var rows: [[[(name: String, value: JSONValue)]]] = []

    init(_ bytes: [UInt8]) throws {
      let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
      line = try JSONValue(parsing: Array(bytes[..<end]), name: "line")
      var payload = bytes[(end + 1)...]
      var messages = [line]
      if case .array(let batch)? = line["batch"] { messages = batch }
      for message in messages where message["bytes"] != nil {
        rows.append(try Self.rows(of: message, &payload))
      }
      #expect(payload.isEmpty)
    }

    private static func rows(
      of message: JSONValue, _ payload: inout ArraySlice<UInt8>
    ) throws -> [[(name: String, value: JSONValue)]] {
      guard case .string(let kind)? = message["observe"], case .int(let count)? = message["count"],
        case .int(let size)? = message["bytes"], case .array(let columns)? = StackWire.columns[kind]
      else { throw DocumentError("no columns in \(message.text(pretty: false))") }
      #expect(size == count * Int64(columns.count) * 8)
      var texts: [JSONValue] = []
      if case .array(let items)? = message["texts"] { texts = items }
      return (0..<count).map { _ in
        columns.map { column in
          guard case .array(let pair) = column, case .string(let name) = pair[0] else {
            return ("", .null)
          }
          let word = payload.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          payload.removeFirst(8)
          let value = Double(bitPattern: word)
          if value.isNaN { return (name, .null) }
          return (name, pair[1] == "text" ? texts[Int(value)] : .number(value))
        }
      }
    }
  }

  private static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .int(let number)?: Double(number)
    case .number(let number)?: number
    default: nil
    }
  }

  @Test func columnsHaveTheValuesOfJSON() throws {
    var generator = ItemGenerator(seed: 23)
    generator.timeBits = 50
    var (json, columns) = (StackEncoder(), StackLine(.columns))
    let delivered = SimTime(seconds: 12.5)
    for kind in 0..<ItemGenerator.observationKinds {
      for _ in 0..<50 {
        let observation = generator.observation(kind: kind)
        if case .app = observation { continue }
        var bytes: [UInt8] = []
        _ = json.append(observation, at: delivered, to: &bytes)
        let message = try JSONValue(parsing: bytes, name: "line")
        let isWanted = columns.append(observation, at: delivered)
        #expect(isWanted)
        let received = try Received(columns.take(at: delivered))
        #expect(received.line["observe"] == message["observe"])
        #expect(received.line["time_s"] == message["time_s"])
        try expectEqual(received.rows[0], message["rows"], isSingle: kind < 3)
      }
    }
  }

  /// Compares rows; a motion sensor's axes are single floats, of which JSON has the shortest decimal.
  private func expectEqual(
    _ rows: [[(name: String, value: JSONValue)]], _ json: JSONValue?, isSingle: Bool
  ) throws {
    guard case .array(let wanted)? = json else { throw DocumentError("no rows") }
    #expect(rows.count == wanted.count)
    for (row, object) in zip(rows, wanted) {
      #expect(row[0].name == "delivered_s" && row[0].value == .number(12.5))
      for (name, value) in row.dropFirst() {
        let other = object[name]
        if isSingle, name != "time_s", let left = Self.number(value), let right = Self.number(other)
        {
          #expect(Float(left) == Float(right), "\(name)")
        } else if let left = Self.number(value) {
          #expect(left == Self.number(other), "\(name)")
        } else {
          #expect(value == other, "\(name)")
        }
      }
      guard case .object(let members) = object else { throw DocumentError("no object") }
      #expect(row.dropFirst().map(\.name) == members.members.map(\.key))
    }
  }

  /// Rows of a kind are together, each with its time, and the timer that ends a batch is last.
  @Test func batchHasEachKindOnce() throws {
    var line = StackLine(.columns, kinds: ["barometer", "beacon", "app"])
    var generator = ItemGenerator(seed: 24)
    for second in 1...4 {
      let time = SimTime(seconds: Double(second))
      let sample = PressureSample(time: time, pressurePascals: 1e5 + Double(second))
      let areWanted = [
        line.append(.barometer(sample), at: time),
        line.append(generator.observation(kind: 9), at: time),
        line.append(generator.observation(kind: 0), at: time),
      ]
      #expect(areWanted == [true, true, false])
    }
    #expect(line.count == 8)
    line.append { $0.append(StackTimer(3), at: SimTime(seconds: 5), to: &$1) }
    let received = try Received(line.take(at: SimTime(seconds: 5)))
    guard case .array(let messages)? = received.line["batch"] else {
      Issue.record("no batch: \(received.line.text(pretty: false))")
      return
    }
    #expect(messages.map { $0["observe"] ?? $0["timer"] } == ["barometer", "beacon", 3])
    #expect(received.line["time_s"] == .int(5))
    #expect(received.rows[0].map { $0[0].value } == [1, 2, 3, 4].map { .number($0) })
    #expect(received.rows[0].map { $0[2].value } == [1, 2, 3, 4].map { .number(1e5 + $0) })
    #expect(received.rows[1].count == 4 && line.count == 0)
    // The next line has nothing of this one.
    line.append { $0.append("finish", at: SimTime(seconds: 6), to: &$1) }
    #expect(
      String(decoding: line.take(at: SimTime(seconds: 6)), as: UTF8.self)
        == "{\"finish\":true,\"time_s\":6}\n")
  }

  /// One message and the end of a batch are two.
  @Test func timerAfterRowsMakesABatch() throws {
    var line = StackLine(.columns)
    let time = SimTime(seconds: 1)
    let sample = PressureSample(time: time, pressurePascals: 1e5)
    let isWanted = line.append(.barometer(sample), at: time)
    line.append { $0.append(StackTimer(3), at: time, to: &$1) }
    let received = try Received(line.take(at: time))
    guard case .array(let messages)? = received.line["batch"] else {
      Issue.record("no batch: \(received.line.text(pretty: false))")
      return
    }
    #expect(isWanted && messages.map { $0["observe"] ?? $0["timer"] } == ["barometer", 3])
  }

  /// JSON has no infinity: in both schemes it is a missing value.
  @Test func infinityIsMissing() throws {
    let fix = ReceiverFix(
      time: .start, coordinate: Coordinate(latitudeDegrees: 1, longitudeDegrees: 2),
      altitudeMetres: .infinity)
    var line = StackLine(.columns)
    let isWanted = line.append(.fix(fix), at: .start)
    let row = try #require(try Received(line.take(at: .start)).rows.first?.first)
    #expect(isWanted && row.first { $0.name == "altitude_m" }?.value == .null)
  }

  @Test func textsAreListedOnce() throws {
    func reading(_ ssid: String) -> WiFiReading {
      WiFiReading(
        bssid: HardwareAddress(7), ssid: ssid, rssiDecibelMilliwatts: -50,
        frequencyMegahertz: 2412, time: .start)
    }
    let odd = "a \"b\"\n"
    let scan = WiFiScan(
      startTime: .start, endTime: .start, readings: [reading(odd), reading(odd), reading("c")])
    var line = StackLine(.columns)
    let isWanted = line.append(.wifi(scan), at: .start)
    #expect(isWanted)
    let received = try Received(line.take(at: .start))
    #expect(received.line["texts"] == ["00:00:00:00:00:07", .string(odd), "c"])
    let names = received.rows[0].map { row in row.first { $0.name == "ssid" }?.value }
    #expect(names == [.string(odd), .string(odd), "c"])
  }

  @Test(arguments: [
    (
      #""columns-2""#,
      "unknown scheme 'columns-2' in the greeting; there are json, columns-1 (did you mean 'columns-1'?)"
    ),
    ("1", "'scheme' in the greeting must be text"),
  ])
  func unknownSchemesAreRejected(name: String, message: String) throws {
    let hello = #"{"hello": {"version": 1, "scheme": \#(name)}}"#
    let value = try JSONValue(parsing: Array(hello.utf8), name: "hello")
    let error = #expect(throws: DocumentError.self) { try StackWire.capabilities(value) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test(arguments: [("null", StackScheme.json), (#""json""#, .json), (#""columns-1""#, .columns)])
  func knownSchemesAreAccepted(name: String, scheme: StackScheme) throws {
    let hello = #"{"hello": {"version": 1, "scheme": \#(name)}}"#
    let value = try JSONValue(parsing: Array(hello.utf8), name: "hello")
    #expect(try StackWire.capabilities(value).scheme == scheme)
  }
}
