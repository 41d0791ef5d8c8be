import Glibc
import Kernel
public import Numerics

/// Agreement of variants' rankings on simulated twins with those on real recordings.
public struct RankFidelity: Sendable {
  /// A variant with its figure on both sides.
  public struct Variant: Sendable {
    public let name: String
    /// The means over the recordings, and over all twins.
    public let real, twin: Double
  }

  /// Two variants, ordered by the figure on the twins.
  public struct VariantPair: Sendable {
    public let lower, higher: String
    /// The difference of the figure on the twins, and its 95 % interval.
    public let twin: Double
    public let interval: ClosedRange<Double>
    /// The difference of the figure on the recordings.
    public let real: Double
    /// True if the difference on the twins is significant.
    public var isSignificant: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }
    /// True if the recordings have the same order.
    public var isAgreed: Bool { real * twin > 0 }
  }

  /// In the study's order.
  public let variants: [Variant]
  public let pairs: [VariantPair]
  /// Kendall's tau-b between the rankings, −1 to 1; nil for fewer than two ranks.
  public let tau: Double?
  /// The 95 % interval of tau by a bootstrap of the recordings with their twins; nil for fewer than
  /// three recordings.
  public let tauInterval: ClosedRange<Double>?
  /// The tau of a perfect simulator: the median of tau between the twins of one seed, as the
  /// reference, and those of all other seeds; nil for fewer than three seeds.
  ///
  /// Low for few recordings, or if the variants differ by less than chance.
  public let ceiling: Double?
  /// The number of recordings, and the mean number of twins of each.
  public let recordings, twins: Int

  /// The pairs with a significant difference on the twins.
  public var significant: [VariantPair] { pairs.filter(\.isSignificant) }
  /// The share of these pairs with the same order on the recordings; nil without any.
  public var agreement: Double? {
    significant.isEmpty
      ? nil : Double(significant.count(where: \.isAgreed)) / Double(significant.count)
  }

  /// Compares rankings by the first figure of each row.
  ///
  /// Variants are compared on the recordings, or twins, on which all of them have a figure. Rows of
  /// several sets of recordings count as one, in which each recording has equal weight.
  ///
  /// - Parameters:
  ///   - real: A row for each variant and set, a value for each recording.
  ///   - twin: The rows of the twins, named by the recording, a space and the seed.
  /// - Throws: ``NumericsError`` without anything to compare.
  public init(real: [StudyRow], twin: [StudyRow]) throws(NumericsError) {
    let (own, made) = (CommonFigures(real), CommonFigures(twin))
    guard !own.units.isEmpty, !made.units.isEmpty, own.variants == made.variants else {
      throw .tooFew(name: "recordings on which all variants have a figure", needed: 1, actual: 0)
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    recordings = own.units.count
    twins = (2 * made.units.count + own.units.count) / (2 * own.units.count)
    let means = zip(own.values, made.values).map { (mean($0), mean($1)) }
    variants = zip(own.variants, means).map { Variant(name: $0, real: $1.0, twin: $1.1) }
    var pairs: [VariantPair] = []
    for i in variants.indices {
      for j in variants.indices where j > i {
        let isFirst = means[i].1 <= means[j].1
        let (a, b) = isFirst ? (i, j) : (j, i)
        let differences = zip(made.values[a], made.values[b]).map { $1 - $0 }
        pairs.append(
          VariantPair(
            lower: variants[a].name, higher: variants[b].name, twin: mean(differences),
            interval: try Self.interval(differences), real: means[b].0 - means[a].0))
      }
    }
    self.pairs = pairs
    tau = Self.tau(means)
    tauInterval = Self.tauInterval(own, made)
    ceiling = Self.ceiling(made)
  }

  private static func ceiling(_ made: CommonFigures) -> Double? {
    let seeds = Dictionary(grouping: made.units.indices) {
      made.units[$0].split(separator: " ").last ?? ""
    }
    guard seeds.count >= 3 else { return nil }
    let taus = seeds.values.compactMap { own -> Double? in
      let rest = Set(made.units.indices).subtracting(own).sorted()
      func mean(_ values: [Double], _ indices: [Int]) -> Double {
        indices.reduce(0) { $0 + values[$1] } / Double(indices.count)
      }
      return tau(made.values.map { (mean($0, own), mean($0, rest)) })
    }
    return try? quantile(0.5, of: taus)
  }

  /// Returns the bootstrap interval of tau; each recording is drawn with all of its twins.
  private static func tauInterval(
    _ own: CommonFigures, _ made: CommonFigures
  ) -> ClosedRange<Double>? {
    let twins = own.units.map { unit in
      made.units.indices.filter { made.units[$0].hasPrefix(unit + " ") }
    }
    guard own.units.count >= 3, twins.allSatisfy({ !$0.isEmpty }) else { return nil }
    var draw = RandomStream(seed: 1, entity: 0, purpose: "rank.bootstrap")
    var taus: [Double] = []
    for _ in 0..<1000 {
      let drawn = own.units.map { _ in draw.integer(below: own.units.count) }
      let means = own.values.indices.map { variant -> (Double, Double) in
        var (real, twin, count) = (0.0, 0.0, 0.0)
        for unit in drawn {
          real += own.values[variant][unit]
          for index in twins[unit] { twin += made.values[variant][index] }
          count += Double(twins[unit].count)
        }
        return (real / Double(drawn.count), twin / count)
      }
      if let tau = tau(means) { taus.append(tau) }
    }
    guard let low = try? quantile(0.025, of: taus), let high = try? quantile(0.975, of: taus)
    else { return nil }
    return low...high
  }

  /// Returns the 95 % interval of a mean by Student's t; unbounded for one value.
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

/// The first figure of each variant, on the recordings on which all variants have one.
private struct CommonFigures {
  /// In the order of their first rows.
  private(set) var variants: [String] = []
  /// The recordings with their sets, sorted by name.
  let units: [String]
  /// For each variant, a value per recording.
  let values: [[Double]]

  init(_ rows: [StudyRow]) {
    var tables: [String: [String: Double]] = [:]
    for row in rows {
      if !variants.contains(row.variant) { variants.append(row.variant) }
      for value in row.values.first ?? [] {
        tables[row.variant, default: [:]]["\(row.scenario)/\(value.unit)"] = value.value
      }
    }
    let all = variants.map { tables[$0] ?? [:] }
    units = (all.first ?? [:]).keys.filter { unit in all.allSatisfy { $0[unit] != nil } }.sorted()
    values = all.map { [units] table in units.compactMap { table[$0] } }
  }
}
