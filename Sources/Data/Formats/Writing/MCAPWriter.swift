import Documents
import Glibc
import Kernel
import Observations
public import Recordings

/// Exports recordings as MCAP (https://mcap.dev/spec), for viewers such as Foxglove.
public enum MCAPWriter {
  /// Encodes a recording: tracks as `foxglove.LocationFix`, sensor data as JSON with the names and units of
  /// a recording's own columns.
  ///
  /// Channels are `/truth`, `/phone/fix` (fixes of a receiver), `/reported/fix` (fixes delivered by the stack
  /// under test) and one for each kind of sensor or radio; channels without a message are omitted. Each
  /// sample of a motion sensor is a separate message. Times are Unix times if the recording has a date, and
  /// otherwise count from its start. The publish time is the item's own; the log time is equal, except that
  /// it never decreases.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - sink: Receives the file's bytes in pieces.
  /// - Returns: Number of messages.
  /// - Throws: Errors of the sink.
  @discardableResult
  public static func write<Failure: Error>(
    _ recording: Recording, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var file = MCAPFile()
    var streams = streams(of: recording)
    let numbers = streams.map { file.addChannel($0.topic, schema: $0.schemaName, $0.schema.text()) }
    var encoder = StackEncoder()
    var (count, latest) = (0, UInt64(0))
    // Few channels, so a linear search for the next item is sufficient.
    while let next = streams.indices.min(by: { streams[$0].isEarlier(than: streams[$1]) }),
      let (time, item) = streams[next].take()
    {
      let moment = recording.unixTime(time)
      latest = max(latest, moment)
      let message =
        switch item {
        case .point(let point): point.locationFix(at: moment, frame: recording.header.device)
        case .observation(let observation):
          streams[next].rows.message(of: observation, by: &encoder)
        }
      file.add(message.text(), to: numbers[next], logTime: latest, publishTime: moment)
      count += 1
      let bytes = file.takeBytes()
      if !bytes.isEmpty { try sink(bytes) }
    }
    file.finish()
    try sink(file.takeBytes())
    return count
  }

  /// The channels with messages.
  private static func streams(of recording: Recording) -> [MCAPStream] {
    let tracks: [(topic: String, kind: Recording.TrackKind)] = [
      ("/truth", .truth), ("/phone/fix", .sensed), ("/reported/fix", .reported),
    ]
    let located = tracks.map { track in
      MCAPStream(
        track.topic, "foxglove.LocationFix", TrackPoint.locationFixSchema, MCAPRows(""),
        recording.track(track.kind).lazy.map { ($0.time, .point($0)) })
    }
    let sensed = MCAPRows.all.map { rows in
      MCAPStream(
        "/" + rows.kind, "venuesim." + rows.kind, rows.schema, rows,
        recording.observations.lazy.filter { $0.item.mcapKind == rows.kind }
          .flatMap { $0.item.moments })
    }
    return (located + sensed).filter { $0.head != nil }
  }
}

/// The data of a message.
private enum MCAPItem {
  case point(TrackPoint)
  case observation(Observation)
}

/// The remaining messages of one channel.
private struct MCAPStream {
  let topic: String
  let schemaName: String
  let schema: JSONValue
  let rows: MCAPRows
  private(set) var head: (time: SimTime, item: MCAPItem)?
  private let rest: AnyIterator<(SimTime, MCAPItem)>

  init(
    _ topic: String, _ schemaName: String, _ schema: JSONValue, _ rows: MCAPRows,
    _ items: some Sequence<(SimTime, MCAPItem)>
  ) {
    (self.topic, self.schemaName, self.schema, self.rows) = (topic, schemaName, schema, rows)
    rest = AnyIterator(items.makeIterator())
    head = rest.next()
  }

  /// True if its next item is earlier than another's; an exhausted stream is never earlier.
  func isEarlier(than other: MCAPStream) -> Bool {
    guard let head else { return false }
    return other.head.map { head.time < $0.time } ?? true
  }

  mutating func take() -> (time: SimTime, item: MCAPItem)? {
    defer { head = rest.next() }
    return head
  }
}

/// Converts the rows of one kind of observation to a message.
private struct MCAPRows {
  let kind: String
  /// Columns common to all rows of an observation.
  private let shared: [String]
  /// Columns of the individual rows, for kinds with several rows.
  private let own: [String]

  /// Creates a converter; `firstOwn` is the first column of the individual rows, nil for kinds with one row.
  init(_ kind: String, firstOwn: String? = nil) {
    self.kind = kind
    let columns = StackWire.columns(ofKind: kind)
    shared = Array(columns.prefix { $0 != firstOwn })
    own = Array(columns.dropFirst(shared.count))
  }

  static let all = [
    MCAPRows("accelerometer"), MCAPRows("gyroscope"), MCAPRows("magnetometer"),
    MCAPRows("barometer"), MCAPRows("beacon"), MCAPRows("gnss", firstOwn: "constellation"),
    MCAPRows("wifi", firstOwn: "time_s"), MCAPRows("cell", firstOwn: "technology"),
  ]

  /// Text columns; all others are numeric.
  private static let texts: Set = [
    "constellation", "bssid", "ssid", "format", "uuid", "address", "technology",
  ]

