public import Documents
public import Kernel
import Observations
public import Scenarios
public import Scoring

/// Trial of a scenario's budgets: whether they can fail, and do where they must.
///
/// The scenario is run unchanged, with a mute stack, and with each of its breaks.
public struct PowerTrial: Sendable {
  /// A change with which a scenario must miss budgets.
  public enum Cause: Hashable, Sendable {
    /// A stack without any outputs.
    case mute
    /// Settings from the scenario's file.
    case settings(String)

    /// The name in reports.
    public var text: String {
      switch self {
      case .mute: "a stack that reports nothing"
      case .settings(let text): text
      }
    }
  }

  /// The result of one cause.
  public struct CauseResult: Hashable, Sendable {
    public let cause: Cause
    /// The budgets to be missed with it; for the mute stack, at least one of these.
    public let wanted: [BudgetVerdict]
    /// The results of these budgets in the unchanged scenario.
    public let usual: [BudgetVerdict]

    /// True if the wanted budgets are missed with the cause, and kept without it.
    public var holds: Bool {
      switch cause {
      case .mute: wanted.contains { $0.verdict == .missed }
      case .settings:
        wanted.allSatisfy { $0.verdict == .missed } && usual.allSatisfy { $0.verdict == .kept }
      }
    }
  }

  private let scenario: LoadedScenario
  private let settings: [Setting]
  private let seeds: SeedList
  private let jobs: Int

  /// Prepares the trial of a scenario.
  ///
  /// - Parameters:
  ///   - path: The scenario's file.
  ///   - settings: Values that replace or add to the file's.
  ///   - seeds: The seeds; nil for its own.
  ///   - jobs: The number of concurrent runs.
  /// - Throws: All mistakes in the file.
  public init(
    path: String, settings: [Setting] = [], seeds: SeedList? = nil, jobs: Int = 1
  ) throws(DocumentError) {
    scenario = try LoadedScenario(path: path, settings: settings)
    self.settings = settings
    let own = UInt64(scenario.scenario.seed)
    self.seeds = seeds ?? SeedList(own...own)
    self.jobs = jobs
  }

  public var name: String { scenario.scenario.name }
  /// The scenario's file.
  public var path: String { scenario.path }
  /// The scenario's description, in a sentence.
  public var about: String { scenario.scenario.about }
  /// The statement that it verifies; nil for none.
  public var claim: ClaimEntry? { scenario.scenario.claim }
  public var budgetCount: Int { scenario.budgets.count }
  /// The number of breaks in its file.
  public var breakCount: Int { scenario.scenario.breaks.count }

  /// Runs all variants.
  ///
  /// - Parameter cancellation: Cancels the work.
  /// - Returns: A row for the mute stack, and one for each break.
  /// - Throws: A mistake in a break, ``Cancelled``, or ``StackFailure``.
  public func rows(cancellation: CancellationToken? = nil) throws -> [CauseResult] {
    var variants: [(cause: Cause, budgets: [Budget], scenario: LoadedScenario)] = [
      (.mute, scenario.budgets, scenario)
    ]
    for entry in try scenario.breaks() {
      let broken = try LoadedScenario(path: scenario.path, settings: settings + entry.settings)
      variants.append((.settings(entry.text), entry.budgets, broken))
    }
    let pools = try pools(
      [scenario] + variants.map(\.scenario), muteAt: 1, cancellation: cancellation)
    return zip(variants, pools.dropFirst()).map { variant, pool in
      func verdicts(_ pool: ScenarioPool) -> [BudgetVerdict] {
        variant.budgets.map { BudgetVerdict($0, values: pool.values(of: $0)) }
      }
      return CauseResult(cause: variant.cause, wanted: verdicts(pool), usual: verdicts(pools[0]))
    }
  }

  /// Runs scenarios under all seeds, concurrently.
  private func pools(
    _ scenarios: [LoadedScenario], muteAt mute: Int, cancellation: CancellationToken?
  ) throws -> [ScenarioPool] {
    let seeds = Array(seeds)
    var pools = scenarios.map { _ in ScenarioPool() }
    let silence: @Sendable (LoadedScenario) -> any TrackingStack = { _ in MuteStack() }
    try parallelMap(
      count: scenarios.count * seeds.count, jobs: jobs, cancellation: cancellation,
      compute: { number -> UnitResult in
        let variant = number / seeds.count
        let unit = RunUnit(scenario: scenarios[variant], seed: seeds[number % seeds.count])
        return try unit.run(
          makeStack: variant == mute ? silence : nil, cancellation: cancellation)
      },
      consume: { number, result in
        for device in result.devices { pools[number / seeds.count].add(device) }
      })
    return pools
  }
}
