import Kernel
import Observations

/// App as a client of the services: its session, and its requests to each service.
struct AppClient: Hashable, Sendable {
  private(set) var session: AppSession
  private var location: AppLocation
  private var monitoring = AppMonitoring()
  private var motion = AppMotion()
  private var beacons = AppBeacons()
  private var guide = AppGuide()
  private var indoorSource = AppIndoorSource()
  private var tasks = BackgroundTasks()

  init(
    _ name: String, _ declaration: AppDeclaration, _ constants: ServiceConstants,
    isImplicit: Bool = false
  ) {
    session = AppSession(name, declaration, isImplicit: isImplicit)
    location = AppLocation(constants)
  }

  /// Creates the implicit app of a run without apps: it has all authorizations, and subscribes to the
  /// best locations, activities and steps.
  static func implicit(_ name: String, _ manager: ManagerContext) -> AppClient {
    var app = AppClient(name, AppDeclaration(), manager.constants, isImplicit: true)
    app.session.phase = .foreground
    app.session.updates = AppSession.Updates(isOn: true, since: manager.time, startedInUse: true)
    app.motion.listen(from: manager.time)
    return app
  }

  /// True while the app waits for the indoor data source to start.
  var startsIndoorSource: Bool { indoorSource.status == .starting }

  // MARK: - Its life

  /// Processes a lifecycle event.
  mutating func change(_ state: AppLifecycle, _ manager: inout ManagerContext) {
    manager.isDirty = true
    session.hasLife = true
    let didRun = session.phase.runs
    switch state {
    case .terminatedByUser, .killedBySystem, .uninstalled: break
    // The app runs again, no matter how it was launched.
    default: session.wasKilledByUser = false
    }
    switch state {
    case .launched, .relaunchedForEvent:
      if session.phase != .absent { end(manager.constants) }
      session.phase = .background
    case .foreground:
      manager.lastStir = manager.time
      session.phase = .foreground
      session.graceEnd = nil
      tasks.leave(end: nil)
      if session.updates.isOn { session.updates.startedInUse = true }
    case .background: leave(&manager)
    case .suspended: session.phase = .suspended
    case .terminatedByUser:
      end(manager.constants)
      session.wasKilledByUser = true
    case .killedBySystem: end(manager.constants)
    case .uninstalled:
      self = AppClient(session.name, session.declaration, manager.constants)
      session.hasLife = true
    }
    if !didRun { motion.resume(for: session, &manager) }
  }

  private mutating func leave(_ manager: inout ManagerContext) {
    if session.phase == .foreground {
      manager.lastStir = manager.time
      session.graceEnd = manager.time + .seconds(manager.constants.inUse.grace)
    }
    if session.phase != .background { tasks.leave(end: manager.time + manager.taskSpan) }
    session.phase = .background
  }

  /// Ends the app: its requests are lost, except for monitoring.
  private mutating func end(_ constants: ServiceConstants) {
    session.end()
    location.end(constants)
    motion = AppMotion()
    beacons = AppBeacons()
    guide = AppGuide()
    indoorSource = AppIndoorSource()
    tasks = BackgroundTasks()
  }

  /// Ends the app at a restart of the phone, which also loses held events.
  mutating func boot(_ constants: ServiceConstants) {
    end(constants)
    session.authorization.loseHeld()
  }

  // MARK: - Calls of the app, and answers of its user

  /// Processes a call, if the app runs.
  mutating func receive(_ call: AppCall, _ manager: inout ManagerContext) {
    // Only running code can call: without lifecycle events, the app counts as in the foreground.
    if !session.hasLife { session.phase = .foreground }
    manager.isDirty = true
    guard session.phase.runs else {
      return manager.note(.notRunning, session.name, call.name.rawValue)
    }
    // The first message to an app is its authorization.
    if !session.knowsWhatItMay { reportAuthorization(&manager) }
    process(call, &manager)
  }

