import Kernel
import Observations

/// Monitoring requests of an app: regions, location-triggered notifications, visits, significant
/// changes.
///
/// All of them outlive the app.
struct AppMonitoring: Hashable, Sendable {
  private var monitors: [Demand.Monitor] = []
  private var changes: SignificantChange?
  private(set) var monitorsVisits = false

  /// True if significant changes are monitored.
  var monitorsChanges: Bool { changes != nil }

  /// Tests a fix for a significant change; true records it as delivered.
  mutating func isChange(_ fix: LocationFix, at time: SimTime) -> Bool {
    changes?.receive(fix, at: time) ?? false
  }

  /// Returns the app's region with an identifier; nil if there is none.
  func region(_ identifier: String?) -> Demand.Monitor? {
    index(of: identifier, isNotification: false).map { monitors[$0] }
  }

  /// True if a location-triggered notification with the identifier is pending.
  func notifies(_ identifier: String) -> Bool {
    index(of: identifier, isNotification: true) != nil
  }

  /// True if the app still monitors the source of a held event.
  func monitors(_ output: Output) -> Bool {
    switch output {
    case .region(let event): region(event.identifier) != nil
    case .visit: monitorsVisits
    default: monitorsChanges
    }
  }

  private func index(of identifier: String?, isNotification: Bool) -> Int? {
    monitors.firstIndex { $0.isNotification == isNotification && $0.identifier == identifier }
  }

  // MARK: - Changes and visits

  /// Starts or stops monitoring of significant changes and visits.
  ///
  /// - Returns: True if significant changes were started: the first is often a known location (reference).
  mutating func process(
    _ call: AppCall, of app: AppSession, _ manager: inout ManagerContext
  ) -> Bool {
    switch call.name {
    case .startMonitoringSignificantChanges:
      guard mayAsk(.significantChanges, "changes", app, &manager) else { return false }
      guard changes == nil else {
        manager.note(.alreadyRunning, app.name, "changes")
        return false
      }
      changes = SignificantChange(manager.constants.change)
      return true
    case .stopMonitoringSignificantChanges:
      if changes == nil { manager.note(.notStarted, app.name, "changes") }
      changes = nil
    case .startMonitoringVisits:
      guard mayAsk(.visits, "visits", app, &manager) else { return false }
      if monitorsVisits { manager.note(.alreadyRunning, app.name, "visits") }
      monitorsVisits = true
    default:
      if !monitorsVisits { manager.note(.notStarted, app.name, "visits") }
      monitorsVisits = false
    }
    return false
  }

  /// True if an app may request a service; an undetermined authorization may still be granted.
  private func mayAsk(
    _ service: LocationService, _ name: String, _ app: AppSession, _ manager: inout ManagerContext
  ) -> Bool {
    guard manager.policy.rules.has(service) else {
      manager.note(.unavailable, app.name, name)
      manager.fail(name, "unavailable", to: app.name)
      return false
    }
    guard app.isRefused(service, manager.policy) else { return true }
    manager.fail(name, "denied", to: app.name)
    return false
  }

  // MARK: - Regions

  /// Starts monitoring a region.
  mutating func startRegion(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    let identifier = call.identifier ?? ""
    func fail(_ reason: String, _ rule: ManagerLogEntry.Rule? = nil, _ about: String = "regions") {
      if let rule { manager.note(rule, app.name, about) }
      manager.publish(
        .region(RegionEvent(.monitoringFailed, identifier: identifier, reason: reason)),
        to: app.name)
    }
    guard manager.policy.rules.has(.regions) else {
      return fail("regionMonitoringFailure", .unavailable)
    }
    guard call.namesRegion(manager.constants.regions.maximumRadius) else {
      return fail("regionMonitoringFailure", .malformed, "region " + identifier)
    }
    guard !app.isRefused(.regions, manager.policy), !app.authorization.isReduced else {
      return fail("regionMonitoringDenied")
    }
    let known = index(of: identifier, isNotification: false)
    let count = monitors.count { !$0.isNotification }
    guard known != nil || count < manager.constants.regions.limit else {
      return fail("regionMonitoringFailure", .tooMany, "region " + identifier)
    }
    put(call, isNotification: false, at: known, of: app)
  }

