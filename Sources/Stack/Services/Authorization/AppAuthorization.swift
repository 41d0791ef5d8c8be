import Kernel
public import Observations

/// Authorization state machine of an app: grants, prompts and held events.
///
/// States and transitions as in WWDC19-705. All of it but the prompts outlives the app and a reboot.
public struct AppAuthorization: Hashable, Sendable {
  /// Result of a request, an answer or a change in the settings.
  public enum Outcome: Hashable, Sendable {
    case changed, prompted, unchanged
    /// No effect, with the reason.
    case ignored(ManagerLogEntry.Rule)
  }

  /// Actual authorization.
  public private(set) var grant: LocationGrant
  /// True if the only request for always has been used.
  public private(set) var hasAskedAlways = false
  /// True if the user grants full accuracy.
  public private(set) var isPrecise = true
  /// True if temporary full accuracy is granted.
  public private(set) var isPreciseForOnce = false
  /// Authorization for motion and fitness.
  public private(set) var motion: AuthorizationEvent.Motion
  /// Open prompt for location.
  public private(set) var prompt: AuthorizationPrompt?
  /// Open prompt for motion.
  public private(set) var motionPrompt: AuthorizationPrompt?
  /// True if a prompt for always waits until the user is idle.
  public private(set) var awaitsQuiet = false
  /// Events held until the user's answer.
  private(set) var held = HeldEvents()
  private var wantsAlways = false

  /// Creates the state of a new app.
  init(
    isRestricted: Bool = false, grant: LocationGrant = .undetermined,
    motion: AuthorizationEvent.Motion = .notDetermined
  ) {
    self.grant = isRestricted ? .restricted : grant
    self.motion = isRestricted ? .restricted : motion
  }

  /// True if only reduced accuracy is granted.
  public var isReduced: Bool { !isPrecise && !isPreciseForOnce }

  /// Returns the authorization as reported to the app, given the switch for location services.
  func event(areServicesOn: Bool) -> AuthorizationEvent {
    AuthorizationEvent(
      status: areServicesOn || grant == .restricted ? grant.reported : .denied,
      isReducedAccuracy: isReduced, motion: motion)
  }

  // MARK: - Requests of the app

  /// Requests when-in-use or always authorization.
  mutating func ask(
    always: Bool, _ app: AppDeclaration, isForeground: Bool, _ rules: ServiceRules,
    at time: SimTime
  ) -> Outcome {
    let always = always && rules.hasAlways
    guard app.explainsWhenInUse, !always || app.explainsAlways else {
      return .ignored(.purposeMissing)
    }
    if prompt != nil { return .ignored(.alreadyAsked) }
    switch grant {
    case .restricted: return .ignored(.restricted)
    case .denied: return .ignored(.cannotAskAgain)
    case .undetermined:
      guard isForeground else { return .ignored(.notInForeground) }
      wantsAlways = always
      let offersAlways = always && rules.generation == .twelve
      prompt = AuthorizationPrompt(
        kind: offersAlways ? .locationWithAlways : .location, time: time)
      return .prompted
    case .once: return .ignored(always ? .temporary : .alreadyGranted)
    case .whenInUse where always: return upgrade(isForeground: isForeground, rules, at: time)
    case .whenInUse, .provisionalAlways, .always: return .ignored(.alreadyGranted)
    }
  }

  private mutating func upgrade(
    isForeground: Bool, _ rules: ServiceRules, at time: SimTime
  ) -> Outcome {
    guard !hasAskedAlways else { return .ignored(.cannotAskAgain) }
    guard isForeground else { return .ignored(.notInForeground) }
    hasAskedAlways = true
    if rules.generation == .thirteen {
      grant = .provisionalAlways
      return .changed
    }
    prompt = AuthorizationPrompt(kind: .upgrade, time: time)
    return .prompted
  }

  /// Requests temporary full accuracy.
  mutating func askFullAccuracy(
    purpose: String?, _ app: AppDeclaration, isForeground: Bool, at time: SimTime
  ) -> Outcome {
    guard grant.isGiven else { return .ignored(.notAuthorized) }
    guard isReduced else { return .ignored(.alreadyGranted) }
    guard prompt == nil else { return .ignored(.alreadyAsked) }
    guard isForeground else { return .ignored(.notInForeground) }
    guard let purpose, app.accuracyPurposes?.contains(purpose) ?? true else {
      return .ignored(.purposeMissing)
    }
    prompt = AuthorizationPrompt(kind: .fullAccuracy, time: time)
    return .prompted
  }

