import Kernel
import Observations

/// What an app has called for of locations, and what of them is on its way to it; lost with the app.
struct AppLocation: Hashable, Sendable {
  /// Where its continuous updates stand.
  var delivery: LocationDelivery
  /// A single location asked for.
  var request: SingleRequest?
  /// What defers its locations.
  var deferral: Deferral?
  /// The last rule that kept something from it, so that it is noted once.
  private var lastWithheld: DeskNote.Rule?

  init(_ constants: ServiceConstants) {
    delivery = LocationDelivery(constants)
  }

  /// Forgets all but why locations were kept from the app: it has ended.
  mutating func end(_ constants: ServiceConstants) {
    delivery = LocationDelivery(constants)
    (request, deferral) = (nil, nil)
  }

  /// Whether locations are deferred: only where nobody looks.
  func isDeferring(_ app: AppSession) -> Bool { deferral != nil && app.phase != .foreground }

  // MARK: - A fix comes

  /// Gives a fix to a single request and to continuous updates.
  ///
  /// - Parameters:
  ///   - fix: Where the phone is, as well as the app may know it.
  ///   - isNew: Whether it isn't the blurred one told before.
  ///   - app: The app.
  ///   - desk: Where to tell it.
  mutating func receive(
    _ fix: LocationFix, isNew: Bool, for app: inout AppSession, _ desk: inout DeskContext
  ) {
    if request != nil { offerToRequest(fix, for: &app, &desk) }
    if app.updates.isOn, isNew || delivery.last == nil { offerToUpdates(fix, for: &app, &desk) }
  }

  private mutating func offerToUpdates(
    _ fix: LocationFix, for app: inout AppSession, _ desk: inout DeskContext
  ) {
    guard !app.updates.isPaused else { return withhold(.paused, app.name, &desk) }
    guard app.permission(.locationUpdates, desk.policy) == .told else {
      return withhold(.notInUse, app.name, &desk)
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
    // What is deferred is deferred whole: a filter forbids it.
    let told = delivery.receive(
      fix, distance: app.settings.distanceFilter, readiness, handling: app.handling, at: desk.time)
    if let told { app.tellLocation(told, &desk) }
    if app.declaration.handlingSeconds > 0 { desk.isTimerStale = true }
    guard deferral != nil else { return }
    let isReached = deferral?.receive(fix) ?? false
    if app.phase.runs, isReached || isDeferring && delivery.isFull {
      finishDeferral("finished", for: &app, &desk)
    }
  }

  /// Gives a fix to a single request.
  mutating func offerToRequest(
    _ fix: LocationFix, for app: inout AppSession, _ desk: inout DeskContext
  ) {
    guard app.phase.runs, app.permission(.singleLocation, desk.policy) == .told else { return }
    // Whoever may have only kilometres needs nothing better.
    let answer = app.isReduced ? .location(fix) : request?.receive(fix)
    if let answer { finishRequest(answer, for: &app, &desk) }
  }

  private mutating func finishRequest(
    _ answer: SingleRequest.Answer, for app: inout AppSession, _ desk: inout DeskContext
  ) {
    request = nil
    desk.isDirty = true
    // What was found in time is of no use to an app that was left, or refused, meanwhile.
    if case .location(let fix) = answer, app.permission(.singleLocation, desk.policy) == .told {
      app.tellLocation(.location(fix), &desk)
    } else {
      desk.fail("location", "locationUnknown", to: app.name)
    }
  }

  /// Notes why fixes don't reach an app: once, not for each of them.
  private mutating func withhold(
    _ rule: DeskNote.Rule, _ app: String, _ desk: inout DeskContext
  ) {
    guard lastWithheld != rule else { return }
    lastWithheld = rule
    desk.note(rule, app, "location")
  }

  // MARK: - What waits

  /// Hands over what waits for an app, or drops it if the app may no longer have it.
  mutating func flush(to app: inout AppSession, _ desk: inout DeskContext) {
    guard !delivery.waiting.isEmpty, app.phase.runs else { return }
    guard app.permission(.locationUpdates, desk.policy) == .told, app.updates.isOn else {
      desk.note(.dropped, app.name, "location")
      return delivery.dropWaiting()
    }
    let output = delivery.flush(handling: app.handling, at: desk.time)
    if let output { app.tellLocation(output, &desk) }
  }

  /// Delivers what was deferred, and says why it ends: `finished` when distance or time is
  /// reached.
  mutating func finishDeferral(
    _ code: String, for app: inout AppSession, _ desk: inout DeskContext
  ) {
    deferral = nil
    desk.isDirty = true
    flush(to: &app, &desk)
    desk.fail("deferred", code, to: app.name)
  }

  /// When an app that is busy can take what waits for it.
  private func handlingEnd(_ app: AppSession) -> SimTime? {
    guard !delivery.waiting.isEmpty, app.phase.runs, !isDeferring(app) else { return nil }
    return delivery.busyUntil
  }

  /// Does what is due for an app that runs.
  mutating func expire(for app: inout AppSession, _ desk: inout DeskContext) {
    if let answer = request?.expire(at: desk.time) { finishRequest(answer, for: &app, &desk) }
    if let deferral, deferral.deadline <= desk.time {
      finishDeferral("finished", for: &app, &desk)
    }
    if let end = handlingEnd(app), end <= desk.time { flush(to: &app, &desk) }
  }

  /// When something is due for an app that runs.
  func due(for app: AppSession) -> SimTime? {
    SimTime.earliest(request?.deadline, deferral?.deadline, handlingEnd(app))
  }

  // MARK: - What it needs

  /// Adds what an app takes of the location to what the phone must do.
  ///
  /// - Returns: Whether it takes any now.
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
      app.updates.needsPlace && app.permission(.locationUpdates, policy) == .told
      && (app.phase.runs || app.use == .complication && app.phase != .absent)
    let isRequesting =
      request != nil && app.phase.runs && app.permission(.singleLocation, policy) == .told
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
