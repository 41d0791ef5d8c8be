import Campaigns
import Testing

/// The queue's times agree with a calculation by hand.
struct ShardQueueTests {
  private func costs(
    _ shards: Int, _ cores: Int, _ change: (inout ShardQueue.Costs) -> Void = { _ in }
  ) -> ShardQueue.Costs {
    var costs = ShardQueue.Costs()
    (costs.shards, costs.cores, costs.shardSeconds, costs.spread) = (shards, cores, 10, 0)
    (costs.startSeconds, costs.tasksPerSecond, costs.storeBytesPerSecond) = (0, 1e9, 1e15)
    costs.mergeSeconds = 0
    change(&costs)
    return costs
  }

  private func near(_ value: Double, _ wanted: Double) -> Bool {
    abs(value - wanted) < 1e-3 * max(1, wanted)
  }

  @Test(arguments: [(100, 10, 100.0), (101, 10, 110), (1, 10, 10), (100, 1, 1000), (0, 4, 0)])
  func equalShardsRunInRounds(shards: Int, cores: Int, wanted: Double) {
    let outcome = ShardQueue.run(costs(shards, cores))
    #expect(near(outcome.wholeSeconds, wanted), "\(outcome)")
    if shards == 100 { #expect(near(outcome.coreUse, 1) && outcome.bottleneck == "cores") }
  }

  /// For any lengths, the total time lies within Graham's bounds: the cores' work, and that plus the longest
  /// shard.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func liesBetweenGrahamsBounds(seed: UInt64) {
    let outcome = ShardQueue.run(costs(300, 16) { $0.spread = 0.8 }, seed: seed)
    let work = outcome.coreUse * outcome.shardsSeconds
    #expect(outcome.shardsSeconds >= work && outcome.shardsSeconds < work + 120, "\(outcome)")
    #expect(abs(work * 16 / 3000 - 1) < 0.25, "a mean of 10 s: \(work * 16)")
  }

  @Test func findsTheBottleneck() {
    let launcher = ShardQueue.run(costs(1000, 1000) { $0.tasksPerSecond = 2 })
    #expect(
      near(launcher.wholeSeconds, 999 / 2 + 0.5 + 10) && launcher.bottleneck == "launcher",
      "\(launcher)")
    let store = ShardQueue.run(
      costs(1000, 1000) { ($0.shardBytes, $0.storeBytesPerSecond) = (1e6, 1e6) })
    #expect(near(store.wholeSeconds, 10 + 1000) && store.bottleneck == "store", "\(store)")
    let merge = ShardQueue.run(costs(1000, 1000) { $0.mergeSeconds = 1 })
    #expect(near(merge.wholeSeconds, 10 + 1000) && merge.bottleneck == "merge", "\(merge)")
  }

  /// Shards of different lengths are started in order, each on the first free core.
  @Test func shardsOfDifferentLengthsStartInOrder() {
    let outcome = ShardQueue.run(costs(5, 2) { $0.lengths = [9, 2, 3, 4, 1] })
    #expect(
      near(outcome.wholeSeconds, 10), "9 and 1 on one core, 2, 3 and 4 on the other: \(outcome)")
    #expect(near(outcome.coreUse, 19.0 / 20))
  }

  /// Killing a tenth of the tasks costs, for each, the work since its last minute, and a start.
  @Test func killedTasksCostLittle() {
    let calm = ShardQueue.run(costs(2000, 50) { $0.shardSeconds = 600 })
    let killed = ShardQueue.run(costs(2000, 50) { ($0.shardSeconds, $0.killShare) = (600, 0.1) })
    let lost = killed.shardsSeconds / calm.shardsSeconds - 1
    #expect(lost > 0.002 && lost < 0.03, "\(lost)")
  }
}
