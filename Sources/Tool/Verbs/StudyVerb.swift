import Campaigns
import Documents
import Formats
import Glibc
import Harness
import Kernel
import Recordings
import Reporting
import Scoring

/// Help text of studies.
let studyAbout = [
  "A FILE names scenarios, seeds, variants (settings by key) and metrics, or folders of recordings that",
  "variants of the stack are replayed on; 'venuesim schema study' has all of its keys. A row is a variant",
  "of a scenario, a column a metric with its statistic, a cell the median of the seeds' own figures with",
  "its 95 % interval; a star marks significant differences from the first variant under the same seeds.",
  "Everything chosen is checked before anything runs. --out keeps study.csv (each seed's figure too),",
  "study.md and study.svg.",
]

/// Runs `venuesim study FILE`.
@Sendable
func studyVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.operands.first else { throw UsageError("study which file?") }
  try checkFolderOptions(invocation)
  var choice = StudyPlan.Selection()
  choice.seeds = try seeds(invocation)
  choice.scenarios = invocation.values(.studyScenario)
  choice.variants = invocation.values(.variant)
  choice.settings = try invocation.values(.set).map { try Setting($0) }
  choice.data = recordingsFolder(invocation.value(.data))
  choice.find = { try FoundRecordings.find(at: $0) }
  let format = try invocation.choice(.studyFormat) ?? StudyReport.Format.text
  let (jobs, stack) = (try jobCount(invocation), try stackChoice(invocation))
  let plan = try StudyPlan(path: path, choice: choice)
  let output = StudyOutput(
    plan: plan, stack: stack, jobs: jobs, run: plan.digest(version: version, stack: stack),
    format: format, invocation: invocation)
  return try output.finish()
}

/// The folder of public recordings: as given, or from the environment; nil for none.
func recordingsFolder(_ given: String?) -> String? {
  let folder = given ?? getenv("VENUESIM_DATA").map { String(cString: $0) }
  return folder.flatMap { $0.isEmpty ? nil : $0 }
}

/// Runs a study, prints the results, and stores them.
struct StudyOutput {
  let plan: StudyPlan
  let stack: StackChoice
  let jobs: Int
  let run: String
  let format: StudyReport.Format
  let invocation: Invocation
  /// True to leave out figures that no variant has.
  var leavesOutEmpty = false

  private var isQuiet: Bool { invocation.has(.quiet) }

  func finish() throws -> ExitStatus {
    if let status = statusOfFinished() { return status }
    let token = interruptible()
    let folder = try openFolder()
    var rows = folder?.resumed ?? []
    if !rows.isEmpty, !isQuiet {
      complain("note: \(rows.count) of \(plan.parts.count) variants were finished before")
    }
    let progress = ProgressLine(total: plan.unitCount, isQuiet: isQuiet)
    var stop: (any Error)?
    do {
      try plan.run(
        jobs: jobs, stack: stack, from: rows.count, cancellation: token, progress: progress.show,
        note: { complain("note: \($0)") },
        consume: { number, found in
          try folder?.add(StudyRows.bytes(found, run: run), variant: number)
          rows.append(found)
        })
    } catch {
      // Finished variants are kept and shown.
      stop = error
    }
    progress.clear()
    let all = rows.flatMap { $0 }
    let report = StudyReport(
      run: run, name: plan.name, about: plan.about, units: units,
      result: StudyResult(leavesOutEmpty ? all.withoutEmptyFigures : all))
    try folder?.finish(report, isComplete: stop == nil)
    try reportUse(of: stack, invocation)
    if !isQuiet {
      try AnswerTable.show(
        "study", csv: report.text(as: .csv),
        figures: ["value", "low", "high", "n", "significance"],
        text: report.text(as: format))
      if format == .text, !Answer.isWanted {
        for variant in all.variantsWithoutEffect {
          say("note: \(variant): \(ComparisonReport.indifference)")
        }
        say("")
        say(
          folder.map { "The files are in \($0.path)/." } ?? "Nothing was kept; --out DIR keeps it.")
      }
    }
    guard let stop else { return status(report.verdicts) }
    return statusOfStopped(
      by: stop, finished: "\(rows.count) of \(plan.parts.count) variants", in: folder?.path)
  }

  /// The status of a study that is resumed but already complete; nil if there is work to do.
  private func statusOfFinished() -> ExitStatus? {
    guard invocation.has(.resume), let path = invocation.value(.out),
      let verdicts = StudyFolder.verdicts(ofFinished: path, run: run)
    else { return nil }
    if !isQuiet {
      let count = plan.parts.count
      say("Nothing to do: all \(count) variants are finished. The files are in \(path)/.")
    }
    return status(verdicts)
  }

  private var units: String {
    let seeds =
      plan.seeds.count == 1 ? "Seed \(plan.seeds[0])." : "Seeds \(plan.seeds.text)."
    let replays = plan.parts.count(where: \.isReplay)
    if replays == 0 { return seeds }
    let each = "Each recording counts as a seed does."
    return replays == plan.parts.count ? each : "\(seeds) \(each)"
  }

  private func openFolder() throws -> StudyFolder? {
    let (plan, run) = (plan, run)
    return try invocation.value(.out).map { path in
      try StudyFolder(
        path: path, overwrites: invocation.has(.force), resumes: invocation.has(.resume),
        count: plan.parts.count,
        read: { bytes, number in
          let part = plan.parts[number]
          return StudyRows.rows(
            bytes, run: run, scenario: part.scenario, variant: part.variant, figures: part.figures)
        })
    }
  }

  /// The status: a study fails only by the budgets that it includes.
  private func status(_ verdicts: [BudgetVerdict.Verdict]) -> ExitStatus {
    verdicts.contains(.missed) ? .budgetMissed : .success
  }
}

extension Option {
  static let studyFormat = Option(
    "format", taking: "NAME", from: .names(of: StudyReport.Format.self),
    "The format: text, markdown or csv.")
  static let studyScenario = Option(
    "scenario", taking: "NAME", repeats: true, "Only this scenario, or these recordings.")
  static let variant = Option("variant", taking: "NAME", repeats: true, "Only this variant.")
}
