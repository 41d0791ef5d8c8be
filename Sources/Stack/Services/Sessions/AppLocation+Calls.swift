import Kernel
import Observations

// Settings, continuous updates, single location requests, deferred updates.

extension AppLocation {
  mutating func set(_ call: AppCall, of app: inout AppSession, _ manager: inout ManagerContext) {
    switch call.name {
    case .setActivityType:
      guard let type = SessionActivityType(rawValue: call.option ?? "") else {
        return manager.note(.malformed, app.name, call.name.rawValue)
      }
      app.settings.activityType = type
    case .setPausesAutomatically: app.settings.pausesAutomatically = call.isOn ?? true
    case .setShowsBackgroundIndicator: app.settings.showsIndicator = call.isOn ?? true
    case .setAllowsBackgroundUpdates:
      app.settings.allowsBackground = call.isOn ?? true
      // The device throws an exception if the app doesn't declare the background mode (header).
      if app.settings.allowsBackground, !app.declaration.hasBackgroundMode {
        app.settings.allowsBackground = false
        manager.fail("location", "missingBackgroundMode", to: app.name)
      }
    case .setDesiredAccuracy:
      guard let accuracy = DesiredAccuracy(call) else {
        return manager.note(.malformed, app.name, call.name.rawValue)
      }
      app.settings.accuracy = accuracy
    case .setDistanceFilter:
      guard let metres = call.distanceMetres, !metres.isNaN else {
        return manager.note(.malformed, app.name, call.name.rawValue)
      }
      // The constant for no filter is -1.
      app.settings.distanceFilter = max(0, metres)
    default: break
    }
    if deferral != nil, let code = deferralObstacle(app, manager.policy) {
      finishDeferral(code, for: &app, &manager)
    }
  }

  mutating func startUpdating(_ app: inout AppSession, _ manager: inout ManagerContext) {
    guard manager.policy.rules.has(.locationUpdates) else {
      manager.note(.unavailable, app.name, "location")
      return manager.fail("location", "unavailable", to: app.name)
    }
    // The two exclude each other; the later call wins (header).
    request = nil
    if app.updates.isOn, !app.updates.isPaused {
      return manager.note(.alreadyRunning, app.name, "location")
    }
    let wasPaused = app.updates.isPaused
    let startsInUse =
      app.phase == .foreground
      || app.use.isInUse && app.permission(.backgroundStart, manager.policy) == .reported
    app.updates = AppSession.Updates(
      isOn: true, since: manager.time,
      startedInUse: startsInUse || wasPaused && app.updates.startedInUse)
    if app.asksByItself(manager.policy) {
      return app.ask(AppCall(.requestWhenInUseAuthorization), &manager)
    }
    if app.isDenied(manager.policy) { return manager.fail("location", "denied", to: app.name) }
    reportCached(&app, &manager)
  }

  /// Delivers the last known location at once, as the first of continuous updates.
  private mutating func reportCached(_ app: inout AppSession, _ manager: inout ManagerContext) {
    guard var fix = app.known(manager.place),
      app.permission(.locationUpdates, manager.policy) == .reported,
      manager.time - fix.time <= .seconds(manager.constants.delivery.cachedAge),
      fix.time <= manager.time
    else { return }
    delivery.note(fix)
    fix.source = .cached
    app.reportLocation(.location(fix), &manager)
  }

  mutating func stopUpdating(_ app: inout AppSession, _ manager: inout ManagerContext) {
    let hadRequest = request != nil
    request = nil
    guard app.updates.isOn else {
      if !hadRequest { manager.note(.notStarted, app.name, "location") }
      return
    }
    // A stop call drops everything pending, including deferred locations.
    app.updates.isOn = false
    app.updates.isPaused = false
    app.updates.startedInUse = false
    if deferral != nil { finishDeferral("deferredCanceled", for: &app, &manager) }
    delivery.stop()
  }

  mutating func requestLocation(_ app: inout AppSession, _ manager: inout ManagerContext) {
    if app.isDenied(manager.policy) { return manager.fail("location", "denied", to: app.name) }
    if app.updates.isOn { return manager.note(.busyWithUpdates, app.name, "request") }
    if request != nil { return manager.note(.alreadyRunning, app.name, "request") }
    request = SingleRequest(app.settings.accuracy, manager.constants.request, at: manager.time)
    guard let fix = app.known(manager.place) else { return }
    if app.isReduced || manager.time - fix.time <= .seconds(manager.constants.request.freshAge) {
      offerToRequest(fix, for: &app, &manager)
    }
  }

  /// Pauses updates in the background, or resumes them; other events are rejected.
  ///
  /// Sports computers also pause in the foreground.
  mutating func admit(
    _ event: PauseEvent, to app: inout AppSession, _ manager: inout ManagerContext
  ) {
    let isSport = manager.constants.pauses.isSport
    let isOwed: Bool =
      switch event {
      case .paused:
        app.updates.isOn && !app.updates.isPaused && app.settings.pausesAutomatically
          && (isSport || app.phase != .foreground)
          && app.permission(.locationUpdates, manager.policy) == .reported
      // Without authorization by now, it resumes without a location.
      case .resumed: app.updates.isOn && app.updates.isPaused
      }
    guard isOwed, app.phase.runs else { return manager.note(.notRequested, app.name, "pause") }
    app.updates.isPaused = event == .paused
    app.updates.isFollowed = isSport && event == .paused
    manager.isDirty = true
    if event == .paused, deferral != nil { finishDeferral("deferredCanceled", for: &app, &manager) }
    manager.publish(.pause(event), to: app.name)
  }

  // MARK: - Deferred updates

  mutating func deferUpdates(
    _ call: AppCall, of app: inout AppSession, _ manager: inout ManagerContext
  ) {
    // Each call gets exactly one answer, so a second call ends the first.
    if deferral != nil { finishDeferral("deferredCanceled", for: &app, &manager) }
    if let code = deferralObstacle(app, manager.policy) {
      return manager.fail("deferred", code, to: app.name)
    }
    request = nil
    deferral = Deferral(
      distance: call.distanceMetres ?? .infinity, deadline: call.to ?? .distantFuture)
  }

  mutating func stopDeferring(_ app: inout AppSession, _ manager: inout ManagerContext) {
    guard deferral != nil else { return manager.note(.notStarted, app.name, "deferred") }
    finishDeferral("deferredCanceled", for: &app, &manager)
  }

  /// Returns the documented error code that prevents deferral; nil if there is none.
  private func deferralObstacle(_ app: AppSession, _ policy: DevicePolicy) -> String? {
    if !policy.rules.has(.deferredUpdates) { return "deferredFailed" }
    if !app.updates.isOn || app.updates.isPaused { return "deferredNotUpdatingLocation" }
    if app.settings.accuracy.metres > 0 { return "deferredAccuracyTooLow" }
    if app.settings.distanceFilter > 0 { return "deferredDistanceFiltered" }
    return nil
  }
}
