import Kernel
import Observations

/// Publishes new decisions and log entries, without repetitions.
///
/// The session desk logs each time that it withholds something; of consecutive entries with the same
/// app, subject and rule, only the first is published.
struct DecisionFeed: Hashable, Sendable {
  private struct Latest: Hashable {
    var app: String
    var about: String
    var rule: DeskNote.Rule
  }

  private var decisionCount = 0
  private var noteCount = 0
  /// Last rule for each app and subject, up to a maximum number.
  private var latest: [Latest] = []
  private static let mostThings = 256

  /// Publishes new entries.
  mutating func take(
    from log: DecisionLog, and journal: DeskJournal, into sink: inout StackSink
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

  private mutating func isNews(_ note: DeskNote) -> Bool {
    guard let index = latest.firstIndex(where: { $0.app == note.app && $0.about == note.about })
    else {
      if latest.count >= Self.mostThings { latest.removeFirst() }
      latest.append(Latest(app: note.app, about: note.about, rule: note.rule))
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

  init(_ note: DeskNote) {
    let parts = note.about.split(separator: " ", maxSplits: 1).map(String.init)
    let isNamed = parts.count == 2 && ["region", "notification"].contains(parts[0])
    self.init(
      time: note.time, service: "desk", app: note.app, event: isNamed ? parts[0] : note.about,
      subject: isNamed ? parts[1] : "", verdict: note.rule.rawValue,
      reasons: ["\(note.time.brief) \(note.rule.words)"])
  }
}

extension DeskNote.Rule {
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
    case .purposeMissing: "the app declares no purpose string, so that the call does nothing"
    case .alreadyAsked: "the user is being asked already"
    case .restricted: "the device doesn't let its user decide"
    case .cannotAskAgain: "the user has been asked before, and is asked once only"
    case .notInForeground: "only an app before the user can ask"
    case .temporary: "allowed once: no more can be asked for meanwhile"
    case .alreadyGranted: "the app has it already"
    case .notAuthorized: "the app may not have it"
    case .notAsked: "an answer, but nothing had been asked"
    case .notOffered: "an answer that the prompt doesn't offer"
    case .prompted: "the user is asked"
    case .lapsed: "allowed once, and no longer in use: to be asked anew"
    case .notInUse: "the app is not in use, and may have it in use only"
    case .notRunning: "the app doesn't run, and nothing may start it"
    case .killedByUser: "the user has ended the app: nothing starts it until he opens it"
    case .paused: "the app's updates are paused"
    case .held: "always is provisional: held until the user has been asked"
    case .displaced: "a newer event of its kind replaced the one held"
    case .tooOld: "held for too long, and dropped"
    case .released: "the user said always: what was held is told"
    case .dropped: "what waited is dropped: the app may no longer have it, or wants it no more"
    case .reducedAccuracy: "the user gives a reduced accuracy only"
    case .unavailable: "the device doesn't have this service"
    case .notRequested: "the app doesn't ask for it, or no longer"
    case .deferred: "deferred"
    case .alreadyRunning: "it runs already"
    case .notStarted: "it doesn't run"
    case .malformed: "the call makes no sense as it is"
    case .tooMany: "more than there may be"
    case .busyWithUpdates: "continuous updates run already"
    case .invalidFix: "an invalid location"
    case .outOfOrder: "a location older than the last"
    }
  }
}
