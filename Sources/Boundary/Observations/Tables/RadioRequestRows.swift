import Documents
import Kernel

// Recording rows of a stack's requests to radios.

extension RadioRequest {
  static let columns = ["request", "sensor", "period_s", "causes", "resource"]

  func write(to csv: inout CSVWriter) {
    csv.field(RequestKind(self).rawValue)
    switch self {
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
  }

  init(reading row: inout RowGroup) throws(DocumentError) {
    let kind: RequestKind = try row.word("request")
    switch kind {
    case .start:
      let sensor: RadioRequest.Sensor = try row.word("sensor")
      self = try .start(sensor, period: row.time("period_s") - .start)
    case .stop: self = try .stop(row.word("sensor"))
    case .batch:
      let sensor: RadioRequest.Sensor = try row.word("sensor")
      self = try .batch(sensor, every: row.time("period_s") - .start)
    case .attribute:
      let sensor: RadioRequest.Sensor = try row.word("sensor")
      self = try .attribute(
        sensor, to: row.text("causes").split(separator: ";").map(String.init))
    case .scanWiFi: self = .scanWiFi
    case .fetchAssistance: self = .fetchAssistance
    case .fetch: self = try .fetch(row.text("resource"))
    case .advertise:
      self = try .advertise(
        row.parsed("resource", as: "a beacon such as UUID/MAJOR/MINOR", Self.beacon))
    }
  }

  /// Parses `UUID/MAJOR/MINOR`; an empty text means none.
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
