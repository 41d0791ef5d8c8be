import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Recordings written as MCAP and parsed again, record by record.
struct MCAPWriterTests {
  private static let start = GPSTime(
    utc: CalendarMoment(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 30))
  /// The start in ns since 1970: `date -u -d 2024-02-29T23:59:30 +%s`.
  private static let startNanoseconds: UInt64 = 1_709_251_170_000_000_000

  /// A walk with all channels: `seconds` long, with motion sensors at 100 Hz.
  private func walk(seconds: Int, isDated: Bool = true) -> Recording {
    var header = RecordingHeader(
      device: "walk", source: "test", endTime: SimTime(seconds: Double(seconds)))
    if isDated {
      (header.gpsWeek, header.gpsSecondsOfWeek) = (Self.start.week, Self.start.secondsOfWeek)
    }
    var recording = Recording(header: header)
    for second in 0..<seconds {
      let time = SimTime(seconds: Double(second))
      let position = Coordinate(latitudeDegrees: 48 + Double(second) * 1e-5, longitudeDegrees: 11)
      var sample = TruthSample(unknownAt: time)
      sample.coordinate = position
      sample.known = [.position]
      recording.truth.append(sample)
      recording.observations += observations(second, position).map {
        Delivered(time: SimTime(seconds: Double(second + 1)), $0)
      }
      let fix = LocationFix(
        time: time, coordinate: position, horizontalAccuracyMetres: 5, altitudeMetres: 500,
        verticalAccuracyMetres: 4, courseDegrees: -1, speedMetresPerSecond: -1, source: .gnss,
        transmitterCount: 0)
      recording.outputs.append(Delivered(time: time, .location(fix)))
    }
    return recording
  }

  private func observations(_ second: Int, _ position: Coordinate) -> [Observation] {
    let time = SimTime(seconds: Double(second))
    let samples = (0..<100).map {
      InertialSample(
        time: SimTime(nanoseconds: time.nanoseconds + Int64($0) * 10_000_000), x: Float(second),
        y: Float($0), z: -9.75)
    }
    let reading = WiFiReading(
      bssid: HardwareAddress(2), ssid: "a \"b\"\n", rssiDecibelMilliwatts: -60.5,
      frequencyMegahertz: 2412, time: time)
    return [
      .accelerometer(InertialBatch(samples: samples)),
      .gyroscope(InertialBatch(samples: samples)), .magnetometer(InertialBatch(samples: samples)),
      .barometer(PressureSample(time: time, pressurePascals: 95_000)),
      .gnss(
        GNSSEpoch(
          time: time, gpsWeek: 2300, secondsOfWeek: Double(second),
          measurements: second == 0 ? [] : [Self.signal])),
      .wifi(
        WiFiScan(startTime: time, endTime: time, readings: second == 0 ? [] : [reading, reading])),
      .beacon(
        BeaconAdvertisement(
          time: time,
          identity: BeaconIdentity(uuid: Identifier128(high: 1, low: 2), major: 3, minor: 4),
          measuredPowerDecibelMilliwatts: -59, rssiDecibelMilliwatts: -70)),
      .fix(ReceiverFix(time: time, coordinate: position, horizontalAccuracyMetres: 10)),
    ]
  }

  private static let signal = GNSSMeasurement(
    satellite: SatelliteID(.galileo, 7), carrierFrequencyHertz: 1_575_420_000,
    pseudorangeMetres: 22_000_000, pseudorangeSigmaMetres: 3, pseudorangeRateMetresPerSecond: 100,
    pseudorangeRateSigmaMetresPerSecond: .infinity, accumulatedDeltaRangeMetres: 0,
    accumulatedDeltaRangeSigmaMetres: 0, accumulatedDeltaRangeState: [],
    carrierToNoiseDecibelHertz: 40, state: [])

