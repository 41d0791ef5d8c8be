import Documents
import Glibc
import Harness
import Kernel
import Observations
import Parts
import Programs
import TestSupport
import Testing

/// The protocol with external stacks, as it crosses the pipe.
@Suite struct StackProtocolTests {
  /// True if there is a Python for a child process.
  private static let hasPython = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin")
    .split(separator: ":").contains { access($0 + "/python3", X_OK) == 0 }

  private static func schema() throws -> JSONValue {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try JSONValue(path: "/" + root + "/scenarios/examples/protocol.schema.json")
  }

  /// Requests everything, publishes most kinds of outputs, and sets and clears timers.
  private static let child = """
    import json, sys
    def answer(message):
        print(json.dumps(message), flush=True)
    json.loads(sys.stdin.readline())
    answer({"hello": json.loads(sys.argv[1])})
    SENSORS = ["accelerometer", "gyroscope", "magnetometer", "barometer", "gnss", "beacon", "cell"]
    for line in sys.stdin:
        message = json.loads(line)
        reply = {}
        for part in message.get("batch", [message]):
            now = part["time_s"]
            if "start" in part:
                reply = {"request": [{"request": "start", "sensor": s, "period_s": 1} for s in SENSORS]
                         + [{"request": "scanWiFi"}, {"request": "fetchAssistance"},
                            {"request": "advertise",
                             "resource": "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/2"}],
                         "timers": [{"timer": 1, "at_s": 3.7}, {"timer": 2, "at_s": 9}]}
            elif "timer" in part:
                reply = {"tell": [
                    {"location": {"time_s": now, "latitude_deg": 47, "longitude_deg": 8.0,
                                  "horizontal_accuracy_m": 5, "source": "wifi"}},
                    {"activity": {"start_s": now, "flags": "walking", "confidence": 1}},
                    {"pause": {"event": "paused"}}],
                    "request": [{"request": "stop", "sensor": "magnetometer"}],
                    "timers": [{"timer": 1, "at_s": now + 3.7}, {"timer": 2}]}
        answer(reply)

    """

  /// The traffic on the pipe in a run of the hall, both ways.
  private func traffic(
    _ hello: String, settings: [String] = ["duration=20 s"]
  ) throws -> (messages: [JSONValue], answers: [JSONValue]) {
    let folder = try TemporaryFolder()
    let script = try folder.write("child.py", Self.child)
    let (into, from) = (folder.path + "/in.log", folder.path + "/out.log")
    _ = try RunUnit(scenario: Place().load(settings), seed: 5).run(
      stack: StackChoice("cmd:tee \(into) | python3 \(script) '\(hello)' | tee \(from)"))
    func lines(_ path: String) throws -> [JSONValue] {
      try readFile(path, limit: 1 << 28).split(separator: UInt8(ascii: "\n")).map {
        try JSONValue(parsing: Array($0), name: "line")
      }
    }
    return try (lines(into), lines(from))
  }

  @Test(
    .enabled(if: hasPython, "no python3"),
    arguments: [
      #"{"version": 1}"#, #"{"version": 1, "name": "x", "batch": {"messages": 50, "span_s": 2}}"#,
      #"{"version": 1, "observes": ["wifi", "beacon"], "batch": null}"#,
    ])
  func schemaAcceptsRealTraffic(hello: String) throws {
    let schema = try Self.schema()
    let validator = SchemaValidator(schema)
    let (messages, answers) = try traffic(hello)
    #expect(messages.count > 10 && answers.count == messages.count)
    for (lines, form) in [(messages, "message"), (answers, "answer")] {
      for line in lines {
        let fits = validator.accepts(line, schema["$defs"]?[form] ?? .null)
        #expect(fits, "\(form): \(line.text(pretty: false).prefix(500))")
        #expect(validator.accepts(line))
      }
    }
    #expect(validator.unknownKeywords.isEmpty, "\(validator.unknownKeywords)")
    for wrong in [#"{"observe": "wifi", "time_s": 1}"#, #"{"tel": []}"#, #"{"batch": []}"#] {
      #expect(!validator.accepts(try JSONValue(parsing: Array(wrong.utf8), name: "wrong")))
    }
  }

  /// Subscribes to everything, and forwards positions before map matching.
  private static let part = """
    import json, sys
    def answer(message):
        print(json.dumps(message), flush=True)
    part = json.loads(sys.stdin.readline())["hello"]["part"]
    answer({"hello": {"version": 1, "listens": [t for t in part["listens"] if t not in part["tells"]]}})
    for line in sys.stdin:
        message = json.loads(line)
        place = message["rows"][0] if message.get("found") == "open_fix" else None
        answer({"tell": [{"location": place}]} if place else {})

    """

