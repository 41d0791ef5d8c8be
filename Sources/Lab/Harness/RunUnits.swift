import Kernel
import Scenarios

/// Every scenario of a plan under every seed, in order, created on access: a million stored units
/// would hold a million copies of a scenario.
public struct RunUnits: RandomAccessCollection, Sendable {
  private let scenarios: [LoadedScenario]
  private let seeds: SeedList?

  init(scenarios: [LoadedScenario], seeds: SeedList?) {
    self.scenarios = scenarios
    self.seeds = seeds
  }

  private var seedCount: Int { seeds?.count ?? 1 }

  public var startIndex: Int { 0 }

  public var endIndex: Int { scenarios.count * seedCount }

  public subscript(position: Int) -> RunUnit {
    let scenario = scenarios[position / seedCount]
    let seed = seeds.map { $0[position % seedCount] } ?? UInt64(scenario.scenario.seed)
    return RunUnit(scenario: scenario, seed: seed)
  }
}
