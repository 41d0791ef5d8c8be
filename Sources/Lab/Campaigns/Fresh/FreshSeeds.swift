public import Harness
import Kernel

/// Unseen seeds, derived from a commit: each change of the code changes them, so they can't be chosen.
public struct FreshSeeds: Hashable, Sendable {
  /// The commit that the seeds are derived from.
  public let commit: String

  public init(commit: String) {
    self.commit = commit
  }

  /// A range of consecutive seeds.
  public func range(count: Int) -> ClosedRange<UInt64> {
    let judging = SeedUse.judging.seeds
    let span = judging.upperBound - judging.lowerBound - UInt64(count)
    let first = judging.lowerBound + stableHash("fresh " + commit) % span
    return first...(first + UInt64(count) - 1)
  }

  /// The commit's part of all scenarios, so that a few commits cover all of them.
  public func part(of all: [LoadedScenario], parts: Int) -> [LoadedScenario] {
    let turn = Int(stableHash("part " + commit) % UInt64(parts))
    return all.enumerated().filter { $0.offset % parts == turn }.map(\.element)
  }
}
