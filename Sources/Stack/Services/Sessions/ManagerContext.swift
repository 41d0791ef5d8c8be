import Kernel
import Observations

/// Shared state of all app sessions: rules, phone state, and output queues.
struct ManagerContext: Sendable {
  let constants: ServiceConstants
  /// Rules, and the switch for location services.
  var policy: DevicePolicy
  /// Present time.
  private(set) var time = SimTime.distantPast
  /// Output to apps during a call.
  var events: [ServiceEvent] = []
  /// Pending requests to other components.
  var requests: [ManagerRequest] = []
  /// Location of the phone.
  var place: KnownPosition
  /// Latest activity, for new subscribers.
  var latestActivity: ActivityReport?
  /// State of the display, and time of the last user input.
  var isScreenOn = false
  var lastStir = SimTime.distantPast
  /// True if the demand, or the timer, must be updated after a change.
  var isDirty = true
  var isTimerStale = true
  /// Log of late or withheld deliveries.
  private(set) var journal = ManagerLog()
  /// Location indicator.
  var indicator: IndicatorState

  init(rules: ServiceRules, constants: ServiceConstants) {
    self.constants = constants
    policy = DevicePolicy(rules: rules)
    place = KnownPosition(constants)
    indicator = IndicatorState(constants.indicator)
  }

  /// Swaps the event buffers at the begin and end of a call.
  mutating func exchange(_ events: inout [ServiceEvent], at time: SimTime) {
    self.time = time
    swap(&self.events, &events)
  }

  /// Clears volatile state after a restart of the phone.
  mutating func boot() {
    place.forget()
    indicator.forget()
    requests.removeAll()
    isScreenOn = false
    isDirty = true
  }

  mutating func publish(_ output: Output, to app: String) {
    events.append(ServiceEvent(app: app, output: output))
  }

  mutating func fail(_ service: String, _ code: String, to app: String) {
    publish(.failure(ServiceFailure(service: service, code: code)), to: app)
  }

  mutating func note(_ rule: ManagerLogEntry.Rule, _ app: String, _ about: String) {
    journal.add(ManagerLogEntry(time: time, app: app, rule: rule, about: about))
  }

  /// Logs the outcome of an authorization request or answer, unless it changed the authorization.
  mutating func heed(_ outcome: AppAuthorization.Outcome, _ app: String, _ about: String) {
    switch outcome {
    case .ignored(let rule): note(rule, app, about)
    case .prompted: note(.prompted, app, about)
    case .changed, .unchanged: break
    }
  }

  /// True if the queue has room for another query.
  var mayAsk: Bool { requests.count < constants.question.limit }
}

/// Rules of a phone, and the switch for location services.
struct DevicePolicy: Hashable, Sendable {
  let rules: ServiceRules
  var areServicesOn = true
}

/// Location of the phone, in full and in reduced accuracy.
struct KnownPosition: Hashable, Sendable {
  /// Last location.
  private(set) var exact: LocationFix?
  /// Number of invalid or out-of-order locations.
  private(set) var badFixCount = 0
  private var blurred: ReducedLocation
  private let clockJump: SimDuration

  init(_ constants: ServiceConstants) {
    blurred = ReducedLocation(constants.reduced)
    clockJump = .seconds(constants.delivery.clockJump)
  }

  /// Location for apps with reduced accuracy.
  var reduced: LocationFix? { blurred.current }

  /// Processes a location.
  ///
  /// Invalid locations are counted and dropped, and so are those older than the last, unless the clock
  /// was set back.
  ///
  /// - Returns: True if it gives a new reduced location; nil if it is rejected.
  mutating func receive(_ fix: LocationFix, at time: SimTime) -> Bool? {
    let back = exact.map { $0.time - fix.time } ?? .zero
    guard GroundSpan.isValid(fix), back <= .zero || back > clockJump else {
      badFixCount += 1
      return nil
    }
    exact = fix
    return blurred.receive(fix, at: time)
  }

  mutating func forget() {
    exact = nil
    blurred.forget()
  }
}
