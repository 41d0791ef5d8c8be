import Kernel
import Observations

// Regions, notifications with a place, visits, significant changes, ranging and advertising.

extension SessionDesk {
  mutating func monitor(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    switch call.name {
    case .startMonitoringSignificantChanges:
      guard mayAsk(.significantChanges, index, "changes", at: time, into: &events) else { return }
      guard apps[index].changes == nil else {
        return note(.alreadyRunning, index, "changes", at: time)
      }
      apps[index].changes = SignificantChange(constants.change)
      // The first is often a known one (reference).
      if let fix = known(for: index) { offerToChanges(index, fix, at: time, into: &events) }
    case .stopMonitoringSignificantChanges:
      if apps[index].changes == nil { note(.notStarted, index, "changes", at: time) }
      apps[index].changes = nil
    case .startMonitoringVisits:
      guard mayAsk(.visits, index, "visits", at: time, into: &events) else { return }
      if apps[index].watchesVisits { note(.alreadyRunning, index, "visits", at: time) }
      apps[index].watchesVisits = true
    default:
      if !apps[index].watchesVisits { note(.notStarted, index, "visits", at: time) }
      apps[index].watchesVisits = false
    }
  }

  /// Whether an app may ask for a service; an undetermined authorization may still come.
  private mutating func mayAsk(
    _ service: LocationService, _ index: Int, _ name: String, at time: SimTime,
    into events: inout [ServiceEvent]
  ) -> Bool {
    guard rules.has(service) else {
      note(.unavailable, index, name, at: time)
      fail(index, name, "unavailable", into: &events)
      return false
    }
    guard isRefused(service, index) else { return true }
    fail(index, name, "denied", into: &events)
    return false
  }

  /// Whether a service is refused, and not merely undecided.
  private func isRefused(_ service: LocationService, _ index: Int) -> Bool {
    isDenied(index)
      || apps[index].authorization.grant != .undetermined
        && permission(service, index) == .refused
  }

  // MARK: - Regions

  mutating func monitorRegion(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let identifier = call.identifier ?? ""
    func failed(_ reason: String) -> Output {
      .region(RegionEvent(.monitoringFailed, identifier: identifier, reason: reason))
    }
    guard rules.has(.regions) else {
      note(.unavailable, index, "regions", at: time)
      return tell(index, failed("regionMonitoringFailure"), into: &events)
    }
    guard isWellFormed(call) else {
      note(.malformed, index, "region " + identifier, at: time)
      return tell(index, failed("regionMonitoringFailure"), into: &events)
    }
    guard !isRefused(.regions, index), !apps[index].authorization.isReduced else {
      return tell(index, failed("regionMonitoringDenied"), into: &events)
    }
    let known = apps[index].monitors.firstIndex {
      !$0.isNotification && $0.identifier == identifier
    }
    let count = apps[index].monitors.count { !$0.isNotification }
    guard known != nil || count < constants.regions.limit else {
      note(.tooMany, index, "region " + identifier, at: time)
      return tell(index, failed("regionMonitoringFailure"), into: &events)
    }
    put(entry(call, index, isNotification: false), at: known, index)
  }

  mutating func schedule(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let identifier = call.identifier ?? ""
    let known = apps[index].monitors.firstIndex { $0.isNotification && $0.identifier == identifier }
    if call.isOn == false {
      if let known { apps[index].monitors.remove(at: known) }
      return
    }
    let count = apps[index].monitors.count { $0.isNotification }
    if !rules.has(.regions) || !isWellFormed(call) {
      note(.malformed, index, "notification " + identifier, at: time)
      fail(index, "notification", "invalidTrigger", into: &events)
    } else if isDenied(index) {
      fail(index, "notification", "denied", into: &events)
    } else if known == nil, count >= constants.notification.limit {
      note(.tooMany, index, "notification " + identifier, at: time)
      fail(index, "notification", "tooMany", into: &events)
    } else {
      put(entry(call, index, isNotification: true), at: known, index)
    }
  }

