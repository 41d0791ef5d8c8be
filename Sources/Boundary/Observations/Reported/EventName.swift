import Kernel

/// The name of an event: `paused`, `entered:door`, `authorization:always`.
///
/// Used by the expectations of scenarios, by app scripts and by `venuesim explain`.
public struct EventName: Hashable, Sendable {
  /// The kind of event.
  public var name: String
  /// The region, state or failure; empty if there is none, and in a query for any.
  public var subject: String

  /// Creates a name.
  public init(_ name: String, _ subject: String = "") {
    self.name = name
    self.subject = subject
  }

  /// Parses `NAME` or `NAME:SUBJECT`.
  public init(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
  }

  /// The name as text.
  public var text: String { subject.isEmpty ? name : name + ":" + subject }

  /// Returns whether an event has this name.
  public func matches(_ event: EventName) -> Bool {
    name == event.name && (subject.isEmpty || subject == event.subject)
  }

  /// The names of all events that outputs can have.
  public static let names =
    [
      "location", "locations", "activity", "pedometer", "activity_history", "pedometer_history",
      "pedometer_event", "ranging", "arrived", "departed", "authorization", "data_source",
      "notification", "indicator", "failure", "wayfinding", "placemark", "levels",
    ] + RegionEvent.Kind.allCases.map(\.rawValue) + PauseEvent.allCases.map(\.rawValue)
}

extension Output {
  /// The name of the event; nil for a request to the device and for clouds and routes, which apps don't receive.
  public var eventName: EventName? {
    switch self {
    case .radio, .cloud, .route: nil
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
