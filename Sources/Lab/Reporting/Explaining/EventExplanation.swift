public import Documents
import Kernel
import Observations
import Recordings

/// Explanation of an event or its absence: deliveries, decisions, and the truth.
public struct EventExplanation: Sendable {
  /// The explanation, line by line.
  public let lines: [String]

  /// Maximum age of the decisions shown before an event.
  private static let lookBack = SimDuration.hours(2)
  /// Maximum number of decisions.
  private static let maxDecisions = 12
  /// Maximum number of true changes before the event.
  private static let maxChanges = 4

  /// Explains an event of a run.
  ///
  /// - Parameters:
  ///   - question: The event.
  ///   - stories: The stories of the devices.
  /// - Throws: An error if there is no trace of such an event, with the available ones.
  public init(_ question: EventQuestion, in stories: [RunStory]) throws(DocumentError) {
    for story in stories {
      guard let found = Self.find(question, in: story) else { continue }
      lines = Self.lines(about: story.reported[found], at: found, of: story)
      return
    }
    guard let name = question.name else {
      throw DocumentError("there is no event with that number" + Self.offer(stories))
    }
    let count = stories.reduce(0) { $0 + $1.reported.count { name.matches($0.name) } }
    guard count == 0 else {
      throw DocumentError(
        "'\(name.text)' was reported only \(count == 1 ? "once" : "\(count) times")")
    }
    // The event never came: decisions about it, and the truth, explain why.
    var lines: [String] = []
    for story in stories {
      let about = story.decisions.filter { Self.concerns($0, name) }
      let changes = story.changes.filter { Self.concerns($0, name) }
      guard !about.isEmpty || !changes.isEmpty else { continue }
      lines += [Self.title(story.key) + ": \(name.text) was never reported"]
      lines += Self.decisionLines(about.suffix(Self.maxDecisions))
      lines += Self.changeLines(changes.suffix(Self.maxChanges))
    }
    guard !lines.isEmpty else {
      throw DocumentError(
        "no report and no decision concerns '\(name.text)'" + Self.offer(stories))
    }
    self.lines = lines
  }

  /// Lists the events that can be explained: messages to apps, with streams only counted.
  public static func list(_ stories: [RunStory]) -> [String] {
    var lines: [String] = []
    for story in stories {
      lines.append(title(story.key))
      for (place, reported) in story.reported.enumerated() where !reported.isOfStream {
        let app = reported.app.isEmpty ? "" : " (\(reported.app))"
        lines.append("  \(place + 1)  \(reported.time.brief)  \(reported.name.text)\(app)")
      }
      let names = Set(story.reported.filter(\.isOfStream).map(\.name.name)).sorted()
      for name in names {
        let count = story.reported.count { $0.name.name == name }
        lines.append("  and \(count) of '\(name)'")
      }
    }
    return lines
  }

  // MARK: - Finding

  private static func find(_ question: EventQuestion, in story: RunStory) -> Int? {
    guard let name = question.name else {
      return question.number.flatMap { story.reported.indices.contains($0 - 1) ? $0 - 1 : nil }
    }
    let places = story.reported.indices.filter { name.matches(story.reported[$0].name) }
    if let time = question.time {
      return places.min { left, right in
        abs((story.reported[left].time - time).nanoseconds)
          < abs((story.reported[right].time - time).nanoseconds)
      }
    }
    let number = (question.number ?? 1) - 1
    return places.indices.contains(number) ? places[number] : nil
  }

  /// The kinds of an event in decisions of the service `desk`, the location manager.
  private static let families: [String: [String]] = [
    "paused": ["pause"], "resumed": ["pause"], "arrived": ["visit", "visits", "held"],
    "departed": ["visit", "visits", "held"],
    "entered": ["region", "held"], "exited": ["region", "held"], "stateInside": ["region"],
    "stateOutside": ["region"], "notification": ["notification"],
    "location": ["location", "changes", "request", "deferred", "held"],
    "locations": ["location", "deferred"], "ranging": ["ranging"],
    "authorization": ["authorization"], "activity": ["activity"],
  ]