  /// A region of the same name takes the place of the old one.
  private mutating func put(_ monitor: Demand.Monitor, at known: Int?, _ index: Int) {
    if let known {
      apps[index].monitors[known] = monitor
    } else {
      apps[index].monitors.append(monitor)
    }
  }

  private func entry(_ call: AppCall, _ index: Int, isNotification: Bool) -> Demand.Monitor {
    Demand.Monitor(
      app: apps[index].name, identifier: call.identifier ?? "", circle: call.circle,
      beacon: call.beacon, isNotification: isNotification,
      text: isNotification ? call.option ?? "" : "",
      notifiesOnDisplay: call.beacon != nil && call.isOn == true,
      notifiesOnEntry: isNotification || call.option != "exit",
      notifiesOnExit: !isNotification && call.option != "entry", isHeard: false)
  }

  /// Whether a region has a name and is either a circle that can be or beacons that can be.
  private func isWellFormed(_ call: AppCall) -> Bool {
    guard let name = call.identifier, !name.isEmpty else { return false }
    switch (call.circle, call.beacon) {
    case (let circle?, nil):
      return GroundSpan.isValid(circle.centre) && circle.radiusMetres > 0
        && circle.radiusMetres <= constants.regions.maximumRadius
    case (nil, let beacon?): return Self.isWellFormed(beacon)
    default: return false
    }
  }

  /// A minor number means something only below a major one.
  private static func isWellFormed(_ beacon: BeaconConstraint) -> Bool {
    beacon.minor == nil || beacon.major != nil
  }

  mutating func stopRegion(_ call: AppCall, _ index: Int, at time: SimTime) {
    let known = apps[index].monitors.firstIndex {
      !$0.isNotification && $0.identifier == call.identifier
    }
    guard let known else {
      return note(.notStarted, index, "region " + (call.identifier ?? ""), at: time)
    }
    apps[index].monitors.remove(at: known)
  }

  mutating func askState(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let identifier = call.identifier ?? ""
    let isKnown = apps[index].monitors.contains {
      !$0.isNotification && $0.identifier == identifier
    }
    guard isKnown, permission(.regions, index) == .told,
      requests.count < constants.question.limit
    else {
      note(isKnown ? .notInUse : .notRequested, index, "region " + identifier, at: time)
      return tell(
        index, .region(RegionEvent(.stateUnknown, identifier: identifier)), into: &events)
    }
    requests.append(.regionState(app: apps[index].name, identifier: identifier))
  }

  // MARK: - Beacons

  mutating func range(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    switch call.name {
    case .stopAdvertisingBeacon:
      if apps[index].work.advertised == nil { note(.notStarted, index, "advertising", at: time) }
      apps[index].work.advertised = nil
      return
    case .stopRangingBeacons:
      guard let place = apps[index].work.ranged.firstIndex(where: { $0 == call.beacon }) else {
        return note(.notStarted, index, "ranging", at: time)
      }
      apps[index].work.ranged.remove(at: place)
      return
    default: break
    }
    guard let beacon = call.beacon, Self.isWellFormed(beacon) else {
      note(.malformed, index, call.name.rawValue, at: time)
      return fail(index, "ranging", "rangingFailure", into: &events)
    }
    if call.name == .startAdvertisingBeacon {
      guard beacon.major != nil, beacon.minor != nil, rules.has(.ranging) else {
        note(.malformed, index, "advertising", at: time)
        return fail(index, "advertising", "invalidParameters", into: &events)
      }
      apps[index].work.advertised = beacon
      return
    }
    guard rules.has(.ranging), !apps[index].authorization.isReduced else {
      note(.unavailable, index, "ranging", at: time)
      return fail(index, "ranging", "rangingUnavailable", into: &events)
    }
    guard !isRefused(.ranging, index) else {
      return fail(index, "ranging", "denied", into: &events)
    }
    if apps[index].work.ranged.contains(beacon) {
      return note(.alreadyRunning, index, "ranging", at: time)
    }
    guard apps[index].work.ranged.count < constants.ranging.limit else {
      note(.tooMany, index, "ranging", at: time)
      return fail(index, "ranging", "rangingFailure", into: &events)
    }
    apps[index].work.ranged.append(beacon)
  }
}
