public import Harness
public import Kernel
import Scenarios
public import Scoring

/// Scenarios under seeds that nobody has seen: which budgets they keep, and how often each is missed.
public struct FreshTrial: Sendable {
  /// What became of a budget.
  public struct Row: Sendable {
    /// The scenario's name.
    public let scenario: String
    /// What all seeds together come to.
    public let verdict: BudgetVerdict
    /// The seeds that miss it by themselves, out of so many.
    public let missing: [UInt64]
    public let seedCount: Int

    /// How likely so many seeds or more would miss it by chance, if each did with a chance of one in twenty.
    public var chance: Double {
      binomialTail(atLeast: missing.count, of: seedCount, each: FreshTrial.usualShare)
    }
  }

  /// The share of seeds that may miss a budget that is sound: what a 95 % point leaves over.
  public static let usualShare = 0.05
  /// The share of budgets that all seeds together must keep.
  public static let leastKept = 0.95

  private let scenarios: [LoadedScenario]
  private let seeds: ClosedRange<UInt64>
  private let jobs: Int

  /// Gets scenarios ready to be tried.
  public init(_ scenarios: [LoadedScenario], seeds: ClosedRange<UInt64>, jobs: Int) {
    self.scenarios = scenarios
    self.seeds = seeds
    self.jobs = jobs
  }

  /// How many runs there are.
  public var unitCount: Int { scenarios.count * seeds.count }

  /// Runs them all.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the work.
  ///   - progress: Is told how many runs are finished, and of which scenario the latest was.
  /// - Returns: A row for each budget, by scenario.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public func rows(
    cancellation: CancellationToken? = nil, progress: (Int, String) -> Void = { _, _ in }
  ) throws -> [Row] {
    var plan = RunPlan(scenarios: scenarios)
    (plan.seeds, plan.jobs) = (seeds, jobs)
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
    return scenarios.flatMap { scenario -> [Row] in
      let name = scenario.scenario.name
      let pool = pools[name] ?? ScenarioPool()
      return scenario.budgets.enumerated().map { number, budget in
        Row(
          scenario: name, verdict: BudgetVerdict(budget, values: pool.values(of: budget)),
          missing: missing[name]?[number] ?? [], seedCount: seeds.count)
      }
    }
  }
}

/// The chance of at least so many of some independent events.
///
/// - Parameters:
///   - least: How many.
///   - count: Of how many.
///   - chance: The chance of each.
/// - Returns: The chance, between 0 and 1.
public func binomialTail(atLeast least: Int, of count: Int, each chance: Double) -> Double {
  guard least > 0 else { return 1 }
  guard least <= count else { return 0 }
  // Added up from the rarest on, each term from the one before.
  var term = 1.0
  for _ in 0..<count { term *= chance }
  var sum = 0.0
  for number in stride(from: count, through: least, by: -1) {
    sum += term
    term *= Double(number) / Double(count - number + 1) * (1 - chance) / chance
  }
  return min(1, sum)
}
