import Campaigns
import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

// `venuesim budgets`: slack of limits, and limits fitted to the stack.

/// Help text of `budgets`.
let budgetsAbout = [
  "Runs scenarios under many seeds and prints each budget's limit and the value that nine of ten seeds",
  "reach. With --fit, limits are written into the files, 1.2 times worse than that value (or as --margin",
  "says, where two limits must stay apart), with the value beside them; a budget with 'source:' keeps the",
  "limit of its source. Seeds are 201 to 300 by default; those of training and of judging are rejected.",
  "Without --fit the command ends with 4 if a limit is more than 1.3 times worse than what nine seeds of",
  "ten reach, or is missed by more than one in ten.",
]

/// Runs `venuesim budgets SCENARIO...`.
@Sendable
func budgetsVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("the budgets of which scenario?") }
  let seeds = try seeds(invocation) ?? SeedList(SeedUse.fitting)
  if let complaint = SeedUse.complaint(fittingTo: seeds) { throw UsageError(complaint) }
  let jobs = try jobCount(invocation)
  let margin = try fittingMargin(invocation)
  let scenarios = try loadScenarios(invocation.operands, [])
  let token = interruptible()
  let isQuiet = invocation.has(.quiet)
  var isLoose = false
  for scenario in scenarios {
    let name = scenario.scenario.name
    guard !scenario.scenario.budgets.isEmpty else { continue }
    let progress = ProgressLine(total: seeds.count, isQuiet: isQuiet)
    var finished = 0
    let rows = try BudgetFit.rows(
      of: scenario, seeds: seeds, jobs: jobs, margin: margin, cancellation: token
    ) {
      finished += 1
      progress.show(finished, name)
    }
    progress.clear()
    isLoose = isLoose || rows.contains { !$0.isSound }
    if !isQuiet { table(rows, of: name, isBefore: invocation.has(.fit)).show() }
    guard invocation.has(.fit) else { continue }
    var file = try BudgetRewrite(path: scenario.path)
    let changes = try file.fit(rows, seeds: seeds.text)
    try writeFile(file.text, to: scenario.path)
    if !isQuiet { say("\(scenario.path): \(changes) limits changed") }
  }
  return isLoose && !invocation.has(.fit) ? .budgetMissed : .success
}

private func fittingMargin(_ invocation: Invocation) throws -> Double {
  guard let text = invocation.value(.margin) else { return BudgetFit.usualMargin }
  guard let margin = Double(text), (1...BudgetFit.maxSlack).contains(margin) else {
    throw UsageError("--margin takes a number from 1 to \(BudgetFit.maxSlack), not '\(text)'")
  }
  return margin
}

private func table(
  _ rows: [BudgetFit.BudgetFigures], of scenario: String, isBefore: Bool
) -> AnswerTable {
  var table = AnswerTable(
    scenario,
    [
      ("budget", scenario), ("reached", "nine of ten reach"), ("slack", "slack"),
      ("fitted", isBefore ? "new limit" : "fitted"), ("note", isBefore ? "old limit" : "limit"),
    ])
  for row in rows {
    table.add([
      .text(row.budget.text), .init(row.reached, else: "no data"), .init(row.slack, else: "-"),
      row.isGiven ? .nothing("-") : row.fittedText.map { .text($0) } ?? .nothing("-"),
      .text(row.soundness),
    ])
  }
  return table
}

extension BudgetFit.BudgetFigures {
  /// The fit of the limit, in two or three words.
  fileprivate var soundness: String {
    if isGiven { return "as \(budget.source ?? "")" }
    if isSound { return "fitted" }
    guard let slack else { return reached == nil ? "no data" : "too tight" }
    return slack < 1 ? "too tight" : "too loose"
  }

  /// True if 90 % of the seeds keep the limit, and it isn't much looser; given limits are always sound.
  fileprivate var isSound: Bool {
    guard !isGiven else { return true }
    // Perfect for 90 % of the seeds: every limit that they keep is sound.
    guard let slack else {
      return reached.map { budget.isKept(by: $0 * budget.metric.unitInSI) } ?? false
    }
    return slack >= 1 && slack <= BudgetFit.maxSlack + 1e-9
  }
}

extension Option {
  static let fit = Option("fit", "Write fitted limits into the scenarios' files.")
  static let margin = Option(
    "margin", taking: "N",
    "The factor by which fitted limits are worse than what nine of ten reach, 1 to 1.3; by default 1.2."
  )
}
