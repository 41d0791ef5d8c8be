import Campaigns
import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

extension Option {
  static let sweep = Option(
    "sweep", "Run every variant of the file's 'sweep:' block, in place of the plain scenario.")
}

/// Runs `venuesim run FILE --sweep`.
func runSweep(_ invocation: Invocation, _ settings: [Setting]) throws -> ExitStatus {
  guard invocation.operands.count == 1 else {
    throw UsageError(
      "--sweep takes one file; to sweep several scenarios alike, name them in a file of its own: "
        + "'scenarios: [a.yaml, b.yaml]' and 'sweep:'")
  }
  for option in [Option.record, .report, .stackCPU] where invocation.has(option) {
    throw UsageError("--\(option.name) does not go with --sweep")
  }
  let sweep = try SweepPlan(
    path: invocation.operands[0], settings: settings, seeds: try seeds(invocation))
  var plan = sweep.plan(jobs: try jobCount(invocation))
  plan.settings = settings.map(\.text)
  plan.stack = try stackChoice(invocation)
  let output = SweepOutput(
    sweep: sweep, plan: plan, run: plan.digest(version: version), invocation: invocation)
  return try Answer.gathering("run", if: invocation.has(.json), output.finish)
}

/// Runs a sweep, prints the results, and stores them.
private struct SweepOutput {
  let sweep: SweepPlan
  let plan: RunPlan
  let run: String
  let invocation: Invocation

  private var isQuiet: Bool { invocation.has(.quiet) }

  func finish() throws -> ExitStatus {
    let token = interruptible()
    let folder = try invocation.value(.out).map { path in
      try SweepFolder(
        path: path, run: run, overwrites: invocation.has(.force),
        resumes: invocation.has(.resume), count: sweep.variants.count)
    }
    var pooled = folder?.resumed ?? []
    if !pooled.isEmpty, !isQuiet {
      complain("note: \(pooled.count) of \(sweep.variants.count) variants were finished before")
    }
    let progress = ProgressLine(total: plan.units.count, isQuiet: isQuiet)
    var stop: (any Error)?
    do {
      try sweep.run(
        plan, from: pooled.count, cancellation: token,
        progress: { progress.show($0, "runs") },
        consume: { figures in
          try folder?.add(table(figures), variant: figures.number)
          pooled.append(figures.pooled.map { SweepFigure($0) })
        })
    } catch {
      // Finished variants are kept and shown.
      stop = error
    }
    progress.clear()
    let comparisons = comparisons(pooled)
    try folder?.finish(
      count: pooled.count, columns: SweepTable.columns(axes: sweep.axes),
      picture: comparisons.isEmpty ? nil : paretoPicture(comparisons, note: note),
      isComplete: stop == nil)
    if !isQuiet { show(comparisons, folder?.path) }
    guard let stop else { return .success }
    return statusOfStopped(
      by: stop, finished: "\(pooled.count) of \(sweep.variants.count) variants", in: folder?.path)
  }

  private var note: String {
    guard let seeds = sweep.seeds else { return "the scenario's own seed" }
    return seeds.count == 1
      ? "seed \(seeds[0])"
      : "seeds \(seeds.text.replacing("-", with: " to ")), the same for all"
  }

  private func table(_ figures: VariantFigures) -> [UInt8] {
    let variant = sweep.variants[figures.number]
    var table = SweepTable(run: run, axes: sweep.axes)
    for part in figures.parts {
      table.add(
        part.rows, scenario: variant.scenario.scenario.name, variant: variant.label,
        values: variant.values, seed: part.seed, device: part.device)
    }
    return table.csv.bytes
  }

  /// The finished variants, by scenario.
  private func comparisons(_ pooled: [[SweepFigure]]) -> [SweepComparison] {
    let objectives = sweep.objectives.map {
      SweepComparison.Objective(
        name: $0.name, unit: $0.metric.unit, isBetterLarger: $0.isBetterLarger,
        ideal: $0.metric.ideal)
    }
    var groups: [(scenario: String, points: [SweepComparison.VariantValues])] = []
    for (variant, rows) in zip(sweep.variants, pooled) {
      let values = sweep.objectives.map { objective in
        rows.first { $0.name == objective.name }?.value
      }
      let point = SweepComparison.VariantValues(label: variant.label, values: values)
      let name = variant.scenario.scenario.name
      if groups.last?.scenario == name {
        groups[groups.count - 1].points.append(point)
      } else {
        groups.append((name, [point]))
      }
    }
    return groups.map {
      SweepComparison(scenario: $0.scenario, objectives: objectives, points: $0.points)
    }
  }

  /// A scenario's variants as a table for JSON.
  private func table(_ comparison: SweepComparison) -> AnswerTable {
    var table = AnswerTable(
      comparison.scenario,
      [("variant", "variant")] + comparison.objectives.map { (key: $0.name, heading: $0.name) })
    for point in comparison.points {
      table.add([.text(point.label)] + point.values.map { .init($0, else: "no data") })
    }
    return table
  }

  private func show(_ comparisons: [SweepComparison], _ folder: String?) {
    for comparison in comparisons {
      if invocation.has(.json) {
        table(comparison).show()
      } else {
        for line in comparison.lines { say(line) }
        say("")
      }
    }
    say(
      folder.map { "The table is \($0)/sweep.csv, the picture \($0)/pareto.svg." }
        ?? "Nothing was kept; --out DIR keeps the table and the picture.")
  }
}
