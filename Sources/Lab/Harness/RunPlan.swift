import Documents
public import Kernel
import Scenarios
public import Scoring

/// The scenarios to run, with seeds and options.
public struct RunPlan: Sendable {
  public var scenarios: [LoadedScenario]
  /// Nil for each scenario's own.
  public var seeds: SeedList?
  /// The settings of the command line, for the manifest.
  public var settings: [String] = []
  public var stack = StackChoice.reference
  /// True to keep the devices' observations.
  public var records = false
  /// The number of concurrent units.
  public var jobs = 1
  /// Parts of the runs to be scored separately, besides those of the budgets.
  public var filters: [ScoreFilter] = []

  public init(scenarios: [LoadedScenario]) {
    self.scenarios = scenarios
  }

  /// Every scenario under every seed, in order.
  public var units: RunUnits { RunUnits(scenarios: scenarios, seeds: seeds) }

  /// Returns a short digest of all inputs to the results: the `run` column of every table.
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

  /// Runs the units and hands over their results in order.
  ///
  /// - Parameters:
  ///   - first: The number of units to skip, because they were run before.
  ///   - cancellation: Cancels the work between two units, or within one.
  ///   - consume: Receives a unit's result.
  /// - Throws: An error of `consume`, or ``Cancelled``.
  public func run(
    from first: Int = 0, cancellation: CancellationToken? = nil,
    consume: (UnitResult) throws -> Void
  ) throws {
    try run(from: first, cancellation: cancellation, into: { _ in ScoreList() }) { yield in
      try consume(UnitResult(yield))
    }
  }

  /// Runs the units with a custom collector of the devices' results.
  ///
  /// With fewer units than jobs, several devices of a unit run at once.
  ///
  /// - Parameters:
  ///   - first: The number of units to skip, because they were run before.
  ///   - cancellation: Cancels the work between two units, or within one.
  ///   - begin: Creates the collector of a unit.
  ///   - consume: Receives a unit's collected results.
  /// - Throws: An error of `consume`, or ``Cancelled``.
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