  private func file(of recording: Recording) throws -> MCAPContents {
    var bytes: [UInt8] = []
    var largest = 0
    let count = MCAPWriter.write(recording) { piece in
      largest = max(largest, piece.count)
      bytes += piece
    }
    // It is written in pieces, for recordings of any length.
    #expect(largest < 2 << 20)
    let contents = try MCAPContents(bytes)
    #expect(contents.messages.count == count)
    return contents
  }

  @Test func allChannelsAreComplete() throws {
    let file = try file(of: walk(seconds: 90))
    let counts = file.counts
    #expect(
      counts == [
        "/truth": 90, "/phone/fix": 90, "/reported/fix": 90, "/accelerometer": 9000,
        "/gyroscope": 9000, "/magnetometer": 9000, "/barometer": 90, "/gnss": 90, "/wifi": 90,
        "/beacon": 90,
      ])
    #expect(file.chunkCount > 2, "long enough for several chunks")
    #expect(file.statistics == counts)
    let times = file.messages.map(\.logTime)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(times.first == Self.startNanoseconds)
    #expect(times.last == Self.startNanoseconds + 89_990_000_000)
    #expect(file.messages.allSatisfy { $0.publishTime == $0.logTime })
  }

  /// Each message matches its schema, without further fields.
  @Test func messagesMatchTheirSchemas() throws {
    let file = try file(of: walk(seconds: 3))
    var seen: Set<String> = []
    for message in file.messages {
      let channel = try #require(file.channels[message.channel])
      let schema = try #require(file.schemas[channel.schema])
      #expect(schema.text["title"] == .string(schema.name))
      seen.insert(schema.name)
      #expect(fits(message.value, schema.text), "\(channel.topic): \(message.value.text())")
    }
    #expect(seen.count == 8, "the three tracks have one: \(seen.sorted())")
    #expect(file.schemas.count == 8)
  }

  private func fits(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    switch (value, schema["type"]) {
    case (.object(let object), "object"):
      object.members.allSatisfy { member in
        schema["properties"]?[member.key].map { fits(member.value, $0) } ?? false
      }
    case (.array(let items), "array"):
      items.allSatisfy { item in schema["items"].map { fits(item, $0) } ?? false }
    case (.string, "string"), (.number, "number"), (.int, "number"), (.int, "integer"): true
    default: false
    }
  }

  @Test func valuesEqualTheRecording() throws {
    let file = try file(of: walk(seconds: 2))
    func last(_ topic: String) throws -> JSONValue {
      let message = file.messages.last { file.channels[$0.channel]?.topic == topic }
      return try #require(message?.value)
    }
    #expect(
      try last("/accelerometer").text()
        == #"{"time_s":1.99,"x_mps2":1.0,"y_mps2":99.0,"z_mps2":-9.75}"#
    )
    #expect(try last("/barometer") == ["time_s": 1, "pressure_pa": 95_000])
    let scan = try last("/wifi")
    guard case .array(let readings)? = scan["readings"] else { throw MCAPContents.Damage() }
    #expect(readings.count == 2 && readings[0]["ssid"] == "a \"b\"\n")
    #expect(readings[0]["rssi_dbm"] == -60.5 && scan["end_s"] == 1)
    // Empty scans and epochs are written, too; infinite numbers are left out.
    let empty = file.messages.count { $0.value["readings"] == .array([]) }
    #expect(empty == 2)
    guard case .array(let signals)? = try last("/gnss")["readings"] else {
      throw MCAPContents.Damage()
    }
    #expect(signals[0]["constellation"] == "galileo" && signals[0]["rate_sigma_mps"] == nil)

    let fix = try last("/phone/fix")
    #expect(fix["timestamp"] == ["sec": 1_709_251_171, "nsec": 0])
    #expect(fix["latitude"] == 48.00001 && fix["altitude"] == nil)
    // 10 m hold 68 % if each axis has a variance of 100 m² / 2.279.
    guard case .array(let covariance)? = fix["position_covariance"],
      case .number(let east) = covariance[0]
    else { throw MCAPContents.Damage() }
    #expect(abs(east - 43.88) < 0.01 && fix["position_covariance_type"] == 1)
    #expect(try last("/truth")["position_covariance_type"] == 0)
    #expect(try last("/reported/fix")["altitude"] == 500.0)
  }

  @Test func timesCountFromTheStartOfUndatedRecordings() throws {
    let file = try file(of: walk(seconds: 2, isDated: false))
    #expect(file.messages.first?.logTime == 0 && file.messages.last?.logTime == 1_990_000_000)
  }

  @Test func backwardClocksKeepLogTimesMonotonic() throws {
    var recording = walk(seconds: 1)
    let times: [SimTime] = [SimTime(seconds: 5), SimTime(seconds: 4), .distantPast, .distantFuture]
    recording.observations = times.map {
      Delivered(time: .start, .barometer(PressureSample(time: $0, pressurePascals: .nan)))
    }
    recording.header.gpsWeek = .max
    let file = try file(of: recording)
    let log = file.messages.map(\.logTime)
    #expect(file.counts["/barometer"] == 4 && zip(log, log.dropFirst()).allSatisfy { $0 <= $1 })
    let published = file.messages.filter { $0.value["latitude"] == nil }.map(\.publishTime)
    #expect(published[0] == published[1] + 1_000_000_000)
    let nothing = Recording(header: recording.header)
    #expect(try self.file(of: nothing).messages.isEmpty)
  }
}

