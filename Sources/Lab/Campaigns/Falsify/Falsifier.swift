public import Documents
public import Harness
public import Kernel
import Observations
import Scenarios
import Scoring

/// Searches seeds and settings of a scenario for the worst case of a figure, then shrinks it to the
/// simplest scenario that is still as bad.
///
/// All decisions are made in batches of fixed size and in a fixed order, so the result doesn't depend on
/// the number of concurrent runs.
public struct Falsifier {
  /// Default range of seeds.
  public static let usualSeeds = SeedList(1...20)

  public let target: FalsifyTarget
  /// The seeds to try.
  public let seeds: SeedList
  /// The keys that may be changed.
  public let varied: [VariedKey]
  let maker: VariantMaker

  /// Max number of runs of the search and of the shrinking.
  public var tries = 60
  public var shrinkTries = 200
  /// The stack under test.
  public var stack = StackChoice.reference
  /// Number of concurrent runs.
  public var jobs = 1
  /// Seed of the search's own random draws.
  public var searchSeed: UInt64 = 1
  /// Share by which the shrunk scenario may be better than the worst case if there is no budget.
  public var slack = 0.1
  /// Stops the work; results so far are kept.
  public var cancellation: CancellationToken?
  /// Receives the stage, the number of finished runs, and the worst figure.
  public var progress: (String, Int, Double?) -> Void = { _, _, _ in }

  /// Reads a scenario and validates all varied keys.
  ///
  /// - Parameters:
  ///   - path: The scenario's file.
  ///   - settings: Values that replace or extend the file's.
  ///   - target: The figure to search for.
  ///   - seeds: The seeds; if nil, those of the scenario's `falsify:` block, or else ``usualSeeds``.
  ///   - varied: Keys to vary in addition to those of the `falsify:` block.
  /// - Throws: All mistakes, with their positions.
  public init(
    path: String, settings: [Setting] = [], target: FalsifyTarget,
    seeds: SeedList? = nil, varied: [VariedKey] = []
  ) throws(DocumentError) {
    maker = try VariantMaker(path: path, settings: settings)
    self.target = target
    let entry = maker.base.scenario.falsify
    if let seeds {
      self.seeds = seeds
    } else if let text = entry.seeds {
      self.seeds = try seedList(text)
    } else {
      self.seeds = Self.usualSeeds
    }
    guard self.seeds.last.map({ $0 <= UInt64(Int32.max) }) ?? true else {
      throw DocumentError(
        "a scenario's seed must be at most \(Int32.max); \(self.seeds.text) goes beyond it")
    }
    var all: [VariedKey] = []
    for entry in entry.vary where !varied.contains(where: { $0.key == entry.key.value }) {
      all.append(try VariedKey(entry))
    }
    self.varied = all + varied
    var wrong: [Diagnostic] = []
    for key in self.varied {
      for probe in try key.probes() {
        do throws(DocumentError) {
          _ = try maker.variant([probe])
        } catch {
          wrong += error.diagnostics.filter { !wrong.contains($0) }
        }
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }

  /// Searches, then shrinks.
  ///
  /// - Returns: The result; a partial one if the work was cancelled.
  /// - Throws: ``StackFailure``.
  public func run() throws -> Falsified {
    var outcome = Falsified(target: target, tries: 0)
    var worst: WorstCaseTrial?
    do {
      try search(&outcome, &worst)
    } catch is Cancelled {
      outcome.isInterrupted = true
    }
    guard let worst, let figure = worst.figure else { return outcome }
    outcome.seed = worst.seed
    outcome.worstFigure = figure
    outcome.settings = worst.changed.map(\.text)
    guard let limit = target.limit(missedBy: figure, slack: slack), target.misses(figure, limit)
    else { return outcome }
    outcome.limit = limit
    var shrinker = Shrinker(self, worst: worst, limit: limit)
    do {
      if !outcome.isInterrupted { try shrinker.shrink() }
    } catch is Cancelled {
      outcome.isInterrupted = true
    }
    outcome.tree = shrinker.tree
    outcome.figure = shrinker.figure
    outcome.shrinkTries = shrinker.runs
    outcome.removed = (shrinker.sizeBefore, shrinker.tree.size)
    return outcome
  }

  private func search(_ outcome: inout Falsified, _ worst: inout WorstCaseTrial?) throws {
    var search = WorstCaseSearch(
      target: target, seeds: seeds, varied: varied, tries: tries, searchSeed: searchSeed,
      progress: progress)
    defer { (outcome.tries, worst) = (search.done, search.worst) }
    let (maker, stack, target, token) = (maker, stack, target, cancellation)
    try search.run { cases, consume in
      let scenarios = cases.map { try? maker.variant($0.changed) }
      try parallelMap(
        count: cases.count, jobs: jobs, cancellation: token,
        compute: { number -> FalsifyTarget.FigureValue? in
          // Settings that are valid one by one may be invalid together; such a case is skipped.
          guard let scenario = scenarios[number] else { return nil }
          let unit = RunUnit(scenario: scenario, seed: cases[number].seed)
          return target.finding(of: try unit.run(stack: stack, cancellation: token).devices)
        }, consume: consume)
    }
  }
}
