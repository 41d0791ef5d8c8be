public import Documents
public import Kernel
import Observations
public import Scenarios
public import Scoring

/// Whether the budgets of a scenario can fail, and do where they must.
///
/// The scenario is run as it is, with a stack that says nothing, and with each of its breaks.
public struct PowerTrial: Sendable {
  /// What must make a scenario miss something.
  public enum Cause: Hashable, Sendable {
    /// A stack that says nothing.
    case mute
    /// Settings, as its file has them.
    case settings(String)

    /// What reports call it.
    public var text: String {
      switch self {
      case .mute: "a stack that says nothing"
      case .settings(let text): text
      }
    }
  }

  /// What came of a cause.
  public struct Row: Hashable, Sendable {
    /// The cause.
    public let cause: Cause
    /// What must be missed with it; of the mute stack, any one of these.
    public let wanted: [BudgetVerdict]
    /// How the same budgets come out as the scenario stands.
    public let usual: [BudgetVerdict]

    /// Whether it broke what it must, and this held without it.
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
  private let seeds: ClosedRange<UInt64>
  private let jobs: Int

  /// Gets a scenario ready to be tried.
  ///
  /// - Parameters:
  ///   - path: The scenario's file.
  ///   - settings: Values that replace or add to the file's.
  ///   - seeds: The seeds; its own if nil.
  ///   - jobs: How many seeds are run at once.
  /// - Throws: What is wrong with the file.
  public init(
    path: String, settings: [Setting] = [], seeds: ClosedRange<UInt64>? = nil, jobs: Int = 1
  ) throws(DocumentError) {
    scenario = try LoadedScenario(path: path, settings: settings)
    self.settings = settings
    let own = UInt64(scenario.scenario.seed)
    self.seeds = seeds ?? own...own
    self.jobs = jobs
  }

  /// The scenario's name.
  public var name: String { scenario.scenario.name }
  /// What it is about, in a sentence.
  public var about: String { scenario.scenario.about }
  /// The statement that it shows to hold; nil if it is about none in particular.
  public var claim: ClaimEntry? { scenario.scenario.claim }
  /// How many of its budgets there are.
  public var budgetCount: Int { scenario.budgets.count }
  /// How many breaks its file has.
  public var breakCount: Int { scenario.scenario.breaks.count }

  /// Runs it all.
  ///
  /// - Parameter cancellation: Stops the work.
  /// - Returns: A row for the mute stack, and one for each break.
  /// - Throws: What is wrong with a break, ``Cancelled``, or ``StackFailure``.
  public func rows(cancellation: CancellationToken? = nil) throws -> [Row] {
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
      return Row(cause: variant.cause, wanted: verdicts(pool), usual: verdicts(pools[0]))
    }
  }

  /// Runs scenarios under all seeds, side by side.
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
