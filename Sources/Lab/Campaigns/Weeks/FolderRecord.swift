public import Documents
import Glibc
public import Scoring

/// The results of a campaign's folder, or of a plain run's, as a store keeps them.
public struct FolderRecord: Sendable {
  /// The result of a budget.
  public struct BudgetRecord: Hashable, Sendable {
    public var text: String
    /// The figure; nil for none.
    public var value: Double?
    /// Unit of the figure, and the verdict.
    public var unit, verdict: String
  }

  /// One of the worst runs.
  public struct WorstRun: Hashable, Sendable {
    /// 1 for the worst.
    public var rank: Int
    /// The seed, and the name of the figure that ranks the runs.
    public var seed, figure: String
    public var value: Double
    /// Its unit.
    public var unit: String
    /// Folder of its tables; empty if they aren't kept.
    public var folder: String
  }

  /// A scenario of the folder.
  public struct ScenarioRecord: Sendable {
    /// The figures of each seed.
    public var table: FigureTable
    public var budgets: [BudgetRecord] = []
    /// Its worst runs.
    public var worst: [WorstRun] = []
  }

  /// Digest of everything that determines the results, and the campaign's name.
  public var run, campaign: String
  /// The tool's version, and the stack.
  public var version, stack: String
  public var scenarios: [ScenarioRecord]

  /// Reads a folder.
  ///
  /// - Throws: ``DocumentError`` if there is no complete run, or if a table fails its checksum.
  public init(folder: String) throws(DocumentError) {
    let manifest = try JSONValue(path: folder + "/manifest.json")
    func text(_ key: String) -> String {
      if case .string(let text)? = manifest[key] { text } else { "" }
    }
    (run, campaign) = (text("run"), text("campaign"))
    (version, stack) = (text("venuesim"), text("stack"))
    scenarios = try FigureTable.tables(ofFolder: folder).map { ScenarioRecord(table: $0) }
    try TableChecksum.check(folder, manifest, ["budgets.csv", "worst.csv"])
    try readBudgets(folder)
    try readWorst(folder)
  }

  private mutating func readBudgets(_ folder: String) throws(DocumentError) {
    guard hasFile(folder + "/budgets.csv") else { return }
    var csv = try CSVReader(path: folder + "/budgets.csv")
    let names = [
      "scenario", "metric", "statistic", "value", "unit", "limit", "verdict", "condition",
    ]
    let columns = try names.map { name throws(DocumentError) in try column(name, &csv) }
    while try csv.nextRow() {
      let words = columns.map { csv.text(at: $0) }
      guard let index = scenarios.firstIndex(where: { $0.table.scenario == words[0] }) else {
        continue
      }
      let condition = words[7].isEmpty ? "" : " (\(words[7]))"
      scenarios[index].budgets.append(
        BudgetRecord(
          text: "\(words[1]).\(words[2]) \(words[5])\(condition)", value: Double(words[3]),
          unit: words[4], verdict: words[6]))
    }
  }

  private mutating func readWorst(_ folder: String) throws(DocumentError) {
    guard hasFile(folder + "/worst.csv") else { return }
    var csv = try CSVReader(path: folder + "/worst.csv")
    let names = ["scenario", "rank", "seed", "figure", "value", "unit"]
    let columns = try names.map { name throws(DocumentError) in try column(name, &csv) }
    while try csv.nextRow() {
      let words = columns.map { csv.text(at: $0) }
      guard let index = scenarios.firstIndex(where: { $0.table.scenario == words[0] }),
        let rank = Int(words[1]), let value = Double(words[4])
      else { continue }
      let kept = "worst/\(words[0])-\(words[2])"
      scenarios[index].worst.append(
        WorstRun(
          rank: rank, seed: words[2], figure: words[3], value: value, unit: words[5],
          folder: hasFile("\(folder)/\(kept)/manifest.json") ? kept : ""))
    }
  }

  private func column(_ name: String, _ csv: inout CSVReader) throws(DocumentError) -> Int {
    guard let index = csv.columns.firstIndex(of: name) else {
      throw DocumentError("no column '\(name)' in '\(csv.file)'")
    }
    return index
  }
}

/// True if there is a readable file.
private func hasFile(_ path: String) -> Bool { withPath(path) { access($0, R_OK) } == 0 }
