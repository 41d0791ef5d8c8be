import Documents
import Kernel
import Scoring
import Testing

struct ComparisonTests {
  static func figure(_ name: String) throws -> GatedFigure {
    try #require(GatedFigure.named(name).first)
  }

  /// Two runs with one figure by seed, from seed 1 on; nil for no figure.
  static func tables(
    _ name: String, _ pairs: [(Double?, Double?)]
  ) throws -> (base: FigureTable, new: FigureTable) {
    var base = FigureTable(scenario: "s", source: "base")
    var new = FigureTable(scenario: "s", source: "new")
    let key = FigureTable.Key(try figure(name))
    for (index, pair) in pairs.enumerated() {
      let seed = UInt64(index + 1)
      base.seeds.append(seed)
      new.seeds.append(seed)
      if let value = pair.0 { try base.add(value, key, seed: seed) }
      if let value = pair.1 { try new.add(value, key, seed: seed) }
    }
    return (base, new)
  }

  /// Two runs with equal pairs in all figures of a seed.
  static func tables(
    _ figures: [GatedFigure], seeds: Int, _ pair: (Double) -> (Double, Double)
  ) throws -> (base: FigureTable, new: FigureTable) {
    var base = FigureTable(scenario: "s", source: "base")
    var new = FigureTable(scenario: "s", source: "new")
    for seed in 1...UInt64(seeds) {
      base.seeds.append(seed)
      new.seeds.append(seed)
      for figure in figures {
        try base.add(pair(Double(seed)).0, FigureTable.Key(figure), seed: seed)
        try new.add(pair(Double(seed)).1, FigureTable.Key(figure), seed: seed)
      }
    }
    return (base, new)
  }

  static func row(
    _ name: String, _ pairs: [(Double?, Double?)]
  ) throws -> Comparison.FigureComparison {
    var (base, new) = try tables(name, pairs)
    // A run has other figures, even where it lacks this one.
    let other = FigureTable.Key(try figure("nees"))
    for seed in base.seeds {
      try base.add(1, other, seed: seed)
      try new.add(1, other, seed: seed)
    }
    return try Comparison(base, new, figures: JudgedFigures(requested: [figure(name)])).rows[0]
  }

  private static func steady(_ base: Double, _ new: Double, _ count: Int) -> [(Double?, Double?)] {
    (0..<count).map { (index: Int) -> (Double?, Double?) in
      let before = base + Double(index) * 0.01
      let after = new + Double(index * index % 7) * 0.01
      return (before, after)
    }
  }

  private static func same(_ base: Double?, _ new: Double?, _ count: Int) -> [(Double?, Double?)] {
    Array(repeating: (base, new), count: count)
  }

  struct Case {
    let figure: String
    let pairs: [(Double?, Double?)]
    let verdict: FigureVerdict

    init(_ figure: String, _ pairs: [(Double?, Double?)], _ verdict: FigureVerdict) {
      (self.figure, self.pairs, self.verdict) = (figure, pairs, verdict)
    }
  }

  static let cases: [Case] = [
    Case("horizontal_error.p95", steady(20, 24, 12), .worse),
    Case("horizontal_error.p95", steady(20, 16, 12), .better),
    // Significant, but too small to matter.
    Case("horizontal_error.p95", steady(20, 20.3, 12), .same),
    Case("availability.share", steady(0.9, 0.6, 12), .worse),
    Case("availability.share", steady(0.6, 0.9, 12), .better),
    // Signed errors: nearer to zero is better, from either side.
    Case("steps.error.mean", steady(-0.5, 0.02, 12), .better),
    Case("steps.error.mean", steady(0.02, -0.5, 12), .worse),
    // Too pessimistic is as wrong as too optimistic.
    Case("within_accuracy.share", steady(0.6, 0.95, 12), .worse),
    Case("within_accuracy.share", steady(0.95, 0.6, 12), .better),
    // All differences equal: no spread, but a change.
    Case("ttff.mean", same(4, 8, 12), .worse),
    Case("ttff.mean", same(4, 4, 12), .identical),
    // Most seeds equal, a few much worse: two may be chance, ten aren't.
    Case("ttff.mean", same(4, 4, 10) + same(4, 30, 2), .undecided),
    Case("ttff.mean", same(4, 4, 50) + same(4, 30, 10), .worse),
    Case("ttff.mean", same(4, 4, 50) + same(4, 1, 10), .better),
    // One or two seeds are too few.
    Case("horizontal_error.p95", steady(20, 24, 1), .undecided),
    Case("horizontal_error.p95", steady(20, 24, 3), .undecided),
    Case("horizontal_error.p95", steady(20, 20.01, 2), .same),
    // A missing figure is never good.
    Case("ttff.mean", same(4, nil, 11) + same(4, 4, 1), .worse),
    Case("ttff.mean", same(4, nil, 12), .worse),
    Case("ttff.mean", same(nil, 4, 12), .notApplicable),
    Case("ttff.mean", same(4, nil, 2), .undecided),
    Case("ttff.mean", same(4, 4, 11) + same(4, nil, 1), .same),
    Case("ttff.mean", same(4, 1, 11) + same(4, nil, 1), .undecided),
    Case("ttff.mean", same(4, 9, 11) + same(4, nil, 1), .worse),
    Case("ttff.mean", same(4, 4, 11) + same(nil, 4, 1), .same),
    // An activity that never occurs has no F1 score worth judging.
    Case("activity.f1.running.share", same(0, 0, 11) + same(0, nil, 1), .notApplicable),
    Case("activity.f1.running.share", same(0, 0.9, 12), .better),
  ]

