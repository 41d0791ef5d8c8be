import Kernel
import Observations

// What apps call: authorization, settings, tasks; the rest goes to the files for each service.

extension SessionDesk {
  mutating func take(
    _ call: AppCall, of index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    switch call.name {
    case .requestWhenInUseAuthorization, .requestAlwaysAuthorization,
      .requestTemporaryFullAccuracy:
      ask(call, index, at: time, into: &events)
    case .setActivityType, .setPausesAutomatically, .setAllowsBackgroundUpdates,
      .setShowsBackgroundIndicator, .setDesiredAccuracy, .setDistanceFilter:
      set(call, index, at: time, into: &events)
    case .startUpdatingLocation: startUpdating(index, at: time, into: &events)
    case .stopUpdatingLocation: stopUpdating(index, at: time, into: &events)
    case .requestLocation: requestLocation(index, at: time, into: &events)
    case .allowDeferredUpdates: deferUpdates(call, index, at: time, into: &events)
    case .disallowDeferredUpdates: stopDeferring(index, at: time, into: &events)
    case .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits:
      monitor(call, index, at: time, into: &events)
    case .startMonitoringRegion: monitorRegion(call, index, at: time, into: &events)
    case .scheduleLocationNotification: schedule(call, index, at: time, into: &events)
    case .stopMonitoringRegion: stopRegion(call, index, at: time)
    case .requestRegionState: askState(call, index, at: time, into: &events)
    case .startRangingBeacons, .stopRangingBeacons, .startAdvertisingBeacon,
      .stopAdvertisingBeacon:
      range(call, index, at: time, into: &events)
    case .startActivityUpdates, .stopActivityUpdates, .queryActivity, .startPedometerUpdates,
      .stopPedometerUpdates, .queryPedometer, .startPedometerEvents, .stopPedometerEvents:
      takeMotion(call, index, at: time, into: &events)
    case .startIndoorSource, .stopIndoorSource: setIndoor(call, index, at: time, into: &events)
    case .startWayfinding, .stopWayfinding: guide(call, index, at: time, into: &events)
    case .beginBackgroundTask:
      apps[index].work.tasks.begin(
        end: time + taskSpan, isForeground: apps[index].phase == .foreground)
    case .endBackgroundTask:
      if !apps[index].work.tasks.end() { note(.notStarted, index, call.name.rawValue, at: time) }
    }
  }

  mutating func fail(
    _ index: Int, _ service: String, _ code: String, into events: inout [ServiceEvent]
  ) {
    tell(index, .failure(ServiceFailure(service: service, code: code)), into: &events)
  }

  private mutating func ask(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let isForeground = apps[index].phase == .foreground
    let declaration = apps[index].declaration
    guard areServicesOn else { return note(.notAuthorized, index, call.name.rawValue, at: time) }
    let outcome: AppAuthorization.Outcome
    if call.name == .requestTemporaryFullAccuracy {
      outcome = apps[index].authorization.askFullAccuracy(
        purpose: call.option ?? call.identifier, declaration, isForeground: isForeground, at: time)
      if case .ignored(let rule) = outcome, rule != .alreadyGranted {
        fail(
          index, "authorization", rule == .notAuthorized ? "denied" : "promptDeclined",
          into: &events)
      }
    } else {
      outcome = apps[index].authorization.ask(
        always: call.name == .requestAlwaysAuthorization, declaration, isForeground: isForeground,
        rules, at: time)
    }
    heed(outcome, index, call.name.rawValue, time)
  }

  private mutating func set(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    var settings = apps[index].work.settings
    switch call.name {
    case .setActivityType:
      guard let type = SessionActivityType(rawValue: call.option ?? "") else {
        return note(.malformed, index, call.name.rawValue, at: time)
      }
      settings.activityType = type
    case .setPausesAutomatically: settings.pausesAutomatically = call.isOn ?? true
    case .setShowsBackgroundIndicator: settings.showsIndicator = call.isOn ?? true
    case .setAllowsBackgroundUpdates:
      settings.allowsBackground = call.isOn ?? true
      // The device throws an exception at an app that doesn't declare the mode (header).
      if settings.allowsBackground, !apps[index].declaration.hasBackgroundMode {
        settings.allowsBackground = false
        fail(index, "location", "missingBackgroundMode", into: &events)
      }
    case .setDesiredAccuracy:
      guard let accuracy = DesiredAccuracy(call) else {
        return note(.malformed, index, call.name.rawValue, at: time)
      }
      settings.accuracy = accuracy
    case .setDistanceFilter:
      guard let metres = call.distanceMetres, !metres.isNaN else {
        return note(.malformed, index, call.name.rawValue, at: time)
      }
      // The constant for no filter is -1.
      settings.distanceFilter = max(0, metres)
    default: break
    }
    apps[index].work.settings = settings
    if apps[index].delivery.deferral != nil, let code = deferralObstacle(index) {
      finishDeferral(index, code, at: time, into: &events)
    }
  }

  /// Lets an app start or stop an indoor source, whose own part says how that goes on.
  private mutating func setIndoor(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let status = apps[index].work.indoorSource
    let isOn = status == .starting || status == .started
    if call.name == .startIndoorSource {
      guard !isOn else { return note(.alreadyRunning, index, call.name.rawValue, at: time) }
      guard permission(.locationUpdates, index) != .refused else {
        apps[index].work.indoorSource = .failedToStart
        return tell(index, .dataSource(.failedToStart), into: &events)
      }
      apps[index].work.indoorSource = .starting
      tell(index, .dataSource(.starting), into: &events)
    } else {
      guard isOn else { return note(.notStarted, index, call.name.rawValue, at: time) }
      apps[index].work.indoorSource = .stopped
      tell(index, .dataSource(.stopping), into: &events)
      tell(index, .dataSource(.stopped), into: &events)
    }
  }
}
