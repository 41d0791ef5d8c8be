public import Documents
import Glibc
import Scoring

/// The main facts of a run or a batch of replays in a folder, for lists of runs.
public struct RunBrief: Sendable {
  /// A figure over all seeds and devices of a scenario.
  public struct HeadlineFigure: Sendable {
    public var scenario, metric, statistic, unit: String
    public var value: Double
    public var count: Int
  }

  /// The run's short digest.
  public let run: String
  /// The tool's version.
  public let version: String
  public let stack: String
  public let settings: [String]
  public let scenarios: [String]
  /// The finished seeds of the first scenario: `1-3,7`; nil for replays.
  public let seeds: String?
  /// The number of replayed recordings; nil for a run.
  public let recordingCount: Int?
  public let isComplete: Bool
  /// The number of budgets by verdict: kept, missed, undecided.
  public private(set) var verdicts: [String: Int] = [:]
  /// The headline metrics.
  public private(set) var figures: [HeadlineFigure] = []

  /// Reads the folder of a finished run.
  ///
  /// - Throws: ``DocumentError`` if there is none, or it is damaged.
  public init(folder: String) throws(DocumentError) {
    let manifest = try JSONValue(path: folder + "/manifest.json")
    guard let run = manifest["run"]?.textValue else {
      throw DocumentError("'\(folder)/manifest.json' describes no run: it has no \"run\"")
    }
    self.run = run
    version = manifest["venuesim"]?.textValue ?? ""
    stack = manifest["stack"]?.textValue ?? ""
    settings = (manifest["settings"]?.listValue ?? []).compactMap(\.textValue)
    isComplete = manifest["complete"] != .bool(false)
    let entries = manifest["scenarios"]?.listValue
    recordingCount = entries == nil ? manifest["recordings"]?.listValue?.count : nil
    scenarios =
      (entries ?? [manifest["scenario"]].compactMap { $0 }).compactMap { $0["name"]?.textValue }
    seeds = Self.seeds(manifest["finished"]?.listValue ?? [])
    try TableChecksum.check(folder, manifest, ["metrics.csv", "budgets.csv"])
    try readVerdicts(folder)
    try readFigures(folder)
  }

  private static func seeds(_ ranges: [JSONValue]) -> String? {
    let texts = ranges.filter { $0["scenario"] == ranges[0]["scenario"] }.compactMap { range in
      let (first, last) = (range["first_seed"]?.textValue, range["last_seed"]?.textValue)
      return first == last ? first : first.flatMap { first in last.map { "\(first)-\($0)" } }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ",")
  }

  private mutating func readVerdicts(_ folder: String) throws(DocumentError) {
    guard var table = try TableStream(folder + "/budgets.csv", columns: ["verdict"]) else { return }
    while try table.next() { verdicts[table.text(0), default: 0] += 1 }
  }

  private mutating func readFigures(_ folder: String) throws(DocumentError) {
    let columns = ["scenario", "seed", "device", "metric", "statistic", "value", "unit", "n"]
    guard var table = try TableStream(folder + "/metrics.csv", columns: columns) else { return }
    while try table.next() {
      guard table.text(1) == "all", table.text(2) == "all",
        MetricCatalogue.metric(table.text(3))?.isHeadline == true
      else { continue }
      figures.append(
        HeadlineFigure(
          scenario: table.text(0), metric: table.text(3), statistic: table.text(4),
          unit: table.text(6), value: try table.number(5), count: try table.integer(7) ?? 0))
    }
  }
}
