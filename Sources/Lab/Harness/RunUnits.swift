import Scenarios

/// Every scenario of a plan under every seed, in order, created on access: a million stored units
/// would hold a million copies of a scenario.
public struct RunUnits: RandomAccessCollection, Sendable {
  private let scenarios: [LoadedScenario]
  private let seeds: ClosedRange<UInt64>?

  init(scenarios: [LoadedScenario], seeds: ClosedRange<UInt64>?) {
    self.scenarios = scenarios
    self.seeds = seeds
  }

  private var seedCount: Int { seeds?.count ?? 1 }

  public var startIndex: Int { 0 }

  public var endIndex: Int { scenarios.count * seedCount }

  public subscript(position: Int) -> RunUnit {
    let scenario = scenarios[position / seedCount]
    let first = seeds?.lowerBound ?? UInt64(scenario.scenario.seed)
    return RunUnit(scenario: scenario, seed: first + UInt64(position % seedCount))
  }
}
