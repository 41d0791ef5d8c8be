public import Kernel
import Observations

/// An app as the services see it: its life, its authorization, and what it takes of the location.
public struct AppSession: Hashable, Sendable {
  /// Whether and how an app runs.
  public enum Phase: String, Hashable, CaseIterable, Sendable {
    case absent, suspended, background, foreground

    /// Whether its code can run.
    public var runs: Bool { self == .background || self == .foreground }
  }

  /// What it set on its location manager; lost with the app.
  public struct Settings: Hashable, Sendable {
    /// How well it wants to know; the best unless told (header).
    public var accuracy = DesiredAccuracy.best
    /// How far it must move to be told again, in m; 0 for not at all.
    public var distanceFilter = 0.0
    /// What it says it does.
    public var activityType = SessionActivityType.other
    /// Whether it lets itself be paused; yes unless told (header).
    public var pausesAutomatically = true
    /// Whether it wants locations in the background.
    public var allowsBackground = false
    /// Whether it wants the pill shown though it has always.
    public var showsIndicator = false
  }

  /// Its continuous updates; lost with the app.
  public struct Updates: Hashable, Sendable {
    /// Whether it called for them, and whether these are paused.
    public internal(set) var isOn = false
    public internal(set) var isPaused = false
    /// Whether the place is followed through the pause, as sports computers do to go on by themselves.
    public internal(set) var isFollowed = false
    /// When it called for them.
    public internal(set) var since = SimTime.distantPast
    /// Whether it did so while in use, so that they may go on in the background.
    public internal(set) var startedInUse = false

    /// Whether they run, or would at the next step: somebody must know the place.
    public var needsPlace: Bool { isOn && (!isPaused || isFollowed) }
  }

  /// What it is called.
  public let name: String
  /// Whether it only stands for whoever watches a run without apps.
  public let isImplicit: Bool
  /// What it declares.
  public let declaration: AppDeclaration
  /// Whether and how it runs.
  public internal(set) var phase = Phase.absent
  /// Whether the user has ended it and not opened it since.
  public internal(set) var wasKilledByUser = false
  /// What it may have.
  public internal(set) var authorization: AppAuthorization
  /// What it set.
  public internal(set) var settings = Settings()
  /// Its continuous updates.
  public internal(set) var updates = Updates()
  /// When it was last given a location.
  public private(set) var lastUse: SimTime?

  /// Whether its life was ever told, so that it is known when it doesn't run.
  var hasLife = false
  /// Until when it is in use though it was left.
  var graceEnd: SimTime?
  /// What it was last told that it may.
  private var told: AuthorizationEvent?

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

  /// Ends it: what it had set and called for is gone.
  mutating func end() {
    phase = .absent
    settings = Settings()
    updates = Updates()
    graceEnd = nil
    told = nil
    authorization.withdrawPrompts()
  }

  // MARK: - What it may have now

  // These are asked for every location, through a session that is being changed: in a line each, none of
  // them makes a copy of it.

  /// Whether its updates may go on in the background, under the indicator.
  ///
  /// They must have begun while in use, and the app must have asked and declared that they do.
  @inline(__always)
  var holdsSession: Bool {
    updates.needsPlace && updates.startedInUse && settings.allowsBackground
      && declaration.hasBackgroundMode
  }

  /// In which sense it is in use.
  @inline(__always)
  var use: AppUse {
    if phase == .foreground { return .foreground }
    if phase == .background, holdsSession, authorization.grant.isGiven { return .backgroundSession }
    if graceEnd != nil, phase != .absent { return .grace }
    return declaration.hasComplication && !wasKilledByUser ? .complication : .notInUse
  }

  /// What it gets of a service.
  @inline(__always)
  func permission(
    _ service: LocationService, _ policy: DevicePolicy
  ) -> ServiceTable.Permission {
    guard policy.areServicesOn, policy.rules.has(service) else { return .refused }
    return ServiceTable.permission(
      service, authorization.grant, use, policy.rules.generation)
  }

  /// Whether the user, or the device, has said no.
  func isDenied(_ policy: DevicePolicy) -> Bool {
    !policy.areServicesOn || authorization.grant == .denied || authorization.grant == .restricted
  }

  /// Whether a service is refused, and not merely undecided.
  func isRefused(_ service: LocationService, _ policy: DevicePolicy) -> Bool {
    isDenied(policy)
      || authorization.grant != .undetermined && permission(service, policy) == .refused
  }

  /// Whether it is given blurred locations, by its user's will or its own.
  @inline(__always)
  var isReduced: Bool {
    !authorization.isPrecise && !authorization.isPreciseForOnce || settings.accuracy == .reduced
  }

  /// How long it takes to handle a message.
  var handling: SimDuration { .seconds(declaration.handlingSeconds) }

  /// The last known location, as well as it may know it.
  func known(_ place: KnownPlace) -> LocationFix? { isReduced ? place.reduced : place.exact }

  /// Whether it is told of motion live: never while it is asleep, nor afterwards, as it can ask the
  /// history (header).
  var hearsMotion: Bool { phase.runs && authorization.motion == .authorized }

  // MARK: - Authorization

  /// Asks the user for the location, or for its full accuracy.
  mutating func ask(_ call: AppCall, _ desk: inout DeskContext) {
    let isForeground = phase == .foreground
    guard desk.policy.areServicesOn else {
      return desk.note(.notAuthorized, name, call.name.rawValue)
    }
    let outcome: AppAuthorization.Outcome
    if call.name == .requestTemporaryFullAccuracy {
      outcome = authorization.askFullAccuracy(
        purpose: call.option ?? call.identifier, declaration, isForeground: isForeground,
        at: desk.time)
      if case .ignored(let rule) = outcome, rule != .alreadyGranted {
        desk.fail(
          "authorization", rule == .notAuthorized ? "denied" : "promptDeclined", to: name)
      }
    } else {
      outcome = authorization.ask(
        always: call.name == .requestAlwaysAuthorization, declaration, isForeground: isForeground,
        desk.policy.rules, at: desk.time)
    }
    desk.heed(outcome, name, call.name.rawValue)
  }

  /// Whether its first use of locations asks for them, as on a Mac.
  func asksByItself(_ policy: DevicePolicy) -> Bool {
    policy.rules.isAlwaysOnceAllowed && policy.areServicesOn
      && authorization.grant == .undetermined
  }

  /// Whether it has heard what it may since it was started.
  var knowsWhatItMay: Bool { told != nil }

  /// Tells it what it may, if it runs and that isn't what it was told.
  ///
  /// - Returns: Whether it has learned that it may not any more.
  mutating func tellAuthorization(_ desk: inout DeskContext) -> Bool {
    let now = authorization.event(areServicesOn: desk.policy.areServicesOn)
    guard phase.runs, told != now, !isImplicit else { return false }
    let isLost = told?.status != now.status && now.status == .denied
    told = now
    desk.tell(.authorization(now), to: name)
    return isLost
  }

  // MARK: - Locations

  /// Tells it a location, or several, as well as it may know them now.
  mutating func tellLocation(_ output: Output, _ desk: inout DeskContext) {
    guard let output = permitted(output, desk.place.reduced) else {
      return desk.note(.reducedAccuracy, name, "location")
    }
    desk.tell(output, to: name)
    noteUse(&desk)
  }

  /// Notes that it was given something of the location, for whoever looks at the phone.
  mutating func noteUse(_ desk: inout DeskContext) {
    guard !isImplicit else { return }
    lastUse = desk.time
    desk.lamp.noteUse(at: desk.time)
  }

  /// What was found, held or deferred while the app had the full accuracy, as it may be told now.
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