  private mutating func process(_ call: AppCall, _ manager: inout ManagerContext) {
    switch call.name {
    case .requestWhenInUseAuthorization, .requestAlwaysAuthorization,
      .requestTemporaryFullAccuracy:
      session.ask(call, &manager)
    case .setActivityType, .setPausesAutomatically, .setAllowsBackgroundUpdates,
      .setShowsBackgroundIndicator, .setDesiredAccuracy, .setDistanceFilter:
      location.set(call, of: &session, &manager)
    case .startUpdatingLocation: location.startUpdating(&session, &manager)
    case .stopUpdatingLocation: location.stopUpdating(&session, &manager)
    case .requestLocation: location.requestLocation(&session, &manager)
    case .allowDeferredUpdates: location.deferUpdates(call, of: &session, &manager)
    case .disallowDeferredUpdates: location.stopDeferring(&session, &manager)
    case .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits:
      let isStarted = monitoring.process(call, of: session, &manager)
      if isStarted, let fix = session.known(manager.place) { offerToChanges(fix, &manager) }
    case .startMonitoringRegion: monitoring.startRegion(call, of: session, &manager)
    case .scheduleLocationNotification: monitoring.schedule(call, of: session, &manager)
    case .stopMonitoringRegion: monitoring.stopRegion(call, of: session, &manager)
    case .requestRegionState: monitoring.askState(call, of: session, &manager)
    case .startRangingBeacons, .stopRangingBeacons, .startAdvertisingBeacon,
      .stopAdvertisingBeacon:
      beacons.process(call, of: session, &manager)
    case .startActivityUpdates, .stopActivityUpdates, .queryActivity, .startPedometerUpdates,
      .stopPedometerUpdates, .queryPedometer, .startPedometerEvents, .stopPedometerEvents:
      motion.process(call, of: &session, &manager)
    case .startIndoorSource, .stopIndoorSource:
      indoorSource.process(call, of: session, &manager)
      indoorSource.lead(&location, of: &session, &manager)
    case .startWayfinding, .stopWayfinding: guide.process(call, of: session, &manager)
    case .geocodeAddress, .reverseGeocodeLocation, .queryLevels:
      AppPlaces.process(call, of: session, &manager)
    case .beginBackgroundTask:
      tasks.begin(
        end: manager.time + manager.taskSpan, isForeground: session.phase == .foreground)
    case .endBackgroundTask:
      if !tasks.end() { manager.note(.notStarted, session.name, call.name.rawValue) }
    }
  }

  /// Processes the user's answer to a prompt.
  mutating func answer(_ action: UserAction, _ manager: inout ManagerContext) {
    let outcome = session.authorization.answer(action, manager.policy.rules, at: manager.time)
    manager.heed(outcome, session.name, action.rawValue)
    motion.takeWaitingCalls(of: &session, &manager)
  }

  /// Processes a change in the settings.
  mutating func set(_ action: UserAction, _ manager: inout ManagerContext) {
    let outcome = session.authorization.set(action, manager.policy.rules)
    manager.heed(outcome, session.name, action.rawValue)
    motion.takeWaitingCalls(of: &session, &manager)
  }

  /// True if a prompt waits until the user is idle.
  var awaitsQuiet: Bool { session.authorization.awaitsQuiet }

  /// Shows a prompt that waited for an idle user; returns false if there is none.
  mutating func showPromptInQuiet(_ manager: inout ManagerContext) -> Bool {
    guard session.authorization.showPromptInQuiet(at: manager.time) else { return false }
    manager.note(.prompted, session.name, "upgrade")
    return true
  }

  private mutating func reportAuthorization(_ manager: inout ManagerContext) {
    guard session.reportAuthorization(&manager), session.updates.isOn || location.request != nil
    else { return }
    location.request = nil
    manager.fail("location", "denied", to: session.name)
  }

  // MARK: - Timers

  /// Processes timeouts.
  mutating func expire(_ manager: inout ManagerContext) {
    if let end = session.graceEnd, end <= manager.time {
      session.graceEnd = nil
      manager.isDirty = true
    }
    let ended = tasks.expire(at: manager.time)
    if ended > 0, session.phase.runs { manager.fail("backgroundTask", "expired", to: session.name) }
    if session.phase.runs { location.expire(for: &session, &manager) }
  }