  @Test(arguments: cases.indices) func verdictsMatchFigures(index: Int) throws {
    let example = Self.cases[index]
    let (figure, pairs, verdict) = (example.figure, example.pairs, example.verdict)
    let row = try Self.row(figure, pairs)
    #expect(row.verdict == verdict, "\(row)")
    if verdict == .undecided { #expect(!row.warning.isEmpty) }
    if verdict == .worse || verdict == .better, let effect = row.effect {
      #expect(row.significance <= 0.04 && (row.outstandingSeed != nil || effect.isIdentical))
      if !effect.isRare, let interval = effect.interval { #expect(!interval.contains(0)) }
    }
    if let needed = row.seedsNeeded { #expect(needed > row.seeds) }
    #expect(try Self.row(figure, pairs) == row)
  }

  /// A figure that few seeds have is identical once enough seeds were looked at.
  @Test func rareFiguresAreDecided() throws {
    let pairs = Self.same(4, 4, 3) + Self.same(nil, nil, 17)
    func verdict(_ count: Int) throws -> FigureVerdict {
      let (base, new) = try Self.tables("ttff.mean", Array(pairs.prefix(count)))
      let rules = SeedLooks(limit: 20).rules(at: count, after: 0, isLast: count == 20)
      let figures = JudgedFigures(requested: [try Self.figure("ttff.mean")])
      return try Comparison(base, new, figures: figures, rules: rules).rows[0].verdict
    }
    #expect(try verdict(20) == .identical && verdict(12) == .identical)
    #expect(try verdict(6) == .undecided)
  }

  @Test func reportsSeedWithLargestChange() throws {
    var pairs = Self.steady(20, 24, 12)
    pairs[6].1 = 40
    #expect(try Self.row("horizontal_error.p95", pairs).outstandingSeed == 7)
    pairs = Self.steady(20, 16, 12)
    pairs[4].1 = 2
    #expect(try Self.row("horizontal_error.p95", pairs).outstandingSeed == 5)
  }

  /// Seven agreeing seeds are enough for one figure, and not for twelve: that is reported.
  @Test func warnsOfTooFewSeedsForManyFigures() throws {
    let figures = Array(GatedFigure.standard.prefix(12))
    func rows(_ count: Int) throws -> [Comparison.FigureComparison] {
      let few = Array(figures.prefix(count))
      let (base, new) = try Self.tables(few, seeds: 7) { seed in (0.5, 5 + seed * 0.01) }
      return try Comparison(base, new, figures: JudgedFigures(requested: few)).rows
    }
    #expect(try rows(1).allSatisfy { $0.verdict != .undecided && $0.warning.isEmpty })
    for row in try rows(12) {
      #expect(row.verdict == .undecided)
      #expect(row.warning.hasPrefix("7 seeds are too few; about "), "\(row.warning)")
    }
  }

  /// Secondary figures are reported, and never decide.
  @Test func secondaryFiguresNeverDecide() throws {
    let figures = try ["power.mean", "ttff.mean", "horizontal_error.p50"].map(Self.figure)
    let (base, new) = try Self.tables(figures, seeds: 12) { seed in (4, 8 + seed * 0.01) }
    let judged = JudgedFigures(
      primary: [], secondary: figures.map { JudgedFigure($0) })
    // Without named figures the headlines are primary.
    let rows = try Comparison(base, new, figures: judged).rows
    #expect(rows.filter(\.isPrimary).map(\.figure.name) == ["horizontal_error.p50", "power.mean"])
    let named = JudgedFigures(
      primary: [JudgedFigure(figures[0], margin: .relative(3))],
      secondary: figures.map { JudgedFigure($0) })
    let comparison = try Comparison(base, new, figures: named)
    #expect(comparison.primary.map(\.verdict) == [.same] && !comparison.isWorse)
    #expect(comparison.secondary.map(\.verdict) == [.worse, .worse])
  }

  /// A change is the same or not by the least change that the scenario names.
  @Test(arguments: [("5 %", FigureVerdict.worse), ("50 %", .same), ("1 m", .worse), ("9 m", .same)])
  func leastChangeDecides(text: String, verdict: FigureVerdict) throws {
    let figure = try Self.figure("horizontal_error.p95")
    let (base, new) = try Self.tables("horizontal_error.p95", Self.steady(20, 24, 12))
    let margin = try EquivalenceMargin(text, of: figure.metric)
    let judged = JudgedFigures(primary: [JudgedFigure(figure, margin: margin)])
    #expect(try Comparison(base, new, figures: judged).rows[0].verdict == verdict)
  }

  @Test func leastChangesHaveUnits() throws {
    func text(_ text: String, _ name: String) throws -> String {
      let metric = try #require(MetricCatalogue.metric(name))
      return try EquivalenceMargin(text, of: metric).text(of: metric)
    }
    #expect(try text("5 %", "horizontal_error") == "5 %")
    #expect(try text("0.5 km", "horizontal_error") == "500 m")
    #expect(try text("2 %", "availability") == "2 points")
    #expect(try text("1 %", "availability") == "1 point")
    #expect(try text("10 s", "region.latency") == "10 s")
    #expect(try text("3", "activity.flaps_per_hour") == "3 1/h")
    for (wrong, name) in [
      ("0 %", "power"), ("-1 m", "horizontal_error"), ("5 s", "horizontal_error"), ("x", "power"),
      ("much", "activity.flaps_per_hour"),
    ] {
      #expect(throws: DocumentFormError.self, "\(wrong)") { try text(wrong, name) }
    }
  }

  /// All reasons against a comparison are reported at once.
  @Test func rejectsIncomparableTables() throws {
    func complaint(_ change: (inout FigureTable, inout FigureTable) throws -> Void) throws -> String
    {
      var (base, new) = try Self.tables("ttff.mean", [(4, 4), (4, 5)])
      (base.scenarioDigest, base.venueDigest, base.devices) = ("aa", "bb", ["one", "two"])
      (new.scenarioDigest, new.venueDigest, new.devices) = ("aa", "bb", ["one", "two"])
      _ = try Comparison(base, new)
      try change(&base, &new)
      do throws(DocumentError) {
        _ = try Comparison(base, new)
        return ""
      } catch {
        return "\(error)"
      }
    }
    let all = try complaint { base, new in
      (base.scenarioDigest, base.venueDigest) = ("cc", "dd")
      new.devices = ["two", "three"]
      new.seeds = [1, 2, 3]
    }
    for part in [
      "scenario digest", "venue digest", "'one' missing in new", "'three' missing in base",
      "1-2 in base, 1-3 in new",
    ] { #expect(all.contains(part), "\(all)") }
    #expect(try complaint { _, new in new.figures = [:] }.contains("new is empty"))
    #expect(try complaint { _, new in new.seeds = [] }.contains("new is empty"))
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: DocumentError.self) {
        var table = FigureTable(scenario: "s", source: "x")
        try table.add(value, FigureTable.Key(Self.figure("ttff.mean")), seed: 1)
      }
    }
  }

  @Test func seedFigureCombinesDevices() {
    let devices = [CountedFigure(2, of: 10), CountedFigure(8, of: 30)]
    #expect(seedFigure(of: devices, .mean) == 6.5 && seedFigure(of: devices, .share) == 6.5)
    #expect(seedFigure(of: devices, .p95) == 6.5 && seedFigure(of: devices, .count) == 10)
    #expect(seedFigure(of: devices, .max) == 8 && seedFigure(of: devices, .min) == 2)
    #expect(abs(seedFigure(of: devices, .rmse) - 49.0.squareRoot()) < 1e-12)
    #expect(seedFigure(of: [CountedFigure(3, of: 0)], .mean) == 3)
    #expect(seedFigure(of: [CountedFigure(3, of: 0), CountedFigure(3, of: 0)], .mean).isNaN)
  }

  @Test func gatedFiguresAreFewAndUnique() {
    #expect(GatedFigure.standard.count <= 24 && GatedFigure.standard.count >= 8)
    #expect(Set(GatedFigure.standard).count == GatedFigure.standard.count)
    #expect(
      GatedFigure.named("horizontal_error").map(\.name).sorted()
        == ["horizontal_error.p50", "horizontal_error.p95"])
    #expect(GatedFigure.named("horizontal_error.p99").count == 1)
    #expect(GatedFigure.named("horizontal_eror").isEmpty)
    #expect(seedText([1, 2, 3, 7, 9, 10]) == "1-3, 7, 9-10")
  }
}
