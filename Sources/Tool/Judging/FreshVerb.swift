import Campaigns
import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

// `venuesim fresh`: scenarios under unseen seeds.

/// Help text of `fresh`.
let freshAbout = [
  "Seeds are drawn from --commit, so a change of the code changes them and they can't be chosen; they are",
  "never those of training or fitting. For each budget the output has the number of seeds that miss it by",
  "themselves, and the probability of that by chance alone if one in twenty does. The command ends with 4",
  "if all seeds together keep fewer than 95 % of all budgets. --out keeps fresh.csv.",
]

/// Runs `venuesim fresh --commit HASH SCENARIO...`.
@Sendable
func freshVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("run which scenario afresh?") }
  guard let commit = invocation.value(.commit), !commit.isEmpty else {
    throw UsageError("fresh needs --commit HASH, from which it draws seeds")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let count = try positiveInteger(invocation, .freshCount) ?? 10
  let parts = try positiveInteger(invocation, .parts) ?? 1
  let jobs = try jobCount(invocation)
  let fresh = FreshSeeds(commit: commit)
  let all = try loadScenarios(invocation.operands, settings)
  let scenarios = fresh.part(of: all, parts: parts)
  let trial = FreshTrial(scenarios, seeds: fresh.range(count: count), jobs: jobs)
  let token = interruptible()
  let progress = ProgressLine(total: trial.unitCount, isQuiet: invocation.has(.quiet))
  let rows = try trial.rows(cancellation: token) { progress.show($0, $1) }
  progress.clear()
  if let out = invocation.value(.out) {
    try makeFolder(out)
    try writeFile(csv(rows), to: out + "/fresh.csv")
  }
  let kept = rows.count { $0.verdict.verdict != .missed }
  let share = rows.isEmpty ? 1 : Double(kept) / Double(rows.count)
  if !invocation.has(.quiet) {
    let reported = rows.filter { $0.verdict.verdict == .missed || !$0.missing.isEmpty }
    if reported.isEmpty { say("no seed misses any budget") } else { table(reported).show() }
    say(
      "\(kept) of \(rows.count) budgets kept (\(figureText(share * 100)) %) in "
        + "\(scenarios.count) of \(all.count) scenarios, seeds \(fresh.range(count: count).text)")
  }
  return share >= FreshTrial.minKept ? .success : .budgetMissed
}

private func table(_ rows: [FreshTrial.BudgetResult]) -> AnswerTable {
  var table = AnswerTable(
    "budgets",
    [
      ("verdict", "verdict"), ("scenario", "scenario"), ("budget", "budget"), ("value", "value"),
      ("missed_by", "missed by"), ("chance", "chance"),
    ])
  for row in rows {
    table.add([
      .text(row.verdict.verdict.rawValue), .text(row.scenario), .text(text(row.verdict.budget)),
      .init(row.verdict.value, else: "no data"), "\(row.missing.count) of \(row.seedCount)",
      .figure(row.chance),
    ])
  }
  return table
}

/// A budget's limit, or its expectation, as text.
private func text(_ budget: Budget) -> String {
  guard let name = budget.filter?.expectation, budget.comparison == nil else { return budget.text }
  return "\(name) in \(figureText(budget.limit * 100)) %"
}

private func csv(_ rows: [FreshTrial.BudgetResult]) -> [UInt8] {
  var csv = CSVWriter(columns: [
    "scenario", "budget", "verdict", "value", "seeds", "missed_by", "chance",
  ])
  for row in rows {
    csv.field(row.scenario)
    csv.field(text(row.verdict.budget))
    csv.field(row.verdict.verdict.rawValue)
    if let value = row.verdict.value {
      csv.field(value, decimals: 4)
    } else {
      csv.emptyField()
    }
    csv.field(row.seedCount)
    csv.field(row.missing.count)
    csv.field(row.chance, decimals: 4)
    csv.endRow()
  }
  return csv.bytes
}

extension Option {
  static let commit = Option("commit", taking: "HASH", "The commit from which the seeds are drawn.")
  static let freshCount = Option("count", taking: "N", "Number of seeds; by default 10.")
  static let parts = Option(
    "parts", taking: "N", "Run only one of N parts of the scenarios, chosen by the commit.")
}
