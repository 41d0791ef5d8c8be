import Documents
public import Harness
public import Kernel
public import Recordings
public import Scoring

/// Searches recordings and stack settings for the worst case of a figure, then reverts every setting that
/// the worst case doesn't need.
public struct RecordingFalsifier {
  /// The result of a search.
  public struct FalsifierResult {
    /// Number of replays of the search and of the reverting.
    public internal(set) var tries = 0, shrinkTries = 0
    /// The worst recording; nil if none has a figure.
    public internal(set) var recording: RecordingSource?
    /// The worst figure, and the figure with the needed settings only, in the metric's unit.
    public internal(set) var worstFigure: Double?, figure: Double?
    /// The changed settings of the worst case, and those of them that it needs.
    public internal(set) var changed: [Setting] = [], needed: [Setting] = []
    /// The missed budget; nil if none is missed.
    public internal(set) var limit: Budget?
    /// True if the work was cancelled.
    public internal(set) var isInterrupted = false
  }

  public let target: FalsifyTarget
  private let sources: [RecordingSource]
  private let varied: [VariedKey]
  private let stage: ([Setting]) throws -> ReplayStage

  /// Max number of replays of the search.
  public var tries = 60
  /// The stack under test.
  public var stack = StackChoice.reference
  /// Number of concurrent replays.
  public var jobs = 1
  /// Seed of the search's own random draws.
  public var searchSeed: UInt64 = 1
  /// Stops the work; results so far are kept.
  public var cancellation: CancellationToken?
  /// Receives the stage, the number of finished replays, and the worst figure.
  public var progress: (String, Int, Double?) -> Void = { _, _, _ in }

  /// Validates all varied keys.
  ///
  /// - Parameters:
  ///   - sources: The recordings; at least one.
  ///   - target: The figure to search for.
  ///   - varied: The keys that may be changed.
  ///   - stage: Makes the replay stage for some settings.
  /// - Throws: All mistakes in the varied keys, or ``DocumentError`` if there is no recording.
  public init(
    _ sources: [RecordingSource], target: FalsifyTarget, varied: [VariedKey],
    stage: @escaping ([Setting]) throws -> ReplayStage
  ) throws {
    guard !sources.isEmpty else { throw DocumentError("there is no recording to search") }
    for key in varied {
      for probe in try key.probes() { _ = try stage([probe]) }
    }
    (self.sources, self.target, self.varied, self.stage) = (sources, target, varied, stage)
  }

  /// Searches, then reverts settings.
  ///
  /// - Returns: The result; a partial one if the work was cancelled.
  /// - Throws: ``StackFailure``.
  public func run() throws -> FalsifierResult {
    var outcome = FalsifierResult()
    var search = WorstCaseSearch(
      target: target, seeds: SeedList(1...UInt64(sources.count)), varied: varied, tries: tries,
      searchSeed: searchSeed,
      progress: progress)
    do {
      try search.run(evaluate)
    } catch is Cancelled {
      outcome.isInterrupted = true
    }
    outcome.tries = search.done
    guard let worst = search.worst, let figure = worst.figure else { return outcome }
    outcome.recording = sources[Int(worst.seed) - 1]
    (outcome.worstFigure, outcome.figure) = (figure, figure)
    (outcome.changed, outcome.needed) = (worst.changed, worst.changed)
    guard let limit = target.limit(missedBy: figure, slack: 0.1), target.misses(figure, limit)
    else { return outcome }
    outcome.limit = limit
    do {
      if !outcome.isInterrupted { try takeBack(worst, limit, &outcome) }
    } catch is Cancelled {
      outcome.isInterrupted = true
    }
    return outcome
  }

  private func takeBack(
    _ worst: WorstCaseTrial, _ limit: Budget, _ outcome: inout FalsifierResult
  ) throws {
    var figures: [[String]: Double] = [:]
    let minCount = min(worst.finding?.count ?? 1, target.minCount)
    var runs = 0
    outcome.needed = try minimized(worst.changed) { candidates in
      let cases = candidates.map {
        WorstCaseTrial(seed: worst.seed, settings: $0.map { Optional($0) })
      }
      var failing: Int?
      try evaluate(cases) { number, finding in
        runs += 1
        guard let finding, finding.count >= minCount, target.misses(finding.value, limit) else {
          return
        }
        figures[candidates[number].map(\.text)] = finding.value
        failing = failing ?? number
      }
      return failing
    }
    outcome.shrinkTries = runs
    outcome.figure = figures[outcome.needed.map(\.text)] ?? outcome.figure
  }

  private func evaluate(
    _ cases: [WorstCaseTrial], _ consume: (Int, FalsifyTarget.FigureValue?) -> Void
  ) throws {
    let stages = cases.map { try? stage($0.changed) }
    let (sources, stack, target, token) = (sources, stack, target, cancellation)
    try parallelMap(
      count: cases.count, jobs: jobs, cancellation: token,
      compute: { number -> FalsifyTarget.FigureValue? in
        // Settings that are valid one by one may be invalid together, and a recording may be unreadable; such
        // a case is skipped.
        guard let stage = stages[number] else { return nil }
        let batch = ReplayBatch([sources[Int(cases[number].seed) - 1]], stage: stage, stack: stack)
        var finding: FalsifyTarget.FigureValue?
        try batch.run(cancellation: token) { _, outcome in
          guard case .replayed(let result, _, _) = outcome, result.thinness == nil else { return }
          finding = target.finding(of: [result.score])
        }
        return finding
      }, consume: consume)
  }
}