  @Test(.enabled(if: hasPython, "no python3"))
  func schemaAcceptsRealTrafficOfParts() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("part.py", Self.part)
    let (into, from) = (folder.path + "/in.log", folder.path + "/out.log")
    let command = "cmd:tee \(into) | python3 \(script) | tee \(from)"
    let place = try Place()
    _ = try RunUnit(
      scenario: place.load(["stack.roads={use: \"\(command)\"}"]), seed: 5
    ).run()
    let schema = try Self.schema()
    let validator = SchemaValidator(schema)
    var found: Set<JSONValue> = []
    for (path, form) in [(into, "part_message"), (from, "part_answer")] {
      for text in try readFile(path, limit: 1 << 28).split(separator: UInt8(ascii: "\n")) {
        let line = try JSONValue(parsing: Array(text), name: "line")
        let fits = validator.accepts(line, schema["$defs"]?[form] ?? .null)
        #expect(fits, "\(form): \(line.text(pretty: false).prefix(500))")
        #expect(validator.accepts(line))
        if let kind = line["found"] { found.insert(kind) }
      }
    }
    #expect(found.isSuperset(of: ["open_fix", "activity", "steps"]), "\(found)")
  }

  /// The schema has every topic that parts may receive, and every slot that they may fill.
  @Test func schemaListsTheTopicsOfParts() throws {
    let definitions = try #require(try Self.schema()["$defs"])
    let received = StackWire.topicNames.map { JSONValue.string($0) }
    #expect(definitions["topic"]?["enum"] == .array(received))
    let places = PartSlot.allCases.filter { $0 != .radios && $0 != .services }
    #expect(
      definitions["part"]?["properties"]?["fills"]?["enum"]
        == .array(places.map { .string($0.rawValue) }))
    guard case .array(let found)? = definitions["found"]?["oneOf"] else {
      Issue.record("protocol.schema.json has no 'found'")
      return
    }
    let results = Topics.results.names.filter { StackWire.topicNames.contains($0) }
    #expect(
      found.map { $0["properties"]?["found"]?["const"] } == results.map { .string($0) })
  }

  /// The schema has every column of every table, and no other.
  @Test func schemaHasEveryColumn() throws {
    let schema = try Self.schema()
    func check(_ kind: String, _ name: String) {
      guard case .object(let properties)? = schema["$defs"]?[name]?["properties"] else {
        Issue.record("protocol.schema.json has no '\(name)'")
        return
      }
      let columns = StackWire.columns(ofKind: kind)
      #expect(Set(properties.members.map(\.key)) == Set(columns), "\(kind)")
    }
    for kind in StackWire.observationKinds { check(kind, "observed_" + kind) }
    let shared = [
      "locations": "location", "activity_history": "activity", "pedometer_history": "pedometer",
    ]
    for kind in StackWire.outputKinds { check(kind, "told_" + (shared[kind] ?? kind)) }
  }

  /// A batch holds everything delivered up to its time, is bounded, and ends with a due timer.
  @Test(
    .enabled(if: hasPython, "no python3"),
    arguments: [(50, 2.0), (1000, 0.5), (7, 60.0), (100_000, 3600.0)])
  func batchesDontLookAhead(count: Int, span: Double) throws {
    let alone = try traffic(#"{"version": 1, "observes": ["beacon", "gnss", "accelerometer"]}"#)
    let (messages, _) = try traffic(
      #"{"version": 1, "observes": ["beacon", "gnss", "accelerometer"], "#
        + #""batch": {"messages": \#(count), "span_s": \#(span)}}"#)
    var parts: [JSONValue] = []
    for message in messages {
      guard case .array(let batch)? = message["batch"] else {
        parts.append(message)
        continue
      }
      let times = batch.map(Self.seconds)
      #expect(batch.count > 1 && batch.count <= count + 1 && times == times.sorted())
      let end = Self.seconds(message)
      let first = try #require(times.first)
      #expect(times.allSatisfy { $0 <= end } && end - first <= span + 1e-6)
      #expect(batch.dropLast().allSatisfy { $0["observe"] != nil }, "an early timer")
      parts += batch
    }
    #expect(messages.count < alone.messages.count)
    // The answers to observations are empty here, so the messages equal those sent one by one.
    #expect(parts.dropFirst() == alone.messages.dropFirst())
    #expect(Set(parts.compactMap { $0["observe"] }) == ["beacon", "gnss", "accelerometer"])
  }

  private static func seconds(_ message: JSONValue) -> Double {
    switch message["time_s"] {
    case .int(let value)?: Double(value)
    case .number(let value)?: value
    default: .nan
    }
  }
}
