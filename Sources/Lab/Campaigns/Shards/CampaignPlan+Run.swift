public import Harness
public import Kernel
public import Scoring

/// Output of finished shards.
public struct ShardSink {
  /// Max number of runs per shard.
  public var maxRuns = 1000
  /// Max time before a shard is stored, in s; a kill loses at most that much work.
  public var timeout = 60.0
  /// A monotonic clock, in s.
  public var clock: () -> Double
  /// Stores a shard.
  public var keep: (Shard) throws -> Void

  public init(clock: @escaping () -> Double, keep: @escaping (Shard) throws -> Void) {
    (self.clock, self.keep) = (clock, keep)
  }
}

extension CampaignPlan {
  /// Runs some of the campaign's runs and outputs them shard by shard.
  ///
  /// If an error or a cancellation stops it, finished runs are stored first; shards may hold any runs.
  ///
  /// - Parameters:
  ///   - runs: The runs, by number.
  ///   - identity: The campaign's identity.
  ///   - jobs: Number of concurrent runs; the shards' runs don't depend on it.
  ///   - cancellation: Stops the work.
  ///   - begin: Makes an additional gatherer for a run's devices.
  ///   - sink: Receives the shards.
  ///   - consume: Receives the number of a finished run and its yield.
  /// - Throws: Errors of `consume` or the sink, ``Cancelled``, or ``StackFailure``.
  public func run<Extra: UnitGathering>(
    _ runs: Range<Int>, identity: CampaignIdentity, jobs: Int,
    cancellation: CancellationToken? = nil, into begin: @escaping @Sendable (RunUnit) -> Extra,
    sink: ShardSink, consume: (Int, UnitYield<GatheringPair<RunAccumulator, Extra>>) throws -> Void
  ) throws {
    var batch = ShardBatch(identity, from: runs.lowerBound, sink)
    let wanted = parts.indices.map { figures(of: $0) }
    let devicesAtOnce = max(1, jobs / max(1, runs.count))
    let (stack, plan) = (stack, self)
    do {
      try parallelMap(
        count: runs.count, jobs: jobs, cancellation: cancellation,
        compute: { number in
          let (part, seed) = plan.run(runs.lowerBound + number)
          let unit = RunUnit(scenario: plan.parts[part].scenario, seed: seed)
          return try unit.run(
            into: GatheringPair(RunAccumulator(seed: seed), begin(unit)), stack: stack,
            jobs: devicesAtOnce, cancellation: cancellation)
        },
        consume: { number, yield in
          let run = runs.lowerBound + number
          let part = plan.run(run).part
          try consume(run, yield)
          try batch.add(yield.gathered.first, part: part, figures: wanted[part])
        })
    } catch {
      try? batch.putAway()
      throw error
    }
    try batch.putAway()
  }
}

/// Consecutive runs that aren't stored yet.
private struct ShardBatch {
  private let sink: ShardSink
  private var shard: Shard
  private var start: Double

  init(_ identity: CampaignIdentity, from first: Int, _ sink: ShardSink) {
    self.sink = sink
    shard = Shard(identity, from: first)
    start = sink.clock()
  }

  mutating func add(_ accumulator: RunAccumulator, part: Int, figures: [GatedFigure]) throws {
    shard.add(accumulator, part: part, figures: figures)
    if shard.runs.count >= sink.maxRuns || sink.clock() - start >= sink.timeout {
      try putAway()
    }
  }

  mutating func putAway() throws {
    guard !shard.runs.isEmpty else { return }
    try sink.keep(shard)
    shard = Shard(shard.identity, from: shard.runs.upperBound)
    start = sink.clock()
  }
}
