import Kernel
import Observations

/// A region as its owner knows it: whose it is, what it is called, and who learns of what.
struct RegionSubject: Hashable, Sendable {
  let app: String
  let identifier: String
  let purpose: RegionPurpose
  let notifiesEntry, notifiesExit: Bool
  /// Who decides about it.
  let service: Decision.Service

  /// Whether it bears a name; an app's own region and a notification's may both bear one.
  func isNamed(_ identifier: String, of app: String, _ purpose: RegionPurpose) -> Bool {
    self.app == app && self.identifier == identifier && self.purpose.isOfApp == purpose.isOfApp
  }

  /// Tells its app something, unless it is only the user's.
  func tell(_ kind: RegionEvent.Kind, into events: inout [ServiceEvent]) {
    guard purpose == .app else { return }
    let event = RegionEvent(kind, identifier: identifier)
    events.append(ServiceEvent(app: app, output: .region(event)))
  }

  /// Tells who learns of it that the phone has gone in or out, with the reasons for the log.
  func cross(
    to side: RegionSide, because reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    switch purpose {
    case .notification(let text):
      guard side == .inside else { return }
      let notice = NotificationEvent(identifier: identifier, text: text)
      events.append(ServiceEvent(app: app, output: .notification(notice)))
      note(side.crossing, .told, reasons, at: time, log: &log)
    case .app:
      let isWanted = side == .inside ? notifiesEntry : notifiesExit
      if isWanted { tell(side.crossing, into: &events) }
      // Each finding is told as a state too (documented: didDetermineState).
      tell(side.state, into: &events)
      note(
        side.crossing, isWanted ? .told : .dropped,
        isWanted ? reasons : reasons + [Reason(.notWanted, at: time)], at: time, log: &log)
    }
  }

  func note(
    _ kind: RegionEvent.Kind, _ verdict: Decision.Verdict, _ reasons: [Reason],
    at time: SimTime, log: inout DecisionLog
  ) {
    log.add(
      Decision(
        time: time, service: service, app: app, subject: identifier, event: kind.rawValue,
        verdict: verdict, reasons: reasons))
  }
}

extension RegionSide {
  /// What is told of coming to this side, which is known.
  var crossing: RegionEvent.Kind { self == .inside ? .entered : .exited }
  /// What is told of being on this side, which is known.
  var state: RegionEvent.Kind { self == .inside ? .stateInside : .stateOutside }
}

extension ServiceEvent {
  /// A region that can't be monitored.
  static func monitoringFailed(_ identifier: String, app: String) -> ServiceEvent {
    let failure = RegionEvent(
      .monitoringFailed, identifier: identifier, reason: "regionMonitoringFailure")
    return ServiceEvent(app: app, output: .region(failure))
  }

  /// A region of which nothing is known.
  static func stateUnknown(_ identifier: String, app: String) -> ServiceEvent {
    ServiceEvent(app: app, output: .region(RegionEvent(.stateUnknown, identifier: identifier)))
  }
}