  mutating func stopRegion(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    guard let known = index(of: call.identifier, isNotification: false) else {
      return manager.note(.notStarted, app.name, "region " + (call.identifier ?? ""))
    }
    monitors.remove(at: known)
  }

  /// Schedules or cancels a location-triggered notification.
  mutating func schedule(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    let identifier = call.identifier ?? ""
    let known = index(of: identifier, isNotification: true)
    if call.isOn == false {
      if let known { monitors.remove(at: known) }
      return
    }
    let count = monitors.count { $0.isNotification }
    if !manager.policy.rules.has(.regions)
      || !call.namesRegion(manager.constants.regions.maximumRadius)
    {
      manager.note(.malformed, app.name, "notification " + identifier)
      manager.fail("notification", "invalidTrigger", to: app.name)
    } else if app.isDenied(manager.policy) {
      manager.fail("notification", "denied", to: app.name)
    } else if known == nil, count >= manager.constants.notification.limit {
      manager.note(.tooMany, app.name, "notification " + identifier)
      manager.fail("notification", "tooMany", to: app.name)
    } else {
      put(call, isNotification: true, at: known, of: app)
    }
  }

  /// Adds a region, or replaces one of the same identifier.
  private mutating func put(
    _ call: AppCall, isNotification: Bool, at known: Int?, of app: AppSession
  ) {
    let monitor = Demand.Monitor(
      app: app.name, identifier: call.identifier ?? "", circle: call.circle,
      beacon: call.beacon, isNotification: isNotification,
      text: isNotification ? call.option ?? "" : "",
      notifiesOnDisplay: call.beacon != nil && call.isOn == true,
      notifiesOnEntry: isNotification || call.option != "exit",
      notifiesOnExit: !isNotification && call.option != "entry", isReceived: false)
    if let known {
      monitors[known] = monitor
    } else {
      monitors.append(monitor)
    }
  }

  /// Requests the state of a region.
  func askState(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    let identifier = call.identifier ?? ""
    let isKnown = region(identifier) != nil
    guard isKnown, app.permission(.regions, manager.policy) == .reported, manager.mayAsk else {
      manager.note(isKnown ? .notInUse : .notRequested, app.name, "region " + identifier)
      return manager.publish(
        .region(RegionEvent(.stateUnknown, identifier: identifier)), to: app.name)
    }
    manager.requests.append(.regionState(app: app.name, identifier: identifier))
  }

  // MARK: - Demand

  /// Adds all monitoring to the demand.
  func add(to demand: inout Demand, for app: AppSession, _ policy: DevicePolicy) {
    let isReceived = !app.wasKilledByUser
    let regions = app.permission(.regions, policy)
    if regions != .refused, !app.authorization.isReduced {
      let receives =
        isReceived && (regions == .reported || app.authorization.grant == .provisionalAlways)
      demand.monitors += monitors.map { $0.received(receives || $0.isNotification) }
    } else if !app.isDenied(policy), app.authorization.grant.isGiven,
      !app.authorization.isReduced
    {
      // A notification is the user's own; when-in-use authorization suffices in every version.
      demand.monitors += monitors.filter(\.isNotification).map { $0.received(true) }
    }
    if demand.monitors.last?.app == app.name { demand.add("regions", by: app) }
    if monitorsChanges, isReceived, app.permission(.significantChanges, policy) != .refused {
      demand.monitorsChanges = true
      demand.add("changes", by: app)
    }
    if monitorsVisits, isReceived, app.permission(.visits, policy) != .refused {
      demand.monitorsVisits = true
      demand.add("visits", by: app)
    }
  }
}

extension Demand.Monitor {
  /// Returns a copy that states if a crossing would be delivered or held now.
  fileprivate func received(_ isReceived: Bool) -> Demand.Monitor {
    var monitor = self
    monitor.isReceived = isReceived
    return monitor
  }
}

extension AppCall {
  /// True if the call has a valid circle or a valid beacon constraint, but not both.
  fileprivate func namesRegion(_ maximumRadius: Double) -> Bool {
    guard let identifier, !identifier.isEmpty else { return false }
    switch (circle, beacon) {
    case (let circle?, nil):
      return circle.centre.isOnEarth && circle.radiusMetres > 0
        && circle.radiusMetres <= maximumRadius
    case (nil, let beacon?): return beacon.isWellFormed
    default: return false
    }
  }
}