  /// Requests motion authorization, as its first use does.
  mutating func askMotion(
    _ app: AppDeclaration, isForeground: Bool, at time: SimTime
  ) -> Outcome {
    guard motion == .notDetermined else { return .unchanged }
    guard app.explainsMotion else { return .ignored(.purposeMissing) }
    guard motionPrompt == nil else { return .ignored(.alreadyAsked) }
    guard isForeground else { return .ignored(.notInForeground) }
    motionPrompt = AuthorizationPrompt(kind: .motion, time: time)
    return .prompted
  }

  // MARK: - Answers of the user

  /// Processes the answer to a prompt.
  ///
  /// An answer to a prompt that waits for an idle user shows it first.
  mutating func answer(
    _ answer: UserAction, _ rules: ServiceRules, at time: SimTime
  ) -> Outcome {
    if answer == .grantMotion || answer == .denyMotion {
      guard motionPrompt != nil else { return .ignored(.notAsked) }
      motionPrompt = nil
      motion = answer == .grantMotion ? .authorized : .denied
      return .changed
    }
    if prompt == nil { showPromptInQuiet(at: time) }
    guard let asked = prompt else { return .ignored(.notAsked) }
    guard asked.offers(answer, rules.generation) else { return .ignored(.notOffered) }
    prompt = nil
    if asked.kind == .fullAccuracy {
      isPreciseForOnce = answer == .grantOnce
      return isPreciseForOnce ? .changed : .unchanged
    }
    switch answer {
    case .grantOnce: grant = .once
    case .deny: grant = .denied
    case .grantAlways:
      hasAskedAlways = true
      grant = .always
    case .keepWhenInUse: grant = .whenInUse
    default:
      grant = rules.isAlwaysOnceAllowed ? .always : .whenInUse
      // The request for always is remembered.
      if wantsAlways, !hasAskedAlways, grant == .whenInUse {
        hasAskedAlways = true
        if rules.generation > .twelve { grant = .provisionalAlways }
      }
    }
    return .changed
  }

  /// Processes a change in the settings, which offer every state.
  mutating func set(_ action: UserAction, _ rules: ServiceRules) -> Outcome {
    let before = (grant, isPrecise, motion)
    if grant != .restricted {
      switch action {
      case .settingsNever: grant = .denied
      case .settingsAsk: grant = .undetermined
      case .settingsWhenInUse: grant = rules.isAlwaysOnceAllowed ? .always : .whenInUse
      case .settingsAlways: grant = rules.hasAlways ? .always : .whenInUse
      case .settingsPreciseOn: isPrecise = true
      case .settingsPreciseOff: (isPrecise, isPreciseForOnce) = (false, false)
      default: break
      }
    }
    if motion != .restricted {
      if action == .settingsMotionOn { (motion, motionPrompt) = (.authorized, nil) }
      if action == .settingsMotionOff { (motion, motionPrompt) = (.denied, nil) }
    }
    guard before != (grant, isPrecise, motion) else { return .unchanged }
    if before.0 != grant {
      prompt = nil
      if !grant.isGiven { isPreciseForOnce = false }
    }
    return .changed
  }

  // MARK: - Time passes

  /// Ends grants that last only while the app is in use; returns true if there was one.
  mutating func lapse() -> Bool {
    let ends = grant == .once || isPreciseForOnce
    if grant == .once { grant = .undetermined }
    isPreciseForOnce = false
    return ends
  }

  /// Withdraws the prompts, for example when the app ends.
  mutating func withdrawPrompts() {
    if prompt?.kind == .upgrade {
      // A prompt shown by the system appears again; a prompt requested by the app is used up.
      awaitsQuiet = grant == .provisionalAlways
    }
    prompt = nil
    motionPrompt = nil
  }

  /// Holds an event until the user's answer; returns true if it displaces an older one of its kind.
  mutating func hold(_ output: Output, at time: SimTime) -> Bool {
    if prompt?.kind != .upgrade { awaitsQuiet = true }
    return held.hold(output, at: time)
  }

  /// Drops held events that are too old, and returns their number.
  mutating func dropHeld(olderThan age: SimDuration, at time: SimTime) -> Int {
    held.drop(olderThan: age, at: time)
  }

  /// Returns and clears the held events after the user's answer; none before.
  mutating func releaseHeld() -> [HeldEvents.HeldEvent] {
    guard grant != .provisionalAlways else { return [] }
    awaitsQuiet = false
    return held.isEmpty ? [] : held.release()
  }

  /// Clears volatile state.
  mutating func loseHeld() {
    held = HeldEvents()
  }

  /// Shows the prompt that waited for an idle user; returns false if there is none.
  @discardableResult
  mutating func showPromptInQuiet(at time: SimTime) -> Bool {
    guard awaitsQuiet, prompt == nil, grant == .provisionalAlways else { return false }
    awaitsQuiet = false
    prompt = AuthorizationPrompt(kind: .upgrade, time: time)
    return true
  }
}
