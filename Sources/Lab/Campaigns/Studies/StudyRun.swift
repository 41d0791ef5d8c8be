public import Harness
public import Kernel
import Recordings
import Scenarios
public import Scoring

extension StudyPlan {
  /// Runs the parts and outputs the rows of each, in order.
  ///
  /// - Parameters:
  ///   - jobs: Number of concurrent runs; the rows don't depend on it.
  ///   - stack: The stack under test.
  ///   - first: Number of leading parts that were run before.
  ///   - cancellation: Stops the work.
  ///   - progress: Receives the number of finished runs, and the scenario of the latest.
  ///   - note: Receives warnings about recordings that can't be scored.
  ///   - consume: Receives a part's number and its rows.
  /// - Throws: Errors of `consume`, ``Cancelled``, or ``StackFailure``.
  public func run(
    jobs: Int, stack: StackChoice = .reference, from first: Int = 0,
    cancellation: CancellationToken? = nil, progress: (Int, String) -> Void = { _, _ in },
    note: (String) -> Void = { _ in }, consume: (Int, [StudyRow]) throws -> Void
  ) throws {
    var done = parts.prefix(first).reduce(0) { $0 + unitCount(of: $1) }
    let replays = parts.firstIndex(where: \.isReplay) ?? parts.count
    if first < replays {
      var plan = RunPlan(scenarios: parts[first..<replays].compactMap(\.loaded))
      (plan.seeds, plan.jobs, plan.stack, plan.filters) = (seeds, jobs, stack, filters)
      var number = first
      var accumulator = StudyAccumulator(parts[number], isEachDevice: isEachDevice)
      var seedsLeft = seeds.count
      try plan.run(cancellation: cancellation) { result in
        accumulator.add(result.devices, unit: "\(result.seed)")
        done += 1
        seedsLeft -= 1
        progress(done, result.scenario)
        guard seedsLeft == 0 else { return }
        try consume(number, accumulator.rows)
        number += 1
        guard number < replays else { return }
        accumulator = StudyAccumulator(parts[number], isEachDevice: isEachDevice)
        seedsLeft = seeds.count
      }
    }
    for number in max(first, replays)..<max(first, parts.count) {
      guard case .recordings(let sources, let stage, _) = parts[number].source else { continue }
      var accumulator = StudyAccumulator(parts[number], isEachDevice: false)
      let batch = ReplayBatch(sources, stage: stage, stack: stack, jobs: jobs)
      try batch.run(cancellation: cancellation) { source, outcome in
        done += 1
        progress(done, parts[number].scenario)
        switch outcome {
        case .unreadable(let error): note("'\(source.path)' is left out: \(error)")
        case .replayed(let result, _, _):
          if let reason = result.thinness {
            note("'\(source.path)' has too little data to be judged: \(reason)")
          } else {
            accumulator.add([result.score], unit: source.name)
          }
        }
      }
      try consume(number, accumulator.rows)
    }
  }

  /// The score filters of all figures.
  private var filters: [ScoreFilter] {
    parts.flatMap(\.figures).compactMap(\.filter).reduce(into: []) { filters, filter in
      if !filters.contains(filter) { filters.append(filter) }
    }
  }
}

extension StudyPlan.PlannedVariant {
  fileprivate var loaded: LoadedScenario? {
    if case .scenario(let loaded) = source { loaded } else { nil }
  }
}

/// Collects the figures of a part's runs or replays.
private struct StudyAccumulator {
  private let part: StudyPlan.PlannedVariant
  private let isEachDevice: Bool
  private var found: [(row: StudyRow, pool: ScenarioPool)] = []

  init(_ part: StudyPlan.PlannedVariant, isEachDevice: Bool) {
    self.part = part
    self.isEachDevice = isEachDevice
    // A part without any result has a row, too.
    if !isEachDevice { _ = index(of: "all") }
  }

  private mutating func index(of device: String) -> Int {
    if let index = found.firstIndex(where: { $0.row.device == device }) { return index }
    let row = StudyRow(
      scenario: part.scenario, variant: part.variant, device: device, figures: part.figures)
    found.append((row, ScenarioPool()))
    return found.count - 1
  }

  /// Adds the devices of a seed, or a recording.
  mutating func add(_ scores: [DeviceScore], unit: String) {
    let groups = isEachDevice ? scores.map { ($0.device, [$0]) } : [("all", scores)]
    for (device, scores) in groups {
      let index = index(of: device)
      var alone = ScenarioPool()
      for score in scores {
        alone.add(score)
        found[index].pool.add(score)
      }
      for (number, figure) in part.figures.enumerated() {
        guard let value = figure.value(in: alone, of: unit) else { continue }
        found[index].row.values[number].append(value)
      }
    }
  }

  /// The rows, with the figures pooled over all units.
  var rows: [StudyRow] {
    found.map { row, pool in
      var row = row
      row.pooled = part.figures.map { $0.isMagnitude ? nil : $0.value(in: pool, of: "all") }
      row.verdicts = part.figures.map { figure in
        figure.budget.map { BudgetVerdict($0, values: pool.values(of: $0)).verdict }
      }
      return row
    }
  }
}
