import Documents
import Harness
import Kernel
import Scoring

/// A case of a search: a seed, or a recording by its number, with settings.
struct WorstCaseTrial: Sendable {
  var seed: UInt64
  /// The value of each varied key; nil for the scenario's own.
  var settings: [Setting?]
  var finding: FalsifyTarget.FigureValue?
  var figure: Double? { finding?.value }
  /// The settings that differ from the scenario.
  var changed: [Setting] { settings.compactMap { $0 } }
}

/// Searches for the worst case of a figure: first over the seeds, then over random settings, then by local
/// search around the worst case with a decreasing step.
///
/// All decisions are made in batches of fixed size and in a fixed order, so the result doesn't depend on
/// the number of concurrent runs.
struct WorstCaseSearch {
  /// Evaluates cases concurrently and reports their results in order; nil for an invalid case.
  typealias Evaluation = (
    _ cases: [WorstCaseTrial], _ consume: (Int, FalsifyTarget.FigureValue?) -> Void
  ) throws -> Void

  /// Number of cases per batch.
  private static let batch = 8

  private let target: FalsifyTarget
  private let seeds: SeedList
  private let varied: [VariedKey]
  private let tries: Int
  private let progress: (String, Int, Double?) -> Void
  private var stream: RandomStream
  /// Number of cases tried.
  private(set) var done = 0
  /// The worst case so far.
  private(set) var worst: WorstCaseTrial?

  init(
    target: FalsifyTarget, seeds: SeedList, varied: [VariedKey], tries: Int,
    searchSeed: UInt64, progress: @escaping (String, Int, Double?) -> Void
  ) {
    self.progress = progress
    (self.target, self.seeds, self.varied, self.tries) = (target, seeds, varied, tries)
    stream = RandomStream(seed: searchSeed, purpose: "falsify.search")
  }

  /// Searches until the budget is missed, or the max number of tries is reached.
  mutating func run(_ evaluate: Evaluation) throws {
    let own: [Setting?] = varied.map { _ in nil }
    // Seeds first: they are cheap to choose, and their spread separates chance from settings. Half of the
    // tries remain for the settings, if there are any.
    let seedTries = varied.isEmpty ? tries : max(1, min(tries / 2, 20))
    let first = Array(seeds.prefix(seedTries))
    for start in stride(from: 0, to: first.count, by: Self.batch) {
      let cases = first[start..<min(start + Self.batch, first.count)].map {
        WorstCaseTrial(seed: $0, settings: own)
      }
      if try attempt(cases, "seeds", evaluate) { return }
    }
    guard !varied.isEmpty else { return }
    // A third of the remaining tries at random, two thirds near the worst case.
    let rest = tries - done
    let anywhere = done + max(1, rest / 3)
    var step = 0.3
    while done < tries {
      let isNear = done >= anywhere && worst != nil
      var cases: [WorstCaseTrial] = []
      for _ in 0..<min(Self.batch, tries - done) {
        cases.append(isNear ? try neighbour(step) : try anyCase())
      }
      let before = target.badness(worst?.figure)
      if try attempt(cases, isNear ? "near the worst" : "settings", evaluate) { return }
      if isNear, target.badness(worst?.figure) <= before { step = max(0.02, step * 0.6) }
    }
  }

  /// A case with random settings, under the worst seed so far or a random one.
  private mutating func anyCase() throws(DocumentError) -> WorstCaseTrial {
    let seed = seed()
    var settings: [Setting?] = []
    for key in varied { settings.append(try key.drawn(&stream)) }
    return WorstCaseTrial(seed: seed, settings: settings)
  }

  /// A case that differs from the worst in one or more settings, and perhaps in its seed.
  private mutating func neighbour(_ step: Double) throws(DocumentError) -> WorstCaseTrial {
    guard var trial = worst else { return try anyCase() }
    trial.finding = nil
    let changed = stream.integer(below: varied.count)
    for (number, key) in varied.enumerated() {
      let isChanged = number == changed || stream.happens(withProbability: 1 / 3)
      guard isChanged else { continue }
      trial.settings[number] = try key.drawn(near: trial.settings[number], share: step, &stream)
    }
    if stream.happens(withProbability: 0.25) { trial.seed = seed() }
    return trial
  }

  private mutating func seed() -> UInt64 {
    let isWorst = stream.happens(withProbability: 0.5)
    let other = seeds[stream.integer(below: seeds.count)]
    return isWorst ? worst?.seed ?? other : other
  }

  /// Runs some cases and updates the worst.
  ///
  /// - Returns: True if the search is over because the budget is missed.
  private mutating func attempt(
    _ cases: [WorstCaseTrial], _ stage: String, _ evaluate: Evaluation
  ) throws -> Bool {
    var (found, tried) = (worst, done)
    let (target, progress) = (target, progress)
    defer { (worst, done) = (found, tried) }
    try evaluate(cases) { number, finding in
      tried += 1
      var trial = cases[number]
      trial.finding = finding
      if target.badness(finding?.value) > target.badness(found?.figure) { found = trial }
      progress(stage, tried, found?.figure)
    }
    return target.budget.map { target.misses(found?.figure, $0) } ?? false
  }
}
