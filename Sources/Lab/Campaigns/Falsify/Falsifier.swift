public import Documents
public import Harness
public import Kernel
import Observations
import Scenarios
import Scoring

/// Searches a scenario's seeds and settings for the worst case of a figure, then shrinks it to the
/// simplest scenario that is still as bad.
///
/// Everything is decided in batches of a fixed size and in a fixed order, so the outcome doesn't depend
/// on how many runs go on at once.
public struct Falsifier {
  /// How many seeds are tried where nobody says which.
  public static let usualSeeds: ClosedRange<UInt64> = 1...20
  /// How many cases are run between two decisions.
  static let batch = 8

  /// What is looked for.
  public let target: FalsifyTarget
  /// The seeds that are tried.
  public let seeds: ClosedRange<UInt64>
  /// What may be changed.
  public let varied: [VariedKey]
  let maker: VariantMaker

  /// How many runs the search may take, and the shrinking.
  public var tries = 60
  public var shrinkTries = 200
  /// The stack under test.
  public var stack = StackChoice.reference
  /// How many runs go on at once.
  public var jobs = 1
  /// What the search's own draws depend on.
  public var searchSeed: UInt64 = 1
  /// How much better the shrunk scenario may be than the worst case, as a share, without a budget.
  public var slack = 0.1
  /// Stops the work; what was found is kept.
  public var cancellation: CancellationToken?
  /// Told what goes on: the stage, how many runs are done, and the worst figure.
  public var progress: (String, Int, Double?) -> Void = { _, _, _ in }

