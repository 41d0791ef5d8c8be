import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

// `venuesim claims`: claims of published talks, with their verdicts.

/// Help text of `claims`.
let claimsAbout = [
  "A claim is a scenario that cites a sentence ('claim:') and names what it depends on ('breaks:'). It",
  "holds if its budgets are kept, but are missed without any one of its causes, and with a stack that",
  "reports nothing. A folder stands for all of its scenarios, and a file",
  "with 'outside:' lists statements that no scenario verifies, and why. --out keeps the table as claims.md",
  "and claims.csv. The command ends with 4 if a claim fails, or holds without its cause, except for claims",
  "that give the contradicting measurement ('fails:' beside the citation).",
]

/// Default folders of claims.
private let claimFolders = ["scenarios/claims", "scenarios/claims/failing"]

/// Runs `venuesim claims [FOLDER|FILE...]`.
@Sendable
func claimsVerb(_ invocation: Invocation) throws -> ExitStatus {
  let settings = try invocation.values(.set).map { try Setting($0) }
  let format = try invocation.choice(.claimFormat) ?? ClaimReport.Format.text
  let operands = invocation.operands.isEmpty ? claimFolders : invocation.operands
  let paths = try operands.flatMap { try claimFiles($0) }
  let seeds = try judgingSeeds(invocation)
  let book = try ClaimBook(
    paths: paths, settings: settings, seeds: seeds, jobs: try jobCount(invocation))
  let token = interruptible()
  let progress = ProgressLine(total: book.claims.count, isQuiet: invocation.has(.quiet))
  var outcomes: [ClaimBook.ClaimOutcome] = []
  for claim in book.claims {
    progress.show(outcomes.count, claim.name)
    outcomes.append(try claim.tried(cancellation: token))
  }
  progress.clear()
  let words = seeds.map { $0.count == 1 ? "Seed \($0[0])." : "Seeds \($0.text)." }
  let report = ClaimReport(
    outcomes.map { ClaimReport.Row($0) } + book.outside.map { ClaimReport.Row($0) },
    talks: ClaimEntry.Talk.allCases.map(\.title),
    standings: ClaimBook.Standing.allCases.map(\.rawValue),
    seeds: words ?? "Each under its scenario's own seed.")
  if let out = invocation.value(.out) {
    try makeFolder(out)
    try writeFile(report.text(as: .markdown) + "\n", to: out + "/claims.md")
    try writeFile(report.text(as: .csv) + "\n", to: out + "/claims.csv")
  }
  if !invocation.has(.quiet) {
    try AnswerTable.show(
      "claims", csv: report.text(as: .csv), figures: [], text: report.text(as: format))
  }
  let bad = outcomes.filter { !$0.isExpected }
  for line in bad.flatMap(\.complaints) { complain(line) }
  return bad.isEmpty ? .success : .budgetMissed
}

/// A file, or all scenarios of a folder, sorted by name.
private func claimFiles(_ path: String) throws(UsageError) -> [String] {
  guard let names = folderContents(path) else { return [path] }
  let files = names.filter { $0.hasSuffix(".yaml") }
  guard !files.isEmpty else { throw UsageError("'\(path)' has no scenario in it") }
  return files.map { path + "/" + $0 }
}

extension ClaimBook.ClaimOutcome {
  /// One line per problem.
  fileprivate var complaints: [String] {
    if claim.entry.failing != nil {
      return ["\(claim.name) is marked as failing, but holds: take out 'fails:'"]
    }
    guard standing != .fails else {
      let missed = rows.first?.usual.filter { $0.verdict != .kept } ?? []
      return missed.map { verdict in
        "\(claim.name) fails: \(verdict.budget.name): \(figureText(verdict)), not \(verdict.budget.text)"
      }
    }
    return rows.filter { !$0.holds }.map {
      "\(claim.name) is unproved: it also holds with \($0.cause.text)"
    }
  }
}

extension ClaimReport.Row {
  fileprivate init(_ outcome: ClaimBook.ClaimOutcome) {
    let (claim, rows) = (outcome.claim, outcome.rows)
    // The first row is of a mute stack, which breaks every budget.
    let causes = rows.dropFirst().map { row in
      let budgets = row.wanted.map { "\($0.budget.name) \(figureText($0))" }
      return "`\(row.cause.text)`: \(budgets.joined(separator: ", "))"
    }
    self.init(
      talk: claim.entry.talk.rawValue, title: claim.entry.talk.title, name: claim.name,
      states: claim.about, says: claim.entry.says,
      standing: outcome.standing.rawValue,
      found: ((rows.first?.usual ?? []).map(Self.text) + [claim.entry.failing].compactMap { $0 })
        .joined(separator: "; "),
      without: causes.joined(separator: "; "))
  }

  fileprivate init(_ entry: OutsideEntry) {
    self.init(
      talk: entry.talk.rawValue, title: entry.talk.title, states: entry.why, says: entry.says,
      standing: ClaimBook.Standing.outside.rawValue)
  }

  /// A budget with the measured value: `horizontal_error.p95 <= 6 m: 4.21`.
  private static func text(_ verdict: BudgetVerdict) -> String {
    let isExpectation =
      verdict.budget.filter?.expectation != nil && verdict.budget.comparison == nil
    return (isExpectation ? verdict.budget.name : verdict.budget.text) + ": " + figureText(verdict)
  }
}

extension Option {
  static let claimFormat = Option(
    "format", taking: "NAME", from: .names(of: ClaimReport.Format.self),
    "The format: text, markdown or csv.")
}
