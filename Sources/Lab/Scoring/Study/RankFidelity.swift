import Glibc
public import Numerics

/// How far rankings of variants on twins are those on real recordings.
public struct RankFidelity: Sendable {
  /// A variant with its figure on both sides.
  public struct Variant: Sendable {
    /// The name.
    public let name: String
    /// The mean over the recordings, and over all twins.
    public let real, twin: Double
  }

  /// Two variants, the first of them better on the twins.
  public struct Pair: Sendable {
    /// Their names.
    public let better, worse: String
    /// By how much the second has more of the figure on the twins, and the 95 % interval of that.
    public let twin: Double
    public let interval: ClosedRange<Double>
    /// The same on the recordings.
    public let real: Double
    /// Whether the twins surely differ.
    public var isSure: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }
    /// Whether the recordings have them in the same order.
    public var isAgreed: Bool { real * twin > 0 }
  }

  /// The variants, as the study has them.
  public let variants: [Variant]
  /// All pairs of them.
  public let pairs: [Pair]
  /// Kendall's tau-b between the two rankings, −1 to 1; nil for fewer than two ranks.
  public let tau: Double?
  /// How many recordings, and how many twins of each on the average.
  public let recordings, twins: Int

  /// The pairs that surely differ on the twins.
  public var sure: [Pair] { pairs.filter(\.isSure) }
  /// The share of them that the recordings have in the same order; nil without any.
  public var agreement: Double? {
    sure.isEmpty ? nil : Double(sure.count(where: \.isAgreed)) / Double(sure.count)
  }

  /// Compares rankings by the first figure of each row.
  ///
  /// A variant that has no figure on some recording, or twin, is compared on those where all have one.
  ///
  /// - Parameters:
  ///   - real: A row for each variant, a value for each recording.
  ///   - twin: The same variants in the same order, a value for each twin.
  /// - Throws: ``NumericsError`` where there is nothing to compare.
  public init(real: [StudyRow], twin: [StudyRow]) throws(NumericsError) {
    let (own, made) = (Self.common(real), Self.common(twin))
    guard let first = own.first, !first.isEmpty, let other = made.first, !other.isEmpty else {
      throw .tooFew(name: "recordings on which all variants have a figure", needed: 1, actual: 0)
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    (recordings, twins) = (first.count, other.count / first.count)
    let means = zip(own, made).map { (mean($0), mean($1)) }
    variants = zip(real, means).map { Variant(name: $0.variant, real: $1.0, twin: $1.1) }
    var pairs: [Pair] = []
    for i in variants.indices {
      for j in variants.indices where j > i {
        let isFirst = means[i].1 <= means[j].1
        let (a, b) = isFirst ? (i, j) : (j, i)
        let differences = zip(made[a], made[b]).map { $1 - $0 }
        pairs.append(
          Pair(
            better: variants[a].name, worse: variants[b].name, twin: mean(differences),
            interval: try Self.interval(differences), real: means[b].0 - means[a].0))
      }
    }
    self.pairs = pairs
    tau = Self.tau(means)
  }

  /// Each row's values of the units that all rows have, in one order.
  private static func common(_ rows: [StudyRow]) -> [[Double]] {
    let tables = rows.map { row in
      (row.values.first ?? []).reduce(into: [String: Double]()) { $0[$1.unit] = $1.value }
    }
    let units = (tables.first ?? [:]).keys.filter { unit in tables.allSatisfy { $0[unit] != nil } }
      .sorted()
    return tables.map { table in units.compactMap { table[$0] } }
  }

  /// The 95 % interval of a mean by Student's t; everything for one value.
  private static func interval(
    _ values: [Double]
  ) throws(NumericsError) -> ClosedRange<Double> {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    guard values.count > 1 else { return -Double.infinity...Double.infinity }
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let t = try StudentTDistribution(degreesOfFreedom: count - 1).quantile(0.975)
    let half = t * (square / (count - 1) / count).squareRoot()
    return mean - half...mean + half
  }

  private static func tau(_ values: [(Double, Double)]) -> Double? {
    var (sum, firsts, seconds) = (0.0, 0.0, 0.0)
    for i in values.indices {
      for j in values.indices where j > i {
        let (x, y) = (values[i].0 - values[j].0, values[i].1 - values[j].1)
        sum += x * y > 0 ? 1 : x * y < 0 ? -1 : 0
        firsts += x == 0 ? 0 : 1
        seconds += y == 0 ? 0 : 1
      }
    }
    return firsts > 0 && seconds > 0 ? sum / (firsts * seconds).squareRoot() : nil
  }
}
