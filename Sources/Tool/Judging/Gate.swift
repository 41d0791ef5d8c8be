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
  /// The requested seeds, which are looked at once; nil for as many as are needed.
  let seeds: SeedList?
  /// The limit of the seeds that are run as needed.
  let limit: Limit
  /// The relative change that a new baseline must detect; nil for any.
  let detects: Double?
  /// The figures requested by name; empty for those of the scenario.
  let requested: [GatedFigure]
  let stack: StackChoice
  /// The base side of pages and moments; nil for this program with the baseline's stack.
  let base: BaseChoice?
  let jobs: Int
  let isQuiet: Bool
  /// Folder of the reports; nil to keep none.
  let out: String?

  /// The maximum of seeds, or of seconds.
  struct Limit {
    var seeds: Int?
    var seconds: Double?
  }

  /// Default folder of baselines.
  static let usualFolder = "results/baselines"
  /// The first seed of a new baseline: behind the seeds that are often used to try things out, and those
  /// under which the stack was trained.
  private static let firstSeed: UInt64 = 1001
  /// The maximum number of seeds of a new baseline, unless a limit is given.
  private static let mostSeeds = 200

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
    report.isWhole = invocation.has(.all)
    var wrong: [Diagnostic] = []
    var worst: ShownRun?
    func consider(_ run: ShownRun?) {
      if worst == nil || run?.isWorse == true && worst?.isWorse == false { worst = run }
    }
    report.notes = Set(baselines.map(\.platform)).sorted().filter {
      !$0.isEmpty && $0 != Baseline.thisPlatform
    }.map { "baselines made on \($0): the last digits may differ on \(Baseline.thisPlatform)" }
    for (scenario, baseline) in zip(scenarios, baselines) {
      var sequence = GateSequence(scenario, of: self)
      do {
        let judged = try judge(&sequence, baseline, token)
        report.comparisons.append(judged.comparison)
        report.budgets += sequence.budgetVerdicts(ofSeeds: judged.seeds).map {
          ComparisonReport.BudgetRow(scenario: scenario.scenario.name, verdict: $0)
        }
      } catch let error as DocumentError {
        wrong += error.diagnostics
        continue
      }
      sequence.forget()
      let index = report.comparisons.count - 1
      try nameMoments(&report.comparisons[index], sequence, baseline, token)
      consider(ShownRun(report.comparisons[index], .scenario(scenario), baseline))
    }
    for replay in replays {
      do {
        let judged = try replay.judge(baseStack: baseStack(of:), token)
        report.comparisons.append(judged.comparison)
        consider(ShownRun(judged.comparison, .recordings(replay), judged.baseline))
      } catch let error as DocumentError {
        wrong += error.diagnostics
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    try keep(report, worst, token)
    show(report, format, invocation)
    return report.status
  }

  /// Runs seeds until the primary figures are decided, or the limit is reached.
  ///
  /// - Returns: The verdicts, and the number of seeds that they are based on.
  private func judge(
    _ sequence: inout GateSequence, _ baseline: Baseline, _ token: CancellationToken
  ) throws -> (comparison: Comparison, seeds: Int) {
    let seeds = baseline.table.seeds
    let looks = SeedLooks(
      limit: min(seeds.count, limit.seeds ?? .max), isSequential: self.seeds == nil)
    let figures = figures(of: sequence.scenario)
    let begin = ContinuousClock.now
    var earlier = 0
    var next = looks.counts
    while true {
      let count = next.removeFirst()
      try sequence.run(seeds.prefix(count), token)
      if let allowed = limit.seconds {
        if let first = sequence.firstSeconds, first > allowed {
          throw DocumentError(
            "--limit \(figureText(allowed)) s is too short for one run of "
              + "'\(sequence.scenario.scenario.name)', which takes \(figureText(first)) s; allow more"
          )
        }
        let used = (ContinuousClock.now - begin) / .seconds(1)
        let reach = count + Int((allowed - used) / max(1e-6, used / Double(count)))
        next = Self.looks(next, within: reach).filter { $0 > count }
      }
      let rules = looks.rules(at: count, after: earlier, isLast: next.isEmpty)
      // An interrupted gate may have run more seeds before.
      let used = Array(seeds.prefix(count))
      let comparison = try Comparison(
        baseline.table.restricted(to: used), sequence.table.asKept.restricted(to: used),
        figures: figures, rules: rules)
      // The limits of budgets are for all seeds: a few of them may miss one by chance.
      let isMissed = sequence.budgetVerdicts(ofSeeds: count).contains { $0.verdict == .missed }
      if next.isEmpty || comparison.isDecided && (comparison.isWorse || !isMissed) {
        return (comparison, count)
      }
      earlier = count
    }
  }

  /// The looks that the remaining time allows: the last one is as far as it reaches.
  private static func looks(_ counts: [Int], within reach: Int) -> [Int] {
    let possible = counts.filter { $0 <= reach }
    return possible.isEmpty ? counts.prefix(1).map { min($0, reach) } : possible
  }

  /// Runs the scenarios and stores their figures as baselines.
  func update(reason: String) throws -> ExitStatus {
    try makeFolder(folder)
    let token = interruptible()
    var refused: [String] = []
    var weak: [Diagnostic] = []
    for scenario in scenarios {
      let path = Baseline.path(of: scenario.scenario.name, in: folder)
      // A baseline of other figures or of another scenario is replaced, but its reasons are kept.
      let reasons = Baseline.reasons(ofFile: path)
      var sequence = GateSequence(scenario, of: self)
      let reach = try run(&sequence, token)
      let table = sequence.table
      guard !table.figures.isEmpty else {
        throw DocumentError("scenario '\(table.scenario)' is empty: no seed of it has any figure")
      }
      let missed = sequence.budgetVerdicts(ofSeeds: .max).filter { $0.verdict == .missed }
      guard missed.isEmpty else {
        refused += missed.map {
          "\(path): not made, since it would miss '\($0.budget.name)' (\($0.budget.text))"
        }
        continue
      }
      if let shortfall = reach?.shortfalls.first {
        weak.append(Diagnostic(place: nil, message: refusal(path, table, shortfall)))
        continue
      }
      let new = Baseline(table, version: version, reasons: reasons + [printableLine(reason)])
      let old = try? Baseline(path: path)
      if let old, old.isSame(as: new) {
        if !isQuiet { say("\(path): unchanged") }
        continue
      }
      try writeFile(new.csv, to: path)
      if !isQuiet {
        say("\(path): \(reasons.isEmpty ? "made" : "changed"), seeds \(seedText(table.seeds))")
      }
    }
    for replay in replays { try replay.update(reason: reason, token) }
    for line in refused { complain(line) }
    guard weak.isEmpty else { throw DocumentError(weak) }
    return refused.isEmpty ? .success : .budgetMissed
  }

  /// Runs the requested seeds of a new baseline, or as many as detect the change.
  ///
  /// - Returns: What the seeds detect; nil if that doesn't matter.
  private func run(
    _ sequence: inout GateSequence, _ token: CancellationToken
  ) throws -> BaselineReach? {
    func reach(_ sequence: GateSequence) -> BaselineReach? {
      detects.map {
        BaselineReach(sequence.table, figures: figures(of: sequence.scenario), detects: $0)
      }
    }
    if let seeds {
      try sequence.run(Array(seeds)[...], token)
      return reach(sequence)
    }
    let most = limit.seeds ?? Self.mostSeeds
    let begin = ContinuousClock.now
    var wanted = min(12, most)
    while true {
      try sequence.run(Array(Self.firstSeed..<Self.firstSeed + UInt64(wanted))[...], token)
      let found = reach(sequence)
      let seconds = (ContinuousClock.now - begin) / .seconds(1)
      let isOver = limit.seconds.map { seconds > $0 } ?? false
      guard let needed = found?.needed, needed > wanted, wanted < most, !isOver else {
        return found
      }
      // The first estimates are rough, so that half of the way is run before the next.
      wanted = min(most, max(wanted + 6, min(needed, 2 * wanted)))
    }
  }

  /// The reason why a baseline of few seeds is refused.
  private func refusal(
    _ path: String, _ table: FigureTable, _ shortfall: BaselineReach.Shortfall
  ) -> String {
    let metric = shortfall.figure.metric
    let change = shortfall.change.text(of: metric)
    let count = table.seeds.count
    let accepted =
      shortfall.detectable.map { "--detects '\(Int(($0 * 100).rounded(.up))) %'" }
      ?? "--detects any"
    return
      "\(path): not made: \(count) seed\(count == 1 ? "" : "s") would find a change of \(change) in "
      + "\(shortfall.figure.name) in \(Int(100 * shortfall.power)) of 100 cases, which is too few; about "
      + "\(shortfall.needed) seeds are enough. "
      + (seeds == nil ? "--limit \(shortfall.needed)" : "'--seeds auto'")
      + " runs as many as that takes, and \(accepted) keeps \(count)"
  }

  /// The figures of a scenario: the requested ones, or those that it judges.
  func figures(of scenario: LoadedScenario) -> JudgedFigures {
    requested.isEmpty ? scenario.judged : JudgedFigures(requested: requested)
  }

  /// Repeats the outstanding seeds to find the moments; also with the base side if it can be made, because
  /// its moments can then be reproduced.
  private func nameMoments(
    _ comparison: inout Comparison, _ sequence: GateSequence, _ baseline: Baseline,
    _ token: CancellationToken
  ) throws {
    let wanted = Array(comparison.outstandingSeeds.prefix(3))
    guard !wanted.isEmpty else { return }
    let new = try details(of: sequence.scenario, wanted, stack, token)
    let base = try baseStack(of: baseline).map {
      try details(of: baseSide(of: sequence.scenario, baseline), wanted, $0, token)
    }
    comparison.nameMoments(base: base, new: new)
  }

  /// The details of some seeds, which are run again.
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
}
