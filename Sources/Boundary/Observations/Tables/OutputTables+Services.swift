import Documents
import Kernel

// How the services' events and the requests of a stack lie in the files of a recording.

extension RecordingTable<Output> {
  static let services: [RecordingTable] = [
    region, ranging, authorization,
    word("told_pause.csv", "event") {
      guard case .pause(let event) = $0 else { return nil }
      return event
    } wrap: { (event: PauseEvent) in
      .pause(event)
    },
    word("told_data_source.csv", "status") {
      guard case .dataSource(let status) = $0 else { return nil }
      return status
    } wrap: { (status: DataSourceStatus) in
      .dataSource(status)
    },
    word("told_indicator.csv", "indicator") {
      guard case .indicator(let indicator) = $0 else { return nil }
      return indicator
    } wrap: { (indicator: LocationIndicator) in
      .indicator(indicator)
    },
    notification, wayfinding, failure, radio,
  ]

  /// A table of a single word from a closed list.
  private static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
    _ file: String, _ column: String, extract: @escaping @Sendable (Output) -> Word?,
    wrap: @escaping @Sendable (Word) -> Output
  ) -> RecordingTable {
    row(
      file, [column], extract, wrap, write: { word, csv in csv.field(word.rawValue) },
      read: { (row: inout RowGroup) throws(DocumentError) -> Word in try row.word(column) })
  }

  private static let region = row(
    "told_region.csv", ["kind", "identifier", "reason"],
    {
      guard case .region(let event) = $0 else { return nil }
      return event
    }, { .region($0) },
    write: { event, csv in
      csv.field(event.kind.rawValue)
      csv.field(event.identifier)
      csv.field(event.reason)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> RegionEvent in
      try RegionEvent(
        row.word("kind"), identifier: row.text("identifier"), reason: row.text("reason"))
    })

  private static let ranging = rows(
    "told_ranging.csv", shared: ["uuid", "major", "minor"],
    members: [
      "format", "beacon_uuid", "beacon_major", "beacon_minor", "proximity", "accuracy_m",
      "rssi_dbm",
    ], marker: "format",
    {
      guard case .ranging(let report) = $0 else { return nil }
      return report
    }, { .ranging($0) }, list: { $0.beacons },
    writeShared: { report, csv in csv.write(report.constraint) },
    writeMember: { beacon, csv in
      csv.write(beacon.identity)
      csv.field(beacon.proximity.rawValue)
      csv.field(beacon.accuracyMetres)
      csv.field(beacon.rssiDecibelMilliwatts)
    },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> RangedBeacon in
      let identity = try BeaconIdentity(
        format: row.word("format"),
        uuid: row.parsed("beacon_uuid", as: "a UUID") { Identifier128($0) },
        major: row.integer("beacon_major"), minor: row.integer("beacon_minor"))
      return try RangedBeacon(
        identity: identity, proximity: row.word("proximity"),
        accuracyMetres: row.number("accuracy_m"), rssiDecibelMilliwatts: row.number("rssi_dbm"))
    },
    read: { row, members throws(DocumentError) in
      try RangingReport(constraint: row.beaconConstraint(), beacons: members(&row))
    })

  private static let authorization = row(
    "told_authorization.csv", ["status", "reduced_accuracy", "motion"],
    {
      guard case .authorization(let event) = $0 else { return nil }
      return event
    }, { .authorization($0) },
    write: { event, csv in
      csv.field(event.status.rawValue)
      csv.field(event.isReducedAccuracy)
      csv.field(event.motion.rawValue)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> AuthorizationEvent in
      try AuthorizationEvent(
        status: row.word("status"), isReducedAccuracy: row.flag("reduced_accuracy"),
        motion: row.word("motion"))
    })

  private static let notification = row(
    "told_notification.csv", ["identifier", "text"],
    {
      guard case .notification(let event) = $0 else { return nil }
      return event
    }, { .notification($0) },
    write: { event, csv in
      csv.field(event.identifier)
      csv.field(event.text)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> NotificationEvent in
      try NotificationEvent(identifier: row.text("identifier"), text: row.text("text"))
    })

  private static let failure = row(
    "told_failure.csv", ["service", "code"],
    {
      guard case .failure(let failure) = $0 else { return nil }
      return failure
    }, { .failure($0) },
    write: { failure, csv in
      csv.field(failure.service)
      csv.field(failure.code)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> ServiceFailure in
      try ServiceFailure(service: row.text("service"), code: row.text("code"))
    })

  private static let radio = row(
    "requests.csv", ["request", "sensor", "period_s", "causes", "resource"],
    {
      guard case .radio(let request) = $0 else { return nil }
      return request
    }, { .radio($0) },
    write: { request, csv in
      csv.field(RequestKind(request).rawValue)
      switch request {
      case .start(let sensor, let period):
        csv.field(sensor.rawValue)
        csv.field(secondsOf: period.nanoseconds)
      case .stop(let sensor): csv.field(sensor.rawValue)
      case .batch(let sensor, let period):
        csv.field(sensor.rawValue)
        csv.field(secondsOf: period.nanoseconds)
      case .attribute(let sensor, let causes):
        csv.field(sensor.rawValue)
        csv.emptyField()
        csv.field(causes.joined(separator: ";"))
      case .fetch(let resource):
        csv.emptyField()
        csv.emptyField()
        csv.emptyField()
        csv.field(resource)
      case .advertise(let identity):
        csv.emptyField()
        csv.emptyField()
        csv.emptyField()
        csv.field(identity.map { "\($0.uuid)/\($0.major)/\($0.minor)" } ?? "")
      case .scanWiFi, .fetchAssistance: break
      }
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> RadioRequest in
      let kind: RequestKind = try row.word("request")
      switch kind {
      case .start:
        let sensor: RadioRequest.Sensor = try row.word("sensor")
        return try .start(sensor, period: row.time("period_s") - .start)
      case .stop: return try .stop(row.word("sensor"))
      case .batch:
        let sensor: RadioRequest.Sensor = try row.word("sensor")
        return try .batch(sensor, every: row.time("period_s") - .start)
      case .attribute:
        let sensor: RadioRequest.Sensor = try row.word("sensor")
        return try .attribute(
          sensor, to: row.text("causes").split(separator: ";").map(String.init))
      case .scanWiFi: return .scanWiFi
      case .fetchAssistance: return .fetchAssistance
      case .fetch: return try .fetch(row.text("resource"))
      case .advertise:
        return try .advertise(
          row.parsed("resource", as: "a beacon such as UUID/MAJOR/MINOR", beacon))
      }
    })

  /// Reads `UUID/MAJOR/MINOR`; nothing means none.
  private static func beacon(_ text: String) -> BeaconIdentity?? {
    if text.isEmpty { return .some(nil) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let uuid = Identifier128(parts[0]), let major = UInt16(parts[1]),
      let minor = UInt16(parts[2])
    else { return nil }
    return BeaconIdentity(uuid: uuid, major: major, minor: minor)
  }
}

private enum RequestKind: String, CaseIterable {
  case start, stop, batch, attribute, scanWiFi, fetchAssistance, fetch, advertise

  init(_ request: RadioRequest) {
    self =
      switch request {
      case .start: .start
      case .stop: .stop
      case .batch: .batch
      case .attribute: .attribute
      case .scanWiFi: .scanWiFi
      case .fetchAssistance: .fetchAssistance
      case .fetch: .fetch
      case .advertise: .advertise
      }
  }
}
