import Documents
import Harness
import Kernel
public import Scoring

/// What a campaign comes to, put together from its shards: the same whatever they were, and in whatever
/// order they were made.
public struct CampaignMerge: Sendable {
  /// A scenario over all its seeds.
  public struct Outcome: Sendable {
    /// The scenario's name.
    public let name: String
    /// The values of its metrics.
    public let tally: ScenarioTally
    /// What became of its budgets.
    public let verdicts: [BudgetVerdict]
    /// A digest of everything that its apps were told, in the order of the seeds.
    public let fingerprint: String
    /// The worst seeds, the worst first, each with the figure that makes it so.
    public let worst: [(seed: UInt64, value: Double)]
    /// The figure that made them so; nil where no run has any.
    public let worstFigure: GatedFigure?
  }

  /// How many of each scenario's worst runs are named.
  public static let worstCount = 20

  private let plan: CampaignPlan
  private let figures: [[GatedFigure]]
  private var tallies: [ScenarioTally]
  private var hashes: [SHA256]
  /// Of each scenario and each figure, the runs that are worst by it so far.
  private var worst: [[[(seed: UInt64, value: Double)]]]
  private var next: Int

  /// Begins with nothing.
  ///
  /// - Parameters:
  ///   - plan: The campaign.
  ///   - first: The first run that is put together.
  public init(_ plan: CampaignPlan, from first: Int = 0) {
    (self.plan, next) = (plan, first)
    figures = plan.parts.indices.map { plan.figures(of: $0) }
    tallies = plan.parts.map { _ in ScenarioTally() }
    hashes = plan.parts.map { _ in SHA256() }
    worst = figures.map { $0.map { _ in [] } }
  }

  /// Adds a shard; in the order of their runs.
  ///
  /// - Parameters:
  ///   - shard: The shard.
  ///   - take: Takes each of its runs with the place of its scenario.
  /// - Throws: If it isn't the shard that follows, or its seeds aren't those of its runs.
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
      else { throw DocumentError("run \(run) of the campaign isn't of seed \(seed)") }
      // As a run's own fingerprint is made, so that both can be compared.
      hashes[part].update(Array("\(record.told.hexadecimal)\n".utf8))
      for figure in record.figures { note(figure, seed, part) }
      try take(part, record)
    }
    for (part, tally) in shard.tallies { tallies[part].merge(tally) }
    next = shard.runs.upperBound
  }

  private mutating func note(_ figure: RunRecord.Figure, _ seed: UInt64, _ part: Int) {
    let metric = figures[part][figure.place].metric
    var list = worst[part][figure.place]
    // Of equal ones the first stays first.
    let place =
      list.firstIndex {
        metric.better.badness(figure.value) > metric.better.badness($0.value)
      } ?? list.count
    guard place < Self.worstCount else { return }
    list.insert((seed, figure.value), at: place)
    if list.count > Self.worstCount { list.removeLast() }
    worst[part][figure.place] = list
  }

  /// What each scenario comes to.
  public var outcomes: [Outcome] {
    plan.parts.indices.map { part in
      let place = figures[part].indices.first { !worst[part][$0].isEmpty }
      return Outcome(
        name: plan.parts[part].name, tally: tallies[part],
        verdicts: plan.parts[part].scenario.budgets.map {
          BudgetVerdict($0, of: tallies[part].values(of: $0))
        }, fingerprint: hashes[part].digest().shortDigest,
        worst: place.map { worst[part][$0] } ?? [],
        worstFigure: place.map { figures[part][$0] })
    }
  }
}
