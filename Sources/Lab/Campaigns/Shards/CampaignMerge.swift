import Documents
import Harness
import Kernel
public import Scoring

/// Merges the shards of a campaign; the result is independent of how the runs were split and of the order
/// in which shards were made.
public struct CampaignMerge: Sendable {
  /// The result of a scenario over all its seeds.
  public struct MergedScenario: Sendable {
    public let name: String
    /// The values of its metrics.
    public let accumulator: ScenarioAccumulator
    /// The verdicts of its budgets.
    public let verdicts: [BudgetVerdict]
    /// Digest of all events delivered to its apps, in the order of the seeds.
    public let fingerprint: String
    /// The worst seeds with their figures, worst first.
    public let worst: [(seed: UInt64, value: Double)]
    /// The figure that ranks ``worst``; nil if no run has one.
    public let worstFigure: GatedFigure?
  }

  /// Max number of worst runs per scenario.
  public static let worstCount = 20

  private let plan: CampaignPlan
  private let figures: [[GatedFigure]]
  private var accumulators: [ScenarioAccumulator]
  private var hashes: [SHA256]
  /// The worst runs so far, by scenario and figure.
  private var worst: [[[(seed: UInt64, value: Double)]]]
  private var next: Int

  /// Creates an empty merge.
  ///
  /// - Parameters:
  ///   - plan: The campaign.
  ///   - first: Number of the first run to merge.
  public init(_ plan: CampaignPlan, from first: Int = 0) {
    (self.plan, next) = (plan, first)
    figures = plan.parts.indices.map { plan.figures(of: $0) }
    accumulators = plan.parts.map { _ in ScenarioAccumulator() }
    hashes = plan.parts.map { _ in SHA256() }
    worst = figures.map { $0.map { _ in [] } }
  }

  /// Merges a shard; shards must be added in the order of their runs.
  ///
  /// - Parameters:
  ///   - shard: The shard.
  ///   - take: Receives each run with the index of its scenario.
  /// - Throws: If the shard isn't the next one, or its seeds don't match its runs.
  public mutating func add(
    _ shard: Shard, take: (Int, RunRecord) throws -> Void
  ) throws {
    guard shard.runs.lowerBound == next else {
      throw DocumentError("the runs from \(next) on are missing")
    }
    for (run, record) in zip(shard.runs, shard.records) {
      let (part, seed) = plan.run(run)
      guard record.seed == seed,
        record.figures.allSatisfy({ figures[part].indices.contains($0.place) })
      else { throw DocumentError("run \(run) of the campaign must have seed \(seed)") }
      // As a run's own fingerprint is made, so that both can be compared.
      hashes[part].update(Array("\(record.reported.hexadecimal)\n".utf8))
      for figure in record.figures { note(figure, seed, part) }
      try take(part, record)
    }
    for (part, accumulator) in shard.accumulators { accumulators[part].merge(accumulator) }
    next = shard.runs.upperBound
  }

  private mutating func note(_ figure: RunRecord.Figure, _ seed: UInt64, _ part: Int) {
    let metric = figures[part][figure.place].metric
    var list = worst[part][figure.place]
    // Ties keep their order.
    let index =
      list.firstIndex {
        metric.better.badness(figure.value) > metric.better.badness($0.value)
      } ?? list.count
    guard index < Self.worstCount else { return }
    list.insert((seed, figure.value), at: index)
    if list.count > Self.worstCount { list.removeLast() }
    worst[part][figure.place] = list
  }

  /// The result of each scenario.
  public var outcomes: [MergedScenario] {
    plan.parts.indices.map { part in
      let place = figures[part].indices.first { !worst[part][$0].isEmpty }
      return MergedScenario(
        name: plan.parts[part].name, accumulator: accumulators[part],
        verdicts: plan.parts[part].scenario.budgets.map {
          BudgetVerdict($0, of: accumulators[part].values(of: $0))
        }, fingerprint: hashes[part].digest().shortDigest,
        worst: place.map { worst[part][$0] } ?? [],
        worstFigure: place.map { figures[part][$0] })
    }
  }
}
