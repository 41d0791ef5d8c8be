public import Documents
import Kernel
import Scoring

// JSON for programs, and for the page, so that both agree with the command's output.

extension ComparisonReport {
  /// The report as a JSON value: comparisons, figures with verdicts, moments, and budgets.
  public var json: JSONValue {
    [
      "base": .string(base), "new": .string(new), "summary": .string(summary),
      "errors": .string(Comparison.errorText),
      "scenarios": .array(comparisons.map(json)), "budgets": .array(budgets.map(json)),
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  private func json(_ comparison: Comparison) -> JSONValue {
    [
      "scenario": .string(comparison.scenario),
      "unit": .string(comparison.unit),
      "events": .string(comparison.areEventsIdentical.map { $0 ? "identical" : "changed" } ?? ""),
      "differences": .array(comparison.differences.map { .string($0) }),
      "figures": .array(comparison.rows.map { json($0, comparison) }),
      "moments": .array(comparison.moments.map { json($0, comparison) }),
    ]
  }

  private func json(_ row: Comparison.FigureComparison, _ comparison: Comparison) -> JSONValue {
    func number(_ value: Double?) -> JSONValue {
      value.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }
    let effect = row.effect
    return [
      "device": .string(row.device), "figure": .string(row.figure.name),
      "unit": .string(row.figure.metric.unit), "verdict": .string(row.verdict.rawValue),
      "role": .string(row.isPrimary ? "primary" : "secondary"),
      "matters": .string(row.margin.text(of: row.figure.metric)),
      "base": number(effect?.base), "new": number(effect?.new),
      "difference": number(effect?.difference), "worsening": number(effect?.worsening),
      "worsening_low": number(effect?.interval?.lowerBound),
      "worsening_high": number(effect?.interval?.upperBound), "least": number(effect?.minimum),
      "significance": number(row.significance), "n": .int(Int64(row.seeds)),
      "n_needed": row.seedsNeeded.map { .int(Int64($0)) } ?? .null,
      "outstanding": row.outstandingSeed.map { .string(comparison.name(ofSeed: $0)) } ?? .null,
      "remark": .string(row.warning),
    ]
  }

  private func json(_ moment: Moment, _ comparison: Comparison) -> JSONValue {
    [
      "figure": .string(moment.figure.name), "device": .string(moment.device),
      // Tables of replays have seed 0 throughout.
      "seed": .string(moment.isOfRecording ? "0" : "\(moment.seed)"),
      "time_s": moment.time.map { .number($0.seconds) } ?? .null,
      "place": .string(moment.place), "text": .string(moment.text),
      "sentence": .string(moment.sentence),
    ]
  }

  private func json(_ row: BudgetRow) -> JSONValue {
    [
      "scenario": .string(row.scenario), "budget": .string(row.verdict.budget.text),
      "verdict": .string(row.verdict.verdict.rawValue),
      "value": row.verdict.value.map { .number($0) } ?? .null,
    ]
  }
}
