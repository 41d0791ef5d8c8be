import Documents
import Kernel
public import Scoring

/// The progress of an unfinished run, read from its journal while the run continues.
public struct RunProgress: Sendable {
  /// The finished runs of a scenario.
  public struct ScenarioProgress: Sendable {
    public let name: String
    public fileprivate(set) var done = 0
    /// The values so far.
    public fileprivate(set) var pool = ScenarioPool()
  }

  public let identity: RunIdentity
  /// In the order of the run.
  public private(set) var scenarios: [ScenarioProgress]
  /// The number of finished runs: pairs of a scenario and a seed.
  public private(set) var done = 0
  /// The number of seeds of each scenario.
  public let seedCount: Int
  /// True while a process works on the run; false after it was stopped or killed.
  public private(set) var isActive = false

  private let folder: String
  /// The journal's offset after the last entry that was read.
  private var position = 0

  /// Reads a folder's journal; nil if there is none, or if it has no readable beginning.
  public init?(folder: String) {
    guard let journal = RunJournal(reading: folder, from: 0),
      let identity = journal.next().flatMap({ RunIdentity(bytes: $0) }),
      let seedCount = Self.seedCount(identity.seeds)
    else { return nil }
    self.folder = folder
    self.identity = identity
    self.seedCount = seedCount
    scenarios = identity.scenarios.map { ScenarioProgress(name: $0.name) }
    position = journal.position
    add(from: journal)
  }

  /// The number of runs that the run will have.
  public var total: Int { scenarios.count * seedCount }

  /// Adds the runs finished since the last call.
  ///
  /// - Returns: False if the folder has no such run any more.
  public mutating func update() -> Bool {
    guard let start = RunJournal(reading: folder, from: 0),
      start.next().flatMap({ RunIdentity(bytes: $0) }) == identity, start.byteCount >= position,
      let journal = RunJournal(reading: folder, from: position)
    else { return false }
    add(from: journal)
    return true
  }

  private mutating func add(from journal: RunJournal) {
    isActive = journal.isLocked
    while done < total, let entry = journal.next().flatMap({ UnitEntry(bytes: $0) }),
      entry.number == done
    {
      let scenario = done / seedCount
      entry.figures.add(to: &scenarios[scenario].pool)
      scenarios[scenario].done += 1
      done += 1
      position = journal.position
    }
  }

  /// The number of seeds in a list, or one for an empty text; nil for anything else.
  private static func seedCount(_ text: String) -> Int? {
    text.isEmpty ? 1 : (try? SeedList(text))?.count
  }
}
