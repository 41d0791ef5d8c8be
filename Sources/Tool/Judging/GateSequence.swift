import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

/// Runs a scenario's seeds in order, as many as are asked for, and gathers their figures.
struct GateSequence {
  let scenario: LoadedScenario
  let settings: [Setting]
  let stack: StackChoice
  let jobs: Int
  let isQuiet: Bool
  /// The file that keeps finished seeds for a repeated command; nil to keep none.
  let progressFile: String?
  private(set) var table: FigureTable
  private var units: [UnitFigures] = []
  /// The seconds of the first run; nil before.
  private(set) var firstSeconds: Double?
  private let figures: [GatedFigure]

  /// Creates a sequence without any seeds.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - gate: The gate's options.
  init(_ scenario: LoadedScenario, of gate: Gate) {
    self.scenario = scenario
    (settings, stack, jobs, isQuiet) = (gate.settings, gate.stack, gate.jobs, gate.isQuiet)
    progressFile = gate.out.map { "\($0)/.progress-\(scenario.scenario.name)" }
    figures = gate.figures(of: scenario).all + GatedFigure.standard + GatedFigure.watched
    table = FigureTable(scenario: scenario.scenario.name, source: "this run")
    table.scenarioDigest = scenario.fileDigest
    table.venueDigest = scenario.venueDigest
    table.settings = settings.map(\.text)
    table.stack = stack.name
    resume()
  }

  /// Runs the seeds that are missing up to the last one.
  ///
  /// - Throws: An error of a run, or ``Cancelled``; finished seeds are kept.
  mutating func run(_ seeds: ArraySlice<UInt64>, _ token: CancellationToken) throws {
    let missing = seeds.filter { !table.seeds.contains($0) }
    guard !missing.isEmpty else { return }
    var plan = RunPlan(scenarios: [scenario])
    plan.seeds = SeedList(missing)
    plan.stack = stack
    plan.jobs = jobs
    let progress = ProgressLine(total: seeds.count, isQuiet: isQuiet)
    defer { progress.clear() }
    let begin = ContinuousClock.now
    do {
      try plan.run(cancellation: token) { result in
        if firstSeconds == nil {
          firstSeconds = (ContinuousClock.now - begin) / .seconds(1)
        }
        try add(result)
        progress.show(table.seeds.count, result.scenario)
      }
    } catch {
      try? keep()
      if progressFile != nil, !table.seeds.isEmpty {
        complain("note: \(table.seeds.count) seeds are kept; the same command goes on from there")
      }
      throw error
    }
    try keep()
  }

  private mutating func add(_ result: UnitResult) throws(DocumentError) {
    let unit = UnitFigures(result.devices, seed: result.seed)
    units.append(unit)
    table.events[result.seed] = String(unit.eventDigest.prefix(12))
    try table.add(result.devices, seed: result.seed, figures: figures)
  }

  /// Returns the verdicts of the budgets over the first seeds.
  func budgetVerdicts(ofSeeds count: Int) -> [BudgetVerdict] {
    var pool = ScenarioPool()
    for unit in units.prefix(count) { unit.add(to: &pool) }
    return scenario.budgets.map { BudgetVerdict($0, values: pool.values(of: $0)) }
  }
}

// MARK: Interrupted gates

extension GateSequence {
  /// All inputs to the figures: the program, the scenario with its settings, the stack, and their names.
  private var key: String {
    ([
      version, WorkCache.program, scenario.digest, scenario.venueDigest, scenario.programDigest,
      stack.identity,
    ] + figures.map(\.name)).joined(separator: "\n")
  }

  /// Keeps the finished seeds.
  private func keep() throws(FileWriteError) {
    guard let progressFile else { return }
    var writer = PackedWriter()
    writer.add(key)
    writer.add(String(decoding: Baseline(table, version: version, reasons: []).csv, as: UTF8.self))
    writer.add(units.count)
    for unit in units { unit.add(to: &writer) }
    try writeFile(writer.bytes, to: progressFile)
  }

  /// Takes the finished seeds of an interrupted gate with the same inputs.
  private mutating func resume() {
    guard let progressFile, let bytes = try? readFile(progressFile, limit: 1 << 30) else { return }
    var reader = PackedReader(bytes[...])
    guard reader.text() == key, let csv = reader.text(),
      let kept = try? Baseline(bytes: Array(csv.utf8), file: progressFile),
      let units = reader.list({ UnitFigures(from: &$0) }), reader.isAtEnd,
      units.count == kept.table.seeds.count
    else { return }
    table.seeds = kept.table.seeds
    table.devices = kept.table.devices
    table.events = kept.table.events
    table.figures = kept.table.figures
    self.units = units
    if !isQuiet {
      complain("note: \(units.count) seeds of '\(scenario.scenario.name)' were finished before")
    }
  }

  /// Removes the kept seeds of a finished gate.
  func forget() {
    if let progressFile { unlink(progressFile) }
  }
}
