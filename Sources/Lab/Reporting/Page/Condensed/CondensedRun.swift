import Documents
import Glibc
import Scoring

/// The figures of a run, from its folder.
struct CondensedRun: Sendable {
  /// A row of `metrics.csv`.
  struct Row: Sendable {
    var scenario, seed, device, metric, statistic, unit: String
    var value: Double
    var count: Int

    /// The device's name without the number at its end.
    var group: String {
      guard let dash = device.lastIndex(of: "-") else { return device }
      let number = device[dash...].dropFirst()
      let isNumber = !number.isEmpty && number.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
      return isNumber ? String(device[..<dash]) : device
    }
  }

  /// A scenario that is a variant of another one.
  struct ScenarioVariant: Sendable {
    var scenario, base, setting: String
  }

  let run: String
  let stack: String
  let settings: [String]
  /// The manifest's `"variants": [{"scenario": …, "base": …, "setting": …}]`.
  let variants: [ScenarioVariant]
  private(set) var pooled: [Row] = []
  private(set) var single: [Row] = []
  private var verdicts: [[String]: String] = [:]

  init(folder: String) throws(DocumentError) {
    guard access(folder + "/manifest.json", F_OK) == 0 else {
      throw DocumentError("'\(folder)' holds no run: there is no manifest.json in it")
    }
    let manifest = try JSONValue(path: folder + "/manifest.json")
    guard let run = manifest["run"]?.textValue else {
      throw DocumentError("'\(folder)/manifest.json' describes no run: it has no \"run\"")
    }
    self.run = run
    try TableChecksum.check(folder, manifest, ["metrics.csv", "budgets.csv"])
    stack = manifest["stack"]?.textValue ?? ""
    settings = (manifest["settings"]?.listValue ?? []).compactMap(\.textValue)
    variants = (manifest["variants"]?.listValue ?? []).compactMap { entry in
      guard let scenario = entry["scenario"]?.textValue, let setting = entry["setting"]?.textValue
      else {
        return nil
      }
      return ScenarioVariant(
        scenario: scenario, base: entry["base"]?.textValue ?? scenario, setting: setting)
    }
    try readRows(folder)
    try readVerdicts(folder)
  }

  private mutating func readRows(_ folder: String) throws(DocumentError) {
    let columns = TrackKey.columns + ["metric", "statistic", "value", "unit", "n"]
    guard var table = try TableStream(folder + "/metrics.csv", columns: columns) else {
      throw DocumentError("'\(folder)' has no metrics.csv")
    }
    while try table.next() {
      let row = Row(
        scenario: table.text(0), seed: table.text(1), device: table.text(2),
        metric: table.text(3), statistic: table.text(4), unit: table.text(6),
        value: try table.number(5), count: try table.integer(7) ?? 0)
      if row.seed == "all", row.device == "all" { pooled.append(row) } else { single.append(row) }
    }
  }

  private mutating func readVerdicts(_ folder: String) throws(DocumentError) {
    let columns = ["scenario", "metric", "verdict"]
    guard var table = try TableStream(folder + "/budgets.csv", columns: columns) else { return }
    let rank = ["kept", "undecided", "missed"]
    while try table.next() {
      let key = [table.text(0), table.text(1)]
      let (new, old) = (table.text(2), verdicts[key])
      if old == nil || (rank.firstIndex(of: new) ?? 0) > (rank.firstIndex(of: old ?? "") ?? 0) {
        verdicts[key] = new
      }
    }
  }

  /// The worst verdict on a metric of a scenario; empty without a budget.
  func verdict(_ scenario: String, _ metric: String) -> String {
    verdicts[[scenario, metric]] ?? ""
  }

  /// The settings in words.
  func setting(reportsStack: Bool) -> String {
    let parts = settings + (reportsStack ? ["stack \(stack)"] : [])
    return parts.isEmpty ? "as it is" : parts.joined(separator: "; ")
  }
}
