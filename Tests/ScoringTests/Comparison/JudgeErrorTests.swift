import Glibc
import Kernel
import Scoring
import TestSupport
import Testing

/// Errors of the judge, over many simulated comparisons.
///
/// Seeds differ by a third, and the changes of a seed have heavy tails (Student's t with 5 degrees of
/// freedom), as between two draws of the particles' noise in `new scenario`. All four primary figures of
/// a scenario scatter at once. `make judge-power` measures the same with real runs.
struct JudgeErrorTests {
  private static let names = [
    "horizontal_error.p50", "horizontal_error.p95", "power.mean", "indoor.error.p50",
  ]
  private static let limit = 96

  /// A base and a new run; the first figure is worse by `worsening`, as a share.
  private func tables(
    trial: Int, spread: Double, worsening: Double, rare: Double = 0
  ) throws -> (base: FigureTable, new: FigureTable) {
    var base = FigureTable(scenario: "s\(trial)", source: "base")
    var new = FigureTable(scenario: "s\(trial)", source: "new")
    base.seeds = Array(1...UInt64(Self.limit))
    new.seeds = base.seeds
    for (number, figure) in try Self.names.map(ComparisonTests.figure).enumerated() {
      var stream = RandomStream(
        seed: UInt64(trial), entity: UInt64(number), purpose: "judge")
      for seed in base.seeds {
        let level = 5 * exp(0.34 * stream.gaussian())
        let chi = (0..<5).reduce(0.0) { sum, _ in
          let draw = stream.gaussian()
          return sum + draw * draw
        }
        // Student's t, scaled to a standard deviation of one.
        let noise = stream.gaussian() / (chi / 5).squareRoot() * (3.0 / 5).squareRoot()
        let isFirst = number == 0
        let isBroken = isFirst && stream.uniform() < rare
        let change = (isFirst ? log(1 + worsening) : 0) + spread * noise
        try base.add(level, FigureTable.Key(figure), seed: seed)
        try new.add(
          level * exp(change) * (isBroken ? 4 : 1), FigureTable.Key(figure), seed: seed)
      }
    }
    return (base, new)
  }

  private func judged(margin: Double, count: Int = 4) throws -> JudgedFigures {
    JudgedFigures(
      primary: try Self.names.prefix(count).map {
        JudgedFigure(try ComparisonTests.figure($0), margin: .relative(margin))
      })
  }

  /// Looks at a sequence of seeds until the figures are decided, as a gate does.
  private func sequence(
    trial: Int, spread: Double, worsening: Double, margin: Double = 0.1, rare: Double = 0,
    count figures: Int = 4, spendsAll: Bool = false
  ) throws -> (comparison: Comparison, seeds: Int) {
    let (base, new) = try tables(
      trial: trial, spread: spread, worsening: worsening, rare: rare)
    let looks = SeedLooks(limit: Self.limit)
    var earlier = 0
    for count in looks.counts {
      let seeds = Array(base.seeds.prefix(count))
      let isLast = count == Self.limit
      var rules = looks.rules(at: count, after: earlier, isLast: isLast)
      if spendsAll { (rules.spent, rules.equivalenceLevel) = (1, 0) }
      let comparison = try Comparison(
        base.restricted(to: seeds), new.restricted(to: seeds),
        figures: judged(margin: margin, count: figures), rules: rules)
      if comparison.isDecided || isLast { return (comparison, count) }
      earlier = count
    }
    preconditionFailure("the last look ends the sequence")
  }

  /// Counts the trials in which something holds.
  private func count(
    of trials: Int, spread: Double = 0.22, worsening: Double, margin: Double = 0.1,
    rare: Double = 0, _ holds: (Comparison, Int) -> Bool
  ) throws -> Int {
    try (0..<trials).count { trial in
      let (comparison, seeds) = try sequence(
        trial: trial, spread: spread, worsening: worsening, margin: margin, rare: rare)
      return holds(comparison, seeds)
    }
  }

  /// Looks don't raise the error: worse or better by chance in at most 2 % each.
  @Test func falseAlarmsAreRare() throws {
    let trials = 400
    let worse = try count(of: trials, worsening: 0) { comparison, _ in comparison.isWorse }
    // Three standard errors above 2 %.
    #expect(worse <= 16, "\(worse) of \(trials)")
  }

