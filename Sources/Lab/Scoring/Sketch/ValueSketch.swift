import Numerics

/// One-pass summary of a metric's values in bounded memory.
///
/// Up to ``exactLimit`` values are kept, and every figure is exact. Beyond, count, sum, sum of
/// squares, minimum and maximum stay exact and the rest becomes a t-digest. Sketches can be merged;
/// the same values merged in the same order give the same bits.
public struct ValueSketch: Sendable, ExpressibleByArrayLiteral {
  /// Maximum number of values kept individually.
  public static let exactLimit = 4096

  /// The kept information about the values.
  public enum Detail: Sendable {
    /// The distribution.
    case spread
    /// Only count and sums, as for shares.
    case sums
  }

  /// The kept information about the values.
  public let detail: Detail
  public private(set) var count = 0
  /// The sum, in the order of addition.
  public private(set) var sum = 0.0
  public private(set) var sumOfSquares = 0.0
  /// Infinity without values.
  public private(set) var minimum = Double.infinity
  /// Minus infinity without values.
  public private(set) var maximum = -Double.infinity
  /// All values in order while there is no digest, else those not yet in it.
  private var recent: [Double] = []
  private var digest = CentroidDigest()

  public init(_ detail: Detail = .spread) {
    self.detail = detail
  }

  public init(_ values: some Sequence<Double>, _ detail: Detail = .spread) {
    self.detail = detail
    for value in values { add(value) }
  }

  public init(arrayLiteral elements: Double...) {
    self.init(elements)
  }

  /// True if every value is kept.
  public var isExact: Bool { recent.count == count }

  /// The values in the order of addition, if all are kept; else empty.
  public var values: [Double] { isExact ? recent : [] }

  public mutating func add(_ value: Double) {
    count += 1
    sum += value
    sumOfSquares += value * value
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    guard detail == .spread else { return }
    if recent.count == Self.exactLimit { flush() }
    recent.append(value)
  }

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

  /// Adds another sketch's values, after the present ones.
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
    other.flush()
    flush()
    digest.merge(other.digest)
  }

  /// The values, or digest points, each with its number of values.
  var weighted: [(value: Double, times: Int)] {
    if isExact { return recent.map { ($0, 1) } }
    var flushed = self
    flushed.flush()
    return zip(flushed.digest.means, flushed.digest.weights).map { ($0, Int($1)) }
  }

  /// Moves the recent values into the digest.
  private mutating func flush() {
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
  /// Returns a quantile: of type 7 of Hyndman and Fan if all values are kept; nil without values or
  /// without their distribution.
  public func quantile(_ probability: Double) -> Double? {
    quantiles([probability])[0]
  }

  public func quantiles(_ probabilities: [Double]) -> [Double?] {
    guard count > 0, detail == .spread else { return probabilities.map { _ in nil } }
    if isExact {
      guard let sample = try? SortedSample(recent.map(Self.ordered)) else {
        return probabilities.map { _ in nil }
      }
      return probabilities.map { try? sample.quantile($0) }
    }
    var flushed = self
    flushed.flush()
    return probabilities.map { probability in
      flushed.digest.value(
        atRank: probability * Double(count - 1), count: count,
        minimum: CentroidDigest.bounded(minimum), greatest: CentroidDigest.bounded(maximum))
    }
  }

  /// Replaces infinities by the largest finite number, since the quantile's arithmetic rejects
  /// them.
  static func ordered(_ value: Double) -> Double {
    value.isFinite ? value : Double.greatestFiniteMagnitude * (value < 0 ? -1 : 1)
  }
}

extension ValueSketch {
  /// The complete state as numbers, for a journal.
  public var numbers: [Double] {
    [
      detail == .spread ? 1 : 0, Double(count), sum, sumOfSquares, minimum, maximum,
      Double(recent.count),
    ] + recent + digest.means + digest.weights
  }

  /// Reads the format of ``numbers``; nil for anything else.
  public init?(numbers: [Double]) {
    guard numbers.count >= 7, let count = Int(exactly: numbers[1]), (0...1 << 40).contains(count),
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
