public import Documents
public import Kernel
public import Observations
import Scoring

/// What happened on one device of a run, as its folder's tables have it: what apps were told, what the
/// stack decided, and what was true.
public struct RunStory: Sendable {
  /// Which device of which run of which scenario.
  public struct Key: Hashable, Sendable {
    /// The scenario's name, the seed and the device's name, as the tables have them.
    public var scenario, seed, device: String
  }

  /// Something an app was told.
  public struct Told: Sendable {
    /// When.
    public var time: SimTime
    /// Which app; empty for the phone itself.
    public var app: String
    /// What people call it.
    public var name: EventName
    /// What else was told.
    public var detail: String

    /// Whether there are so many of its kind that a list leaves them out.
    public var isOfStream: Bool {
      ["location", "locations", "pedometer", "ranging", "activity"].contains(name.name)
    }
  }

  /// A true change, and when it was told.
  public struct Change: Sendable {
    /// What changed: `activity`, `region`, `floor`.
    public var kind: String
    /// From what to what.
    public var from, to: String
    /// When it truly did.
    public var time: SimTime
    /// When it was told; nil for never.
    public var toldTime: SimTime?
  }

  /// Whose story it is.
  public let key: Key
  /// What apps were told, in order.
  public internal(set) var told: [Told] = []
  /// What was decided, in order.
  public internal(set) var decisions: [StackDecision] = []
  /// What truly changed, in order.
  public internal(set) var changes: [Change] = []
}

extension RunStory {
  /// Which devices to read of; nil for any.
  public struct Choice: Sendable {
    /// The scenario, the seed and the device.
    public var scenario, seed, device: String?

    /// Chooses everything.
    public init() {}

    func contains(_ key: Key) -> Bool {
      (scenario ?? key.scenario) == key.scenario && (seed ?? key.seed) == key.seed
        && (device ?? key.device) == key.device
    }
  }

  /// Reads the stories of a run's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - choice: Which devices are wanted.
  /// - Returns: The stories, in the order of the tables.
  /// - Throws: What is wrong with the folder.
  public static func read(
    folder: String, _ choice: Choice = Choice()
  ) throws(DocumentError) -> [RunStory] {
    var stories = Stories(choice)
    guard var events = try TableStream(folder + "/events.csv", columns: keys + eventColumns) else {
      throw DocumentError("'\(folder)' is no run's folder: it has no events.csv")
    }
    try TableSeal.check(folder, ["events.csv", "decisions.csv", "transitions.csv"])
    while try events.next() {
      guard let place = stories.place(events) else { continue }
      stories.all[place].told.append(
        Told(
          time: try events.time(3), app: events.text(4),
          name: EventName(kind: events.text(5), detail: events.text(6)), detail: events.text(6)))
    }
    if var table = try TableStream(folder + "/decisions.csv", columns: keys + decisionColumns) {
      while try table.next() {
        guard let place = stories.place(table) else { continue }
        stories.all[place].decisions.append(
          StackDecision(
            time: try table.time(3), service: table.text(5), app: table.text(4),
            event: table.text(6), subject: table.text(7), verdict: table.text(8),
            reasons: table.text(9).parts(between: RunTables.reasonSeparator)))
      }
    }
    if var table = try TableStream(folder + "/transitions.csv", columns: keys + changeColumns) {
      while try table.next() {
        guard let place = stories.place(table) else { continue }
        stories.all[place].changes.append(
          Change(
            kind: table.text(3), from: table.text(4), to: table.text(5), time: try table.time(6),
            toldTime: table.isEmpty(7) ? nil : try table.time(7)))
      }
    }
    return stories.all
  }

  private static let keys = ["scenario", "seed", "device"]
  private static let eventColumns = ["time_s", "app", "event", "detail"]
  private static let decisionColumns = [
    "time_s", "app", "service", "event", "subject", "verdict", "reasons",
  ]
  private static let changeColumns = ["kind", "from", "to", "true_s", "told_s"]
}

/// Stories by device, in the order of first mention.
private struct Stories {
  var all: [RunStory] = []
  private let choice: RunStory.Choice
  private var places: [RunStory.Key: Int] = [:]

  init(_ choice: RunStory.Choice) {
    self.choice = choice
  }

  /// The place of the story that a row belongs to; nil if it isn't wanted.
  mutating func place(_ row: TableStream) -> Int? {
    let key = RunStory.Key(scenario: row.text(0), seed: row.text(1), device: row.text(2))
    guard choice.contains(key) else { return nil }
    if let known = places[key] { return known }
    places[key] = all.count
    all.append(RunStory(key: key))
    return all.count - 1
  }
}

extension TableStream {
  /// The time in a column, in s.
  fileprivate func time(_ column: Int) throws(DocumentError) -> SimTime {
    if let exact = SimTime(text(column)) { return exact }
    let seconds = try number(column)
    return SimTime(seconds: seconds)
  }
}

extension String {
  /// The parts between some words; none of an empty text.
  func parts(between words: String) -> [String] {
    guard !isEmpty else { return [] }
    var parts: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      var end = rest.startIndex
      while end < rest.endIndex, !rest[end...].hasPrefix(words) { end = rest.index(after: end) }
      parts.append(String(rest[..<end]))
      rest = end < rest.endIndex ? rest[rest.index(end, offsetBy: words.count)...] : ""
    }
    return parts
  }
}
