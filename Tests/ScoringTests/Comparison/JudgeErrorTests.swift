import Kernel
import Scoring
import TestSupport
import Testing

/// Statistical validity of the gate's verdicts, over many simulated comparisons.
///
/// Seeds differ by a quarter in their p95, as real seeds of `museum-visit` do (0.24). The paired difference
/// of an irrelevant change is far smaller there: 0.005 for another `locator.window`. Here it is 0.10, as if a
/// change had redrawn much of the noise, with heavier tails than a normal distribution (Student's t with 5
/// degrees of freedom), and all ten figures of a scenario change at once.
struct GateErrorRateTests {
  private static let figures = Array(GatedFigure.standard.prefix(10))

  /// The default rules, with fewer resamples for speed.
  private static let rules: ComparisonRules = {
    var rules = ComparisonRules()
    rules.resamples = 1000
    return rules
  }()

  /// A base and a new run; the first figure is worse by `worsening`, as a share.
  private func tables(
    trial: Int, seeds: Int, spread: Double, worsening: Double
  ) throws -> (base: FigureTable, new: FigureTable) {
    var base = FigureTable(scenario: "s\(trial)", source: "base")
    var new = FigureTable(scenario: "s\(trial)", source: "new")
    for (number, figure) in Self.figures.enumerated() {
      var stream = RandomStream(
        seed: UInt64(trial), entity: UInt64(number), purpose: "honesty")
      for seed in 1...UInt64(seeds) {
        // Far from 0 and 0.68, so that each figure has one direction of worsening.
        let level = 20 * (1 + 0.25 * max(-2, min(2, stream.gaussian())))
        let chi = (0..<5).reduce(0.0) { sum, _ in
          let draw = stream.gaussian()
          return sum + draw * draw
        }
        // Student's t, scaled to a standard deviation of one.
        let noise = stream.gaussian() / (chi / 5).squareRoot() * (3.0 / 5).squareRoot()
        let sense = figure.metric.better == .higher ? -1.0 : 1
        let shift = number == 0 ? worsening * sense : 0
        try base.add(level, FigureTable.Key(figure), seed: seed)
        try new.add(level + 20 * (shift + spread * noise), FigureTable.Key(figure), seed: seed)
      }
    }
    for seed in 1...UInt64(seeds) {
      base.seeds.append(seed)
      new.seeds.append(seed)
    }
    return (base, new)
  }

  private func verdicts(
    _ trial: Int, seeds: Int, spread: Double, worsening: Double
  ) throws -> [FigureVerdict] {
    let (base, new) = try tables(
      trial: trial, seeds: seeds, spread: spread, worsening: worsening)
    return try Comparison(base, new, figures: Self.figures, rules: Self.rules).rows.map(\.verdict)
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: [(30, 0.05), (30, 0.10), (30, 0.15)])
  func longFalseAlarmsAreRare(seeds: Int, spread: Double) throws {
    try falseAlarmsAreRare(seeds: seeds, spread: spread)
  }

  @Test(arguments: [(10, 0.10)])
  func falseAlarmsAreRare(seeds: Int, spread: Double) throws {
    let trials = 200
    let alarms = try (0..<trials).filter { trial in
      try verdicts(trial, seeds: seeds, spread: spread, worsening: 0).contains(.worse)
    }.count
    #expect(Double(alarms) <= 0.05 * Double(trials), "\(alarms) of \(trials)")
  }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longFindsTailTenPercentWorse() throws {
    let trials = 200
    let found = try (0..<trials).filter { trial in
      try verdicts(trial, seeds: 30, spread: 0.10, worsening: 0.10)[0] == .worse
    }.count
    #expect(Double(found) >= 0.9 * Double(trials), "\(found) of \(trials)")
  }

  /// A change missed with few seeds is called undecided, hardly ever unchanged.
  @Test func missedChangesAreUndecided() throws {
    let trials = 200
    let hidden = try (0..<trials).filter { trial in
      try verdicts(trial, seeds: 8, spread: 0.10, worsening: 0.15)[0] == .unchanged
    }.count
    #expect(Double(hidden) <= 0.05 * Double(trials), "\(hidden) of \(trials)")
  }

  /// The suggested number of seeds suffices, about as often as promised.
  @Test(.enabled(if: runsLong, "make test-long"))
  func longSuggestedSeedCountSuffices() throws {
    var (asked, found) = (0, 0)
    for trial in 0..<120 {
      let (base, new) = try tables(trial: trial, seeds: 6, spread: 0.08, worsening: 0.10)
      let row = try Comparison(base, new, figures: Self.figures, rules: Self.rules).rows[0]
      guard row.verdict == .undecided, let needed = row.seedsNeeded, needed < 200 else { continue }
      asked += 1
      let verdict = try verdicts(trial, seeds: needed, spread: 0.08, worsening: 0.10)[0]
      if verdict == .worse { found += 1 }
    }
    #expect(asked > 60)
    #expect(Double(found) > 0.6 * Double(asked), "\(found) of \(asked)")
  }

  /// Without any change there is no verdict but unchanged, even with a single seed.
  @Test(arguments: [1, 2, 3, 30]) func equalRunsAreIdentical(seeds: Int) throws {
    let found = try verdicts(1, seeds: seeds, spread: 0, worsening: 0)
    #expect(found.allSatisfy { $0 == .identical })
    // Another rounding of the last digit on another machine is no change either.
    let rounded = try verdicts(1, seeds: seeds, spread: 1e-9, worsening: 0)
    #expect(rounded.allSatisfy { $0 == .unchanged }, "\(rounded)")
  }
}