  /// Next timeout.
  var due: SimTime? {
    SimTime.earliest(
      session.graceEnd, tasks.deadline, session.phase.runs ? location.due(for: session) : nil)
  }

  /// Updates authorization, held events and queues after a change.
  mutating func update(_ manager: inout ManagerContext) {
    if !session.use.isInUse, session.authorization.lapse() {
      manager.note(.lapsed, session.name, "authorization")
    }
    reportAuthorization(&manager)
    releaseHeld(&manager)
    if !location.isDeferring(session) { location.flush(to: &session, &manager) }
  }

  // MARK: - Sensor results

  /// Delivers a fix, at the accuracy that the app is authorized for.
  mutating func receive(_ fix: LocationFix, isNewReduced: Bool, _ manager: inout ManagerContext) {
    guard session.updates.isOn || location.request != nil || monitoring.monitorsChanges else {
      return
    }
    if !session.isReduced {
      give(fix, isNew: true, &manager)
    } else if let reduced = manager.place.reduced {
      give(reduced, isNew: isNewReduced, &manager)
    }
  }

  private mutating func give(_ fix: LocationFix, isNew: Bool, _ manager: inout ManagerContext) {
    let before = manager.events.count
    location.receive(fix, isNew: isNew, for: &session, &manager)
    guard monitoring.monitorsChanges else { return }
    // An app that has just received the fix needs no second message.
    if manager.events.count > before {
      _ = monitoring.isChange(fix, at: manager.time)
    } else if isNew {
      offerToChanges(fix, &manager)
    }
  }

  /// Passes a fix to significant-change monitoring.
  private mutating func offerToChanges(_ fix: LocationFix, _ manager: inout ManagerContext) {
    guard session.permission(.significantChanges, manager.policy) != .refused,
      monitoring.isChange(fix, at: manager.time)
    else { return }
    reportMonitored(.significantChanges, .location(fix), "changes", &manager)
  }

  func receive(_ report: ActivityReport, _ manager: inout ManagerContext) {
    motion.receive(report, for: session, &manager)
  }

  func receive(
    _ record: PedometerRecord, _ manager: inout ManagerContext, since: (SimTime) -> PedometerRecord
  ) {
    motion.receive(record, for: session, &manager, since: since)
  }

  func receive(_ event: PedometerEvent, _ manager: inout ManagerContext) {
    motion.receive(event, for: session, &manager)
  }

  /// Delivers, holds or drops an event of another component.
  mutating func admit(_ output: Output, _ manager: inout ManagerContext) {
    switch output {
    case .region(let event): admit(event, &manager)
    case .visit:
      guard monitoring.monitorsVisits else {
        return manager.note(.notRequested, session.name, "visit")
      }
      reportMonitored(.visits, output, "visit", &manager)
    case .ranging(let report): beacons.admit(report, to: session, &manager)
    case .notification(let event):
      // The phone shows it; the app is not informed (WWDC19-705).
      guard monitoring.notifies(event.identifier), manager.policy.areServicesOn,
        session.authorization.grant.isGiven, !session.authorization.isReduced
      else {
        return manager.note(.notRequested, session.name, "notification " + event.identifier)
      }
      manager.publish(output, to: session.name)
    case .pause(let event): location.admit(event, to: &session, &manager)
    case .wayfinding(let event): guide.admit(event, to: &session, &manager)
    case .dataSource(let status):
      indoorSource.admit(status, to: session, &manager)
      indoorSource.lead(&location, of: &session, &manager)
    default: manager.note(.dropped, session.name, "unexpected")
    }
  }

