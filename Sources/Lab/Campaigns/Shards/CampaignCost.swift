import Harness
public import Kernel
import Scoring

/// What a campaign costs, as the first seeds of its scenarios take on this machine.
public struct CampaignCost: Sendable {
  /// What a scenario costs on one core.
  public struct Part: Sendable {
    /// How many runs were tried.
    public let tried: Int
    /// What the first run takes more than others, in s.
    public let startSeconds: Double
    /// What a run takes, in s.
    public let runSeconds: Double
    /// How large a shard's file gets by its runs' values, which it holds one by one only up to a number,
    /// in bytes.
    public let shardBytes: Double
    /// What putting a shard to the others takes, in s.
    public let mergeSeconds: Double
  }

  /// How long each scenario is tried at most, in s, once two of its runs are over.
  public static let patience = 2.0
  /// How many of its runs are tried at most.
  public static let mostTried = 64

  /// Of each of the campaign's scenarios.
  public let parts: [Part]
  private let plan: CampaignPlan

  /// Tries a campaign's scenarios, one run after the other, on one core.
  ///
  /// - Parameters:
  ///   - plan: The campaign.
  ///   - identity: Its identity.
  ///   - clock: A clock that is never set, in s.
  ///   - cancellation: Stops the work.
  /// - Throws: Why a run failed.
  public init(
    of plan: CampaignPlan, identity: CampaignIdentity, clock: () -> Double,
    cancellation: CancellationToken? = nil
  ) throws {
    self.plan = plan
    var first = 0
    parts = try plan.parts.map { part in
      defer { first += part.seeds.count }
      return try Self.trial(
        of: first..<first + part.seeds.count, plan, identity, clock, cancellation)
    }
  }

  /// Tries a scenario's runs: the first, which may have to prepare, the second, and as many more as there
  /// is patience for.
  private static func trial(
    of runs: Range<Int>, _ plan: CampaignPlan, _ identity: CampaignIdentity, _ clock: () -> Double,
    _ cancellation: CancellationToken?
  ) throws -> Part {
    func attempt(_ some: Range<Int>) throws -> Trial {
      try Trial(some, plan, identity, clock, cancellation)
    }
    let first = try attempt(runs.prefix(1))
    var last = first
    if runs.count > 1 { last = try attempt(runs.dropFirst().prefix(1)) }
    let more = min(runs.count - 2, mostTried, Int(min(1e6, patience / max(1e-6, last.seconds))))
    if more > 0 { last = try attempt(runs.dropFirst(2).prefix(more)) }
    let runSeconds = last.seconds / Double(last.count)
    return Part(
      tried: min(runs.count, 2) + max(0, more), startSeconds: max(0, first.seconds - runSeconds),
      runSeconds: runSeconds, shardBytes: Double(max(first.bytes, last.bytes)),
      mergeSeconds: max(first.mergeSeconds, last.mergeSeconds))
  }

  /// Some runs as one shard: what making, keeping and merging it takes.
  private struct Trial {
    let count, bytes: Int
    let seconds, mergeSeconds: Double

    init(
      _ runs: Range<Int>, _ plan: CampaignPlan, _ identity: CampaignIdentity,
      _ clock: () -> Double, _ cancellation: CancellationToken?
    ) throws {
      var kept: [UInt8] = []
      let sink = ShardSink(clock: { 0 }) { kept = try $0.bytes() }
      let start = clock()
      try plan.run(
        runs, identity: identity, jobs: 1, cancellation: cancellation, into: { _ in NoGathering() },
        sink: sink, consume: { _, _ in })
      let middle = clock()
      var merge = CampaignMerge(plan, from: runs.lowerBound)
      try merge.add(Shard(bytes: kept)) { _, _ in }
      (count, bytes) = (runs.count, kept.count)
      (seconds, mergeSeconds) = (middle - start, clock() - middle)
    }
  }

  /// How long all runs take on one core, in s.
  public var coreSeconds: Double {
    zip(plan.parts, parts).reduce(0) { $0 + Double($1.0.seeds.count) * $1.1.runSeconds }
  }

  /// What the campaign costs as so many shards on so many cores, for ``ShardQueue``.
  public func costs(shards: Int, cores: Int) -> ShardQueue.Costs {
    var costs = ShardQueue.Costs()
    (costs.shards, costs.cores, costs.spread) = (shards, cores, 0)
    var (start, bytes, merging) = (0.0, 0.0, 0.0)
    costs.lengths = (1...max(1, shards)).map { number in
      let runs = plan.runs(ofShard: number, of: shards)
      var seconds = 0.0
      for (part, count) in plan.runCounts(in: runs) {
        seconds += Double(count) * parts[part].runSeconds
        start += parts[part].startSeconds
        bytes += parts[part].shardBytes
        merging += parts[part].mergeSeconds
      }
      return seconds
    }
    let count = Double(max(1, shards))
    costs.startSeconds += start / count
    costs.shardSeconds = (costs.lengths ?? []).reduce(0, +) / count
    (costs.shardBytes, costs.mergeSeconds) = (bytes / count, merging / count)
    return costs
  }
}
