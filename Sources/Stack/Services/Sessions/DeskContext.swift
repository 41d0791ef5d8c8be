import Kernel
import Observations

/// What the sessions of all apps share: whose rules hold, what the phone knows, and where they put what is
/// to be told, asked and explained.
struct DeskContext: Sendable {
  /// The numbers by which it is decided.
  let constants: ServiceConstants
  /// Whose rules hold, and whether the user lets the phone be located at all.
  var policy: DevicePolicy
  /// The time now.
  private(set) var time = SimTime.distantPast
  /// What apps are told, while something is being done.
  var events: [ServiceEvent] = []
  /// What other parts are to answer, once each.
  var requests: [DeskRequest] = []
  /// Where the phone is.
  var place: KnownPlace
  /// The latest activity, for apps that begin to listen.
  var latestActivity: ActivityReport?
  /// Whether the display is on, and when the user last did something.
  var isScreenOn = false
  var lastStir = SimTime.distantPast
  /// Whether something has changed from which more follows: for what apps need, and for the timer.
  var isDirty = true
  var isTimerStale = true
  /// Why things were told late or not at all.
  private(set) var journal = DeskJournal()
  /// What the phone shows.
  var lamp: IndicatorLamp

  init(rules: ServiceRules, constants: ServiceConstants) {
    self.constants = constants
    policy = DevicePolicy(rules: rules)
    place = KnownPlace(constants)
    lamp = IndicatorLamp(constants.indicator)
  }

  /// Begins, or ends, to work on something; what is told meanwhile goes to `events`.
  mutating func exchange(_ events: inout [ServiceEvent], at time: SimTime) {
    self.time = time
    swap(&self.events, &events)
  }

  /// Forgets what was only in memory: the phone starts again.
  mutating func boot() {
    place.forget()
    lamp.forget()
    requests.removeAll()
    isScreenOn = false
    isDirty = true
  }

  mutating func tell(_ output: Output, to app: String) {
    events.append(ServiceEvent(app: app, output: output))
  }

  mutating func fail(_ service: String, _ code: String, to app: String) {
    tell(.failure(ServiceFailure(service: service, code: code)), to: app)
  }

  mutating func note(_ rule: DeskNote.Rule, _ app: String, _ about: String) {
    journal.add(DeskNote(time: time, app: app, rule: rule, about: about))
  }

  /// Notes why a request or an answer came to nothing.
  mutating func heed(_ outcome: AppAuthorization.Outcome, _ app: String, _ about: String) {
    switch outcome {
    case .ignored(let rule): note(rule, app, about)
    case .prompted: note(.prompted, app, about)
    case .changed, .unchanged: break
    }
  }

  /// Whether one more question may wait for an answer.
  var mayAsk: Bool { requests.count < constants.question.limit }
}

/// Whose rules hold on a phone, and whether its user lets it be located at all.
struct DevicePolicy: Hashable, Sendable {
  let rules: ServiceRules
  var areServicesOn = true
}

/// Where the phone is, as well as apps may know it.
struct KnownPlace: Hashable, Sendable {
  /// The last location.
  private(set) var exact: LocationFix?
  /// How many locations made no sense, or came after later ones.
  private(set) var badFixCount = 0
  private var blurred: ReducedLocation
  private let clockJump: SimDuration

  init(_ constants: ServiceConstants) {
    blurred = ReducedLocation(constants.reduced)
    clockJump = .seconds(constants.delivery.clockJump)
  }

  /// The location for apps with reduced accuracy.
  var reduced: LocationFix? { blurred.current }

  /// Takes a location.
  ///
  /// One that makes no sense is counted and forgotten, and so is one older than the last, unless the
  /// clock was set back.
  ///
  /// - Returns: Whether a new blurred location was made of it; nil if it is no use.
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