  /// True if a decision concerns an event of this name.
  private static func concerns(_ decision: StackDecision, _ name: EventName) -> Bool {
    let isOfSubject =
      name.subject.isEmpty || decision.subject.isEmpty || decision.subject == name.subject
    guard isOfSubject else { return false }
    if decision.event == name.name { return true }
    // The app's calls, and the reasons why there was no answer.
    if name.name == "authorization" {
      return decision.event.hasSuffix("Authorization") || decision.event.hasPrefix("grant")
        || ["authorization", "upgrade", "deny", "keepWhenInUse"].contains(decision.event)
    }
    return decision.service == "desk" && (families[name.name] ?? []).contains(decision.event)
  }

  /// True if a true change is of the kind that such an event reports.
  private static func concerns(_ change: RunStory.ReportedChange, _ name: EventName) -> Bool {
    switch name.name {
    case "entered", "stateInside": change.kind == "region" && change.to == "in \(name.subject)"
    case "exited", "stateOutside": change.kind == "region" && change.to == "out \(name.subject)"
    case "paused", "resumed", "activity": change.kind == "activity" || change.kind == "pause"
    case "arrived", "departed": change.kind == "activity" || change.kind == "unit"
    default: false
    }
  }

  private static func offer(_ stories: [RunStory]) -> String {
    let all = stories.flatMap {
      $0.reported.map { EventName($0.name.name, $0.isOfStream ? "" : $0.name.subject).text }
    }
    let names = Set(all).sorted()
    guard !names.isEmpty else { return "; no app received an event" }
    return "; there are " + names.prefix(40).joined(separator: ", ")
      + (names.count > 40 ? " and more" : "")
  }

  // MARK: - Wording

  private static func lines(
    about reported: RunStory.AppMessage, at place: Int, of story: RunStory
  ) -> [String] {
    let app = reported.app.isEmpty ? "" : " to \(reported.app)"
    var lines = [
      title(story.key) + ": \(reported.name.text) reported\(app) at \(reported.time.brief)"
    ]
    let before = story.decisions.filter {
      $0.time <= reported.time && reported.time - $0.time <= lookBack
        && (reported.app.isEmpty || $0.app == reported.app) && concerns($0, reported.name)
    }
    lines +=
      before.isEmpty
      ? ["  no decision was recorded: it is reported with every new value"]
      : decisionLines(before.suffix(maxDecisions))
    let changes = story.changes.filter { $0.time <= reported.time && concerns($0, reported.name) }
    lines += changeLines(changes.suffix(maxChanges))
    if let last = changes.last, last.reportedTime == reported.time {
      lines.append(
        "  it came \((reported.time.brief - last.time.brief).secondsText) s after the true change")
    }
    let others = story.reported.count { reported.name.matches($0.name) }
    if others > 1 {
      lines.append(
        "  one of \(others) of this name: choose by '\(reported.name.text)@TIME' or '#NUMBER'")
    }
    return lines
  }

  private static func title(_ key: RunStory.Key) -> String {
    "\(key.scenario), seed \(key.seed), \(key.device)"
  }

  private static func decisionLines(_ decisions: some Collection<StackDecision>) -> [String] {
    guard !decisions.isEmpty else { return [] }
    return ["  decided:"]
      + decisions.flatMap { decision -> [String] in
        let name = EventName(decision.event, decision.subject).text
        return ["    \(decision.time.brief) \(decision.service): \(name) \(decision.verdict)"]
          + decision.reasons.map { "      " + $0 }
      }
  }

  private static func changeLines(_ changes: some Collection<RunStory.ReportedChange>) -> [String] {
    guard !changes.isEmpty else { return [] }
    return ["  truly:"]
      + changes.map { change in
        let reported = change.reportedTime.map { "reported at \($0.brief)" } ?? "never reported"
        let from = change.from.isEmpty ? "" : "\(change.from) -> "
        return "    \(change.time.brief) \(change.kind): \(from)\(change.to), \(reported)"
      }
  }
}

extension SimTime {
  /// The time rounded to a tenth of a second, for output.
  fileprivate var brief: SimTime {
    SimTime(nanoseconds: (nanoseconds + 50_000_000) / 100_000_000 * 100_000_000)
  }
}
