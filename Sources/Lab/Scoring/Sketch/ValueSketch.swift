import Numerics

/// The values of a metric, summed up in one pass and in bounded memory.
///
/// Up to ``exactLimit`` values are kept as they came, and every figure is exact. Of more, count,
/// sum, sum of squares, least and greatest stay exact and the rest becomes a t-digest. Sketches can
/// be merged; the same values merged in the same order give the same bits.
public struct ValueSketch: Sendable, ExpressibleByArrayLiteral {
  /// How many values are kept as they are.
  public static let exactLimit = 4096

  /// What is kept of the values.
  public enum Detail: Sendable {
    /// Their spread.
    case spread
    /// Only how many there are and their sums, as for shares.
    case sums
  }

  /// What is kept of the values.
  public let detail: Detail
  /// How many values there are.
  public private(set) var count = 0
  /// Their sum, in the order in which they came.
  public private(set) var sum = 0.0
  /// The sum of their squares.
  public private(set) var sumOfSquares = 0.0
  /// The least; infinite without values.
  public private(set) var minimum = Double.infinity
  /// The greatest; minus infinity without values.
  public private(set) var maximum = -Double.infinity
  /// All values in order while there is no digest, else those that are not in it yet.
  private var recent: [Double] = []
  private var digest = CentroidDigest()

  /// Creates a sketch without values.
  public init(_ detail: Detail = .spread) {
    self.detail = detail
  }

  /// Creates a sketch of values.
  public init(_ values: some Sequence<Double>, _ detail: Detail = .spread) {
    self.detail = detail
    for value in values { add(value) }
  }

  /// Creates a sketch of values.
  public init(arrayLiteral elements: Double...) {
    self.init(elements)
  }

  /// Whether every value is still known.
  public var isExact: Bool { recent.count == count }

  /// The values in the order in which they came, where all are still known; else empty.
  public var values: [Double] { isExact ? recent : [] }

  /// Adds a value.
  public mutating func add(_ value: Double) {
    count += 1
    sum += value
    sumOfSquares += value * value
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    guard detail == .spread else { return }
    if recent.count == Self.exactLimit { settle() }
    recent.append(value)
  }

  /// Adds a value several times.
  public mutating func add(_ value: Double, times: Int) {
    guard detail == .sums else {
      for _ in 0..<max(0, times) { add(value) }
      return
    }
    guard times > 0 else { return }
    count += times
    sum += value * Double(times)
    sumOfSquares += value * value * Double(times)
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }

  /// Adds another sketch's values, after those that are here.
  public mutating func merge(_ other: ValueSketch) {
    if other.isExact, detail == .spread {
      for value in other.recent { add(value) }
      return
    }
    guard other.count > 0 else { return }
    count += other.count
    sum += other.sum
    sumOfSquares += other.sumOfSquares
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    guard detail == .spread else { return }
    var other = other
    other.settle()
    settle()
    digest.merge(other.digest)
  }

  /// The values, or points that stand for several of them, each with how many it stands for.
  var weighted: [(value: Double, times: Int)] {
    if isExact { return recent.map { ($0, 1) } }
    var settled = self
    settled.settle()
    return zip(settled.digest.means, settled.digest.weights).map { ($0, Int($1)) }
  }

  /// Moves what came lately into the digest.
  private mutating func settle() {
    guard !recent.isEmpty else { return }
    digest.add(recent)
    recent.removeAll(keepingCapacity: true)
  }
}

extension ValueSketch: Hashable {
  public static func == (left: ValueSketch, right: ValueSketch) -> Bool {
    guard left.count == right.count else { return false }
    return left.count == 0
      || (left.sum == right.sum && left.sumOfSquares == right.sumOfSquares
        && left.minimum == right.minimum && left.maximum == right.maximum
        && left.recent == right.recent && left.digest == right.digest)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    if count > 0 { hasher.combine(sum) }
  }
}

extension ValueSketch: ValueSummary {
  /// The value at a share of the values, type 7 of Hyndman and Fan where all are known; nil without
  /// values, or where their spread isn't kept.
  public func quantile(_ probability: Double) -> Double? {
    quantiles([probability])[0]
  }

  /// Several quantiles at once.
  public func quantiles(_ probabilities: [Double]) -> [Double?] {
    guard count > 0, detail == .spread else { return probabilities.map { _ in nil } }
    if isExact {
      guard let sample = try? SortedSample(recent.map(Self.ordered)) else {
        return probabilities.map { _ in nil }
      }
      return probabilities.map { try? sample.quantile($0) }
    }
    var settled = self
    settled.settle()
    return probabilities.map { probability in
      settled.digest.value(
        atRank: probability * Double(count - 1), count: count,
        least: CentroidDigest.bounded(minimum), greatest: CentroidDigest.bounded(maximum))
    }
  }

  /// Infinities would be refused by the quantile's arithmetic; a largest finite number is not.
  static func ordered(_ value: Double) -> Double {
    value.isFinite ? value : Double.greatestFiniteMagnitude * (value < 0 ? -1 : 1)
  }
}

extension ValueSketch {
  /// Everything as plain numbers, for a journal.
  public var numbers: [Double] {
    [
      detail == .spread ? 1 : 0, Double(count), sum, sumOfSquares, minimum, maximum,
      Double(recent.count),
    ] + recent + digest.means + digest.weights
  }

  /// Reads what ``numbers`` gives; nil for anything else.
  public init?(numbers: [Double]) {
    guard numbers.count >= 7, let count = Int(exactly: numbers[1]), count >= 0,
      let recentCount = Int(exactly: numbers[6]), recentCount >= 0, recentCount <= Self.exactLimit,
      numbers.count >= 7 + recentCount, (numbers.count - 7 - recentCount).isMultiple(of: 2)
    else { return nil }
    self.init(numbers[0] == 1 ? .spread : .sums)
    let points = numbers[(7 + recentCount)...]
    let middle = points.startIndex + points.count / 2
    guard
      let digest = CentroidDigest(
        means: Array(points[..<middle]), weights: Array(points[middle...]))
    else { return nil }
    self.count = count
    (sum, sumOfSquares) = (numbers[2], numbers[3])
    (minimum, maximum) = (numbers[4], numbers[5])
    recent = Array(numbers[7..<7 + recentCount])
    self.digest = digest
  }
}
