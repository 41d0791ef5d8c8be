import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

/// The results of a run so far, over all its seeds.
struct RunSummary {
  private let plan: RunPlan
  private var pools: [String: ScenarioPool] = [:]
  /// Values for the verdicts of budgets, if some of the seeds are training seeds.
  private var judged: [String: ScenarioPool] = [:]
  private let sparesTraining: Bool
  private var hashes: [String: SHA256] = [:]
  /// The finished units, in order.
  private(set) var finished: [(scenario: String, seed: UInt64)] = []

  init(plan: RunPlan) {
    self.plan = plan
    sparesTraining = plan.seeds.map { $0.overlaps(SeedUse.training.seeds) } ?? false
  }

  /// Adds the figures of a unit; call in order.
  mutating func add(_ figures: UnitFigures, scenario: String, seed: UInt64) {
    figures.add(to: &pools[scenario, default: ScenarioPool()])
    if sparesTraining, !SeedUse.training.seeds.contains(seed) {
      figures.add(to: &judged[scenario, default: ScenarioPool()])
    }
    hashes[scenario, default: SHA256()].update(Array("\(figures.eventDigest)\n".utf8))
    finished.append((scenario, seed))
  }

  /// Digest of all events delivered to the apps of a scenario, in order.
  func fingerprint(_ scenario: String) -> String {
    (hashes[scenario] ?? SHA256()).digest().shortDigest
  }

  /// The results, with the verdicts of the budgets.
  func outcome() -> RunOutcome {
    RunOutcome(
      summary: self,
      scenarios: plan.scenarios.map { loaded in
        let name = loaded.scenario.name
        let pool = pools[name] ?? ScenarioPool()
        let fair = sparesTraining ? judged[name] ?? ScenarioPool() : pool
        return RunOutcome.ScenarioOutcome(
          name: name, pool: pool,
          verdicts: loaded.budgets.map { BudgetVerdict($0, values: fair.values(of: $0)) })
      })
  }
}

/// The results of a run, as printed and stored.
struct RunOutcome {
  /// A scenario's values, and the verdicts of its budgets.
  struct ScenarioOutcome {
    let name: String
    let pool: ScenarioPool
    let verdicts: [BudgetVerdict]
  }

  let summary: RunSummary
  let scenarios: [ScenarioOutcome]

  /// 4 for a missed budget, else 0.
  var status: ExitStatus {
    scenarios.flatMap(\.verdicts).contains { $0.verdict == .missed } ? .budgetMissed : .success
  }

  /// The results as text.
  func lines(folder: String?) -> [String] {
    var lines: [String] = []
    for scenario in scenarios {
      let runs = summary.finished.filter { $0.scenario == scenario.name }.count
      lines.append("\(scenario.name): \(runs) run\(runs == 1 ? "" : "s")")
      var table = TextTable(["metric", "mean", "p50", "p95", "max", "unit", "n"])
      var hidden = 0
      for metric in MetricCatalogue.all {
        let rows = MetricRow.rows(metric, values: scenario.pool[metric])
        guard let count = rows.first?.count else { continue }
        let isAskedFor = scenario.verdicts.contains { $0.budget.metric == metric }
        guard metric.isHeadline || isAskedFor else {
          hidden += 1
          continue
        }
        func cell(_ statistic: Statistic) -> String {
          rows.first { $0.statistic == statistic }.map { figureText($0.value) } ?? ""
        }
        let mean = cell(.mean).isEmpty ? cell(.share) : cell(.mean)
        table.add([metric.name, mean, cell(.p50), cell(.p95), cell(.max), metric.unit, "\(count)"])
      }
      lines += table.lines.map { "  " + $0 }
      if hidden > 0 { lines.append("  and \(hidden) more metrics in metrics.csv and --json") }
      for verdict in scenario.verdicts {
        let word = Paint.shown(
          verdict.verdict.rawValue, as: verdict.verdict == .missed ? .bad : .good)
        let value =
          verdict.value == nil ? "no data" : "\(figureText(verdict)) \(verdict.budget.metric.unit)"
        lines.append("  \(word): \(verdict.budget.text) (\(value))")
      }
      lines.append("")
    }
    lines.append(
      folder.map { "The files are in \($0)/." } ?? "Nothing was kept; --out DIR keeps the files.")
    return lines
  }

  /// The results as JSON.
  func json(run: String, folder: String?, status: ExitStatus) -> JSONValue {
    let scenarios = scenarios.map { scenario -> JSONValue in
      let metrics = scenario.pool.rows.map { row -> JSONValue in
        [
          "metric": .string(row.metric.name), "statistic": .string(row.statistic.rawValue),
          "value": .number(row.value), "unit": .string(row.metric.unit),
          "n": .int(Int64(row.count)),
        ]
      }
      let budgets = scenario.verdicts.map { verdict -> JSONValue in
        [
          "budget": .string(verdict.budget.text), "verdict": .string(verdict.verdict.rawValue),
          "value": verdict.value.map { .number($0) } ?? .null,
          "interval": verdict.interval.map { [.number($0.lowerBound), .number($0.upperBound)] }
            ?? .null,
        ]
      }
      return [
        "scenario": .string(scenario.name), "metrics": .array(metrics), "budgets": .array(budgets),
        "events_fingerprint": .string(summary.fingerprint(scenario.name)),
      ]
    }
    return [
      "run": .string(run), "folder": folder.map { .string($0) } ?? .null,
      "scenarios": .array(scenarios), "status": .int(Int64(status.rawValue)),
    ]
  }
}
