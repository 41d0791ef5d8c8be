import Kernel
import Observations

// Continuous updates, single locations, deferred updates.

extension SessionDesk {
  mutating func startUpdating(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard rules.has(.locationUpdates) else {
      note(.unavailable, index, "location", at: time)
      return fail(index, "location", "unavailable", into: &events)
    }
    // The two exclude each other; the later call wins (header).
    apps[index].delivery.request = nil
    if apps[index].work.isUpdating, !apps[index].work.isPaused {
      return note(.alreadyRunning, index, "location", at: time)
    }
    let wasPaused = apps[index].work.isPaused
    let startsInUse =
      apps[index].phase == .foreground
      || use(index).isInUse && permission(.backgroundStart, index) == .told
    apps[index].work.isUpdating = true
    apps[index].work.isPaused = false
    apps[index].work.since = time
    apps[index].work.startedInUse = startsInUse || wasPaused && apps[index].work.startedInUse
    if isDenied(index) { return fail(index, "location", "denied", into: &events) }
    tellCached(index, at: time, into: &events)
  }

  /// Tells the last known location at once, as the first of continuous updates may be.
  private mutating func tellCached(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard var fix = known(for: index), permission(.locationUpdates, index) == .told,
      time - fix.time <= .seconds(constants.delivery.cachedAge), fix.time <= time
    else { return }
    apps[index].delivery.note(fix)
    fix.source = .cached
    tellLocation(index, .location(fix), at: time, into: &events)
  }

  /// The last known location, as well as the app may know it.
  func known(for index: Int) -> LocationFix? {
    isReduced(index) ? reduced.current : cached
  }

  mutating func stopUpdating(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let hadRequest = apps[index].delivery.request != nil
    apps[index].delivery.request = nil
    guard apps[index].work.isUpdating else {
      if !hadRequest { note(.notStarted, index, "location", at: time) }
      return
    }
    // Whoever stops is told nothing more of the place, not even what was put off.
    apps[index].work.isUpdating = false
    apps[index].work.isPaused = false
    apps[index].work.startedInUse = false
    if apps[index].delivery.deferral != nil {
      finishDeferral(index, "deferredCanceled", at: time, into: &events)
    }
    apps[index].delivery.stop()
  }

  mutating func requestLocation(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    if isDenied(index) { return fail(index, "location", "denied", into: &events) }
    if apps[index].work.isUpdating {
      return note(.busyWithUpdates, index, "request", at: time)
    }
    if apps[index].delivery.request != nil {
      return note(.alreadyRunning, index, "request", at: time)
    }
    apps[index].delivery.request = SingleRequest(
      apps[index].work.settings.accuracy, constants.request, at: time)
    guard let fix = known(for: index) else { return }
    if isReduced(index) || time - fix.time <= .seconds(constants.request.freshAge) {
      offerToRequest(index, fix, at: time, into: &events)
    }
  }

  // MARK: - Deferred updates

  mutating func deferUpdates(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    // Each call is answered exactly once, so a second one ends the first.
    if apps[index].delivery.deferral != nil {
      finishDeferral(index, "deferredCanceled", at: time, into: &events)
    }
    if let code = deferralObstacle(index) {
      return fail(index, "deferred", code, into: &events)
    }
    apps[index].delivery.request = nil
    apps[index].delivery.deferral = Deferral(
      distance: call.distanceMetres ?? .infinity, deadline: call.to ?? .distantFuture)
  }

  mutating func stopDeferring(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard apps[index].delivery.deferral != nil else {
      return note(.notStarted, index, "deferred", at: time)
    }
    finishDeferral(index, "deferredCanceled", at: time, into: &events)
  }

  /// Why locations can't be put off for an app, in the documented names; nil if they can.
  func deferralObstacle(_ index: Int) -> String? {
    let work = apps[index].work
    if !rules.has(.deferredUpdates) { return "deferredFailed" }
    if !work.isUpdating || work.isPaused { return "deferredNotUpdatingLocation" }
    if work.settings.accuracy.metres > 0 { return "deferredAccuracyTooLow" }
    if work.settings.distanceFilter > 0 { return "deferredDistanceFiltered" }
    return nil
  }

  /// Hands over what was put off, and says why it ends: `finished` when distance or time is
  /// reached.
  mutating func finishDeferral(
    _ index: Int, _ code: String, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    apps[index].delivery.deferral = nil
    isDirty = true
    flush(index, at: time, into: &events)
    fail(index, "deferred", code, into: &events)
  }
}