  private mutating func admit(_ event: RegionEvent, _ manager: inout ManagerContext) {
    let about = "region " + event.identifier
    guard let known = monitoring.region(event.identifier) else {
      return manager.note(.notRequested, session.name, about)
    }
    guard !session.authorization.isReduced else {
      return manager.note(.reducedAccuracy, session.name, about)
    }
    switch event.kind {
    case .entered where known.notifiesOnEntry, .exited where known.notifiesOnExit:
      return reportMonitored(.regions, .region(event), about, &manager)
    case .entered, .exited: return
    case .stateInside, .stateOutside, .stateUnknown:
      // States go to running subscribers; they launch no app.
      guard session.permission(.regions, manager.policy) == .reported else {
        return manager.note(.notInUse, session.name, about)
      }
    case .monitoringStarted, .monitoringFailed: break
    }
    guard session.phase.runs else { return manager.note(.notRunning, session.name, about) }
    manager.publish(.region(event), to: session.name)
  }

  /// Delivers an event that may launch the app, or holds or drops it.
  private mutating func reportMonitored(
    _ service: LocationService, _ output: Output, _ about: String, _ manager: inout ManagerContext
  ) {
    switch session.permission(service, manager.policy) {
    case .refused: return manager.note(.notAuthorized, session.name, about)
    case .silent where session.authorization.grant == .provisionalAlways:
      return hold(output, about, &manager)
    case .silent: return manager.note(.notInUse, session.name, about)
    case .reported: break
    }
    if !session.phase.runs {
      guard !session.wasKilledByUser else {
        return manager.note(.killedByUser, session.name, about)
      }
      guard manager.policy.rules.launchesApps, session.authorization.grant == .always else {
        return manager.note(.notRunning, session.name, about)
      }
    }
    guard case .location(let fix) = output else { return manager.publish(output, to: session.name) }
    // Continuous updates take it as delivered.
    if session.updates.isOn { location.delivery.note(fix) }
    session.reportLocation(output, &manager)
  }

  // MARK: - Events held for the user's answer

  private mutating func hold(_ output: Output, _ about: String, _ manager: inout ManagerContext) {
    guard !session.wasKilledByUser else { return manager.note(.killedByUser, session.name, about) }
    manager.isDirty = true
    if session.authorization.hold(output, at: manager.time) {
      manager.note(.displaced, session.name, about)
    }
    manager.note(.held, session.name, about)
  }

  /// Delivers held events once the user has chosen always; drops them after another choice.
  private mutating func releaseHeld(_ manager: inout ManagerContext) {
    guard !session.authorization.held.isEmpty else {
      _ = session.authorization.releaseHeld()
      return
    }
    let age = SimDuration.seconds(manager.constants.held.age)
    if session.authorization.dropHeld(olderThan: age, at: manager.time) > 0 {
      manager.note(.tooOld, session.name, "held")
    }
    for held in session.authorization.releaseHeld() {
      let isKept = session.authorization.grant == .always && monitoring.monitors(held.output)
      manager.note(isKept ? .released : .dropped, session.name, "held")
      guard isKept else { continue }
      let service: LocationService =
        switch held.output {
        case .region: .regions
        case .visit: .visits
        default: .significantChanges
        }
      reportMonitored(service, held.output, "held", &manager)
    }
  }

  // MARK: - Demand

  /// Adds the app's needs to the demand.
  ///
  /// - Returns: True if the app takes locations now, and true if it defers them.
  func add(to demand: inout Demand, _ policy: DevicePolicy) -> (takes: Bool, defers: Bool) {
    let takes = location.add(to: &demand, for: session, policy)
    monitoring.add(to: &demand, for: session, policy)
    if session.phase.runs {
      beacons.add(to: &demand, for: session, policy)
      motion.add(to: &demand, for: session)
      guide.add(to: &demand, for: session, policy)
      indoorSource.add(to: &demand, for: session, policy)
    }
    return (takes, takes && location.isDeferring(session) && location.request == nil)
  }
}

extension ManagerContext {
  /// Time limit of background tasks.
  fileprivate var taskSpan: SimDuration {
    let background = constants.background
    return .seconds(
      policy.rules.generation == .twelve ? background.taskTwelve : background.taskThirteen)
  }
}
