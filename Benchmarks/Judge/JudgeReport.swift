import Documents
import Glibc
import Harness
import Kernel
import Numerics
import Scenarios
import Scoring

/// Measures the errors and the power of the gate's judge with real runs, beside two other judges.
///
/// `judge [--csv FILE] [--only NAME] [--trials N] [--pair NAME BASE OTHER]...`. Each set is run twice without any real
/// change: with another draw of the noise in the stack, or with other seeds, which is harder, since
/// nothing is paired. A pair names two folders of replays, which are compared recording by recording; if
/// they are one folder, each recording is paired with another one. From these runs, sets of seeds are drawn; in each, the two sides of a seed are
/// swapped at random, so that nothing but chance differs. A known change is then applied to one figure.
func runJudge(_ arguments: [String]) -> Int32 {
  var options: [String: String] = [:]
  var sets = JudgeSet.all
  var rest = arguments[...]
  while let name = rest.popFirst() {
    if name == "--pair", let set = rest.popFirst(), let base = rest.popFirst(),
      let other = rest.popFirst()
    {
      sets.append(JudgeSet(name: set, folders: (base, other)))
      continue
    }
    guard ["--csv", "--only", "--trials"].contains(name), let value = rest.popFirst() else {
      print(
        "usage: benchmarks judge [--csv FILE] [--only NAME] [--trials N] [--pair NAME BASE OTHER]..."
      )
      return 2
    }
    options[name] = value
  }
  do {
    let trials = options["--trials"].flatMap { Int($0) } ?? 400
    let chosen = sets.filter { set in options["--only"].map { $0 == set.name } ?? true }
    var csv = CSVWriter(columns: JudgeReport.columns)
    try parallelMap(
      count: chosen.count, jobs: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      cancellation: nil,
      compute: { number in try JudgeReport(chosen[number], trials: trials).rows() },
      consume: { _, rows in
        for row in rows {
          for text in row { csv.field(text) }
          csv.endRow()
        }
      })
    if let path = options["--csv"] {
      try writeFile(csv.takeBytes(), to: path)
    } else {
      print(String(decoding: csv.takeBytes(), as: UTF8.self), terminator: "")
    }
    return 0
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}

/// A scenario that is run twice without any real change.
struct JudgeSet: Sendable {
  let name: String
  /// The scenario; empty for recordings.
  var path = ""
  /// The settings of the other side: another draw of the stack's noise.
  var settings: [String] = []
  /// The difference of the other side's seeds.
  var otherSeeds: UInt64 = 0
  var seeds = 0
  /// The figures to which changes are applied.
  var changed: [String] = []
  /// The figures that decide, with the least changes that matter, in addition to the scenario's.
  var judged: [(String, String)] = []
  /// The folders of two replays; empty for scenarios.
  var folders = ("", "")

  static let all = [
    JudgeSet(
      name: "first", path: "scenarios/starts/scenario.yaml", settings: ["stack.locator.draw=2"],
      seeds: 192, changed: ["horizontal_error.p50", "horizontal_error.p95", "floor.latency.p50"],
      judged: [("horizontal_error.p50", "10 %")]),
    JudgeSet(
      name: "museum", path: "scenarios/museum-visit.yaml", settings: ["stack.locator.draw=2"],
      seeds: 192, changed: ["horizontal_error.p50", "horizontal_error.p95", "power.mean"],
      judged: [
        ("horizontal_error.p50", "10 %"), ("horizontal_error.p95", "10 %"), ("power.mean", "3 %"),
      ]),
    JudgeSet(
      name: "office", path: "scenarios/office-floors.yaml", settings: ["stack.locator.draw=2"],
      seeds: 192, changed: ["indoor.error.p50", "floor.accuracy.share", "floor.latency.p50"],
      judged: [
        ("indoor.error.p50", "10 %"), ("floor.accuracy.share", "2 %"), ("floor.latency.p50", "1 s"),
      ]),
    JudgeSet(
      name: "corridor", path: "scenarios/corridor.yaml", otherSeeds: 1000, seeds: 192,
      changed: ["horizontal_error.p50", "power.mean", "floor.latency.p50"],
      judged: [("horizontal_error.p50", "10 %"), ("power.mean", "3 %")]),
    JudgeSet(
      name: "geofence", path: "scenarios/reminder-geofence.yaml", otherSeeds: 1000, seeds: 192,
      changed: ["region.latency.p50", "region.recall.share", "energy.mean"],
      judged: [("region.latency.p50", "10 s"), ("energy.mean", "3 %")]),
    JudgeSet(
      name: "city-run", path: "scenarios/city-run.yaml", otherSeeds: 1000, seeds: 96,
      changed: ["horizontal_error.p50", "steps.abs_error.mean", "power.mean"],
      judged: [("horizontal_error.p50", "10 %"), ("power.mean", "3 %")]),
  ]

  /// The known changes of a figure.
  static func changes(of metric: Metric) -> [JudgedChange] {
    switch (metric.unit, metric.better) {
    case ("m", _): [0.02, 0.05, 0.1, 0.2, 0.39, 0.5].map { .factor(1 + $0) }
    case ("s", _): [1, 2].map { .sum($0) }
    case ("share", .higher): [-0.02, -0.05].map { .sum($0) }
    case ("share", _): [0.01, 0.02].map { .sum($0) }
    default: [.factor(1.02), .factor(1.03)]
    }
  }
}

/// A known change that is applied to a figure.
enum JudgedChange {
  case factor(Double)
  case sum(Double)

  func applied(to value: Double) -> Double {
    switch self {
    case .factor(let factor): value * factor
    case .sum(let sum): value + sum
    }
  }

  func text(_ unit: String) -> String {
    switch self {
    case .factor(let factor): "+\(Int(((factor - 1) * 100).rounded())) %"
    case .sum(let sum) where unit == "share":
      "\(sum > 0 ? "+" : "")\(Int((sum * 100).rounded())) points"
    case .sum(let sum): "+\(Int(sum)) \(unit)"
    }
  }
}

/// The runs of a set, and the shares of verdicts over its trials.
struct JudgeReport: Sendable {
  static let columns = [
    "set", "judge", "figure", "change", "seeds", "gates", "worse", "same", "undecided",
    "seeds_used",
    "machine_s", "coverage", "spread",
  ]
  /// The number of trials of the earlier judge, whose bootstraps take long.
  private static let earlierTrials = 50
  private let set: JudgeSet
  private let figures: JudgedFigures
  private let base, other: FigureTable
  private let trials: Int
  /// Seconds of one core per seed.
  private let secondsPerSeed: Double

  init(_ set: JudgeSet, trials: Int) throws {
    (self.set, self.trials) = (set, trials)
    let named = try set.judged.map { name, margin in
      let figure = try Self.figure(name)
      return JudgedFigure(figure, margin: try EquivalenceMargin(margin, of: figure.metric))
    }
    guard !set.path.isEmpty else {
      figures = JudgedFigures(named: named, budgets: [])
      base = try FigureTable.tables(ofFolder: set.folders.0)[0]
      let table = try FigureTable.tables(ofFolder: set.folders.1)[0]
      other = set.folders.0 == set.folders.1 ? Self.shifted(table) : table
      secondsPerSeed = 0
      return
    }
    let one = try LoadedScenario(path: set.path)
    let two = try LoadedScenario(path: set.path, settings: set.settings.map { try Setting($0) })
    figures = JudgedFigures(named: named + one.scenario.judged, budgets: one.budgets)
    let begin = threadSeconds()
    base = try Self.table(one, set.seeds, 0, figures)
    secondsPerSeed = (threadSeconds() - begin) / Double(set.seeds)
    other = try Self.table(two, set.seeds, set.otherSeeds, figures)
  }

  /// Pairs each recording with the one half of the list further on.
  private static func shifted(_ table: FigureTable) -> FigureTable {
    var shifted = table
    let seeds = table.seeds
    for (key, values) in table.figures {
      shifted.figures[key] = [:]
      for (place, seed) in seeds.enumerated() {
        shifted.figures[key]?[seed] = values[seeds[(place + seeds.count / 2) % seeds.count]]
      }
    }
    return shifted
  }

  private static func figure(_ name: String) throws -> GatedFigure {
    guard let figure = GatedFigure(name: name) else { throw DocumentError("no figure '\(name)'") }
    return figure
  }

  private static func table(
    _ scenario: LoadedScenario, _ seeds: Int, _ offset: UInt64, _ figures: JudgedFigures
  ) throws -> FigureTable {
    var table = FigureTable(scenario: scenario.scenario.name, source: "run")
    for seed in 1001..<1001 + UInt64(seeds) {
      let result = try RunUnit(scenario: scenario, seed: seed + offset).run()
      try table.add(result.devices, seed: seed, figures: figures.all + GatedFigure.headlines)
    }
    return table
  }

  // MARK: Trials

  /// Two sides of some seeds that differ by chance alone, but for a known change.
  private func sides(
    _ trial: Int, _ count: Int, _ figure: GatedFigure?, _ change: JudgedChange?
  ) -> (base: FigureTable, new: FigureTable) {
    var stream = RandomStream(seed: UInt64(trial), purpose: "judge sets")
    var seeds = base.seeds
    for place in 0..<count {
      seeds.swapAt(place, place + stream.integer(below: seeds.count - place))
    }
    let drawn = Array(seeds.prefix(count))
    let swapped = Set(drawn.filter { _ in stream.uniform() < 0.5 })
    var (one, two) = (base, other)
    (one.seeds, two.seeds) = (Array(1...UInt64(count)), Array(1...UInt64(count)))
    (one.recordings, two.recordings) = ([:], [:])
    for key in Set(base.figures.keys).union(other.figures.keys) {
      var (old, new): ([UInt64: Double], [UInt64: Double]) = ([:], [:])
      for (number, seed) in drawn.enumerated() {
        let values = (base.figures[key]?[seed], other.figures[key]?[seed])
        let (before, after) = swapped.contains(seed) ? (values.1, values.0) : values
        old[UInt64(number + 1)] = before
        new[UInt64(number + 1)] = after.map { value in
          key.figure == figure ? change?.applied(to: value) ?? value : value
        }
      }
      (one.figures[key], two.figures[key]) = (old, new)
    }
    return (one, two)
  }

  /// The verdict of a gate and the number of its seeds.
  private func sequence(
    _ one: FigureTable, _ two: FigureTable
  ) throws -> (comparison: Comparison, seeds: Int) {
    let looks = SeedLooks(limit: one.seeds.count)
    var earlier = 0
    for count in looks.counts {
      let seeds = Array(one.seeds.prefix(count))
      let isLast = count == one.seeds.count
      let comparison = try Comparison(
        one.restricted(to: seeds), two.restricted(to: seeds), figures: figures,
        rules: looks.rules(at: count, after: earlier, isLast: isLast))
      if comparison.isDecided || isLast { return (comparison, count) }
      earlier = count
    }
    preconditionFailure("the last look ends the sequence")
  }

  // MARK: Rows

  /// The rows of all limits and changes.
  func rows() -> [[String]] {
    let count = base.seeds.count
    var rows: [[String]] = []
    for limit in [12, 24, 48, 96] where limit <= count {
      rows += self.rows("any", nil, nil, limit)
    }
    let changed =
      set.changed.isEmpty
      ? figures.resolved(in: base).prefix(3).map(\.name) : set.changed
    for name in changed {
      guard let figure = GatedFigure(name: name) else { continue }
      for change in JudgeSet.changes(of: figure.metric) {
        for limit in [24, 48, 96] where limit <= count {
          rows += self.rows(name, figure, change, limit)
        }
      }
    }
    return rows
  }

  private func rows(
    _ name: String, _ figure: GatedFigure?, _ change: JudgedChange?, _ limit: Int
  ) -> [[String]] {
    var present = (worse: 0, same: 0, open: 0, seeds: 0, covered: 0, spread: 0.0)
    var earlier = (worse: 0, same: 0, open: 0)
    var rank = 0
    let primary = figures.resolved(in: base)
    for trial in 0..<trials {
      let (one, two) = sides(trial, limit, figure, change)
      guard let (comparison, seeds) = try? sequence(one, two) else { continue }
      let rows = comparison.primary.filter { figure == nil || $0.figure == figure }
      let all = comparison.rows.filter { figure == nil ? $0.isPrimary : $0.figure == figure }
      if (rows.isEmpty ? all : rows).contains(where: { $0.verdict == .worse }) {
        present.worse += 1
      }
      if rows.allSatisfy({ [.same, .identical, .notApplicable, .better].contains($0.verdict) }) {
        present.same += 1
      }
      if !comparison.isWorse, rows.contains(where: { $0.verdict == .undecided }) {
        present.open += 1
      }
      present.seeds += seeds
      if let fixed = try? Comparison(one, two, figures: figures),
        let row = fixed.rows.first(where: { $0.figure == figure ?? primary[0] }),
        let effect = row.effect, let interval = effect.interval
      {
        // Without a change, the typical seed doesn't change.
        if change == nil, interval.contains(0) { present.covered += 1 }
        present.spread += (interval.upperBound - interval.lowerBound) / 2
      }
      // asv reports a figure as changed at p < 0.002.
      let isFound = (figure.map { [$0] } ?? primary).contains { figure in
        let key = FigureTable.Key(figure)
        let (before, after) = (one.figures[key] ?? [:], two.figures[key] ?? [:])
        guard !before.isEmpty, !after.isEmpty,
          mannWhitneySignificance(Array(before.values), Array(after.values)) < 0.002
        else { return false }
        let better = figure.metric.better
        return better.badness(Array(after.values).median)
          > better.badness(Array(before.values).median)
      }
      if isFound { rank += 1 }
      guard trial < Self.earlierTrials else { continue }
      let old =
        EarlierJudge.verdicts(one, two, GatedFigure.standard)
        + EarlierJudge.verdicts(one, two, GatedFigure.watched)
      let names = GatedFigure.standard + GatedFigure.watched
      let meant = old.indices.filter { figure == nil || names[$0] == figure }
      if meant.contains(where: { old[$0] == 1 }) { earlier.worse += 1 }
      if meant.allSatisfy({ old[$0] == 0 || old[$0] == -1 }) { earlier.same += 1 }
      if !old.contains(1), old.contains(where: { $0 == nil }) { earlier.open += 1 }
    }
    let count = Double(trials)
    func row(
      _ judge: String, _ worse: Int, _ same: Int?, _ open: Int?, _ seeds: Double,
      _ coverage: Double?, _ spread: Double?, of trials: Int
    ) -> [String] {
      let count = Double(trials)
      func text(_ value: Double?, digits: Double = 1e4) -> String {
        value.map { "\(($0 * digits).rounded() / digits)" } ?? ""
      }
      return [
        set.name, judge, name, change?.text(figure?.metric.unit ?? "") ?? "none", "\(limit)",
        "\(trials)", text(Double(worse) / count), text(same.map { Double($0) / count }),
        text(open.map { Double($0) / count }), text(seeds, digits: 10),
        text(secondsPerSeed > 0 ? seeds * secondsPerSeed : nil, digits: 10), text(coverage),
        text(spread),
      ]
    }
    return [
      row(
        "gate", present.worse, present.same, present.open, Double(present.seeds) / count,
        change == nil ? Double(present.covered) / count : nil, present.spread / count, of: trials),
      row(
        "version 0.2", earlier.worse, earlier.same, earlier.open, Double(limit), nil, nil,
        of: min(trials, Self.earlierTrials)),
      row("Mann-Whitney", rank, nil, nil, Double(limit), nil, nil, of: trials),
    ]
  }
}

/// The processor seconds of this thread.
private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

extension JudgedFigures {
  /// The primary figures of a run: the named ones, or the headlines that it has.
  fileprivate func resolved(in table: FigureTable) -> [GatedFigure] {
    guard primary.isEmpty else { return primary.map(\.figure) }
    let present = GatedFigure.headlines.filter { table.figures[FigureTable.Key($0)] != nil }
    return Array(present.prefix(Self.headlineCount))
  }
}
