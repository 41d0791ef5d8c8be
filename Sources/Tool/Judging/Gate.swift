import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

/// Runs scenarios and compares them with their baselines.
struct Gate {
  let scenarios: [LoadedScenario]
  let settings: [Setting]
  /// Recordings to compare as well.
  let replays: [RecordingGate]
  /// Folder of the baselines.
  let folder: String
  /// The requested seeds; nil for those of each baseline.
  let seeds: ClosedRange<UInt64>?
  let figures: [GatedFigure]
  /// True if figures were requested by name; they must then exist.
  let asksFigures: Bool
  let stack: StackChoice
  let jobs: Int
  let isQuiet: Bool
  /// Folder of the reports; nil to keep none.
  let out: String?

  /// Default folder of baselines.
  static let usualFolder = "results/baselines"
  /// Default seeds of a new baseline.
  private static let firstSeeds: ClosedRange<UInt64> = 1...10

  /// Runs the scenarios and compares them with their baselines.
  ///
  /// - Throws: Mistakes in the baselines, before any run if possible.
  func judge(
    _ format: ComparisonReport.Format, _ invocation: Invocation
  ) throws -> ExitStatus {
    let baselines = try usableBaselines()
    if let out { try makeFolder(out) }
    let token = interruptible()
    var report = ComparisonReport(base: folder, new: "this run", comparisons: [])
    var wrong: [Diagnostic] = []
    for (scenario, baseline) in zip(scenarios, baselines) {
      let run = try run(scenario, seeds: baseline.table.seeds, token)
      do throws(DocumentError) {
        report.comparisons.append(
          try Comparison(
            baseline.table, run.table.asKept, figures: figures(of: scenario), watched: watched))
      } catch {
        wrong += error.diagnostics
        continue
      }
      report.budgets += scenario.budgets.map { budget in
        ComparisonReport.BudgetRow(
          scenario: scenario.scenario.name,
          verdict: BudgetVerdict(budget, values: run.pool.values(of: budget)))
      }
      let index = report.comparisons.count - 1
      try nameMoments(&report.comparisons[index], scenario, baseline, token)
    }
    for replay in replays {
      do {
        report.comparisons.append(try replay.judge(token))
      } catch let error as DocumentError {
        wrong += error.diagnostics
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    try keep(report)
    show(report, format, invocation)
    return report.status
  }

  /// Runs the scenarios and stores their figures as baselines.
  func update(reason: String) throws -> ExitStatus {
    try makeFolder(folder)
    let token = interruptible()
    var refused: [String] = []
    for scenario in scenarios {
      let path = Baseline.path(of: scenario.scenario.name, in: folder)
      // A baseline of other figures or of another scenario is replaced, but its reasons are kept.
      let (reasons, oldSeeds) = Baseline.history(ofFile: path)
      let wanted = seeds ?? oldSeeds.asRange ?? Self.firstSeeds
      let run = try run(scenario, seeds: Array(wanted), token)
      guard !run.table.figures.isEmpty else {
        throw DocumentError(
          "scenario '\(run.table.scenario)' is empty: no seed of it has any figure")
      }
      let missed = scenario.budgets.filter {
        BudgetVerdict($0, values: run.pool.values(of: $0)).verdict == .missed
      }
      guard missed.isEmpty else {
        refused += missed.map {
          "\(path): not made, since it would miss '\($0.name)' (\($0.text))"
        }
        continue
      }
      let new = Baseline(
        run.table, version: version, reasons: reasons + [printableLine(reason)])
      let old = try? Baseline(path: path)
      if let old, old.isSame(as: new) {
        if !isQuiet { say("\(path): unchanged") }
        continue
      }
      try writeFile(new.csv, to: path)
      if !isQuiet { say("\(path): \(reasons.isEmpty ? "made" : "changed"), seeds \(wanted.text)") }
    }
    for replay in replays { try replay.update(reason: reason, token) }
    for line in refused { complain(line) }
    return refused.isEmpty ? .success : .budgetMissed
  }

  /// Runs a scenario under some seeds.
  private func run(
    _ scenario: LoadedScenario, seeds: [UInt64], _ token: CancellationToken
  ) throws -> (table: FigureTable, pool: ScenarioPool) {
    guard let range = seeds.asRange else {
      throw DocumentError(
        "the seeds \(seedText(seeds)) of scenario '\(scenario.scenario.name)' have gaps")
    }
    var table = FigureTable(scenario: scenario.scenario.name, source: "this run")
    table.scenarioDigest = scenario.fileDigest
    table.venueDigest = scenario.venueDigest
    table.settings = settings.map(\.text)
    table.stack = stack.name
    var summary = RunSummary(plan: plan(scenario, range))
    let progress = ProgressLine(total: seeds.count, isQuiet: isQuiet)
    var pool = ScenarioPool()
    try plan(scenario, range).run(cancellation: token) { result in
      let figures = UnitFigures(result.devices, seed: result.seed)
      figures.add(to: &pool)
      summary.add(figures, scenario: result.scenario, seed: result.seed)
      try table.add(
        result.devices, seed: result.seed, figures: self.figures(of: scenario) + watched)
      progress.show(summary.finished.count, result.scenario)
    }
    progress.clear()
    table.fingerprint = summary.fingerprint(table.scenario)
    return (table, pool)
  }

  /// The gated figures of a scenario: the requested ones, or the standard ones and those of its budgets.
  func figures(of scenario: LoadedScenario) -> [GatedFigure] {
    guard !asksFigures else { return figures }
    var all = figures
    for budget in scenario.scenario.budgets {
      let figure = GatedFigure(budget)
      if !all.contains(figure) { all.append(figure) }
    }
    return all
  }

  /// Figures that are watched in addition.
  private var watched: [GatedFigure] { asksFigures ? [] : GatedFigure.watched }

  private func plan(_ scenario: LoadedScenario, _ seeds: ClosedRange<UInt64>) -> RunPlan {
    var plan = RunPlan(scenarios: [scenario])
    plan.seeds = seeds
    plan.stack = stack
    plan.jobs = jobs
    return plan
  }

  /// Repeats the outstanding seeds to find the moments; also with the baseline's settings if only settings
  /// differ, because its moments can then be reproduced.
  private func nameMoments(
    _ comparison: inout Comparison, _ scenario: LoadedScenario, _ baseline: Baseline,
    _ token: CancellationToken
  ) throws {
    let wanted = Array(comparison.outstandingSeeds.prefix(3))
    guard !wanted.isEmpty else { return }
    let new = try details(of: scenario, wanted, stack, token)
    var base: RunDetails?
    if baseline.table.settings != settings.map(\.text) || stack.name != baseline.table.stack,
      baseline.table.stack == StackChoice.reference.name
    {
      let settings = try baseline.table.settings.map { try Setting($0) }
      let before = try LoadedScenario(path: scenario.path, settings: settings)
      base = try details(of: before, wanted, .reference, token)
    }
    comparison.nameMoments(base: base, new: new)
  }

  private func details(
    of scenario: LoadedScenario, _ seeds: [UInt64], _ stack: StackChoice,
    _ token: CancellationToken
  ) throws -> RunDetails {
    var details = RunDetails()
    for seed in seeds {
      let result = try RunUnit(scenario: scenario, seed: seed).run(
        stack: stack, cancellation: token)
      for score in result.devices { details.add(score, seed: seed) }
    }
    return details
  }

  private func keep(_ report: ComparisonReport) throws(FileWriteError) {
    guard let out else { return }
    let files: [(String, ComparisonReport.Format)] = [
      ("gate.txt", .text), ("gate.csv", .csv), ("gate.md", .markdown), ("gate.xml", .junit),
    ]
    for (name, format) in files {
      try writeFile(report.text(as: format) + "\n", to: out + "/" + name)
    }
  }
}
