public import Kernel
public import Observations

// Where a fix goes.

extension SessionDesk {
  /// Takes a fix of positioning, and gives it to whom it concerns.
  ///
  /// A fix that makes no sense is counted and forgotten, and so is one older than the last, unless
  /// the clock was set back.
  ///
  /// - Parameters:
  ///   - fix: Where the phone is.
  ///   - time: The time now.
  ///   - events: What apps are told.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    let back = cached.map { $0.time - fix.time } ?? .zero
    guard GroundSpan.isValid(fix), back <= .zero || back > .seconds(constants.delivery.clockJump)
    else {
      badFixCount += 1
      return settle(at: time, into: &events)
    }
    cached = fix
    let isNewReduced = reduced.receive(fix, at: time)
    guard areServicesOn else { return settle(at: time, into: &events) }
    for index in apps.indices {
      let wantsAny =
        apps[index].work.isUpdating || apps[index].delivery.request != nil
        || apps[index].changes != nil
      guard wantsAny else { continue }
      if isReduced(index) {
        if let blurred = reduced.current {
          give(index, blurred, isNew: isNewReduced, at: time, into: &events)
        }
      } else {
        give(index, fix, isNew: true, at: time, into: &events)
      }
    }
    settle(at: time, into: &events)
  }

  private mutating func give(
    _ index: Int, _ fix: LocationFix, isNew: Bool, at time: SimTime,
    into events: inout [ServiceEvent]
  ) {
    let before = events.count
    if apps[index].delivery.request != nil {
      offerToRequest(index, fix, at: time, into: &events)
    }
    if apps[index].work.isUpdating, isNew || apps[index].delivery.last == nil {
      offerToUpdates(index, fix, at: time, into: &events)
    }
    if apps[index].changes != nil {
      // One message is enough for an app that was just told the same.
      if events.count > before {
        _ = apps[index].changes?.receive(fix, at: time)
      } else if isNew {
        offerToChanges(index, fix, at: time, into: &events)
      }
    }
  }

  /// Gives a fix to continuous updates.
  private mutating func offerToUpdates(
    _ index: Int, _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard !apps[index].work.isPaused else { return withhold(.paused, index, at: time) }
    guard permission(.locationUpdates, index) == .told else {
      return withhold(.notInUse, index, at: time)
    }
    let isDeferring = isDeferring(index)
    let readiness: LocationDelivery.Readiness =
      if isDeferring {
        .deferring
      } else if apps[index].phase.runs || use(index) == .complication {
        .ready
      } else {
        .asleep
      }
    guard apps[index].phase != .absent else { return }
    apps[index].lastWithheld = nil
    // What is put off is put off whole: a filter forbids putting off.
    let told = apps[index].delivery.receive(
      fix, distance: apps[index].work.settings.distanceFilter, readiness,
      handling: handling(index), at: time)
    if let told { tellLocation(index, told, at: time, into: &events) }
    if apps[index].declaration.handlingSeconds > 0 { isTimerStale = true }
    guard apps[index].delivery.deferral != nil else { return }
    let isReached = apps[index].delivery.deferral?.receive(fix) ?? false
    if apps[index].phase.runs, isReached || isDeferring && apps[index].delivery.isFull {
      finishDeferral(index, "finished", at: time, into: &events)
    }
  }

  /// Gives a fix to a single request.
  mutating func offerToRequest(
    _ index: Int, _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard apps[index].phase.runs, permission(.singleLocation, index) == .told else { return }
    // Whoever may have only kilometres needs nothing better.
    let answer =
      isReduced(index) ? .location(fix) : apps[index].delivery.request?.receive(fix)
    if let answer { finishRequest(index, answer, at: time, into: &events) }
  }

  mutating func finishRequest(
    _ index: Int, _ answer: SingleRequest.Answer, at time: SimTime,
    into events: inout [ServiceEvent]
  ) {
    apps[index].delivery.request = nil
    isDirty = true
    // What was found in time is of no use to an app that was left, or refused, meanwhile.
    if case .location(let fix) = answer, permission(.singleLocation, index) == .told {
      tellLocation(index, .location(fix), at: time, into: &events)
    } else {
      fail(index, "location", "locationUnknown", into: &events)
    }
  }

  /// Gives a fix to significant changes.
  mutating func offerToChanges(
    _ index: Int, _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard permission(.significantChanges, index) != .refused,
      apps[index].changes?.receive(fix, at: time) ?? false
    else { return }
    tellMonitored(index, .significantChanges, .location(fix), "changes", at: time, into: &events)
  }

  mutating func tellLocation(
    _ index: Int, _ output: Output, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard let output = permitted(output, index) else {
      return note(.reducedAccuracy, index, "location", at: time)
    }
    tell(index, output, into: &events)
    guard !apps[index].isImplicit else { return }
    apps[index].lastUse = time
    lamp.noteUse(at: time)
  }

  /// What was found, held or put off while the app had the full accuracy, as it may be told now.
  private func permitted(_ output: Output, _ index: Int) -> Output? {
    guard apps[index].authorization.isReduced else { return output }
    if case .location(let fix) = output, let blurred = reduced.current,
      fix.coordinate == blurred.coordinate,
      fix.horizontalAccuracyMetres == blurred.horizontalAccuracyMetres
    {
      return output
    }
    return reduced.current.map(Output.location)
  }

  /// Hands over what waits for an app, or drops it if the app may no longer have it.
  mutating func flush(_ index: Int, at time: SimTime, into events: inout [ServiceEvent]) {
    guard !apps[index].delivery.waiting.isEmpty, apps[index].phase.runs else { return }
    guard permission(.locationUpdates, index) == .told, apps[index].work.isUpdating else {
      note(.dropped, index, "location", at: time)
      return apps[index].delivery.dropWaiting()
    }
    let output = apps[index].delivery.flush(handling: handling(index), at: time)
    if let output { tellLocation(index, output, at: time, into: &events) }
  }

  /// Notes why fixes don't reach an app: once, not for each of them.
  private mutating func withhold(_ rule: DeskNote.Rule, _ index: Int, at time: SimTime) {
    guard apps[index].lastWithheld != rule else { return }
    apps[index].lastWithheld = rule
    note(rule, index, "location", at: time)
  }
}
