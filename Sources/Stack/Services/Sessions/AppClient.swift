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
  static func implicit(_ name: String, _ desk: DeskContext) -> AppClient {
    var app = AppClient(name, AppDeclaration(), desk.constants, isImplicit: true)
    app.session.phase = .foreground
    app.session.updates = AppSession.Updates(isOn: true, since: desk.time, startedInUse: true)
    app.motion.listen(from: desk.time)
    return app
  }

  /// True while the app waits for the indoor data source to start.
  var startsIndoorSource: Bool { indoorSource.status == .starting }

  // MARK: - Its life

  /// Processes a lifecycle event.
  mutating func change(_ state: AppLifecycle, _ desk: inout DeskContext) {
    desk.isDirty = true
    session.hasLife = true
    let didRun = session.phase.runs
    switch state {
    case .terminatedByUser, .killedBySystem, .uninstalled: break
    // The app runs again, no matter how it was launched.
    default: session.wasKilledByUser = false
    }
    switch state {
    case .launched, .relaunchedForEvent:
      if session.phase != .absent { end(desk.constants) }
      session.phase = .background
    case .foreground:
      desk.lastStir = desk.time
      session.phase = .foreground
      session.graceEnd = nil
      tasks.leave(end: nil)
      if session.updates.isOn { session.updates.startedInUse = true }
    case .background: leave(&desk)
    case .suspended: session.phase = .suspended
    case .terminatedByUser:
      end(desk.constants)
      session.wasKilledByUser = true
    case .killedBySystem: end(desk.constants)
    case .uninstalled:
      self = AppClient(session.name, session.declaration, desk.constants)
      session.hasLife = true
    }
    if !didRun { motion.resume(for: session, &desk) }
  }

  private mutating func leave(_ desk: inout DeskContext) {
    if session.phase == .foreground {
      desk.lastStir = desk.time
      session.graceEnd = desk.time + .seconds(desk.constants.inUse.grace)
    }
    if session.phase != .background { tasks.leave(end: desk.time + desk.taskSpan) }
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

  // MARK: - What it calls, and its user answers

  /// Processes a call, if the app runs.
  mutating func receive(_ call: AppCall, _ desk: inout DeskContext) {
    // Only running code can call: without lifecycle events, the app counts as in the foreground.
    if !session.hasLife { session.phase = .foreground }
    desk.isDirty = true
    guard session.phase.runs else {
      return desk.note(.notRunning, session.name, call.name.rawValue)
    }
    // The first message to an app is its authorization.
    if !session.knowsWhatItMay { tellAuthorization(&desk) }
    take(call, &desk)
  }

  private mutating func take(_ call: AppCall, _ desk: inout DeskContext) {
    switch call.name {
    case .requestWhenInUseAuthorization, .requestAlwaysAuthorization,
      .requestTemporaryFullAccuracy:
      session.ask(call, &desk)
    case .setActivityType, .setPausesAutomatically, .setAllowsBackgroundUpdates,
      .setShowsBackgroundIndicator, .setDesiredAccuracy, .setDistanceFilter:
      location.set(call, of: &session, &desk)
    case .startUpdatingLocation: location.startUpdating(&session, &desk)
    case .stopUpdatingLocation: location.stopUpdating(&session, &desk)
    case .requestLocation: location.requestLocation(&session, &desk)
    case .allowDeferredUpdates: location.deferUpdates(call, of: &session, &desk)
    case .disallowDeferredUpdates: location.stopDeferring(&session, &desk)
    case .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits:
      let isStarted = monitoring.take(call, of: session, &desk)
      if isStarted, let fix = session.known(desk.place) { offerToChanges(fix, &desk) }
    case .startMonitoringRegion: monitoring.startRegion(call, of: session, &desk)
    case .scheduleLocationNotification: monitoring.schedule(call, of: session, &desk)
    case .stopMonitoringRegion: monitoring.stopRegion(call, of: session, &desk)
    case .requestRegionState: monitoring.askState(call, of: session, &desk)
    case .startRangingBeacons, .stopRangingBeacons, .startAdvertisingBeacon,
      .stopAdvertisingBeacon:
      beacons.take(call, of: session, &desk)
    case .startActivityUpdates, .stopActivityUpdates, .queryActivity, .startPedometerUpdates,
      .stopPedometerUpdates, .queryPedometer, .startPedometerEvents, .stopPedometerEvents:
      motion.take(call, of: &session, &desk)
    case .startIndoorSource, .stopIndoorSource:
      indoorSource.take(call, of: session, &desk)
      indoorSource.lead(&location, of: &session, &desk)
    case .startWayfinding, .stopWayfinding: guide.take(call, of: session, &desk)
    case .geocodeAddress, .reverseGeocodeLocation, .queryLevels:
      AppPlaces.take(call, of: session, &desk)
    case .beginBackgroundTask:
      tasks.begin(
        end: desk.time + desk.taskSpan, isForeground: session.phase == .foreground)
    case .endBackgroundTask:
      if !tasks.end() { desk.note(.notStarted, session.name, call.name.rawValue) }
    }
  }

  /// Processes the user's answer to a prompt.
  mutating func answer(_ action: UserAction, _ desk: inout DeskContext) {
    let outcome = session.authorization.answer(action, desk.policy.rules, at: desk.time)
    desk.heed(outcome, session.name, action.rawValue)
    motion.takeWaitingCalls(of: &session, &desk)
  }

  /// Processes a change in the settings.
  mutating func set(_ action: UserAction, _ desk: inout DeskContext) {
    let outcome = session.authorization.set(action, desk.policy.rules)
    desk.heed(outcome, session.name, action.rawValue)
    motion.takeWaitingCalls(of: &session, &desk)
  }

  /// True if a prompt waits until the user is idle.
  var awaitsQuiet: Bool { session.authorization.awaitsQuiet }

  /// Shows a prompt that waited for an idle user; returns false if there is none.
  mutating func showPromptInQuiet(_ desk: inout DeskContext) -> Bool {
    guard session.authorization.showPromptInQuiet(at: desk.time) else { return false }
    desk.note(.prompted, session.name, "upgrade")
    return true
  }

  private mutating func tellAuthorization(_ desk: inout DeskContext) {
    guard session.tellAuthorization(&desk), session.updates.isOn || location.request != nil
    else { return }
    location.request = nil
    desk.fail("location", "denied", to: session.name)
  }

  // MARK: - What time brings

  /// Processes timeouts.
  mutating func expire(_ desk: inout DeskContext) {
    if let end = session.graceEnd, end <= desk.time {
      session.graceEnd = nil
      desk.isDirty = true
    }
    let ended = tasks.expire(at: desk.time)
    if ended > 0, session.phase.runs { desk.fail("backgroundTask", "expired", to: session.name) }
    if session.phase.runs { location.expire(for: &session, &desk) }
  }

  /// Next timeout.
  var due: SimTime? {
    SimTime.earliest(
      session.graceEnd, tasks.deadline, session.phase.runs ? location.due(for: session) : nil)
  }

  /// Updates authorization, held events and queues after a change.
  mutating func settle(_ desk: inout DeskContext) {
    if !session.use.isInUse, session.authorization.lapse() {
      desk.note(.lapsed, session.name, "authorization")
    }
    tellAuthorization(&desk)
    releaseHeld(&desk)
    if !location.isDeferring(session) { location.flush(to: &session, &desk) }
  }

  // MARK: - What is found

  /// Delivers a fix, at the accuracy that the app is authorized for.
  mutating func receive(_ fix: LocationFix, isNewReduced: Bool, _ desk: inout DeskContext) {
    guard session.updates.isOn || location.request != nil || monitoring.watchesChanges else {
      return
    }
    if !session.isReduced {
      give(fix, isNew: true, &desk)
    } else if let reduced = desk.place.reduced {
      give(reduced, isNew: isNewReduced, &desk)
    }
  }

  private mutating func give(_ fix: LocationFix, isNew: Bool, _ desk: inout DeskContext) {
    let before = desk.events.count
    location.receive(fix, isNew: isNew, for: &session, &desk)
    guard monitoring.watchesChanges else { return }
    // An app that has just received the fix needs no second message.
    if desk.events.count > before {
      _ = monitoring.isChange(fix, at: desk.time)
    } else if isNew {
      offerToChanges(fix, &desk)
    }
  }

  /// Passes a fix to significant-change monitoring.
  private mutating func offerToChanges(_ fix: LocationFix, _ desk: inout DeskContext) {
    guard session.permission(.significantChanges, desk.policy) != .refused,
      monitoring.isChange(fix, at: desk.time)
    else { return }
    tellMonitored(.significantChanges, .location(fix), "changes", &desk)
  }

  func receive(_ report: ActivityReport, _ desk: inout DeskContext) {
    motion.receive(report, for: session, &desk)
  }

  func receive(
    _ record: PedometerRecord, _ desk: inout DeskContext, since: (SimTime) -> PedometerRecord
  ) {
    motion.receive(record, for: session, &desk, since: since)
  }

  func receive(_ event: PedometerEvent, _ desk: inout DeskContext) {
    motion.receive(event, for: session, &desk)
  }

  /// Delivers, holds or drops an event of another component.
  mutating func admit(_ output: Output, _ desk: inout DeskContext) {
    switch output {
    case .region(let event): admit(event, &desk)
    case .visit:
      guard monitoring.watchesVisits else {
        return desk.note(.notRequested, session.name, "visit")
      }
      tellMonitored(.visits, output, "visit", &desk)
    case .ranging(let report): beacons.admit(report, to: session, &desk)
    case .notification(let event):
      // The phone shows it; the app is not informed (WWDC19-705).
      guard monitoring.notifies(event.identifier), desk.policy.areServicesOn,
        session.authorization.grant.isGiven, !session.authorization.isReduced
      else {
        return desk.note(.notRequested, session.name, "notification " + event.identifier)
      }
      desk.tell(output, to: session.name)
    case .pause(let event): location.admit(event, to: &session, &desk)
    case .wayfinding(let event): guide.admit(event, to: &session, &desk)
    case .dataSource(let status):
      indoorSource.admit(status, to: session, &desk)
      indoorSource.lead(&location, of: &session, &desk)
    default: desk.note(.dropped, session.name, "unexpected")
    }
  }

  private mutating func admit(_ event: RegionEvent, _ desk: inout DeskContext) {
    let about = "region " + event.identifier
    guard let known = monitoring.region(event.identifier) else {
      return desk.note(.notRequested, session.name, about)
    }
    guard !session.authorization.isReduced else {
      return desk.note(.reducedAccuracy, session.name, about)
    }
    switch event.kind {
    case .entered where known.notifiesOnEntry, .exited where known.notifiesOnExit:
      return tellMonitored(.regions, .region(event), about, &desk)
    case .entered, .exited: return
    case .stateInside, .stateOutside, .stateUnknown:
      // States go to running subscribers; they launch no app.
      guard session.permission(.regions, desk.policy) == .told else {
        return desk.note(.notInUse, session.name, about)
      }
    case .monitoringStarted, .monitoringFailed: break
    }
    guard session.phase.runs else { return desk.note(.notRunning, session.name, about) }
    desk.tell(.region(event), to: session.name)
  }

  /// Delivers an event that may launch the app, or holds or drops it.
  private mutating func tellMonitored(
    _ service: LocationService, _ output: Output, _ about: String, _ desk: inout DeskContext
  ) {
    switch session.permission(service, desk.policy) {
    case .refused: return desk.note(.notAuthorized, session.name, about)
    case .silent where session.authorization.grant == .provisionalAlways:
      return hold(output, about, &desk)
    case .silent: return desk.note(.notInUse, session.name, about)
    case .told: break
    }
    if !session.phase.runs {
      guard !session.wasKilledByUser else {
        return desk.note(.killedByUser, session.name, about)
      }
      guard desk.policy.rules.launchesApps, session.authorization.grant == .always else {
        return desk.note(.notRunning, session.name, about)
      }
    }
    guard case .location(let fix) = output else { return desk.tell(output, to: session.name) }
    // Continuous updates take it as delivered.
    if session.updates.isOn { location.delivery.note(fix) }
    session.tellLocation(output, &desk)
  }

  // MARK: - What is held for the user's answer

  private mutating func hold(_ output: Output, _ about: String, _ desk: inout DeskContext) {
    guard !session.wasKilledByUser else { return desk.note(.killedByUser, session.name, about) }
    desk.isDirty = true
    if session.authorization.hold(output, at: desk.time) {
      desk.note(.displaced, session.name, about)
    }
    desk.note(.held, session.name, about)
  }

  /// Delivers held events once the user has chosen always; drops them after another choice.
  private mutating func releaseHeld(_ desk: inout DeskContext) {
    guard !session.authorization.held.isEmpty else {
      _ = session.authorization.releaseHeld()
      return
    }
    let age = SimDuration.seconds(desk.constants.held.age)
    if session.authorization.dropHeld(olderThan: age, at: desk.time) > 0 {
      desk.note(.tooOld, session.name, "held")
    }
    for held in session.authorization.releaseHeld() {
      let isKept = session.authorization.grant == .always && monitoring.watches(held.output)
      desk.note(isKept ? .released : .dropped, session.name, "held")
      guard isKept else { continue }
      let service: LocationService =
        switch held.output {
        case .region: .regions
        case .visit: .visits
        default: .significantChanges
        }
      tellMonitored(service, held.output, "held", &desk)
    }
  }

  // MARK: - What it needs

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

extension DeskContext {
  /// Time limit of background tasks.
  fileprivate var taskSpan: SimDuration {
    let background = constants.background
    return .seconds(
      policy.rules.generation == .twelve ? background.taskTwelve : background.taskThirteen)
  }
}
