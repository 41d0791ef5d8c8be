import Scenarios

/// Every scenario of a plan under every seed, in order, each made only when it is asked for: a
/// million units would otherwise be a million copies of a scenario.
public struct RunUnits: RandomAccessCollection, Sendable {
  private let scenarios: [LoadedScenario]
  private let seeds: ClosedRange<UInt64>?

  init(scenarios: [LoadedScenario], seeds: ClosedRange<UInt64>?) {
    self.scenarios = scenarios
    self.seeds = seeds
  }

  private var seedCount: Int { seeds?.count ?? 1 }

  /// The position of the first unit.
  public var startIndex: Int { 0 }

  /// The position after the last unit.
  public var endIndex: Int { scenarios.count * seedCount }

  /// The unit at a position.
  public subscript(position: Int) -> RunUnit {
    let scenario = scenarios[position / seedCount]
    let first = seeds?.lowerBound ?? UInt64(scenario.scenario.seed)
    return RunUnit(scenario: scenario, seed: first + UInt64(position % seedCount))
  }
}
