import Documents
import Kernel
import Observations
import Scoring
import Testing

struct MetricTests {
  /// By numpy 2.4.6; percentiles are its default, type 7 of Hyndman and Fan.
  @Test(arguments: [
    (Statistic.mean, 4.2), (.rmse, 5.113707070218238), (.p50, 3.5), (.p67, 6), (.p75, 6.0),
    (.p90, 8.55), (.p95, 8.775), (.p99, 8.955), (.max, 9), (.min, 0.5),
    (.sd, 3.074988708199683), (.share, 4.2), (.count, 10),
  ]) func statisticsMatchNumpy(statistic: Statistic, expected: Double) throws {
    let values = [9.0, 1, 0.5, 3, 4, 8.5, 6, 1, 3, 6]
    let value = try #require(MetricRow.summary(statistic, of: values))
    #expect(abs(value - expected) < 1e-12, "\(statistic): \(value)")
    #expect(try #require(MetricRow.summary(statistic, of: values.reversed())) == value)
    #expect(MetricRow.summary(statistic, of: []) == nil)
    // An infinite error must not hide the others, nor cause a failure.
    let wrong = try #require(MetricRow.summary(statistic, of: values + [.infinity]))
    #expect(!wrong.isNaN)
    if statistic == .p50 { #expect(wrong == 4) }
  }

  @Test func everyMetricHasRows() throws {
    #expect(Set(MetricCatalogue.all.map(\.name)).count == MetricCatalogue.all.count)
    for metric in MetricCatalogue.all {
      let rows = MetricRow.rows(metric, values: [1, 2, 3])
      #expect(rows.map(\.statistic) == metric.statistics && rows.allSatisfy { $0.count == 3 })
      #expect(MetricRow.rows(metric, values: []).isEmpty)
      #expect(MetricCatalogue.metric(metric.name) == metric && !metric.definition.isEmpty)
      #expect(!metric.source.isEmpty && metric.margin.size(at: 1) > 0)
      #expect(!metric.definition.contains("  ") && !metric.definition.contains("\n"))
      #expect(metric.name.allSatisfy { $0.isLowercase || $0.isNumber || "._".contains($0) })
      for statistic in metric.statistics {
        let parsed = try #require(MetricCatalogue.parse("\(metric.name).\(statistic.rawValue)"))
        #expect(parsed.metric == metric && parsed.statistic == statistic)
      }
    }
    let power = try #require(MetricCatalogue.metric("power"))
    #expect(abs(MetricRow.rows(power, values: [0.12])[0].value - 120) < 1e-9)
    for strange in ["", "power", "power.", "power.p50", "energy.mean.", "powerx.mean", ".mean"] {
      #expect(MetricCatalogue.parse(strange) == nil, "'\(strange)'")
    }
  }

  @Test(arguments: [
    ("horizontal_error.p95 <= 6 m", 6, 6.0, true), ("horizontal_error.p95 <= 6 m", 6, 6.01, false),
    ("horizontal_error.mean <= 600 cm", 6, 5, true), ("power.mean <= 120 mW", 0.12, 0.121, false),
    ("power.mean <= 0.12 W", 0.12, 0.119, true), ("floor.accuracy.share >= 85 %", 0.85, 0.85, true),
    ("floor.accuracy.share >= 0.85", 0.85, 0.84, false),
    ("steps.abs_error.max <= 12 %", 0.12, 0, true),
    ("steps.error.p95 within 5 %", 0.05, -0.051, false),
    ("steps.error.p95 within 5 %", 0.05, -0.049, true),
    ("ttff.p50 <= 2 min", 120, 119, true), ("energy.max <= 3 J", 3, 3.5, false),
    ("energy.max <= 1 Wh", 3600, 3500, true),
  ]) func judgesBudgets(text: String, limit: Double, value: Double, isKept: Bool) throws {
    let budget = try Budget(text)
    #expect(abs(budget.limit - limit) < 1e-12 && budget.text == text)
    let verdict = BudgetVerdict(budget, values: [value, value])
    #expect(verdict.verdict == (isKept ? .kept : .missed))
    #expect(abs(try #require(verdict.value) * budget.metric.unitInSI - value) < 1e-12)
    let none = BudgetVerdict(budget, values: [])
    #expect(none.verdict == .missed && none.value == nil)
    let optional = try Budget(text + " if any")
    #expect(BudgetVerdict(optional, values: []).verdict == .undecided)
    #expect(BudgetVerdict(optional, values: [value, value]).verdict == verdict.verdict)
    #expect(BudgetVerdict(budget, values: [.nan]).verdict == .missed)
  }

  @Test(arguments: [
    ("horizontal_eror.p95 <= 6 m", "unknown metric", "horizontal_error.p95"),
    ("horizontal_error.p96 <= 6 m", "unknown metric", "horizontal_error.p9"),
    ("horizontal_error <= 6 m", "'horizontal_error' needs a statistic", nil),
    ("horizontal_error.p95 < 6 m", "expected a budget", nil),
    ("horizontal_error.p95 <= 6", "6", nil), ("horizontal_error.p95 <= 6 s", "length", nil),
    ("power.mean <= 12", "12", nil), ("availability.share >= inf", "inf", nil),
    ("availability.share >=", "expected a budget", nil), ("", "expected a budget", nil),
    // Signed errors go wrong on both sides.
    ("steps.error.p95 <= 5 %", "leaves one side open", "steps.error.p95 within 5 %"),
    ("steps.error.p50 >= -2 %", "leaves one side open", "steps.error.p50 within 2 %"),
    ("along_track_error.p95 <= 3 m", "leaves one side open", "along_track_error.p95 within 3 m"),
    ("horizontal_error.p95 within 6 m", "has no sign", nil),
    // Budgets that every stack keeps, or none.
    ("availability.share >= 0 %", "can never be missed", nil),
    ("availability.share >= -3 %", "can never be missed", nil),
    ("availability.share <= 100 %", "can never be missed", nil),
    ("availability.share >= 101 %", "can never be kept", nil),
    ("horizontal_error.p95 <= -1 m", "can never be kept", nil),
    ("horizontal_error.p95 >= 0 m", "can never be missed", nil),
    ("steps.error.p50 within -1 %", "can never be kept", nil),
  ]) func rejectsInvalidBudgets(text: String, cause: String, suggestion: String?) {
    let error = #expect(throws: DocumentFormError.self) { try Budget(text) }
    #expect(error?.message.contains(cause) == true, "\(error?.message ?? "")")
    if let suggestion {
      #expect(error?.suggestion?.hasPrefix(suggestion) == true, "\(error?.suggestion ?? "none")")
    }
  }

  @Test func poolsScoresInOrder() throws {
    let error = try #require(MetricCatalogue.metric("horizontal_error"))
    var pool = ScenarioPool()
    for (index, values) in [[1.0, 2], [], [6]].enumerated() {
      var score = DeviceScore(device: "d\(index)")
      score.samples = [(error, ValueSketch(values))]
      pool.add(score)
    }
    #expect(pool[error].values == [1, 2, 6])
    #expect(pool.rows.map(\.metric.name).allSatisfy { $0 == "horizontal_error" })
    #expect(pool.rows.first { $0.statistic == .mean }?.value == 3)
  }
}
