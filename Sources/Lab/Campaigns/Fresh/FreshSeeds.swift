public import Harness
import Kernel

/// Seeds that nobody has seen, drawn from a commit: a change of the code changes them, and nobody chooses.
public struct FreshSeeds: Hashable, Sendable {
  /// What they are drawn from.
  public let commit: String

  /// Creates the seeds of a commit.
  public init(commit: String) {
    self.commit = commit
  }

  /// So many seeds, one after the other.
  public func range(count: Int) -> ClosedRange<UInt64> {
    let judging = SeedUse.judging.seeds
    let span = judging.upperBound - judging.lowerBound - UInt64(count)
    let first = judging.lowerBound + stableHash("fresh " + commit) % span
    return first...(first + UInt64(count) - 1)
  }

  /// Which of some parts of all scenarios is the commit's turn, so that a few commits go over all.
  public func part(of all: [LoadedScenario], parts: Int) -> [LoadedScenario] {
    let turn = Int(stableHash("part " + commit) % UInt64(parts))
    return all.enumerated().filter { $0.offset % parts == turn }.map(\.element)
  }
}
