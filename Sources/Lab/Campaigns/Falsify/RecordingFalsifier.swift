import Documents
public import Harness
public import Kernel
public import Recordings
public import Scoring

/// Searches recordings, and settings of the stack, for the worst case of a figure, then takes back each
/// setting that isn't needed for it.
public struct RecordingFalsifier {
  /// What a search came to.
  public struct Finding {
    /// How many replays the search took, and the taking back.
    public internal(set) var tries = 0, shrinkTries = 0
    /// The worst recording.
    public internal(set) var recording: RecordingSource?
    /// The worst figure, in the metric's unit, and the one of the settings that are left.
    public internal(set) var worstFigure: Double?, figure: Double?
    /// What was changed for it, and what of that is needed.
    public internal(set) var changed: [Setting] = [], needed: [Setting] = []
    /// The budget that is missed; nil if none is.
    public internal(set) var limit: Budget?
    /// Whether the work was stopped before its end.
    public internal(set) var isInterrupted = false
  }

  /// What is looked for.
  public let target: FalsifyTarget
  private let sources: [RecordingSource]
  private let varied: [VariedKey]
  private let stage: ([Setting]) throws -> ReplayStage

  /// How many replays the search may take.
  public var tries = 60
  /// The stack under test.
  public var stack = StackChoice.reference
  /// How many replays go on at once.
  public var jobs = 1
  /// What the search's own draws depend on.
  public var searchSeed: UInt64 = 1
  /// Stops the work; what was found is kept.
  public var cancellation: CancellationToken?
  /// Told what goes on: the stage, how many replays are done, and the worst figure.
  public var progress: (String, Int, Double?) -> Void = { _, _, _ in }

  /// Checks all that may be changed.
  ///
  /// - Parameters:
  ///   - sources: The recordings; at least one.
  ///   - target: What is looked for.
  ///   - varied: What may be changed.
  ///   - stage: What recordings are replayed with under some settings.
  /// - Throws: Everything that is wrong with what may be changed, or that there is no recording.
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

  /// Searches, then takes settings back.
  ///
  /// - Returns: What was found; also when the work was cancelled, as far as it came.
  /// - Throws: Why a stack failed.
  public func run() throws -> Finding {
    var outcome = Finding()
    var search = WorstCaseSearch(
      target: target, seeds: 1...UInt64(sources.count), varied: varied, tries: tries,
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
    _ worst: WorstCaseTrial, _ limit: Budget, _ outcome: inout Finding
  ) throws {
    var figures: [[String]: Double] = [:]
    let leastCount = min(worst.finding?.count ?? 1, target.leastCount)
    var runs = 0
    outcome.needed = try minimized(worst.changed) { candidates in
      let cases = candidates.map {
        WorstCaseTrial(seed: worst.seed, settings: $0.map { Optional($0) })
      }
      var failing: Int?
      try evaluate(cases) { number, finding in
        runs += 1
        guard let finding, finding.count >= leastCount, target.misses(finding.value, limit) else {
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
    _ cases: [WorstCaseTrial], _ consume: (Int, FalsifyTarget.Finding?) -> Void
  ) throws {
    let stages = cases.map { try? stage($0.changed) }
    let (sources, stack, target, token) = (sources, stack, target, cancellation)
    try parallelMap(
      count: cases.count, jobs: jobs, cancellation: token,
      compute: { number -> FalsifyTarget.Finding? in
        // Settings that are right one by one may be wrong together, and a recording may be unreadable:
        // such a case is passed over.
        guard let stage = stages[number] else { return nil }
        let batch = ReplayBatch([sources[Int(cases[number].seed) - 1]], stage: stage, stack: stack)
        var finding: FalsifyTarget.Finding?
        try batch.run(cancellation: token) { _, outcome in
          guard case .replayed(let result, _, _) = outcome, result.thinness == nil else { return }
          finding = target.finding(of: [result.score])
        }
        return finding
      }, consume: consume)
  }
}
