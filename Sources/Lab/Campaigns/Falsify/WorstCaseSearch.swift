import Documents
import Harness
import Kernel
import Scoring

/// A case that a search tried: a seed, or a recording by its number, with settings.
struct WorstCaseTrial: Sendable {
  var seed: UInt64
  /// For each varied key, its value; nil for the scenario's own.
  var settings: [Setting?]
  var finding: FalsifyTarget.Finding?
  var figure: Double? { finding?.value }
  /// What is set otherwise.
  var changed: [Setting] { settings.compactMap { $0 } }
}

/// Looks for the worst case of a figure: the seeds first, then settings anywhere, then ever nearer to the
/// worst so far.
///
/// Everything is decided in batches of a fixed size and in a fixed order, so the outcome doesn't depend
/// on how many runs go on at once.
struct WorstCaseSearch {
  /// Runs cases, several at once, and hands over in order what each came to; nil for one that can't be.
  typealias Evaluation = (
    _ cases: [WorstCaseTrial], _ consume: (Int, FalsifyTarget.Finding?) -> Void
  ) throws -> Void

  /// How many cases are run between two decisions.
  private static let batch = 8

  private let target: FalsifyTarget
  private let seeds: ClosedRange<UInt64>
  private let varied: [VariedKey]
  private let tries: Int
  private let progress: (String, Int, Double?) -> Void
  private var stream: RandomStream
  /// How many cases were tried.
  private(set) var done = 0
  /// The worst of them.
  private(set) var worst: WorstCaseTrial?

  init(
    target: FalsifyTarget, seeds: ClosedRange<UInt64>, varied: [VariedKey], tries: Int,
    searchSeed: UInt64, progress: @escaping (String, Int, Double?) -> Void
  ) {
    self.progress = progress
    (self.target, self.seeds, self.varied, self.tries) = (target, seeds, varied, tries)
    stream = RandomStream(seed: searchSeed, purpose: "falsify.search")
  }

  /// Searches until the budget is missed, or all tries are used up.
  mutating func run(_ evaluate: Evaluation) throws {
    let own: [Setting?] = varied.map { _ in nil }
    // The seeds first: they cost no thought, and their spread tells chance from settings. Half of the
    // tries are left to the settings, if there are any.
    let seedTries = varied.isEmpty ? tries : max(1, min(tries / 2, 20))
    let first = Array(seeds.prefix(seedTries))
    for start in stride(from: 0, to: first.count, by: Self.batch) {
      let cases = first[start..<min(start + Self.batch, first.count)].map {
        WorstCaseTrial(seed: $0, settings: own)
      }
      if try attempt(cases, "seeds", evaluate) { return }
    }
    guard !varied.isEmpty else { return }
    // Then a third of the rest anywhere, and two thirds ever nearer to the worst so far.
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

  /// A case with all settings drawn, under the worst seed so far or any.
  private mutating func anyCase() throws(DocumentError) -> WorstCaseTrial {
    let seed = seed()
    var settings: [Setting?] = []
    for key in varied { settings.append(try key.drawn(&stream)) }
    return WorstCaseTrial(seed: seed, settings: settings)
  }

  /// A case that differs from the worst in one or two settings, or in its seed.
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
    let other = seeds.lowerBound + UInt64(stream.integer(below: seeds.count))
    return isWorst ? worst?.seed ?? other : other
  }

  /// Runs some cases and remembers the worst.
  ///
  /// - Returns: Whether the search is over, because the budget is missed.
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