  /// Reads a scenario and checks all that may be changed in it.
  ///
  /// - Parameters:
  ///   - path: The scenario's file.
  ///   - settings: Values that replace or add to the file's.
  ///   - target: What is looked for.
  ///   - seeds: The seeds; those of the scenario's `falsify:` block, or else the usual ones, if nil.
  ///   - varied: What may be changed, beside what the `falsify:` block has.
  /// - Throws: Everything that is wrong, with its place.
  public init(
    path: String, settings: [Setting] = [], target: FalsifyTarget,
    seeds: ClosedRange<UInt64>? = nil, varied: [VariedKey] = []
  ) throws(DocumentError) {
    maker = try VariantMaker(path: path, settings: settings)
    self.target = target
    let entry = maker.base.scenario.falsify
    if let seeds {
      self.seeds = seeds
    } else if let text = entry.seeds {
      self.seeds = try seedRange(text)
    } else {
      self.seeds = Self.usualSeeds
    }
    guard self.seeds.upperBound <= UInt64(Int32.max) else {
      throw DocumentError("a scenario's seed is at most \(Int32.max); \(self.seeds) has more")
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

  /// A case that was tried.
  struct Trial: Sendable {
    var seed: UInt64
    /// For each varied key, its value; nil for the scenario's own.
    var settings: [Setting?]
    var finding: FalsifyTarget.Finding?
    var figure: Double? { finding?.value }
  }

  /// Searches, then shrinks.
  ///
  /// - Returns: What was found; also when the work was cancelled, as far as it came.
  /// - Throws: Why a stack failed.
  public func run() throws -> Falsified {
    var outcome = Falsified(target: target, tries: 0)
    var worst: Trial?
    do {
      try search(&outcome, &worst)
    } catch is Cancelled {
      outcome.isInterrupted = true
    }
    guard let worst, let figure = worst.figure else { return outcome }
    outcome.seed = worst.seed
    outcome.worstFigure = figure
    outcome.settings = worst.settings.compactMap { $0?.text }
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

  // MARK: - The search

  private func search(_ outcome: inout Falsified, _ worst: inout Trial?) throws {
    let own: [Setting?] = varied.map { _ in nil }
    // The seeds first: they cost no thought, and their spread tells chance from settings. Half of the
    // tries are left to the settings, if there are any.
    let seedTries = varied.isEmpty ? tries : max(1, min(tries / 2, 20))
    let first = Array(seeds.prefix(seedTries))
    var stream = RandomStream(seed: searchSeed, purpose: "falsify.search")
    for start in stride(from: 0, to: first.count, by: Self.batch) {
      let cases = first[start..<min(start + Self.batch, first.count)].map {
        Trial(seed: $0, settings: own)
      }
      if try attempt(cases, "seeds", &outcome, &worst) { return }
    }
    guard !varied.isEmpty else { return }
    // Then a third of the rest anywhere, and two thirds ever nearer to the worst so far.
    let rest = tries - outcome.tries
    let anywhere = outcome.tries + max(1, rest / 3)
    var step = 0.3
    while outcome.tries < tries {
      let isNear = outcome.tries >= anywhere && worst != nil
      var cases: [Trial] = []
      for _ in 0..<min(Self.batch, tries - outcome.tries) {
        cases.append(
          isNear ? try neighbour(of: worst, step, &stream) : try anyCase(worst, &stream))
      }
      let before = target.badness(worst?.figure)
      if try attempt(cases, isNear ? "near the worst" : "settings", &outcome, &worst) { return }
      if isNear, target.badness(worst?.figure) <= before { step = max(0.02, step * 0.6) }
    }
  }

  /// A case with all settings drawn, under the worst seed so far or any.
  private func anyCase(
    _ worst: Trial?, _ stream: inout RandomStream
  ) throws(DocumentError) -> Trial {
    let seed = seed(worst, &stream)
    var settings: [Setting?] = []
    for key in varied { settings.append(try key.drawn(&stream)) }
    return Trial(seed: seed, settings: settings)
  }

  /// A case that differs from the worst in one or two settings, or in its seed.
  private func neighbour(
    of worst: Trial?, _ step: Double, _ stream: inout RandomStream
  ) throws(DocumentError) -> Trial {
    guard var trial = worst else { return try anyCase(worst, &stream) }
    trial.finding = nil
    let changed = stream.integer(below: varied.count)
    for (number, key) in varied.enumerated() {
      let isChanged = number == changed || stream.happens(withProbability: 1 / 3)
      guard isChanged else { continue }
      trial.settings[number] = try key.drawn(near: trial.settings[number], share: step, &stream)
    }
    if stream.happens(withProbability: 0.25) { trial.seed = seed(worst, &stream) }
    return trial
  }

  private func seed(_ worst: Trial?, _ stream: inout RandomStream) -> UInt64 {
    let isWorst = stream.happens(withProbability: 0.5)
    let other = seeds.lowerBound + UInt64(stream.integer(below: seeds.count))
    return isWorst ? worst?.seed ?? other : other
  }

  /// Runs some cases and remembers the worst.
  ///
  /// - Returns: Whether the search is over, because the budget is missed.
  private func attempt(
    _ cases: [Trial], _ stage: String, _ outcome: inout Falsified, _ worst: inout Trial?
  ) throws -> Bool {
    let scenarios = cases.map { try? maker.variant($0.settings.compactMap { $0 }) }
    let (stack, target) = (stack, target)
    var (found, tried) = (worst, outcome.tries)
    defer {
      worst = found
      outcome.tries = tried
    }
    let token = cancellation
    try parallelMap(
      count: cases.count, jobs: jobs, cancellation: token,
      compute: { number -> FalsifyTarget.Finding? in
        // Settings that are right one by one may be wrong together: such a case is passed over.
        guard let scenario = scenarios[number] else { return nil }
        let unit = RunUnit(scenario: scenario, seed: cases[number].seed)
        return target.finding(of: try unit.run(stack: stack, cancellation: token))
      },
      consume: { number, finding in
        tried += 1
        var trial = cases[number]
        trial.finding = finding
        if target.badness(finding?.value) > target.badness(found?.figure) { found = trial }
        progress(stage, tried, found?.figure)
      })
    return target.budget.map { target.misses(found?.figure, $0) } ?? false
  }
}
