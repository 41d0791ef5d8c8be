public import Kernel
import Observations

/// Session of an app: lifecycle, authorization, settings and location updates.
public struct AppSession: Hashable, Sendable {
  /// Execution state of an app.
  public enum Phase: String, Hashable, CaseIterable, Sendable {
    case absent, suspended, background, foreground

    /// True if its code can run.
    public var runs: Bool { self == .background || self == .foreground }
  }

  /// Settings of its location manager; lost with the app.
  public struct Settings: Hashable, Sendable {
    /// Desired accuracy; the best by default (header).
    public var accuracy = DesiredAccuracy.best
    /// Distance filter, in m; 0 for none.
    public var distanceFilter = 0.0
    public var activityType = SessionActivityType.other
    /// True if auto-pause is allowed; the default (header).
    public var pausesAutomatically = true
    /// True if it requests locations in the background.
    public var allowsBackground = false
    /// True if it requests the pill in spite of always authorization.
    public var showsIndicator = false
  }

  /// State of continuous updates; lost with the app.
  public struct Updates: Hashable, Sendable {
    /// True if the app has started updates, and true if these are paused.
    public internal(set) var isOn = false
    public internal(set) var isPaused = false
    /// True if positioning continues during the pause, as on sports computers, which resume by
    /// themselves.
    public internal(set) var isFollowed = false
    /// Time of the start call.
    public internal(set) var since = SimTime.distantPast
    /// True if the app was in use at the start call, so that updates may continue in the background.
    public internal(set) var startedInUse = false

    /// True if updates run or may resume by themselves, so that positioning must run.
    public var needsPosition: Bool { isOn && (!isPaused || isFollowed) }
  }

  public let name: String
  /// True for the implicit app of a run without apps.
  public let isImplicit: Bool
  public let declaration: AppDeclaration
  public internal(set) var phase = Phase.absent
  /// True if the user has killed the app and not opened it since.
  public internal(set) var wasKilledByUser = false
  public internal(set) var authorization: AppAuthorization
  public internal(set) var settings = Settings()
  /// Continuous updates.
  public internal(set) var updates = Updates()
  /// Time of the last delivered location.
  public private(set) var lastUse: SimTime?

  /// True if a lifecycle event was received; without, the app counts as running.
  var hasLife = false
  /// Time until which the app is in use after it left the foreground.
  var graceEnd: SimTime?
  /// Last authorization reported to the app.
  private var reported: AuthorizationEvent?

  init(_ name: String, _ declaration: AppDeclaration, isImplicit: Bool = false) {
    self.name = name
    self.declaration = declaration
    self.isImplicit = isImplicit
    authorization =
      isImplicit
      ? AppAuthorization(grant: .always, motion: .authorized)
      : AppAuthorization(
        isRestricted: declaration.isRestricted, grant: declaration.grant,
        motion: declaration.motion)
  }

  /// Ends the app: its settings and requests are lost.
  mutating func end() {
    phase = .absent
    settings = Settings()
    updates = Updates()
    graceEnd = nil
    reported = nil
    authorization.withdrawPrompts()
  }

  // MARK: - Present permissions

  // These are evaluated for every location on a session that is being mutated: as one-line properties,
  // none of them copies it.

  /// True if updates may continue in the background, with the indicator.
  ///
  /// They must have started in use, and the app must have requested and declared background updates.
  @inline(__always)
  var holdsSession: Bool {
    updates.needsPosition && updates.startedInUse && settings.allowsBackground
      && declaration.hasBackgroundMode
  }

  /// In-use state.
  @inline(__always)
  var use: AppUse {
    if phase == .foreground { return .foreground }
    if phase == .background, holdsSession, authorization.grant.isGiven { return .backgroundSession }
    if graceEnd != nil, phase != .absent { return .grace }
    return declaration.hasComplication && !wasKilledByUser ? .complication : .notInUse
  }

  /// Returns the permission for a service.
  @inline(__always)
  func permission(
    _ service: LocationService, _ policy: DevicePolicy
  ) -> ServiceTable.Permission {
    guard policy.areServicesOn, policy.rules.has(service) else { return .refused }
    return ServiceTable.permission(
      service, authorization.grant, use, policy.rules.generation)
  }

