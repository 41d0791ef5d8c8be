import Harness
public import Kernel
import Scoring

/// Cost estimate of a campaign, from the first seeds of its scenarios on this machine.
public struct CampaignCost: Sendable {
  /// Cost of a scenario on one core.
  public struct ScenarioCost: Sendable {
    /// Number of trial runs.
    public let tried: Int
    /// Extra time of the first run, in s.
    public let startSeconds: Double
    /// Time per run, in s.
    public let runSeconds: Double
    /// Size that the scenario's values add to a shard file, in bytes; values are kept individually only up to
    /// a max number.
    public let shardBytes: Double
    /// Time to merge a shard, in s.
    public let mergeSeconds: Double
  }

  /// Max trial time per scenario after its first two runs, in s.
  public static let timeout = 2.0
  /// Max number of trial runs per scenario after its first two.
  public static let maxTried = 64

  /// The cost of each scenario of the campaign.
  public let parts: [ScenarioCost]
  private let plan: CampaignPlan

  /// Runs trials of each scenario one after the other, on one core.
  ///
  /// - Parameters:
  ///   - plan: The campaign.
  ///   - identity: Its identity.
  ///   - clock: A monotonic clock, in s.
  ///   - cancellation: Stops the work.
  /// - Throws: The error of a failed run.
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

  /// Runs a scenario: the first run, which may include preparation, the second, and as many more as fit into
  /// ``timeout``.
  private static func trial(
    of runs: Range<Int>, _ plan: CampaignPlan, _ identity: CampaignIdentity, _ clock: () -> Double,
    _ cancellation: CancellationToken?
  ) throws -> ScenarioCost {
    func attempt(_ some: Range<Int>) throws -> Trial {
      try Trial(some, plan, identity, clock, cancellation)
    }
    let first = try attempt(runs.prefix(1))
    var last = first
    if runs.count > 1 { last = try attempt(runs.dropFirst().prefix(1)) }
    let more = min(runs.count - 2, maxTried, Int(min(1e6, timeout / max(1e-6, last.seconds))))
    if more > 0 { last = try attempt(runs.dropFirst(2).prefix(more)) }
    let runSeconds = last.seconds / Double(last.count)
    return ScenarioCost(
      tried: min(runs.count, 2) + max(0, more), startSeconds: max(0, first.seconds - runSeconds),
      runSeconds: runSeconds, shardBytes: Double(max(first.bytes, last.bytes)),
      mergeSeconds: max(first.mergeSeconds, last.mergeSeconds))
  }

  /// A trial of some runs as one shard, with the cost of running, encoding and merging it.
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

  /// Total time of all runs on one core, in s.
  public var coreSeconds: Double {
    zip(plan.parts, parts).reduce(0) { $0 + Double($1.0.seeds.count) * $1.1.runSeconds }
  }

  /// The costs for ``ShardQueue``, with a number of shards and cores.
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
