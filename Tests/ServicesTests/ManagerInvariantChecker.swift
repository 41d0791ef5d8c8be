import Kernel
import Observations
import Services

/// An independent judge of outputs for an app, from its events and earlier outputs, without access to the
/// location manager.
struct ManagerInvariantChecker {
  private var phase = AppSession.Phase.absent
  private var hasLife = false
  private var isKilledByUser = false
  private var graceEnd = SimTime.distantPast
  private var isUpdating = false
  private var allowsBackground = false
  private var isPaused = false
  private var openDeferrals = 0
  private var ranged: Set<BeaconConstraint> = []
  private var reported: AuthorizationEvent?
  /// Grants of the user since the last revocation.
  private var mayHaveLocation = false
  private var mayHaveAlways = false
  private var mayHaveMotion = false
  private(set) var isForeground = false
  /// True on a Mac, where once means always.
  private let isOnMac: Bool
  /// True if locations were started by the indoor source.
  private var isUpdatingBySource = false

  init(isOnMac: Bool = false) {
    self.isOnMac = isOnMac
  }

  private var runs: Bool { phase == .background || phase == .foreground }

  // MARK: - Events

  mutating func process(_ event: AppEvent, _ time: SimTime) {
    switch event {
    case .lifecycle(_, let state): process(state, time)
    case .user(_, let action): process(action)
    case .call(_, let call):
      if !hasLife { phase = .foreground }
      isForeground = phase == .foreground
      guard runs else { return }
      process(call)
    }
  }

  private mutating func process(_ state: AppLifecycle, _ time: SimTime) {
    hasLife = true
    switch state {
    case .terminatedByUser, .killedBySystem, .uninstalled: break
    default: isKilledByUser = false
    }
    switch state {
    case .launched, .relaunchedForEvent:
      if phase != .absent { end() }
      phase = .background
    case .foreground:
      phase = .foreground
    case .background:
      if phase == .foreground { graceEnd = time + .seconds(5) }
      phase = .background
    case .suspended: phase = .suspended
    case .terminatedByUser:
      end()
      isKilledByUser = true
    case .killedBySystem: end()
    case .uninstalled:
      self = ManagerInvariantChecker(isOnMac: isOnMac)
      hasLife = true
    }
    isForeground = phase == .foreground
  }

  private mutating func process(_ call: AppCall) {
    switch call.name {
    case .startUpdatingLocation: (isUpdating, isPaused) = (true, false)
    case .stopUpdatingLocation:
      (isUpdating, isPaused, isUpdatingBySource) = (false, false, false)
    case .setAllowsBackgroundUpdates: allowsBackground = call.isOn ?? true
    case .allowDeferredUpdates: openDeferrals += 1
    case .startRangingBeacons: if let beacon = call.beacon { ranged.insert(beacon) }
    case .stopRangingBeacons: if let beacon = call.beacon { ranged.remove(beacon) }
    default: break
    }
  }

  private mutating func process(_ action: UserAction) {
    switch action {
    case .grantWhenInUse where isOnMac: (mayHaveLocation, mayHaveAlways) = (true, true)
    case .grantOnce, .grantWhenInUse, .keepWhenInUse: mayHaveLocation = true
    case .settingsWhenInUse: (mayHaveLocation, mayHaveAlways) = (true, isOnMac)
    case .grantAlways, .settingsAlways: (mayHaveLocation, mayHaveAlways) = (true, true)
    case .settingsNever, .settingsAsk: (mayHaveLocation, mayHaveAlways) = (false, false)
    case .grantMotion, .settingsMotionOn: mayHaveMotion = true
    case .settingsMotionOff: mayHaveMotion = false
    default: break
    }
  }

  mutating func processBoot() {
    end()
    isForeground = false
  }

  private mutating func end() {
    phase = .absent
    graceEnd = .distantPast
    (isUpdating, allowsBackground, isPaused) = (false, false, false)
    openDeferrals = 0
    ranged = []
    isUpdatingBySource = false
    reported = nil
  }

  // MARK: - Outputs

  /// The fault of an output for an app at this time; nil if it is allowed.
  mutating func violation(to output: Output, at time: SimTime) -> String? {
    if case .notification = output { return mayHaveLocation ? nil : "a notice without a grant" }
    if isKilledByUser { return "told though the user has killed it" }
    switch output {
    case .location(let fix): return violation(to: [fix], at: time)
    case .locations(let fixes):
      guard fixes.count > 1, zip(fixes, fixes.dropFirst()).allSatisfy({ $0.time <= $1.time })
      else { return "an array out of order, or of one" }
      return runs ? violation(to: fixes, at: time) : "an array for an app that doesn't run"
    case .region(let event) where event.kind == .entered || event.kind == .exited:
      return violationOfMonitored(at: time)
    case .visit: return violationOfMonitored(at: time)
    default: break
    }
    guard runs else { return "told while not running" }
    switch output {
    case .authorization(let event):
      defer { reported = event }
      if event == reported { return "told the same authorization twice" }
      let isGiven = event.status == .whenInUse || event.status == .always
      return isGiven && !mayHaveLocation ? "authorized by nobody" : nil
    case .dataSource(.started):
      if !isUpdating { (isUpdating, isPaused, isUpdatingBySource) = (true, false, true) }
      return nil
    case .dataSource(.stopped):
      if isUpdatingBySource { (isUpdating, isPaused, isUpdatingBySource) = (false, false, false) }
      return nil
    case .pause(.paused):
      defer { isPaused = true }
      return isPaused || !isUpdating || phase == .foreground ? "a pause of nothing" : nil
    case .pause(.resumed):
      defer { isPaused = false }
      return isPaused && isUpdating ? nil : "resumed without a pause"
    case .ranging(let report):
      return ranged.contains(report.constraint)
        ? violationOfMonitored(at: time) : "ranged what nobody asked for"
    case .activity, .pedometer, .activityHistory, .pedometerHistory, .pedometerEvent:
      return mayHaveMotion ? nil : "motion without a grant"
    case .failure(let failure) where failure.service == "deferred":
      openDeferrals -= 1
      return openDeferrals < 0 ? "two answers to one deferral" : nil
    default: return nil
    }
  }

  private func violation(to fixes: [LocationFix], at time: SimTime) -> String? {
    if runs, reported?.isReducedAccuracy == true,
      fixes.contains(where: { $0.horizontalAccuracyMetres < 5000 || $0.floor != nil })
    {
      return "an exact location for an app with reduced accuracy"
    }
    return violationOfMonitored(at: time)
  }

  /// The fault of any output of the position to the app at this time.
  private func violationOfMonitored(at time: SimTime) -> String? {
    guard mayHaveLocation else { return "told of the place without a grant" }
    guard runs else { return mayHaveAlways ? nil : "started without always" }
    guard reported?.status == .whenInUse || reported?.status == .always else {
      return "told of the place while it believes that it isn't authorized"
    }
    if mayHaveAlways { return nil }
    let isHeld = isUpdating && allowsBackground && !isPaused
    return phase == .foreground || time < graceEnd || isHeld ? nil : "told while not in use"
  }
}
