public import Documents
import Glibc
public import Scoring

/// What a store keeps of a campaign's folder, or of a plain run's.
public struct FolderRecord: Sendable {
  /// What became of a budget.
  public struct Budget: Hashable, Sendable {
    /// The limit.
    public var text: String
    /// The figure; nil for none.
    public var value: Double?
    /// The figure's unit, and the verdict's word.
    public var unit, verdict: String
  }

  /// One of the worst runs.
  public struct Worst: Hashable, Sendable {
    /// 1 for the worst.
    public var rank: Int
    /// Its seed, and the figure that makes it so.
    public var seed, figure: String
    /// The figure's value.
    public var value: Double
    /// Its unit.
    public var unit: String
    /// Where its tables are; empty where they aren't kept.
    public var folder: String
  }

  /// A scenario.
  public struct Scenario: Sendable {
    /// Its figures, seed by seed.
    public var table: FigureTable
    /// Its budgets.
    public var budgets: [Budget] = []
    /// Its worst runs.
    public var worst: [Worst] = []
  }

  /// The digest of what decided it, and the campaign's name.
  public var run, campaign: String
  /// The tool's version and the stack.
  public var version, stack: String
  /// The scenarios.
  public var scenarios: [Scenario]

  /// Reads a folder.
  ///
  /// - Throws: What is wrong with it: no run, one cut short, tables that aren't as they were written.
  public init(folder: String) throws(DocumentError) {
    let manifest = try JSONValue(path: folder + "/manifest.json")
    func text(_ key: String) -> String {
      if case .string(let text)? = manifest[key] { text } else { "" }
    }
    (run, campaign) = (text("run"), text("campaign"))
    (version, stack) = (text("venuesim"), text("stack"))
    scenarios = try FigureTable.tables(ofFolder: folder).map { Scenario(table: $0) }
    try TableSeal.check(folder, manifest, ["budgets.csv", "worst.csv"])
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
      guard let place = scenarios.firstIndex(where: { $0.table.scenario == words[0] }) else {
        continue
      }
      let condition = words[7].isEmpty ? "" : " (\(words[7]))"
      scenarios[place].budgets.append(
        Budget(
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
      guard let place = scenarios.firstIndex(where: { $0.table.scenario == words[0] }),
        let rank = Int(words[1]), let value = Double(words[4])
      else { continue }
      let kept = "worst/\(words[0])-\(words[2])"
      scenarios[place].worst.append(
        Worst(
          rank: rank, seed: words[2], figure: words[3], value: value, unit: words[5],
          folder: hasFile("\(folder)/\(kept)/manifest.json") ? kept : ""))
    }
  }

  private func column(_ name: String, _ csv: inout CSVReader) throws(DocumentError) -> Int {
    guard let place = csv.columns.firstIndex(of: name) else {
      throw DocumentError("no column '\(name)' in '\(csv.file)'")
    }
    return place
  }
}

/// Whether there is a file that can be read.
private func hasFile(_ path: String) -> Bool { withPath(path) { access($0, R_OK) } == 0 }
