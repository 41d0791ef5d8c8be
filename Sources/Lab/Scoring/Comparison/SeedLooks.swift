import Glibc
import Kernel
import Numerics

/// The numbers of seeds at which a sequence is judged: 6, 12, 24 and so on, up to a limit.
///
/// Each look may use a share of the accepted errors: up to n of N seeds, looks may use (n / N)² of them
/// (alpha spending; the function of Kim and DeMets, Biometrika 74 (1987) 149-154, with an exponent of 2). The
/// shares sum to one, so that the errors hold however often and whenever the sequence stops.
public struct SeedLooks: Hashable, Sendable {
  /// In ascending order; the last one is the limit.
  public let counts: [Int]

  /// The number of seeds of the first look.
  private static let first = 6
  /// The minimum number of seeds for `identical`: a change of a fifth of all seeds is seen among them
  /// with a probability of 0.93.
  private static let minIdentical = 12

  /// Creates the looks.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of seeds; at least one.
  ///   - isSequential: False for a single look at all seeds.
  public init(limit: Int, isSequential: Bool = true) {
    var counts: [Int] = []
    var count = Self.first
    while isSequential, count < limit {
      counts.append(count)
      count *= 2
    }
    self.counts = counts + [limit]
  }

  /// Returns the rules of a look.
  ///
  /// - Parameters:
  ///   - count: The number of seeds of this look.
  ///   - earlier: The number of seeds of the look before; zero for the first.
  ///   - isLast: True if no further look follows, so that it may use all of the remaining errors.
  /// - Returns: The rules.
  public func rules(at count: Int, after earlier: Int, isLast: Bool) -> JudgeRules {
    let limit = counts.last ?? count
    func spent(by seeds: Int) -> Double {
      let share = Double(seeds) / Double(limit)
      return share * share
    }
    var rules = JudgeRules()
    rules.spent = (isLast ? 1 : spent(by: count)) - spent(by: earlier)
    rules.minIdentical = min(Self.minIdentical, limit)
    return rules
  }
}

/// The seeds that a baseline needs to detect a change.
///
/// Without a changed run, the spread of the paired changes is unknown. Here it is a share of the spread
/// between seeds: ``pairedShare``, as measured between runs that differ by the noise of the stack alone.
public struct BaselineReach: Hashable, Sendable {
  /// A figure that needs more seeds than there are.
  public struct Shortfall: Hashable, Sendable {
    public var figure: GatedFigure
    /// The change to detect.
    public var change: EquivalenceMargin
    /// The number of seeds that detect it.
    public var needed: Int
    /// The probability with which the present seeds detect it.
    public var power: Double
    /// The relative change that the present seeds detect; nil for an absolute one.
    public var detectable: Double?
  }

  /// The largest needs first.
  public private(set) var shortfalls: [Shortfall] = []
  /// The number of seeds that suffice for all primary figures.
  public private(set) var needed = 0

  /// The spread of paired changes as a share of the spread between seeds (results/verdicts.csv).
  public static let pairedShare = 0.6

  /// Estimates the needs of the primary figures.
  ///
  /// - Parameters:
  ///   - table: The figures of the baseline.
  ///   - figures: The figures to judge.
  ///   - detects: The relative change to detect in figures without a least change of their own.
  public init(_ table: FigureTable, figures: JudgedFigures, detects: Double) {
    let rules = JudgeRules()
    let primary = figures.resolved(in: [table], device: "all").primary
    // Three quarters of the error are for the last look, and of those for changes of the typical seed.
    let level = rules.level * 0.75 * 0.75 / Double(max(1, primary.count))
    for entry in primary {
      let values = Array((table.figures[FigureTable.Key(entry.figure)] ?? [:]).values)
      guard values.count > 1 else { continue }
      let change = Self.change(entry, detects)
      let isRatio = values.allSatisfy { $0 > 0 }
      let scaled: [Double]
      let margin: Double
      if case .relative(let share) = change, isRatio {
        scaled = values.map { log($0) }
        margin = log(1 + share)
      } else {
        scaled = values
        margin = change.size(at: values.median)
      }
      let spread =
        Self.pairedShare * TrimmedMean(scaled).standardError * Double(values.count).squareRoot()
      let count = neededSeeds(spread: spread, margin: margin, level: level, power: 0.975)
      needed = max(needed, count)
      guard table.seeds.count < count else { continue }
      shortfalls.append(
        Shortfall(
          figure: entry.figure, change: change, needed: count,
          power: Self.power(spread, margin, level, table.seeds.count),
          detectable: Self.detectable(change, isRatio, spread, level, table.seeds.count)))
    }
    shortfalls.sort { ($1.needed, $0.figure.name) < ($0.needed, $1.figure.name) }
  }

  private static func change(_ entry: JudgedFigure, _ detects: Double) -> EquivalenceMargin {
    if let margin = entry.margin { return margin }
    if case .relative = entry.figure.metric.margin { return .relative(detects) }
    return entry.figure.metric.margin
  }

  private static func power(
    _ spread: Double, _ margin: Double, _ level: Double, _ seeds: Int
  ) -> Double {
    guard Double(seeds) > -log2(level), spread > 0,
      let tail = try? NormalDistribution().quantile(survival: level)
    else { return 0 }
    let distance = margin / spread * Double(seeds).squareRoot() - tail
    return 0.5 * erfc(-distance / 2.0.squareRoot())
  }

  private static func detectable(
    _ change: EquivalenceMargin, _ isRatio: Bool, _ spread: Double, _ level: Double, _ seeds: Int
  ) -> Double? {
    guard case .relative = change, isRatio, Double(seeds) > -log2(level),
      let normal = try? NormalDistribution(), let tail = try? normal.quantile(survival: level),
      let reach = try? normal.quantile(0.975)
    else { return nil }
    return exp(spread * (tail + reach) / Double(seeds).squareRoot()) - 1
  }
}
