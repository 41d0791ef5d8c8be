import Kernel
import Observations

/// Identity of a monitored region: app, identifier, and recipient of its events.
struct RegionSubject: Hashable, Sendable {
  let app: String
  let identifier: String
  let purpose: RegionPurpose
  let notifiesEntry, notifiesExit: Bool
  /// Service that decides on the region.
  let service: Decision.Service

  /// True if the region has an identifier; an app's own region and a notification's may share one.
  func isNamed(_ identifier: String, of app: String, _ purpose: RegionPurpose) -> Bool {
    self.app == app && self.identifier == identifier && self.purpose.isOfApp == purpose.isOfApp
  }

  /// Reports an event to the app, unless the region belongs to a notification.
  func publish(_ kind: RegionEvent.Kind, into events: inout [ServiceEvent]) {
    guard purpose == .app else { return }
    let event = RegionEvent(kind, identifier: identifier)
    events.append(ServiceEvent(app: app, output: .region(event)))
  }

  /// Reports a crossing to its recipient, with reasons for the log.
  func cross(
    to side: RegionSide, because reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    switch purpose {
    case .notification(let text):
      guard side == .inside else { return }
      let notice = NotificationEvent(identifier: identifier, text: text)
      events.append(ServiceEvent(app: app, output: .notification(notice)))
      note(side.crossing, .reported, reasons, at: time, log: &log)
    case .app:
      let isWanted = side == .inside ? notifiesEntry : notifiesExit
      if isWanted { publish(side.crossing, into: &events) }
      // Each crossing is also reported as a state (documented: didDetermineState).
      publish(side.state, into: &events)
      note(
        side.crossing, isWanted ? .reported : .dropped,
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
  /// Event of a crossing to this side, which is known.
  var crossing: RegionEvent.Kind { self == .inside ? .entered : .exited }
  /// Event of the state on this side, which is known.
  var state: RegionEvent.Kind { self == .inside ? .stateInside : .stateOutside }
}

extension ServiceEvent {
  /// Failure to monitor a region.
  static func monitoringFailed(_ identifier: String, app: String) -> ServiceEvent {
    let failure = RegionEvent(
      .monitoringFailed, identifier: identifier, reason: "regionMonitoringFailure")
    return ServiceEvent(app: app, output: .region(failure))
  }

  /// Report of an unknown state.
  static func stateUnknown(_ identifier: String, app: String) -> ServiceEvent {
    ServiceEvent(app: app, output: .region(RegionEvent(.stateUnknown, identifier: identifier)))
  }
}