  var schema: JSONValue {
    func properties(_ columns: [String]) -> JSONObject {
      JSONObject(
        columns.map { ($0, ["type": Self.texts.contains($0) ? "string" : "number"]) })
    }
    var all = properties(shared)
    if !own.isEmpty {
      all["readings"] = [
        "type": "array", "items": ["type": "object", "properties": .object(properties(own))],
      ]
    }
    return ["title": .string("venuesim." + kind), "type": "object", "properties": .object(all)]
  }

  /// The message of an observation; unknown values are omitted.
  func message(of observation: Observation, by encoder: inout StackEncoder) -> JSONValue {
    var bytes: [UInt8] = []
    // The encoder's output is JSON.
    guard encoder.append(observation, at: .start, to: &bytes),
      case .array(let rows)? = (try? JSONValue(parsing: bytes, name: kind))?["rows"]
    else { return .object([:]) }
    func part(_ row: JSONValue?, _ columns: [String]) -> JSONObject {
      JSONObject(
        columns.compactMap { column in
          row?[column].flatMap { $0 == .null ? nil : (column, $0) }
        })
    }
    var message = part(rows.first, shared)
    if !own.isEmpty {
      let readings = rows.map { part($0, own) }.filter { !$0.members.isEmpty }
      message["readings"] = .array(readings.map { .object($0) })
    }
    return .object(message)
  }
}

extension Observation {
  /// The channel of the observation; nil if it isn't exported.
  fileprivate var mcapKind: String? {
    switch self {
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .magnetometer: "magnetometer"
    case .barometer: "barometer"
    case .beacon: "beacon"
    case .gnss: "gnss"
    case .wifi: "wifi"
    case .cell: "cell"
    default: nil
    }
  }

  /// The observation's messages with their times; a batch has one per sample.
  fileprivate var moments: [(SimTime, MCAPItem)] {
    func samples(
      _ batch: InertialBatch, _ wrap: (InertialBatch) -> Observation
    ) -> [(SimTime, MCAPItem)] {
      batch.samples.map { ($0.time, .observation(wrap(InertialBatch(samples: [$0])))) }
    }
    return switch self {
    case .accelerometer(let batch): samples(batch) { .accelerometer($0) }
    case .gyroscope(let batch): samples(batch) { .gyroscope($0) }
    case .magnetometer(let batch): samples(batch) { .magnetometer($0) }
    case .barometer(let sample): [(sample.time, .observation(self))]
    case .beacon(let received): [(received.time, .observation(self))]
    case .gnss(let epoch): [(epoch.time, .observation(self))]
    case .wifi(let scan): [(scan.endTime, .observation(self))]
    case .cell(let scan): [(scan.time, .observation(self))]
    default: []
    }
  }
}

extension TrackPoint {
  /// The schema in https://docs.foxglove.dev/docs/visualization/message-schemas/location-fix.
  fileprivate static let locationFixSchema: JSONValue = [
    "title": "foxglove.LocationFix", "type": "object",
    "properties": [
      "timestamp": [
        "type": "object", "title": "time",
        "properties": ["sec": ["type": "integer"], "nsec": ["type": "integer"]],
      ],
      "frame_id": ["type": "string"], "latitude": ["type": "number"],
      "longitude": ["type": "number"], "altitude": ["type": "number"],
      "position_covariance": [
        "type": "array", "items": ["type": "number"], "minItems": 9, "maxItems": 9,
      ],
      "position_covariance_type": ["type": "integer"],
    ],
  ]

  /// Encodes the point as Foxglove's LocationFix.
  ///
  /// The 68 % radius r is that of a circular normal distribution, with the variance r² / (-2 ln 0.32) along
  /// each axis. A track has no vertical accuracy: the vertical variance is set to the horizontal one, an
  /// estimate, so the covariance is marked as approximated.
  ///
  /// - Parameters:
  ///   - nanoseconds: Time of the message, in ns.
  ///   - frame: Name of the frame.
  /// - Returns: The message.
  fileprivate func locationFix(at nanoseconds: UInt64, frame: String) -> JSONValue {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let variance = horizontalAccuracyMetres.map { $0 * $0 / (-2 * log(0.32)) }
    let covariance = (0..<9).map { JSONValue.number($0 % 4 == 0 ? variance ?? 0 : 0) }
    var fix: JSONObject = [
      "timestamp": ["sec": .int(Int64(seconds)), "nsec": .int(Int64(rest))],
      "frame_id": .string(frame), "latitude": .number(coordinate.latitudeDegrees),
      "longitude": .number(coordinate.longitudeDegrees),
    ]
    fix["altitude"] = altitudeMetres.map { .number($0) }
    fix["position_covariance"] = .array(covariance)
    // 0 is unknown, 1 approximated.
    fix["position_covariance_type"] = variance == nil ? 0 : 1
    return .object(fix)
  }
}

extension Recording {
  /// Converts a time to ns since 1970, or since the recording's start if that has no date; ignores leap
  /// seconds within the recording and clamps negative values to 0.
  fileprivate func unixTime(_ time: SimTime) -> UInt64 {
    var base = SimTime.start
    if header.gpsWeek != 0 || header.gpsSecondsOfWeek != 0 {
      let days = Int64(GPSTime.originDays) + 7 * Int64(min(max(start.week, 0), 9999))
      let seconds = days * 86_400 - Int64(LeapSeconds.offset(at: start))
      base =
        SimTime(nanoseconds: seconds * 1_000_000_000) + .seconds(start.secondsOfWeek)
    }
    return UInt64(clamping: (base + (time - .start)).nanoseconds)
  }
}