/// Contents of an MCAP file, from a reader that scans all records and follows the index.
private struct MCAPContents {
  struct Damage: Error {}
  struct Message {
    var channel: Int
    var logTime: UInt64
    var publishTime: UInt64
    var value: JSONValue
  }

  var schemas: [Int: (name: String, text: JSONValue)] = [:]
  var channels: [Int: (schema: Int, topic: String)] = [:]
  var messages: [Message] = []
  var chunkCount = 0
  private var sequences: [Int: UInt64] = [:]
  /// Number of messages by topic, from the file's own statistics.
  var statistics: [String: Int] = [:]

  /// Number of messages by topic.
  var counts: [String: Int] {
    messages.reduce(into: [:]) { $0[channels[$1.channel]?.topic ?? "?", default: 0] += 1 }
  }

  init(_ bytes: [UInt8]) throws {
    let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
    guard bytes.starts(with: magic), bytes.suffix(8) == magic[...] else { throw Damage() }
    var codes: [UInt8] = []
    var offsets: [Int] = []
    var rest = Fields(bytes: bytes[8..<(bytes.count - 8)])
    while !rest.bytes.isEmpty {
      offsets.append(rest.bytes.startIndex)
      let (code, fields) = try rest.record()
      codes.append(code)
      try read(code, fields, of: bytes)
    }
    // One data end, and the footer last; the summary is between them, by kinds.
    #expect(codes.first == 0x01 && codes.last == 0x02 && codes.count { $0 == 0x0F } == 1)
    let end = try #require(codes.firstIndex(of: 0x0F))
    var kinds: [UInt8] = []
    for code in codes[(end + 1)...] where code != kinds.last { kinds.append(code) }
    let whole: [UInt8] = [0x03, 0x04, 0x0B, 0x08, 0x02]
    #expect(kinds == (messages.isEmpty ? [0x0B, 0x02] : whole))
    var footer = Fields(bytes: bytes[(bytes.count - 28)..<(bytes.count - 8)])
    #expect(try footer.integer(8) == UInt64(offsets[end + 1]))
    #expect(try footer.integer(8) == 0 && footer.integer(4) == 0)
  }

