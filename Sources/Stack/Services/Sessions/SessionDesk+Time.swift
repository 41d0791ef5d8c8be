import Kernel
import Observations

// What is due, and what follows from what has changed.

extension SessionDesk {
  private var quiet: SimDuration { .seconds(constants.prompt.quiet) }

  /// Does what is due up to now.
  mutating func expire(at time: SimTime, into events: inout [ServiceEvent]) {
    guard let nextWake, nextWake <= time else { return }
    isTimerStale = true
    if let due = quietEnd, due <= time { showPrompts(at: time) }
    for index in apps.indices {
      if let end = apps[index].graceEnd, end <= time {
        apps[index].graceEnd = nil
        isDirty = true
      }
      let ended = apps[index].work.tasks.expire(at: time)
      if ended > 0, apps[index].phase.runs {
        fail(index, "backgroundTask", "expired", into: &events)
      }
      guard apps[index].phase.runs else { continue }
      if let answer = apps[index].delivery.request?.expire(at: time) {
        finishRequest(index, answer, at: time, into: &events)
      }
      if let deferral = apps[index].delivery.deferral, deferral.deadline <= time {
        finishDeferral(index, "finished", at: time, into: &events)
      }
      if let end = handlingEnd(index), end <= time { flush(index, at: time, into: &events) }
    }
  }

  /// When an app that is busy can take what waits for it.
  private func handlingEnd(_ index: Int) -> SimTime? {
    guard !apps[index].delivery.waiting.isEmpty, apps[index].phase.runs, !isDeferring(index)
    else { return nil }
    return apps[index].delivery.busyUntil
  }

  /// When the user will have left the phone alone for long enough to be asked.
  private var quietEnd: SimTime? {
    guard isScreenOn else { return nil }
    for index in apps.indices
    where apps[index].authorization.awaitsQuiet && apps[index].authorization.prompt == nil {
      return lastStir + quiet
    }
    return nil
  }

  private mutating func showPrompts(at time: SimTime) {
    for index in apps.indices where apps[index].authorization.awaitsQuiet {
      if apps[index].authorization.showPromptInQuiet(at: time) {
        note(.prompted, index, "upgrade", at: time)
        // One question at a time; the next waits for another quiet moment.
        lastStir = time
        return
      }
    }
  }

  /// Draws the consequences of what has happened, does what is due at once, and sets the timer.
  mutating func settle(at time: SimTime, into events: inout [ServiceEvent]) {
    settleOnce(at: time, into: &events)
    // A deferral that is over when it begins, a task of no length: few, and each is over when done.
    while let nextWake, nextWake <= time {
      expire(at: time, into: &events)
      settleOnce(at: time, into: &events)
    }
  }

  private mutating func settleOnce(at time: SimTime, into events: inout [ServiceEvent]) {
    if isDirty {
      for index in apps.indices { settle(index, at: time, into: &events) }
      rebuildDemand()
      isDirty = false
      isTimerStale = true
    }
    showIndicator(at: time, into: &events)
    if isTimerStale {
      appsWake = nextOfApps()
      isTimerStale = false
    }
    nextWake = lamp.nextWake.map { min($0, appsWake ?? .distantFuture) } ?? appsWake
  }

  /// When something is due for an app.
  private func nextOfApps() -> SimTime? {
    var next = quietEnd
    func consider(_ due: SimTime?) {
      if let due, due < next ?? .distantFuture { next = due }
    }
    for index in apps.indices {
      consider(apps[index].graceEnd)
      consider(apps[index].work.tasks.deadline)
      guard apps[index].phase.runs else { continue }
      consider(apps[index].delivery.request?.deadline)
      consider(apps[index].delivery.deferral?.deadline)
      consider(handlingEnd(index))
    }
    return next
  }

  /// What follows for one app.
  private mutating func settle(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    if !use(index).isInUse, apps[index].authorization.lapse() {
      note(.lapsed, index, "authorization", at: time)
    }
    tellAuthorization(index, into: &events)
    releaseHeld(index, at: time, into: &events)
    if !isDeferring(index) { flush(index, at: time, into: &events) }
  }

  /// Tells an app that runs what it may, when that isn't what it was told.
  mutating func tellAuthorization(_ index: Int, into events: inout [ServiceEvent]) {
    let now = apps[index].authorization.event(areServicesOn: areServicesOn)
    guard apps[index].phase.runs, apps[index].told != now, !apps[index].isImplicit else { return }
    let isLost = apps[index].told?.status != now.status && now.status == .denied
    apps[index].told = now
    tell(index, .authorization(now), into: &events)
    if isLost, apps[index].work.isUpdating || apps[index].delivery.request != nil {
      apps[index].delivery.request = nil
      fail(index, "location", "denied", into: &events)
    }
  }

  /// Tells what was held once the user has said always, and drops it once he has said otherwise.
  private mutating func releaseHeld(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard !apps[index].authorization.held.isEmpty else {
      _ = apps[index].authorization.releaseHeld()
      return
    }
    let age = SimDuration.seconds(constants.held.age)
    if apps[index].authorization.dropHeld(olderThan: age, at: time) > 0 {
      note(.tooOld, index, "held", at: time)
    }
    for held in apps[index].authorization.releaseHeld() {
      let isKept = apps[index].authorization.grant == .always && isStillWatched(held.output, index)
      note(isKept ? .released : .dropped, index, "held", at: time)
      guard isKept else { continue }
      let service: LocationService =
        switch held.output {
        case .region: .regions
        case .visit: .visits
        default: .significantChanges
        }
      tellMonitored(index, service, held.output, "held", at: time, into: &events)
    }
  }

  /// Whether an app still wants what was held for it.
  private func isStillWatched(_ output: Output, _ index: Int) -> Bool {
    switch output {
    case .region(let event):
      apps[index].monitors.contains { !$0.isNotification && $0.identifier == event.identifier }
    case .visit: apps[index].watchesVisits
    default: apps[index].changes != nil
    }
  }

  private mutating func showIndicator(at time: SimTime, into events: inout [ServiceEvent]) {
    let new = lamp.update(
      isUsed: lampUse.isUsed, isPill: lampUse.isPill, isFenced: lampUse.isFenced, at: time)
    if let new {
      events.append(ServiceEvent(app: ServiceEvent.phone, output: .indicator(new)))
    }
  }
}
