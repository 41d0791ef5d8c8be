import Observations

/// Beacon ranging and advertising of an app; ends with the app.
struct AppBeacons: Hashable, Sendable {
  private var ranged: [BeaconConstraint] = []
  private var advertised: BeaconConstraint?

  mutating func take(_ call: AppCall, of app: AppSession, _ desk: inout DeskContext) {
    switch call.name {
    case .stopAdvertisingBeacon:
      if advertised == nil { desk.note(.notStarted, app.name, "advertising") }
      advertised = nil
      return
    case .stopRangingBeacons:
      guard let index = ranged.firstIndex(where: { $0 == call.beacon }) else {
        return desk.note(.notStarted, app.name, "ranging")
      }
      ranged.remove(at: index)
      return
    default: break
    }
    guard let beacon = call.beacon, beacon.isWellFormed else {
      desk.note(.malformed, app.name, call.name.rawValue)
      return desk.fail("ranging", "rangingFailure", to: app.name)
    }
    if call.name == .startAdvertisingBeacon {
      advertise(beacon, of: app, &desk)
    } else {
      range(beacon, of: app, &desk)
    }
  }

  private mutating func advertise(
    _ beacon: BeaconConstraint, of app: AppSession, _ desk: inout DeskContext
  ) {
    guard beacon.major != nil, beacon.minor != nil, desk.policy.rules.has(.ranging) else {
      desk.note(.malformed, app.name, "advertising")
      return desk.fail("advertising", "invalidParameters", to: app.name)
    }
    advertised = beacon
  }

  private mutating func range(
    _ beacon: BeaconConstraint, of app: AppSession, _ desk: inout DeskContext
  ) {
    guard desk.policy.rules.has(.ranging), !app.authorization.isReduced else {
      desk.note(.unavailable, app.name, "ranging")
      return desk.fail("ranging", "rangingUnavailable", to: app.name)
    }
    guard !app.isRefused(.ranging, desk.policy) else {
      return desk.fail("ranging", "denied", to: app.name)
    }
    if ranged.contains(beacon) { return desk.note(.alreadyRunning, app.name, "ranging") }
    guard ranged.count < desk.constants.ranging.limit else {
      desk.note(.tooMany, app.name, "ranging")
      return desk.fail("ranging", "rangingFailure", to: app.name)
    }
    ranged.append(beacon)
  }

  /// Delivers a ranging report, if the app still ranges the constraint and is authorized.
  func admit(_ report: RangingReport, to app: AppSession, _ desk: inout DeskContext) {
    guard ranged.contains(report.constraint) else {
      return desk.note(.notRequested, app.name, "ranging")
    }
    guard app.phase.runs else { return desk.note(.notRunning, app.name, "ranging") }
    guard isAllowed(app, desk.policy) else { return desk.note(.notInUse, app.name, "ranging") }
    desk.tell(.ranging(report), to: app.name)
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
    !app.authorization.isReduced && app.permission(.ranging, policy) == .told
  }
}

extension BeaconConstraint {
  /// True if a minor number comes with a major one.
  var isWellFormed: Bool { minor == nil || major != nil }
}
