import Kernel

/// What people call an event: `paused`, `entered:door`, `authorization:always`.
///
/// Scenarios expect events by these names, app scripts answer to them, and `venuesim explain` asks for
/// them.
public struct EventName: Hashable, Sendable {
  /// The sort of event.
  public var name: String
  /// Which region, state or failure; empty where there is none, and for any in a question.
  public var subject: String

  /// Creates a name.
  public init(_ name: String, _ subject: String = "") {
    self.name = name
    self.subject = subject
  }

  /// Reads `NAME` or `NAME:SUBJECT`.
  public init(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
  }

  /// The name as it is written.
  public var text: String { subject.isEmpty ? name : name + ":" + subject }

  /// Whether an event is meant by this name.
  public func matches(_ event: EventName) -> Bool {
    name == event.name && (subject.isEmpty || subject == event.subject)
  }

  /// All names of events that outputs can have.
  public static let names =
    [
      "location", "locations", "activity", "pedometer", "activity_history", "pedometer_history",
      "pedometer_event", "ranging", "arrived", "departed", "authorization", "data_source",
      "notification", "indicator", "failure", "wayfinding", "placemark", "levels",
    ] + RegionEvent.Kind.allCases.map(\.rawValue) + PauseEvent.allCases.map(\.rawValue)
}

extension Output {
  /// What people call it; nil for a request to the device and for a cloud, of which no app hears.
  public var eventName: EventName? {
    switch self {
    case .radio, .cloud: nil
    case .location: EventName("location")
    case .locations: EventName("locations")
    case .activity(let report):
      EventName("activity", report.flags.isEmpty ? "none" : report.flags.text)
    case .pedometer: EventName("pedometer")
    case .activityHistory: EventName("activity_history")
    case .pedometerHistory: EventName("pedometer_history")
    case .pedometerEvent(let event): EventName("pedometer_event", event.kind.rawValue)
    case .region(let event): EventName(event.kind.rawValue, event.identifier)
    case .ranging(let report):
      EventName(
        "ranging", report.beacons.first.map { "\($0.identity.major)/\($0.identity.minor)" } ?? "")
    case .visit(let visit):
      EventName(visit.departureTime < .distantFuture ? "departed" : "arrived")
    case .authorization(let event): EventName("authorization", event.status.rawValue)
    case .pause(let event): EventName(event.rawValue)
    case .dataSource(let status): EventName("data_source", status.rawValue)
    case .notification(let event): EventName("notification", event.identifier)
    case .wayfinding(let event): EventName("wayfinding", event.kind.rawValue)
    case .placemark(let placemark): EventName("placemark", placemark.query ?? placemark.name)
    case .levels(let facility): EventName("levels", facility.facility)
    case .indicator(let indicator): EventName("indicator", indicator.rawValue)
    case .failure(let failure): EventName("failure", failure.service + "." + failure.code)
    }
  }
}
