import Documents
import Kernel
import Observations
import Testing

@Suite struct StackWireTests {
  @Test func everyObservationCrossesThePipe() throws {
    var generator = ItemGenerator(seed: 21)
    // JSON's numbers hold nanoseconds exactly for thirteen days.
    generator.timeBits = 50
    for kind in 0..<ItemGenerator.observationKinds {
      for _ in 0..<50 {
        let observation = generator.observation(kind: kind)
        let line = StackWire.message(observation, at: SimTime(seconds: 12.5)).text(pretty: false)
        #expect(!line.utf8.contains(UInt8(ascii: "\n")))
        let message = try JSONValue(parsing: Array(line.utf8), name: "line")
        #expect(try StackWire.observation(message) == observation, "kind \(kind): \(line)")
        #expect(message["time_s"] == .number(12.5))
      }
    }
  }

  @Test func everyOutputCrossesThePipe() throws {
    var generator = ItemGenerator(seed: 22)
    generator.timeBits = 50
    for kind in 0..<ItemGenerator.outputKinds {
      for _ in 0..<50 {
        let output = generator.output(kind: kind)
        let said = StackWire.telling(output)
        let isRequest = if case .radio = output { true } else { false }
        let answer: JSONValue = isRequest ? ["request": [said]] : ["tell": [said]]
        let line = answer.text(pretty: false)
        let reply = try StackWire.reply(JSONValue(parsing: Array(line.utf8), name: "line"))
        #expect(reply.outputs + reply.requests.map { .radio($0) } == [output], "\(line)")
      }
    }
  }

  @Test func whatCanBeLeftOutMayBeLeftOut() throws {
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
    #expect(reply.timers.map(\.time) == [SimTime(seconds: 4.5), nil])
    #expect(try StackWire.reply([:]) == StackWire.Reply())
  }

  @Test(arguments: [
    (#"[]"#, "expected an object"),
    (#"{"tel": []}"#, "unknown key 'tel' in the answer (did you mean 'tell'?)"),
    (#"{"tell": {}}"#, "expected a list as 'tell'"),
    (#"{"tell": [{"loction": {}}]}"#, "nothing called 'loction' can be told (did you mean"),
    (#"{"tell": [{"location": {"lat": 1}}]}"#, "'location' has no 'lat'"),
    (#"{"tell": [{"location": {"time_s": "x"}}]}"#, "'location': expected a time"),
    (#"{"tell": [{"location": {}}]}"#, "'location': expected a time in seconds in 'time_s'"),
    (#"{"tell": [{"pause": {"event": [1]}}]}"#, "a row holds numbers and texts"),
    (#"{"request": [{"request": "start", "sensor": "gns"}]}"#, "expected one of accelerometer"),
    (#"{"timers": [{"at_s": 1}]}"#, "a timer needs a whole number as 'timer'"),
    (#"{"timers": [{"timer": 1, "at_s": "soon"}]}"#, "a timer needs a number as 'at_s'"),
  ])
  func mistakesAreNamed(answer: String, message: String) throws {
    let value = try JSONValue(parsing: Array(answer.utf8), name: "answer")
    let error = #expect(throws: DocumentError.self) { try StackWire.reply(value) }
    #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
  }
}
