public import Harness
public import Kernel
import Scenarios
public import Scoring

/// Evaluates scenarios under unseen seeds: the budgets they keep, and how often each is missed.
public struct FreshTrial: Sendable {
  /// The result of a budget.
  public struct BudgetResult: Sendable {
    public let scenario: String
    /// The verdict over all seeds together.
    public let verdict: BudgetVerdict
    /// The seeds that miss the budget on their own, and the number of all seeds.
    public let missing: [UInt64]
    public let seedCount: Int

    /// Probability of at least as many misses by chance, at a miss rate of ``FreshTrial/usualShare``.
    public var chance: Double {
      binomialTail(atLeast: missing.count, of: seedCount, each: FreshTrial.usualShare)
    }
  }

  /// Share of seeds that may miss a sound budget: the remainder of a 95 % point.
  public static let usualShare = 0.05
  /// Min share of budgets that all seeds together must keep.
  public static let minKept = 0.95

  private let scenarios: [LoadedScenario]
  private let seeds: ClosedRange<UInt64>
  private let jobs: Int

  public init(_ scenarios: [LoadedScenario], seeds: ClosedRange<UInt64>, jobs: Int) {
    self.scenarios = scenarios
    self.seeds = seeds
    self.jobs = jobs
  }

  /// Number of runs.
  public var unitCount: Int { scenarios.count * seeds.count }

  /// Runs all scenarios under all seeds.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the work.
  ///   - progress: Receives the number of finished runs, and the scenario of the latest.
  /// - Returns: One row per budget, by scenario.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public func rows(
    cancellation: CancellationToken? = nil, progress: (Int, String) -> Void = { _, _ in }
  ) throws -> [BudgetResult] {
    var plan = RunPlan(scenarios: scenarios)
    (plan.seeds, plan.jobs) = (SeedList(seeds), jobs)
    var pools: [String: ScenarioPool] = [:]
    var missing: [String: [Int: [UInt64]]] = [:]
    var finished = 0
    let budgets = Dictionary(
      uniqueKeysWithValues: scenarios.map { ($0.scenario.name, $0.budgets) })
    try plan.run(cancellation: cancellation) { result in
      var own = ScenarioPool()
      for device in result.devices {
        own.add(device)
        pools[result.scenario, default: ScenarioPool()].add(device)
      }
      for (number, budget) in (budgets[result.scenario] ?? []).enumerated()
      where BudgetVerdict(budget, values: own.values(of: budget)).verdict == .missed {
        missing[result.scenario, default: [:]][number, default: []].append(result.seed)
      }
      finished += 1
      progress(finished, result.scenario)
    }
    return scenarios.flatMap { scenario -> [BudgetResult] in
      let name = scenario.scenario.name
      let pool = pools[name] ?? ScenarioPool()
      return scenario.budgets.enumerated().map { number, budget in
        BudgetResult(
          scenario: name, verdict: BudgetVerdict(budget, values: pool.values(of: budget)),
          missing: missing[name]?[number] ?? [], seedCount: seeds.count)
      }
    }
  }
}

/// Upper tail of the binomial distribution: the probability of at least `least` of `count` events.
///
/// - Parameters:
///   - minimum: Min number of events.
///   - count: Number of independent trials.
///   - chance: Probability of each.
/// - Returns: The probability, 0 to 1.
public func binomialTail(atLeast minimum: Int, of count: Int, each chance: Double) -> Double {
  guard minimum > 0 else { return 1 }
  guard minimum <= count else { return 0 }
  // Summed from the smallest term up, each from the one before.
  var term = 1.0
  for _ in 0..<count { term *= chance }
  var sum = 0.0
  for number in stride(from: count, through: minimum, by: -1) {
    sum += term
    term *= Double(number) / Double(count - number + 1) * (1 - chance) / chance
  }
  return min(1, sum)
}
