public import Harness
public import Kernel
public import Scoring

/// Where a campaign's shards go as they are finished.
public struct ShardSink {
  /// How many runs a shard has at most before it is put away.
  public var mostRuns = 1000
  /// How long a shard's runs may wait to be put away, in s: so much is lost by a kill.
  public var patience = 60.0
  /// A clock that is never set, in s.
  public var clock: () -> Double
  /// Puts a shard away.
  public var keep: (Shard) throws -> Void

  /// Creates a sink.
  public init(clock: @escaping () -> Double, keep: @escaping (Shard) throws -> Void) {
    (self.clock, self.keep) = (clock, keep)
  }
}

extension CampaignPlan {
  /// Runs some of the campaign's runs, and hands them on shard by shard.
  ///
  /// Whatever stops it, what was finished is handed on first: shards may be of any runs.
  ///
  /// - Parameters:
  ///   - runs: The runs, by number.
  ///   - identity: The campaign's.
  ///   - jobs: How many runs go on at once; the shards' runs don't depend on it.
  ///   - cancellation: Stops the work.
  ///   - begin: Makes what else gathers what a run's devices come to.
  ///   - sink: Where shards go.
  ///   - consume: Takes the number of a run that is finished, its place, and what else was gathered of it.
  /// - Throws: What `consume` or the sink throws, ``Cancelled``, or why a stack failed.
  public func run<Extra: UnitGathering>(
    _ runs: Range<Int>, identity: CampaignIdentity, jobs: Int,
    cancellation: CancellationToken? = nil, into begin: @escaping @Sendable (RunUnit) -> Extra,
    sink: ShardSink, consume: (Int, UnitYield<GatheringPair<RunTally, Extra>>) throws -> Void
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
            into: GatheringPair(RunTally(seed: seed), begin(unit)), stack: stack,
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

/// Runs that follow each other and aren't put away yet.
private struct ShardBatch {
  private let sink: ShardSink
  private var shard: Shard
  private var start: Double

  init(_ identity: CampaignIdentity, from first: Int, _ sink: ShardSink) {
    self.sink = sink
    shard = Shard(identity, from: first)
    start = sink.clock()
  }

  mutating func add(_ tally: RunTally, part: Int, figures: [GatedFigure]) throws {
    shard.add(tally, part: part, figures: figures)
    if shard.runs.count >= sink.mostRuns || sink.clock() - start >= sink.patience {
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
