import Kernel
import Observations

/// Publishes new decisions and log entries, without repetitions.
///
/// The location manager logs each time that it withholds something; of consecutive entries with the same
/// app, subject and rule, only the first is published.
struct DecisionFeed: Hashable, Sendable {
  private struct LastRule: Hashable {
    var app: String
    var about: String
    var rule: ManagerLogEntry.Rule
  }

  private var decisionCount = 0
  private var noteCount = 0
  /// Last rule for each app and subject, up to a maximum number.
  private var latest: [LastRule] = []
  private static let maxThings = 256

  /// Publishes new entries.
  mutating func process(
    from log: DecisionLog, and journal: ManagerLog, into sink: inout StackSink
  ) {
    if log.count != decisionCount {
      for decision in log.latest(log.count - decisionCount) {
        sink.explain(StackDecision(decision))
      }
      decisionCount = log.count
    }
    guard journal.count != noteCount else { return }
    for note in journal.latest(journal.count - noteCount) where isNews(note) {
      sink.explain(StackDecision(note))
    }
    noteCount = journal.count
  }

  private mutating func isNews(_ note: ManagerLogEntry) -> Bool {
    guard let index = latest.firstIndex(where: { $0.app == note.app && $0.about == note.about })
    else {
      if latest.count >= Self.maxThings { latest.removeFirst() }
      latest.append(LastRule(app: note.app, about: note.about, rule: note.rule))
      return true
    }
    guard latest[index].rule != note.rule || note.rule.isOfOneEvent else { return false }
    latest[index].rule = note.rule
    return true
  }
}

extension StackDecision {
  init(_ decision: Decision) {
    self.init(
      time: decision.time, service: decision.service.rawValue, app: decision.app,
      event: decision.event, subject: decision.subject, verdict: decision.verdict.rawValue,
      reasons: decision.reasons.map(\.text))
  }

  init(_ note: ManagerLogEntry) {
    let parts = note.about.split(separator: " ", maxSplits: 1).map(String.init)
    let isNamed = parts.count == 2 && ["region", "notification"].contains(parts[0])
    self.init(
      time: note.time, service: "desk", app: note.app, event: isNamed ? parts[0] : note.about,
      subject: isNamed ? parts[1] : "", verdict: note.rule.rawValue,
      reasons: ["\(note.time.brief) \(note.rule.words)"])
  }
}

extension ManagerLogEntry.Rule {
  /// True if each entry is about another event, and not about a lasting state.
  fileprivate var isOfOneEvent: Bool {
    switch self {
    case .held, .displaced, .tooOld, .released, .dropped, .prompted, .lapsed: true
    default: false
    }
  }

  /// Rule as text.
  var words: String {
    switch self {
    case .purposeMissing: "the app declares no purpose string, so the call has no effect"
    case .alreadyAsked: "the user is already being asked"
    case .restricted: "the device does not allow its user to decide"
    case .cannotAskAgain: "the user has already been asked, and is asked only once"
    case .notInForeground: "only an app in the foreground can ask"
    case .temporary: "allowed once: no further authorization can be requested meanwhile"
    case .alreadyGranted: "the app already has the authorization"
    case .notAuthorized: "the app is not authorized"
    case .notAsked: "an answer without a prompt"
    case .notOffered: "an answer that the prompt doesn't offer"
    case .prompted: "the user is asked"
    case .lapsed: "allowed once, and no longer in use: the user must be asked again"
    case .notInUse: "the app is not in use, and is authorized only while in use"
    case .notRunning: "the app is not running, and may not be started"
    case .killedByUser: "the user has ended the app: it is not started until the user opens it"
    case .paused: "the app's updates are paused"
    case .held: "'always' is provisional: held until the user has been asked"
    case .displaced: "a newer event of the same kind replaced the held one"
    case .tooOld: "held for too long, and dropped"
    case .released: "the user chose 'always': held events are delivered"
    case .dropped:
      "held events are dropped: the app is no longer authorized, or no longer requests them"
    case .reducedAccuracy: "the user allows only reduced accuracy"
    case .unavailable: "the device doesn't have this service"
    case .notRequested: "the app does not request it, or no longer does"
    case .deferred: "deferred"
    case .alreadyRunning: "it is already running"
    case .notStarted: "it is not running"
    case .malformed: "the call is invalid"
    case .tooMany: "the maximum number is exceeded"
    case .busyWithUpdates: "continuous updates are already running"
    case .invalidFix: "an invalid location"
    case .outOfOrder: "a location older than the last"
    }
  }
}
