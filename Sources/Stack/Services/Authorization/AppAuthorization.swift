import Kernel
public import Observations

/// What an app may have, what was asked for it, and what is still to be asked.
///
/// The states and transitions of WWDC19-705. All of it but the prompts outlives the app and a
/// reboot.
public struct AppAuthorization: Hashable, Sendable {
  /// What became of a request, an answer or a switch.
  public enum Outcome: Hashable, Sendable {
    case changed, prompted, unchanged
    /// Nothing happened, for a reason.
    case ignored(DeskNote.Rule)
  }

  /// What it really may have.
  public private(set) var grant: LocationGrant
  /// Whether the one chance to ask for always has been used.
  public private(set) var hasAskedAlways = false
  /// Whether the user gives it the full accuracy.
  public private(set) var isPrecise = true
  /// Whether it has the full accuracy for once.
  public private(set) var isPreciseForOnce = false
  /// What it may have of motion and fitness.
  public private(set) var motion: AuthorizationEvent.Motion
  /// What the user is being asked about location.
  public private(set) var prompt: AuthorizationPrompt?
  /// What the user is being asked about motion.
  public private(set) var motionPrompt: AuthorizationPrompt?
  /// Whether something has happened for which the user is to be asked in a quiet moment.
  public private(set) var awaitsQuiet = false
  /// What is kept back until then.
  private(set) var held = HeldEvents()
  private var wantsAlways = false

  /// Creates the state of an app that has never asked, or may never ask.
  init(
    isRestricted: Bool = false, grant: LocationGrant = .undetermined,
    motion: AuthorizationEvent.Motion = .notDetermined
  ) {
    self.grant = isRestricted ? .restricted : grant
    self.motion = isRestricted ? .restricted : motion
  }

  /// Whether only blurred locations are given.
  public var isReduced: Bool { !isPrecise && !isPreciseForOnce }

  /// What the app is told while location is on or off for the whole phone.
  func event(areServicesOn: Bool) -> AuthorizationEvent {
    AuthorizationEvent(
      status: areServicesOn || grant == .restricted ? grant.told : .denied,
      isReducedAccuracy: isReduced, motion: motion)
  }

  // MARK: - The app asks

  /// Asks for when-in-use or always.
  ///
  /// - Returns: What became of it.
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

  /// Asks for the full accuracy for once.
  ///
  /// - Returns: What became of it.
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

  /// Asks for motion, as the first use of it does.
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

  // MARK: - The user answers

  /// Takes an answer to a prompt.
  ///
  /// An answer to the prompt that waits for a quiet moment shows that the moment has come.
  ///
  /// - Returns: What became of it.
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
      // The phone remembers what was asked for.
      if wantsAlways, !hasAskedAlways, grant == .whenInUse {
        hasAskedAlways = true
        if rules.generation > .twelve { grant = .provisionalAlways }
      }
    }
    return .changed
  }

  /// Takes what the user sets in the settings, where every state can be chosen.
  ///
  /// - Returns: Whether it changed anything.
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

  /// Ends what lasts only while the app is in use.
  ///
  /// - Returns: Whether anything ended.
  mutating func lapse() -> Bool {
    let ends = grant == .once || isPreciseForOnce
    if grant == .once { grant = .undetermined }
    isPreciseForOnce = false
    return ends
  }

  /// Takes the prompts away, as when the app ends.
  mutating func withdrawPrompts() {
    if prompt?.kind == .upgrade {
      // Shown by itself, it comes again by itself; asked for by the app, its chance is used.
      awaitsQuiet = grant == .provisionalAlways
    }
    prompt = nil
    motionPrompt = nil
  }

  /// Keeps an event back, for which the user will be asked.
  ///
  /// - Returns: Whether an older one of its kind had to go.
  mutating func hold(_ output: Output, at time: SimTime) -> Bool {
    if prompt?.kind != .upgrade { awaitsQuiet = true }
    return held.hold(output, at: time)
  }

  /// Forgets held events that have become too old.
  mutating func dropHeld(olderThan age: SimDuration, at time: SimTime) -> Int {
    held.drop(olderThan: age, at: time)
  }

  /// Hands over what was held once the user has decided; nothing before.
  mutating func releaseHeld() -> [HeldEvents.Held] {
    guard grant != .provisionalAlways else { return [] }
    awaitsQuiet = false
    return held.isEmpty ? [] : held.release()
  }

  /// Loses what is only in memory.
  mutating func loseHeld() {
    held = HeldEvents()
  }

  /// Shows the prompt that waited for a quiet moment.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func showPromptInQuiet(at time: SimTime) -> Bool {
    guard awaitsQuiet, prompt == nil, grant == .provisionalAlways else { return false }
    awaitsQuiet = false
    prompt = AuthorizationPrompt(kind: .upgrade, time: time)
    return true
  }
}
