public import Documents
public import Kernel
public import Observations
import Scoring

/// The story of one device of a run, from its folder's tables: messages to apps, the stack's
/// decisions, and the truth.
public struct RunStory: Sendable {
  /// A device of a run.
  public struct Key: Hashable, Sendable {
    /// The names of scenario and device, and the seed, as in the tables.
    public var scenario, seed, device: String
  }

  /// A message to an app.
  public struct AppMessage: Sendable {
    public var time: SimTime
    /// The app; empty for the phone itself.
    public var app: String
    public var name: EventName
    /// The content in words.
    public var detail: String

    /// True for frequent kinds, which lists leave out.
    public var isOfStream: Bool {
      ["location", "locations", "pedometer", "ranging", "activity"].contains(name.name)
    }
  }

  /// A true change with the time of its report.
  public struct ReportedChange: Sendable {
    /// The kind of change: `activity`, `region`, `floor`.
    public var kind: String
    /// The old and the new state.
    public var from, to: String
    /// The true time.
    public var time: SimTime
    /// The time of the report; nil for never.
    public var reportedTime: SimTime?
  }

  public let key: Key
  /// The messages to apps, in order.
  public internal(set) var reported: [AppMessage] = []
  /// The stack's decisions, in order.
  public internal(set) var decisions: [StackDecision] = []
  /// The true changes, in order.
  public internal(set) var changes: [ReportedChange] = []
}

extension RunStory {
  /// Filter of devices; nil for any value.
  public struct DeviceFilter: Sendable {
    public var scenario, seed, device: String?

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
  ///   - choice: The devices to read.
  /// - Returns: The stories, in the order of the tables.
  /// - Throws: An error of the folder or its tables.
  public static func read(
    folder: String, _ choice: DeviceFilter = DeviceFilter()
  ) throws(DocumentError) -> [RunStory] {
    var stories = Stories(choice)
    guard var events = try TableStream(folder + "/events.csv", columns: keys + eventColumns) else {
      throw DocumentError("'\(folder)' isn't a run's folder: it has no events.csv")
    }
    try TableChecksum.check(folder, ["events.csv", "decisions.csv", "transitions.csv"])
    while try events.next() {
      guard let place = stories.place(events) else { continue }
      stories.all[place].reported.append(
        AppMessage(
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
          ReportedChange(
            kind: table.text(3), from: table.text(4), to: table.text(5), time: try table.time(6),
            reportedTime: table.isEmpty(7) ? nil : try table.time(7)))
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
  private let choice: RunStory.DeviceFilter
  private var places: [RunStory.Key: Int] = [:]

  init(_ choice: RunStory.DeviceFilter) {
    self.choice = choice
  }

  /// Returns the index of a row's story; nil for a device outside the filter.
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
  /// Returns the parts between separators; empty for an empty text.
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
