import Documents
import Harness
import Kernel
import Reporting
import Scoring

// `venuesim check --power`: tests that budgets can fail, and do if their cause is removed.

/// Help text of `check --power`.
let powerAbout = [
  "With --power, every scenario is run as it stands, with a stack that reports nothing, and with each of",
  "its 'breaks': settings that must make it miss the budgets they name. A scenario whose budgets are kept",
  "all the same can't distinguish a good stack from a bad one, and the command ends with 4.",
]

/// Runs `venuesim check --power SCENARIO...`.
func checkPower(_ invocation: Invocation) throws -> ExitStatus {
  let settings = try invocation.values(.set).map { try Setting($0) }
  let (seeds, jobs) = (try judgingSeeds(invocation), try jobCount(invocation))
  var trials: [PowerTrial] = []
  var wrong: [Diagnostic] = []
  for path in invocation.operands {
    do throws(DocumentError) {
      let trial = try PowerTrial(path: path, settings: settings, seeds: seeds, jobs: jobs)
      if trial.budgetCount == 0 {
        throw DocumentError(
          "'\(path)' has no budget and no expectation, so nothing can break it")
      }
      if trial.breakCount == 0 {
        throw DocumentError("'\(path)' has no settings that must break it; add 'breaks:'")
      }
      trials.append(trial)
    } catch {
      wrong += error.diagnostics
    }
  }
  guard wrong.isEmpty else { throw DocumentError(wrong) }
  let token = interruptible()
  var outcomes: [(name: String, rows: [PowerTrial.CauseResult])] = []
  let isSilent = invocation.has(.quiet) || invocation.has(.json)
  let progress = ProgressLine(total: trials.count, isQuiet: isSilent)
  for trial in trials {
    progress.show(outcomes.count, trial.name)
    let rows = try trial.rows(cancellation: token)
    progress.clear()
    outcomes.append((trial.name, rows))
    if !isSilent { for row in rows { say(line(row, of: trial.name)) } }
  }
  let failed = outcomes.flatMap(\.rows).filter { !$0.holds }.count
  let count = outcomes.reduce(0) { $0 + $1.rows.count }
  if invocation.has(.json) { say(json(outcomes).text(pretty: false)) }
  if !isSilent {
    let places = "\(outcomes.count) scenario\(outcomes.count == 1 ? "" : "s")"
    say("\(count - failed) of \(count) breaks violate the budgets that they name, in \(places)")
  }
  return failed == 0 ? .success : .budgetMissed
}

/// A result, such as `breaks corridor: stack.locator.use=off: availability.share`.
private func line(_ row: PowerTrial.CauseResult, of scenario: String) -> String {
  func text(_ verdict: BudgetVerdict) -> String {
    "\(verdict.budget.name) (\(figureText(verdict)), \(verdict.verdict.rawValue))"
  }
  let head = "\(scenario): \(row.cause.text)"
  guard !row.holds else {
    let missed = row.wanted.filter { $0.verdict == .missed }
    return "breaks  \(head): \(missed.map(\.budget.name).joined(separator: ", "))"
  }
  let early = row.usual.filter { $0.verdict != .kept }
  if row.cause != .mute, !early.isEmpty {
    return "MISSED  \(head): missed without it, too: \(early.map(text).joined(separator: ", "))"
  }
  let kept = row.wanted.filter { $0.verdict != .missed }
  return "HOLDS   \(head): \(kept.map(text).joined(separator: ", "))"
}

private func json(_ outcomes: [(name: String, rows: [PowerTrial.CauseResult])]) -> JSONValue {
  .array(
    outcomes.flatMap { name, rows in
      rows.map { row -> JSONValue in
        let budgets = zip(row.wanted, row.usual).map { broken, usual -> JSONValue in
          [
            "budget": .string(broken.budget.text),
            "usual": usual.value.map { .number($0) } ?? .null,
            "usual_verdict": .string(usual.verdict.rawValue),
            "broken": broken.value.map { .number($0) } ?? .null,
            "broken_verdict": .string(broken.verdict.rawValue),
          ]
        }
        return [
          "scenario": .string(name), "cause": .string(row.cause.text), "breaks": .bool(row.holds),
          "budgets": .array(budgets),
        ]
      }
    })
}

extension Option {
  static let power = Option(
    "power", "Run scenarios and their 'breaks', and check that each violates the budgets it names.")
}
