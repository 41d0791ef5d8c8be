import Documents
import Kernel
import Observations
import Testing

@Suite struct StackWireTests {
  @Test func everyObservationRoundTrips() throws {
    var generator = ItemGenerator(seed: 21)
    // JSON's numbers hold nanoseconds exactly for thirteen days.
    generator.timeBits = 50
    var encoder = StackEncoder()
    for kind in 0..<ItemGenerator.observationKinds {
      for _ in 0..<50 {
        let observation = generator.observation(kind: kind)
        var line: [UInt8] = []
        let isWanted = encoder.append(observation, at: SimTime(seconds: 12.5), to: &line)
        #expect(isWanted && !line.contains { $0 < 0x20 })
        let message = try JSONValue(parsing: line, name: "line")
        let text = String(decoding: line, as: UTF8.self)
        #expect(try StackWire.observation(message) == observation, "kind \(kind): \(text)")
        #expect(message["time_s"] == .number(12.5))
      }
    }
  }

  @Test func everyOutputRoundTrips() throws {
    var generator = ItemGenerator(seed: 22)
    generator.timeBits = 50
    for kind in 0..<ItemGenerator.outputKinds {
      for _ in 0..<50 {
        let output = generator.output(kind: kind)
        let said = StackWire.publishing(output)
        let isRequest = if case .radio = output { true } else { false }
        let answer: JSONValue = isRequest ? ["request": [said]] : ["tell": [said]]
        let line = answer.text(pretty: false)
        let reply = try StackWire.reply(JSONValue(parsing: Array(line.utf8), name: "line"))
        #expect(reply.recipients.allSatisfy { $0.isEmpty })
        #expect(reply.outputs + reply.requests.map { .radio($0) } == [output], "\(line)")
      }
    }
  }

  /// Kinds that weren't requested are left out, and text can't break the line.
  @Test func writesOnlyRequestedKinds() throws {
    var encoder = StackEncoder(kinds: ["wifi"])
    var line = Array("[".utf8)
    let boot = encoder.append(.boot(Boot(count: 1, wasOff: true)), at: .start, to: &line)
    #expect(!boot && line == Array("[".utf8))
    let odd = "a,\"b\"\\\n\r\t\u{1}\u{7F}\u{2028}é🙂"
    let reading = WiFiReading(
      bssid: HardwareAddress(0x0102_03A4_B5F6), ssid: odd, rssiDecibelMilliwatts: -50.25,
      frequencyMegahertz: 2412, time: SimTime(nanoseconds: -1_000_000_001))
    for readings in [[], [reading], [reading, reading]] {
      let scan = Observation.wifi(
        WiFiScan(startTime: .start, endTime: SimTime(seconds: 2), readings: readings))
      line = []
      let isWanted = encoder.append(scan, at: SimTime(nanoseconds: 1_000_000_010), to: &line)
      #expect(isWanted && !line.contains { $0 < 0x20 })
      let message = try JSONValue(parsing: line, name: "line")
      #expect(message["time_s"] == .number(1.00000001))
      #expect(try StackWire.observation(message) == scan)
    }
    encoder.append(StackTimer(-3), at: SimTime(seconds: 60), to: &line)
    #expect(String(decoding: line, as: UTF8.self).hasSuffix(#"}{"timer":-3,"time_s":60}"#))
  }

  @Test func optionalKeysMayBeOmitted() throws {
    let reply = try StackWire.reply([
      "tell": [
        [
          "location": [
            "time_s": 3, "latitude_deg": 1.5, "longitude_deg": -2, "horizontal_accuracy_m": 6,
            "source": "wifi",
          ]
        ]
      ],
      "timers": [["timer": 1, "at_s": 4.5], ["timer": 2]],
    ])
    let fix = LocationFix(
      time: SimTime(seconds: 3), coordinate: Coordinate(latitudeDegrees: 1.5, longitudeDegrees: -2),
      horizontalAccuracyMetres: 6, source: .wifi)
    #expect(reply.outputs == [.location(fix)])
    let named = try StackWire.reply([
      "tell": [
        ["pause": ["event": "paused"], "app": "guide"],
        ["app": "run", "pause": ["event": "resumed"]],
      ]
    ])
    #expect(named.outputs == [.pause(.paused), .pause(.resumed)])
    #expect(named.recipients == ["guide", "run"])
    #expect(reply.timers.map(\.time) == [SimTime(seconds: 4.5), nil])
    #expect(try StackWire.reply([:]) == StackWire.Reply())
  }

  @Test(arguments: [
    (#"[]"#, "expected an object"),
    (
      #"{"tel": []}"#,
      "unknown key 'tel' in the answer; it may have 'tell', 'request', 'timers' (did you mean 'tell'?)"
    ),
    (#"{"tell": {}}"#, "expected a list as 'tell'"),
    (#"{"tell": [{"loction": {}}]}"#, "unknown output 'loction' in 'tell' (did you mean"),
    (#"{"tell": [{"location": {"lat": 1}}]}"#, "'location' has no 'lat'; it has 'time_s', "),
    (#"{"tell": [{"location": {"time_s": "x"}}]}"#, "'location': expected a time"),
    (#"{"tell": [{"location": {}}]}"#, "'location': expected a time in seconds in 'time_s'"),
    (#"{"tell": [{"pause": {"event": [1]}}]}"#, "a row may hold numbers and text"),
    (#"{"request": [{"request": "start", "sensor": "gns"}]}"#, "expected one of accelerometer"),
    (#"{"timers": [{"at_s": 1}]}"#, "a timer needs a whole number as 'timer'"),
    (#"{"timers": [{"timer": 1, "at_s": "soon"}]}"#, "a timer needs a number as 'at_s'"),
  ])
  func errorsNameTheMistake(answer: String, message: String) throws {
    let value = try JSONValue(parsing: Array(answer.utf8), name: "answer")
    let error = #expect(throws: DocumentError.self) { try StackWire.reply(value) }
    #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
  }
}
