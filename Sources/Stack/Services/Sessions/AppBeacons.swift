import Observations

/// Beacon ranging and advertising of an app; ends with the app.
struct AppBeacons: Hashable, Sendable {
  private var ranged: [BeaconConstraint] = []
  private var advertised: BeaconConstraint?

  mutating func process(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    switch call.name {
    case .stopAdvertisingBeacon:
      if advertised == nil { manager.note(.notStarted, app.name, "advertising") }
      advertised = nil
      return
    case .stopRangingBeacons:
      guard let index = ranged.firstIndex(where: { $0 == call.beacon }) else {
        return manager.note(.notStarted, app.name, "ranging")
      }
      ranged.remove(at: index)
      return
    default: break
    }
    guard let beacon = call.beacon, beacon.isWellFormed else {
      manager.note(.malformed, app.name, call.name.rawValue)
      return manager.fail("ranging", "rangingFailure", to: app.name)
    }
    if call.name == .startAdvertisingBeacon {
      advertise(beacon, of: app, &manager)
    } else {
      range(beacon, of: app, &manager)
    }
  }

  private mutating func advertise(
    _ beacon: BeaconConstraint, of app: AppSession, _ manager: inout ManagerContext
  ) {
    guard beacon.major != nil, beacon.minor != nil, manager.policy.rules.has(.ranging) else {
      manager.note(.malformed, app.name, "advertising")
      return manager.fail("advertising", "invalidParameters", to: app.name)
    }
    advertised = beacon
  }

  private mutating func range(
    _ beacon: BeaconConstraint, of app: AppSession, _ manager: inout ManagerContext
  ) {
    guard manager.policy.rules.has(.ranging), !app.authorization.isReduced else {
      manager.note(.unavailable, app.name, "ranging")
      return manager.fail("ranging", "rangingUnavailable", to: app.name)
    }
    guard !app.isRefused(.ranging, manager.policy) else {
      return manager.fail("ranging", "denied", to: app.name)
    }
    if ranged.contains(beacon) { return manager.note(.alreadyRunning, app.name, "ranging") }
    guard ranged.count < manager.constants.ranging.limit else {
      manager.note(.tooMany, app.name, "ranging")
      return manager.fail("ranging", "rangingFailure", to: app.name)
    }
    ranged.append(beacon)
  }

  /// Delivers a ranging report, if the app still ranges the constraint and is authorized.
  func admit(_ report: RangingReport, to app: AppSession, _ manager: inout ManagerContext) {
    guard ranged.contains(report.constraint) else {
      return manager.note(.notRequested, app.name, "ranging")
    }
    guard app.phase.runs else { return manager.note(.notRunning, app.name, "ranging") }
    guard isAllowed(app, manager.policy) else {
      return manager.note(.notInUse, app.name, "ranging")
    }
    manager.publish(.ranging(report), to: app.name)
  }

  /// Adds ranging and advertising to the demand.
  func add(to demand: inout Demand, for app: AppSession, _ policy: DevicePolicy) {
    if !ranged.isEmpty, isAllowed(app, policy) {
      demand.ranging += ranged.map { Demand.Ranging(app: app.name, constraint: $0) }
      demand.add("ranging", by: app)
    }
    // Only an app in the foreground advertises (reference, from memory).
    if let advertised, app.phase == .foreground {
      demand.advertising.append(Demand.Ranging(app: app.name, constraint: advertised))
      demand.add("advertising", by: app)
    }
  }

  private func isAllowed(_ app: AppSession, _ policy: DevicePolicy) -> Bool {
    !app.authorization.isReduced && app.permission(.ranging, policy) == .reported
  }
}

extension BeaconConstraint {
  /// True if a minor number comes with a major one.
  var isWellFormed: Bool { minor == nil || major != nil }
}
