import Documents
public import Kernel
import Scenarios
public import Scoring

/// Which scenarios are run, under which seeds, and how.
public struct RunPlan: Sendable {
  /// The scenarios.
  public var scenarios: [LoadedScenario]
  /// The seeds; each scenario's own if nil.
  public var seeds: ClosedRange<UInt64>?
  /// The settings given on the command line, for the manifest.
  public var settings: [String] = []
  /// The stack under test.
  public var stack = StackChoice.reference
  /// Whether to keep what the devices sensed.
  public var records = false
  /// How many units run at once.
  public var jobs = 1
  /// Parts of the runs to be judged by themselves, besides those that budgets are about.
  public var filters: [ScoreFilter] = []

  /// Creates a plan.
  public init(scenarios: [LoadedScenario]) {
    self.scenarios = scenarios
  }

  /// Every scenario under every seed, in order.
  public var units: RunUnits { RunUnits(scenarios: scenarios, seeds: seeds) }

  /// A short digest of all that decides the results: the `run` column of every table.
  ///
  /// - Parameter version: The tool's version.
  /// - Returns: Twelve hexadecimal digits.
  public func digest(version: String) -> String {
    var hash = SHA256()
    hash.update(Array("venuesim \(version) stack \(stack.identity)\n".utf8))
    for scenario in scenarios {
      hash.update(Array("\(scenario.digest) \(scenario.venueDigest)\n".utf8))
      if !scenario.programDigest.isEmpty { hash.update(Array("\(scenario.programDigest)\n".utf8)) }
    }
    for unit in units { hash.update(Array("\(unit.scenario.scenario.name) \(unit.seed)\n".utf8)) }
    return hash.digest().shortDigest
  }

  /// Runs the units and hands over what each came to, in order.
  ///
  /// - Parameters:
  ///   - first: How many units, from the first on, are left out because they were run before.
  ///   - cancellation: Stops the work between two units, or within one.
  ///   - consume: Takes a unit's result.
  /// - Throws: What `consume` throws, or ``Cancelled``.
  public func run(
    from first: Int = 0, cancellation: CancellationToken? = nil,
    consume: (UnitResult) throws -> Void
  ) throws {
    try run(from: first, cancellation: cancellation, into: { _ in ScoreList() }) { yield in
      try consume(UnitResult(yield))
    }
  }

  /// The same, with what the devices come to gathered as somebody wants to have it.
  ///
  /// Where there are fewer units than jobs, several devices of a unit run at once.
  ///
  /// - Parameters:
  ///   - first: How many units, from the first on, are left out because they were run before.
  ///   - cancellation: Stops the work between two units, or within one.
  ///   - begin: Makes what gathers what a unit's devices come to.
  ///   - consume: Takes what a unit came to.
  /// - Throws: What `consume` throws, or ``Cancelled``.
  public func run<Gathered: UnitGathering>(
    from first: Int = 0, cancellation: CancellationToken? = nil,
    into begin: @escaping @Sendable (RunUnit) -> Gathered,
    consume: (UnitYield<Gathered>) throws -> Void
  ) throws {
    let units = units.dropFirst(first)
    let (records, stack, filters) = (records, stack, filters)
    let devicesAtOnce = max(1, jobs / max(1, units.count))
    try parallelMap(
      count: units.count, jobs: jobs, cancellation: cancellation,
      compute: { number in
        let unit = units[first + number]
        return try unit.run(
          into: begin(unit), stack: stack, records: records, filters: filters,
          jobs: devicesAtOnce, cancellation: cancellation)
      },
      consume: { _, yield in try consume(yield) })
  }
}