  /// True if the user or the device denies location.
  func isDenied(_ policy: DevicePolicy) -> Bool {
    !policy.areServicesOn || authorization.grant == .denied || authorization.grant == .restricted
  }

  /// True if a service is denied, and not merely undetermined.
  func isRefused(_ service: LocationService, _ policy: DevicePolicy) -> Bool {
    isDenied(policy)
      || authorization.grant != .undetermined && permission(service, policy) == .refused
  }

  /// True if locations are reduced, by the user's choice or the app's.
  @inline(__always)
  var isReduced: Bool {
    !authorization.isPrecise && !authorization.isPreciseForOnce || settings.accuracy == .reduced
  }

  /// Time to handle a message.
  var handling: SimDuration { .seconds(declaration.handlingSeconds) }

  /// Returns the last known location, at the accuracy that the app is authorized for.
  func known(_ place: KnownPosition) -> LocationFix? { isReduced ? place.reduced : place.exact }

  /// True if the app receives live motion: only while it runs, without later delivery, since it can
  /// query the history (header).
  var receivesMotion: Bool { phase.runs && authorization.motion == .authorized }

  // MARK: - Authorization

  /// Requests location authorization, or temporary full accuracy.
  mutating func ask(_ call: AppCall, _ manager: inout ManagerContext) {
    let isForeground = phase == .foreground
    guard manager.policy.areServicesOn else {
      return manager.note(.notAuthorized, name, call.name.rawValue)
    }
    let outcome: AppAuthorization.Outcome
    if call.name == .requestTemporaryFullAccuracy {
      outcome = authorization.askFullAccuracy(
        purpose: call.option ?? call.identifier, declaration, isForeground: isForeground,
        at: manager.time)
      if case .ignored(let rule) = outcome, rule != .alreadyGranted {
        manager.fail(
          "authorization", rule == .notAuthorized ? "denied" : "promptDeclined", to: name)
      }
    } else {
      outcome = authorization.ask(
        always: call.name == .requestAlwaysAuthorization, declaration, isForeground: isForeground,
        manager.policy.rules, at: manager.time)
    }
    manager.heed(outcome, name, call.name.rawValue)
  }

  /// True if the first use of locations shows a prompt, as on a Mac.
  func asksByItself(_ policy: DevicePolicy) -> Bool {
    policy.rules.isAlwaysOnceAllowed && policy.areServicesOn
      && authorization.grant == .undetermined
  }

  /// True if the authorization was reported since the app's start.
  var knowsWhatItMay: Bool { reported != nil }

  /// Reports the authorization to a running app, if it has changed; returns true if it was lost.
  mutating func reportAuthorization(_ manager: inout ManagerContext) -> Bool {
    let now = authorization.event(areServicesOn: manager.policy.areServicesOn)
    guard phase.runs, reported != now, !isImplicit else { return false }
    let isLost = reported?.status != now.status && now.status == .denied
    reported = now
    manager.publish(.authorization(now), to: name)
    return isLost
  }

  // MARK: - Locations

  /// Delivers one or more locations, at the accuracy that the app is authorized for now.
  mutating func reportLocation(_ output: Output, _ manager: inout ManagerContext) {
    guard let output = permitted(output, manager.place.reduced) else {
      return manager.note(.reducedAccuracy, name, "location")
    }
    manager.publish(output, to: name)
    noteUse(&manager)
  }

  /// Records a use of location, for the indicator and the settings.
  mutating func noteUse(_ manager: inout ManagerContext) {
    guard !isImplicit else { return }
    lastUse = manager.time
    manager.indicator.noteUse(at: manager.time)
  }

  /// Reduces a location found, held or deferred with full accuracy, if only reduced accuracy is
  /// authorized now.
  private func permitted(_ output: Output, _ reduced: LocationFix?) -> Output? {
    guard authorization.isReduced else { return output }
    if case .location(let fix) = output, let reduced, fix.coordinate == reduced.coordinate,
      fix.horizontalAccuracyMetres == reduced.horizontalAccuracyMetres
    {
      return output
    }
    return reduced.map(Output.location)
  }
}
