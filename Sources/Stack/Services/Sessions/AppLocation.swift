import Kernel
import Observations

/// Location requests and pending deliveries of an app; end with the app.
struct AppLocation: Hashable, Sendable {
  /// Delivery state of continuous updates.
  var delivery: LocationDelivery
  /// Open single location request.
  var request: SingleRequest?
  /// Open deferral.
  var deferral: Deferral?
  /// Last rule that withheld a location, so that it is logged once.
  private var lastWithheld: ManagerLogEntry.Rule?

  init(_ constants: ServiceConstants) {
    delivery = LocationDelivery(constants)
  }

  /// Resets everything but the logging state when the app ends.
  mutating func end(_ constants: ServiceConstants) {
    delivery = LocationDelivery(constants)
    (request, deferral) = (nil, nil)
  }

  /// True if locations are deferred, which applies in the background only.
  func isDeferring(_ app: AppSession) -> Bool { deferral != nil && app.phase != .foreground }

  // MARK: - New fixes

  /// Passes a fix to the single request and to continuous updates.
  ///
  /// - Parameters:
  ///   - fix: Location at the accuracy that the app is authorized for.
  ///   - isNew: False for a reduced location that was delivered before.
  ///   - app: The app.
  ///   - manager: Context that takes the output.
  mutating func receive(
    _ fix: LocationFix, isNew: Bool, for app: inout AppSession, _ manager: inout ManagerContext
  ) {
    if request != nil { offerToRequest(fix, for: &app, &manager) }
    if app.updates.isOn, isNew || delivery.last == nil { offerToUpdates(fix, for: &app, &manager) }
  }

  private mutating func offerToUpdates(
    _ fix: LocationFix, for app: inout AppSession, _ manager: inout ManagerContext
  ) {
    guard !app.updates.isPaused else { return withhold(.paused, app.name, &manager) }
    guard app.permission(.locationUpdates, manager.policy) == .reported else {
      return withhold(.notInUse, app.name, &manager)
    }
    let isDeferring = deferral != nil && app.phase != .foreground
    let readiness: LocationDelivery.Readiness =
      if isDeferring {
        .deferring
      } else if app.phase.runs || app.use == .complication {
        .ready
      } else {
        .asleep
      }
    guard app.phase != .absent else { return }
    lastWithheld = nil
    // Deferral excludes a distance filter, so all fixes are deferred.
    let reported = delivery.receive(
      fix, distance: app.settings.distanceFilter, readiness, handling: app.handling,
      at: manager.time)
    if let reported { app.reportLocation(reported, &manager) }
    if app.declaration.handlingSeconds > 0 { manager.isTimerStale = true }
    guard deferral != nil else { return }
    let isReached = deferral?.receive(fix) ?? false
    if app.phase.runs, isReached || isDeferring && delivery.isFull {
      finishDeferral("finished", for: &app, &manager)
    }
  }

  /// Passes a fix to the single request.
  mutating func offerToRequest(
    _ fix: LocationFix, for app: inout AppSession, _ manager: inout ManagerContext
  ) {
    guard app.phase.runs, app.permission(.singleLocation, manager.policy) == .reported else {
      return
    }
    // With reduced accuracy, waiting for a better fix has no benefit.
    let answer = app.isReduced ? .location(fix) : request?.receive(fix)
    if let answer { finishRequest(answer, for: &app, &manager) }
  }

  private mutating func finishRequest(
    _ answer: SingleRequest.RequestResult, for app: inout AppSession,
    _ manager: inout ManagerContext
  ) {
    request = nil
    manager.isDirty = true
    // The app may have lost its authorization in the meantime.
    if case .location(let fix) = answer,
      app.permission(.singleLocation, manager.policy) == .reported
    {
      app.reportLocation(.location(fix), &manager)
    } else {
      manager.fail("location", "locationUnknown", to: app.name)
    }
  }

  /// Logs the reason why fixes are withheld, once per reason.
  private mutating func withhold(
    _ rule: ManagerLogEntry.Rule, _ app: String, _ manager: inout ManagerContext
  ) {
    guard lastWithheld != rule else { return }
    lastWithheld = rule
    manager.note(rule, app, "location")
  }

  // MARK: - Pending deliveries

  /// Delivers the app's queue, or drops it if the app is no longer authorized.
  mutating func flush(to app: inout AppSession, _ manager: inout ManagerContext) {
    guard !delivery.waiting.isEmpty, app.phase.runs else { return }
    guard app.permission(.locationUpdates, manager.policy) == .reported, app.updates.isOn else {
      manager.note(.dropped, app.name, "location")
      return delivery.dropWaiting()
    }
    let output = delivery.flush(handling: app.handling, at: manager.time)
    if let output { app.reportLocation(output, &manager) }
  }

  /// Delivers deferred locations and reports the end of the deferral: `finished` at the distance or
  /// deadline.
  mutating func finishDeferral(
    _ code: String, for app: inout AppSession, _ manager: inout ManagerContext
  ) {
    deferral = nil
    manager.isDirty = true
    flush(to: &app, &manager)
    manager.fail("deferred", code, to: app.name)
  }

  /// Returns the time at which a busy app can receive its queue.
  private func handlingEnd(_ app: AppSession) -> SimTime? {
    guard !delivery.waiting.isEmpty, app.phase.runs, !isDeferring(app) else { return nil }
    return delivery.busyUntil
  }

  /// Processes timeouts of a running app.
  mutating func expire(for app: inout AppSession, _ manager: inout ManagerContext) {
    if let answer = request?.expire(at: manager.time) { finishRequest(answer, for: &app, &manager) }
    if let deferral, deferral.deadline <= manager.time {
      finishDeferral("finished", for: &app, &manager)
    }
    if let end = handlingEnd(app), end <= manager.time { flush(to: &app, &manager) }
  }

  /// Returns the next timeout of a running app.
  func due(for app: AppSession) -> SimTime? {
    SimTime.earliest(request?.deadline, deferral?.deadline, handlingEnd(app))
  }

  // MARK: - Demand

  /// Adds the app's location needs to the demand; returns true if it takes locations now.
  func add(to demand: inout Demand, for app: AppSession, _ policy: DevicePolicy) -> Bool {
    let settings = app.settings
    if app.updates.isOn {
      demand.tracking.append(
        Demand.Tracking(
          app: app.name, since: app.updates.since, activityType: settings.activityType,
          pausesAutomatically: settings.pausesAutomatically,
          isForeground: app.phase == .foreground, isPaused: app.updates.isPaused))
    }
    let isUpdating =
      app.updates.needsPosition && app.permission(.locationUpdates, policy) == .reported
      && (app.phase.runs || app.use == .complication && app.phase != .absent)
    let isRequesting =
      request != nil && app.phase.runs && app.permission(.singleLocation, policy) == .reported
    guard isUpdating || isRequesting else { return false }
    let accuracy = app.authorization.isReduced ? DesiredAccuracy.reduced : settings.accuracy
    demand.accuracy = demand.accuracy?.better(accuracy) ?? accuracy
    let navigates =
      settings.activityType == .automotiveNavigation || settings.activityType == .otherNavigation
    if isUpdating, accuracy == .bestForNavigation || navigates && accuracy == .best {
      demand.isNavigation = true
    }
    if app.phase != .foreground { demand.hasBackground = true }
    if app.use.isInUse, accuracy.metres == 0, settings.activityType != .fitness {
      demand.allowsIndoor = true
    }
    demand.add("location", by: app)
    return true
  }
}