  private mutating func read(_ code: UInt8, _ content: Fields, of bytes: [UInt8]) throws {
    var fields = content
    switch code {
    case 0x01: #expect(try fields.text() == "" && fields.text() == "VenueSim")
    case 0x03:
      let number = Int(try fields.integer(2))
      let name = try fields.text()
      #expect(number > 0)
      #expect(try fields.text() == "jsonschema")
      schemas[number] = (name, try JSONValue(parsing: Array(fields.sized().bytes), name: name))
    case 0x04:
      let number = Int(try fields.integer(2))
      channels[number] = (Int(try fields.integer(2)), try fields.text())
      #expect(try fields.text() == "json" && fields.integer(4) == 0)
    case 0x05:
      let channel = Int(try fields.integer(2))
      let sequence = try fields.integer(4)
      #expect(sequence == sequences[channel, default: 0])
      sequences[channel] = sequence + 1
      let (log, publish) = (try fields.integer(8), try fields.integer(8))
      let value = try JSONValue(parsing: Array(fields.bytes), name: "message")
      messages.append(Message(channel: channel, logTime: log, publishTime: publish, value: value))
    case 0x06:
      chunkCount += 1
      let (first, last) = (try fields.integer(8), try fields.integer(8))
      let size = try fields.integer(8)
      #expect(try fields.integer(4) == 0 && fields.text() == "" && fields.integer(8) == size)
      #expect(fields.bytes.count == size)
      let before = messages.count
      while !fields.bytes.isEmpty {
        let (code, message) = try fields.record()
        try read(code, message, of: bytes)
      }
      #expect(messages[before].logTime == first && messages.last?.logTime == last)
    case 0x08: try follow(&fields, in: bytes)
    case 0x0B:
      #expect(try fields.integer(8) == UInt64(messages.count))
      #expect(try fields.integer(2) == UInt64(schemas.count))
      #expect(try fields.integer(4) == UInt64(channels.count))
      #expect(try fields.integer(8) == 0 && fields.integer(4) == UInt64(chunkCount))
      #expect(try fields.integer(8) == messages.first?.logTime ?? 0)
      #expect(try fields.integer(8) == messages.last?.logTime ?? 0)
      var each = try fields.sized()
      while !each.bytes.isEmpty {
        let topic = channels[Int(try each.integer(2))]?.topic ?? "?"
        statistics[topic] = Int(try each.integer(8))
      }
    case 0x02, 0x07, 0x0F: break
    default: throw Damage()
    }
  }

  /// Follows an entry of the index to the chunk, and the chunk's index to each of its messages.
  private func follow(_ fields: inout Fields, in bytes: [UInt8]) throws {
    _ = try fields.integer(16)
    let (start, length) = (Int(try fields.integer(8)), Int(try fields.integer(8)))
    var chunk = Fields(bytes: bytes[start..<(start + length)])
    let (code, content) = try chunk.record()
    #expect(code == 0x06 && chunk.bytes.isEmpty)
    // After times, sizes and the empty name of the compression.
    let records = content.bytes.startIndex + 8 * 3 + 4 + 4 + 8
    var places = try fields.sized()
    while !places.bytes.isEmpty {
      let (channel, place) = (try places.integer(2), Int(try places.integer(8)))
      var index = Fields(bytes: bytes[place...])
      var (code, entries) = try index.record()
      #expect(code == 0x07)
      #expect(try entries.integer(2) == channel)
      entries = try entries.sized()
      while !entries.bytes.isEmpty {
        let (time, offset) = (try entries.integer(8), Int(try entries.integer(8)))
        var record = Fields(bytes: bytes[(records + offset)...])
        var message: Fields
        (code, message) = try record.record()
        #expect(code == 0x05)
        #expect(try message.integer(2) == channel)
        _ = try message.integer(4)
        #expect(try message.integer(8) == time)
      }
    }
  }

  /// The rest of a record.
  struct Fields {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
      guard count >= 0, bytes.count >= count else { throw Damage() }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    mutating func integer(_ size: Int) throws -> UInt64 {
      try take(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func sized() throws -> Fields { Fields(bytes: try take(Int(try integer(4)))) }
    mutating func text() throws -> String { String(decoding: try sized().bytes, as: UTF8.self) }

    mutating func record() throws -> (code: UInt8, fields: Fields) {
      let code = UInt8(try integer(1))
      return (code, Fields(bytes: try take(Int(try integer(8)))))
    }
  }
}
