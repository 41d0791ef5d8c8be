public import Kernel
import Observations

// What other parts have to tell, and whether the app may hear it.

extension SessionDesk {
  /// Takes what another part has to tell an app: of regions, beacons, visits, pauses, ways, an
  /// indoor source.
  ///
  /// It is told, held for the user's answer, or dropped; a note says why. Locations, activities and
  /// steps don't come this way.
  ///
  /// - Parameters:
  ///   - event: What is to be told to whom.
  ///   - time: The time now.
  ///   - events: What apps are told.
  public mutating func admit(
    _ event: ServiceEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    if let index = apps.firstIndex(where: { $0.name == event.app }) {
      admit(event.output, index, at: time, into: &events)
    }
    settle(at: time, into: &events)
  }

  private mutating func admit(
    _ output: Output, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    switch output {
    case .region(let event): admit(event, index, at: time, into: &events)
    case .visit:
      guard apps[index].watchesVisits else { return note(.notRequested, index, "visit", at: time) }
      tellMonitored(index, .visits, output, "visit", at: time, into: &events)
    case .ranging(let report):
      guard apps[index].work.ranged.contains(report.constraint) else {
        return note(.notRequested, index, "ranging", at: time)
      }
      guard apps[index].phase.runs else { return note(.notRunning, index, "ranging", at: time) }
      guard !apps[index].authorization.isReduced, permission(.ranging, index) == .told else {
        return note(.notInUse, index, "ranging", at: time)
      }
      tell(index, output, into: &events)
    case .notification(let event):
      // The phone shows it; the app learns nothing (WWDC19-705).
      let isKnown = apps[index].monitors.contains {
        $0.isNotification && $0.identifier == event.identifier
      }
      let grant = apps[index].authorization.grant
      guard isKnown, areServicesOn, grant.isGiven, !apps[index].authorization.isReduced else {
        return note(.notRequested, index, "notification " + event.identifier, at: time)
      }
      tell(index, output, into: &events)
    case .pause(let event): admit(event, index, at: time, into: &events)
    case .wayfinding(let event): admit(event, index, at: time, into: &events)
    case .dataSource(let status): admit(status, index, at: time, into: &events)
    default: note(.dropped, index, "unexpected", at: time)
    }
  }

  private mutating func admit(
    _ event: RegionEvent, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let about = "region " + event.identifier
    let known = apps[index].monitors.first {
      !$0.isNotification && $0.identifier == event.identifier
    }
    guard let known else { return note(.notRequested, index, about, at: time) }
    guard !apps[index].authorization.isReduced else {
      return note(.reducedAccuracy, index, about, at: time)
    }
    switch event.kind {
    case .entered where known.notifiesOnEntry, .exited where known.notifiesOnExit:
      tellMonitored(index, .regions, .region(event), about, at: time, into: &events)
    case .entered, .exited: break
    case .stateInside, .stateOutside, .stateUnknown:
      // States are told to who listens; they wake nobody.
      guard permission(.regions, index) == .told else {
        return note(.notInUse, index, about, at: time)
      }
      guard apps[index].phase.runs else { return note(.notRunning, index, about, at: time) }
      tell(index, .region(event), into: &events)
    case .monitoringStarted, .monitoringFailed:
      guard apps[index].phase.runs else { return note(.notRunning, index, about, at: time) }
      tell(index, .region(event), into: &events)
    }
  }

  /// Pauses a session in the background, or resumes it; anything else makes no sense.
  private mutating func admit(
    _ event: PauseEvent, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let work = apps[index].work
    let isOwed: Bool =
      switch event {
      case .paused:
        work.isUpdating && !work.isPaused && work.settings.pausesAutomatically
          && apps[index].phase != .foreground && permission(.locationUpdates, index) == .told
      // Where the user took the location away meanwhile, it resumes without a location.
      case .resumed: work.isUpdating && work.isPaused
      }
    guard isOwed, apps[index].phase.runs else {
      return note(.notRequested, index, "pause", at: time)
    }
    apps[index].work.isPaused = event == .paused
    isDirty = true
    if event == .paused, apps[index].delivery.deferral != nil {
      finishDeferral(index, "deferredCanceled", at: time, into: &events)
    }
    tell(index, .pause(event), into: &events)
  }

  /// Follows an indoor source for the apps that started one.
  private mutating func admit(
    _ status: DataSourceStatus, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let now = apps[index].work.indoorSource
    let isNext: Bool =
      switch status {
      case .starting: false
      case .started, .failedToStart: now == .starting
      case .stopping: now == .starting || now == .started
      case .stopped: now != .stopped && now != .failedToStart
      }
    guard isNext, apps[index].phase.runs else {
      return note(.notRequested, index, "indoor", at: time)
    }
    apps[index].work.indoorSource = status
    isDirty = true
    tell(index, .dataSource(status), into: &events)
  }

  /// Tells an app something that may start it: now, after the user's answer, or never.
  mutating func tellMonitored(
    _ index: Int, _ service: LocationService, _ output: Output, _ about: String,
    at time: SimTime, into events: inout [ServiceEvent]
  ) {
    switch permission(service, index) {
    case .refused: return note(.notAuthorized, index, about, at: time)
    case .silent where apps[index].authorization.grant == .provisionalAlways:
      guard !apps[index].wasKilledByUser else {
        return note(.killedByUser, index, about, at: time)
      }
      isDirty = true
      if apps[index].authorization.hold(output, at: time) {
        note(.displaced, index, about, at: time)
      }
      return note(.held, index, about, at: time)
    case .silent: return note(.notInUse, index, about, at: time)
    case .told: break
    }
    if !apps[index].phase.runs {
      guard !apps[index].wasKilledByUser else {
        return note(.killedByUser, index, about, at: time)
      }
      guard rules.launchesApps, apps[index].authorization.grant == .always else {
        return note(.notRunning, index, about, at: time)
      }
    }
    if case .location(let fix) = output {
      // Continuous updates that go on count it as told.
      if apps[index].work.isUpdating { apps[index].delivery.note(fix) }
      return tellLocation(index, output, at: time, into: &events)
    }
    tell(index, output, into: &events)
  }
}