  /// With a single figure, the error is used up: worse by chance in about 2 %, and far more often if every
  /// look could use all of it.
  @Test(arguments: [false, true]) func looksShareTheError(spendsAll: Bool) throws {
    let trials = 800
    let worse = try (0..<trials).count { trial in
      try sequence(
        trial: trial, spread: 0.22, worsening: 0, count: 1, spendsAll: spendsAll
      ).comparison.isWorse
    }
    // Three standard errors above 2 %.
    #expect((worse > 28) == spendsAll, "\(worse) of \(trials)")
  }

  @Test func tenPercentAreFound() throws {
    let trials = 200
    let found = try count(of: trials, worsening: 0.1) { comparison, _ in
      comparison.rows[0].verdict == .worse
    }
    #expect(found >= 180, "\(found) of \(trials)")
  }

  /// Large changes are found early.
  @Test func largeChangesStopEarly() throws {
    let trials = 200
    let early = try count(of: trials, worsening: 0.39) { comparison, seeds in
      comparison.rows[0].verdict == .worse && seeds <= 24
    }
    #expect(early >= 194, "\(early) of \(trials)")
  }

  /// A change in a sixth of the seeds, which a trimmed mean ignores, is found all the same.
  @Test func rareLargeChangesAreFound() throws {
    let trials = 100
    let found = try count(of: trials, spread: 0.05, worsening: 0, rare: 0.16) { comparison, _ in
      comparison.rows[0].verdict == .worse
    }
    #expect(found >= 85, "\(found) of \(trials)")
    let row = try sequence(trial: 1, spread: 0, worsening: 0, rare: 0.125).comparison.rows[0]
    #expect(row.warning.contains("by few seeds with large changes"), "\(row.warning)")
  }

  /// A change of the least change that matters is called the same in at most 5 %.
  @Test func relevantChangesAreNotTheSame() throws {
    let trials = 400
    let same = try count(of: trials, spread: 0.1, worsening: 0.1) { comparison, _ in
      comparison.rows[0].verdict == .same
    }
    #expect(same <= 33, "\(same) of \(trials)")
    let none = try count(of: 100, spread: 0.1, worsening: 0) { comparison, _ in
      comparison.primary.allSatisfy { $0.verdict == .same }
    }
    #expect(none >= 95, "\(none) of 100")
  }

  /// The intervals cover the change as often as promised.
  @Test(arguments: [12, 48, 96]) func intervalsCover(seeds: Int) throws {
    let trials = 400
    let change = 5 * 0.1
    let covered = try (0..<trials).count { trial in
      var stream = RandomStream(seed: UInt64(trial), purpose: "cover")
      let pairs = (0..<seeds).map { _ in
        (base: 5.0, new: 5.5 * exp(0.2 * stream.gaussian()))
      }
      let effect = PairedEffect(
        pairs, metric: try ComparisonTests.figure("horizontal_error.p50").metric)
      return effect.interval?.contains(change) == true
    }
    #expect((366...394).contains(covered), "\(covered) of \(trials)")
  }

  @Test(arguments: [1, 5, 6, 7, 12, 30, 96, 200]) func looksUseTheWholeError(limit: Int) {
    let looks = SeedLooks(limit: limit)
    #expect(looks.counts.last == limit && looks.counts == looks.counts.sorted())
    var (spent, earlier) = (0.0, 0)
    for count in looks.counts {
      spent += looks.rules(at: count, after: earlier, isLast: count == limit).spent
      earlier = count
    }
    #expect(abs(spent - 1) < 1e-12)
    #expect(SeedLooks(limit: limit, isSequential: false).counts == [limit])
    // A sequence that ends early may use the rest.
    #expect(looks.rules(at: 1, after: 0, isLast: true).spent == 1)
  }

  /// A baseline of few seeds is known to be weak, and that many seeds suffice.
  @Test func baselineReachCountsSeeds() throws {
    let (base, _) = try tables(trial: 1, spread: 0.25, worsening: 0)
    let few = BaselineReach(
      base.restricted(to: [1, 2, 3, 4, 5]), figures: try judged(margin: 0.1), detects: 0.1)
    let worst = try #require(few.shortfalls.first)
    #expect(worst.power < 0.1 && worst.needed > 40 && worst.needed == few.needed, "\(worst)")
    let whole = BaselineReach(base, figures: try judged(margin: 0.4), detects: 0.1)
    #expect(whole.shortfalls.isEmpty && whole.needed < 40, "\(whole)")
  }
}
