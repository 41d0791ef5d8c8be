import Kernel
public import Observations

extension EventRow {
  /// Creates the row of an output; nil for radio requests, particle clouds and routes, which no
  /// app receives.
  init?(_ delivered: Delivered<Output>) {
    switch delivered.item {
    case .radio, .cloud, .route: return nil
    case .location(let fix): self.init(delivered, "location", Self.text(fix))
    case .locations(let fixes):
      self.init(delivered, "locations", fixes.map(Self.text).joined(separator: "; "))
    case .activity(let report):
      self.init(
        delivered, "activity",
        "\(report.flags.text) confidence \(report.confidence.rawValue) since \(report.startTime)")
    case .pedometer(let record):
      self.init(delivered, "pedometer", "\(record.stepCount) steps")
    case .activityHistory(let reports):
      let since = reports.first.map { " since \($0.startTime)" } ?? ""
      self.init(delivered, "activity_history", "\(reports.count) activities\(since)")
    case .pedometerHistory(let record):
      self.init(
        delivered, "pedometer_history",
        "\(record.stepCount) steps from \(record.startTime) to \(record.endTime)")
    case .pedometerEvent(let event):
      self.init(delivered, "pedometer_event", "\(event.kind.rawValue) at \(event.time)")
    case .region(let event):
      self.init(delivered, "region", "\(event.kind.rawValue) \(event.identifier)")
    case .ranging(let report):
      let beacons = report.beacons.map {
        "\($0.identity.major)/\($0.identity.minor) \($0.proximity.rawValue)"
      }
      self.init(delivered, "ranging", beacons.joined(separator: "; "))
    case .visit(let visit):
      // The distant past and future mean "unknown" and "not yet".
      let start = visit.arrivalTime == .distantPast ? "earlier" : "\(visit.arrivalTime)"
      let end = visit.departureTime == .distantFuture ? "now" : "\(visit.departureTime)"
      self.init(delivered, "visit", "\(start) to \(end)")
    case .authorization(let event):
      self.init(delivered, "authorization", event.status.rawValue)
    case .pause(let event): self.init(delivered, "pause", event.rawValue)
    case .dataSource(let status): self.init(delivered, "data_source", status.rawValue)
    case .notification(let event): self.init(delivered, "notification", event.identifier)
    case .wayfinding(let event): self.init(delivered, "wayfinding", Self.text(event))
    case .placemark(let placemark): self.init(delivered, "placemark", Self.text(placemark))
    case .levels(let facility):
      let levels = facility.levels.map { "\($0.verticalOrder) \($0.name)" }
      self.init(
        delivered, "levels",
        "\(facility.facility): \(levels.joined(separator: ", ")) of \(facility.site)")
    case .indicator(let indicator): self.init(delivered, "indicator", indicator.rawValue)
    case .failure(let failure):
      self.init(delivered, "failure", "\(failure.service) \(failure.code)")
    }
  }

  private init(_ reported: Delivered<Output>, _ kind: String, _ detail: String) {
    self.init(time: reported.time, app: reported.app, kind: kind, detail: detail)
  }

  private static func text(_ event: WayfindingEvent) -> String {
    let head = "\(event.kind.rawValue) \(event.target)"
    switch event.kind {
    case .directed, .rerouted, .leave:
      let floor = event.nextFloor.map { " to floor \($0)" } ?? ""
      return head + ": \(event.means.rawValue)\(floor), "
        + "\(whole(event.distanceMetres)) m, \(whole(event.seconds)) s left"
    case .arrived: return head
    case .unreachable: return head + ": " + event.reason
    }
  }

  /// Rounds a number to an integer; `?` for unknown.
  private static func whole(_ value: Double) -> String {
    value >= 0 && value < 1e9 ? String(Int(value.rounded())) : "?"
  }

  /// `1 Park Road: Park Road at 53.8 -9.5 floor 0`, without the query for a reverse lookup.
  private static func text(_ placemark: Placemark) -> String {
    let place = placemark.coordinate
    let floor = placemark.floor.map { " floor \($0)" } ?? ""
    return (placemark.query.map { "\($0): " } ?? "")
      + "\(placemark.name) at \(place.latitudeDegrees) \(place.longitudeDegrees)\(floor)"
  }

  private static func text(_ fix: LocationFix) -> String {
    let place = fix.coordinate
    let floor = fix.floor.map { " floor \($0)" } ?? ""
    return "\(place.latitudeDegrees) \(place.longitudeDegrees) within "
      + "\(fix.horizontalAccuracyMetres) m\(floor) by \(fix.source.rawValue)"
  }
}

extension EventName {
  /// Parses the name of an event from the kind and the detail of its table row.
  public init(kind: String, detail: String) {
    let words = detail.split(separator: " ", maxSplits: 1).map(String.init)
    let (first, rest) = (words.first ?? "", words.count > 1 ? words[1] : "")
    switch kind {
    case "region": self.init(first, rest)
    case "pause": self.init(first)
    case "visit": self.init(detail.components(after: " to ") == "now" ? "arrived" : "departed")
    case "failure": self.init(kind, first + "." + rest)
    case "activity": self.init(kind, first == "confidence" ? "none" : first)
    case "placemark", "levels":
      let subject = detail.components(before: ": ") ?? detail.components(before: " at ")
      self.init(kind, subject ?? detail)
    case "ranging", "pedometer_event", "wayfinding": self.init(kind, first)
    case "authorization", "data_source", "notification", "indicator": self.init(kind, detail)
    default: self.init(kind)
    }
  }
}

extension String {
  /// The text before the first occurrence; nil without one.
  fileprivate func components(before words: String) -> String? {
    indices.first { self[$0...].hasPrefix(words) }.map { String(self[..<$0]) }
  }

  /// The text after the last occurrence; all of it without one.
  fileprivate func components(after words: String) -> Substring {
    var start = startIndex
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(words) { start = index(place, offsetBy: words.count) }
      place = index(after: place)
    }
    return self[start...]
  }
}

extension EventRow {
  /// The row's line in the digest of all messages to apps.
  package func digestLine(_ device: String, seed: UInt64) -> String {
    let app = app.isEmpty ? "" : " to \(app)"
    return "\(seed) \(device) \(time)\(app) \(kind) \(detail)\n"
  }
}
