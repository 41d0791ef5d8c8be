public import Kernel
public import Observations

/// An app as the services see it: its life, its authorization, its calls.
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

  /// What it called for that ends with it.
  public struct Work: Hashable, Sendable {
    public internal(set) var settings = Settings()
    /// Whether it called for continuous updates, and whether these are paused.
    public internal(set) var isUpdating = false
    public internal(set) var isPaused = false
    /// When it called for them.
    public internal(set) var since = SimTime.distantPast
    /// Whether it did so while in use, so that they may go on in the background.
    public internal(set) var startedInUse = false
    public internal(set) var ranged: [BeaconConstraint] = []
    public internal(set) var advertised: BeaconConstraint?
    public internal(set) var wantsActivity = false
    /// From when it wants its steps counted, if it does.
    public internal(set) var stepsFrom: SimTime?
    public internal(set) var tasks = BackgroundTasks()
    public internal(set) var indoorSource = DataSourceStatus.stopped
    /// Where to it wants to be shown the way.
    public internal(set) var guide: Demand.Guide?
    /// Whether it wants to hear of pauses in walking.
    public internal(set) var wantsStepEvents = false
    /// Calls for motion that wait for the user's answer.
    var motionCalls: [AppCall] = []
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
  /// What it called for.
  public internal(set) var work = Work()
  /// Where its locations stand.
  public internal(set) var delivery: LocationDelivery
  /// What it monitors; all of this outlives it.
  public internal(set) var monitors: [Demand.Monitor] = []
  /// Significant changes, if it asked for these.
  public internal(set) var changes: SignificantChange?
  /// Whether it asked for visits.
  public internal(set) var watchesVisits = false
  /// When it was last given a location.
  public internal(set) var lastUse: SimTime?

  /// Whether its life was ever told, so that it is known when it doesn't run.
  var hasLife = false
  /// Until when it is in use though it was left.
  var graceEnd: SimTime?
  /// What it was last told that it may.
  var told: AuthorizationEvent?
  /// The last rule that kept something from it, so that it is noted once.
  var lastWithheld: DeskNote.Rule?

  init(
    _ name: String, _ declaration: AppDeclaration, _ constants: ServiceConstants,
    isImplicit: Bool = false
  ) {
    self.name = name
    self.declaration = declaration
    self.isImplicit = isImplicit
    authorization =
      isImplicit
      ? AppAuthorization(grant: .always, motion: .authorized)
      : AppAuthorization(
        isRestricted: declaration.isRestricted, grant: declaration.grant,
        motion: declaration.motion)
    delivery = LocationDelivery(constants.delivery, deferred: constants.deferred)
  }

  /// Whether its updates may go on in the background, under the indicator.
  ///
  /// They must have begun while in use, and the app must have asked and declared that they do.
  public var holdsSession: Bool {
    work.isUpdating && !work.isPaused && work.startedInUse && work.settings.allowsBackground
      && declaration.hasBackgroundMode
  }

  /// In which sense it is in use.
  public var use: AppUse {
    Self.use(
      phase, isHeld: holdsSession && authorization.grant.isGiven, isInGrace: graceEnd != nil,
      isOnTheFace: declaration.hasComplication && !wasKilledByUser)
  }

  static func use(
    _ phase: Phase, isHeld: Bool, isInGrace: Bool, isOnTheFace: Bool
  ) -> AppUse {
    if phase == .foreground { return .foreground }
    if phase == .background, isHeld { return .backgroundSession }
    if isInGrace, phase != .absent { return .grace }
    return isOnTheFace ? .complication : .notInUse
  }
}
