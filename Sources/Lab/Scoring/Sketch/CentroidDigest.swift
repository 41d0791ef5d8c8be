import Glibc

/// Merging t-digest: the distribution of any number of values in a few hundred weighted points.
///
/// T. Dunning and O. Ertl, "Computing extremely accurate quantiles using t-digests" (2019),
/// algorithm 1 with the scale function k1: points are dense in the tails and sparse in the middle.
/// The same values in the same pieces give the same points.
struct CentroidDigest: Hashable, Sendable {
  /// Maximum number of points; a compression of 500 limits rank errors to some 0.1 % in the middle,
  /// and to a tenth of it in the tails.
  static let compression = 500.0

  /// The points' values, in ascending order.
  private(set) var means: [Double] = []
  /// The number of values per point.
  private(set) var weights: [Double] = []

  var isEmpty: Bool { means.isEmpty }

  init() {}

  /// Creates a digest from stored points; nil for invalid ones.
  init?(means: [Double], weights: [Double]) {
    guard means.count == weights.count, weights.allSatisfy({ (1...0x1p40).contains($0) }),
      means.allSatisfy(\.isFinite), zip(means, means.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.means = means
    self.weights = weights
  }

  /// Clamps a value to the finite range; not-a-number becomes the upper limit.
  static func bounded(_ value: Double) -> Double {
    value.isFinite ? min(max(value, -1e300), 1e300) : value == -.infinity ? -1e300 : 1e300
  }

  /// Adds values.
  mutating func add(_ values: [Double]) {
    var sorted = values
    for index in sorted.indices where !(sorted[index].magnitude < 1e300) {
      sorted[index] = Self.bounded(sorted[index])
    }
    sortAscending(&sorted)
    merge(sorted, weights: nil)
  }

  /// Merges the values of another digest.
  mutating func merge(_ other: CentroidDigest) { merge(other.means, weights: other.weights) }

  /// Merges points in ascending order, by default of weight 1, and joins neighbours.
  private mutating func merge(_ others: [Double], weights otherWeights: [Double]?) {
    guard !others.isEmpty else { return }
    let total =
      weights.reduce(0, +) + (otherWeights?.reduce(0, +) ?? Double(others.count))
    var joined = Joiner(total: total)
    joined.reserve(Int(Self.compression) + 8)
    var (mine, theirs) = (0, 0)
    while mine < means.count || theirs < others.count {
      if theirs == others.count || (mine < means.count && means[mine] <= others[theirs]) {
        joined.add(means[mine], weights[mine])
        mine += 1
      } else {
        joined.add(others[theirs], otherWeights?[theirs] ?? 1)
        theirs += 1
      }
    }
    joined.close()
    means = joined.means
    weights = joined.weights
  }

  /// Returns the value at a rank from 0 (minimum) to `count - 1` (maximum), by linear interpolation
  /// between points.
  func value(atRank rank: Double, count: Int, minimum: Double, greatest: Double) -> Double {
    var (lowRank, low) = (0.0, minimum)
    var before = 0.0
    for index in means.indices {
      // A point stands at the middle rank of its values.
      let middle = before + (weights[index] - 1) / 2
      if rank <= middle {
        return Self.between(rank, lowRank, low, middle, means[index])
      }
      (lowRank, low) = (middle, means[index])
      before += weights[index]
    }
    return Self.between(rank, lowRank, low, Double(count - 1), greatest)
  }

  private static func between(
    _ rank: Double, _ lowRank: Double, _ low: Double, _ highRank: Double, _ high: Double
  ) -> Double {
    guard highRank > lowRank else { return rank >= highRank ? high : low }
    return low + (high - low) * min(1, max(0, (rank - lowRank) / (highRank - lowRank)))
  }
}

/// Joins points in ascending order as far as the scale function allows.
private struct Joiner {
  private(set) var means: [Double] = []
  private(set) var weights: [Double] = []
  private let total: Double
  private var mean = 0.0
  private var weight = 0.0
  /// The weight of the closed points.
  private var before = 0.0
  /// Maximum total weight including the open point.
  private var limit = 0.0

  init(total: Double) {
    self.total = total
    limit = nextLimit
  }

  mutating func reserve(_ count: Int) {
    means.reserveCapacity(count)
    weights.reserveCapacity(count)
  }

  /// The limit one step further on the scale k1(q) = δ asin(2q - 1) / 2π.
  private var nextLimit: Double {
    let step = 2 * Double.pi / CentroidDigest.compression
    let angle = asin(min(1, max(-1, 2 * before / total - 1))) + step
    return angle >= .pi / 2 ? total : total * (sin(angle) + 1) / 2
  }

  mutating func add(_ value: Double, _ count: Double) {
    if weight > 0, before + weight + count > limit { close() }
    weight += count
    mean += (value - mean) * (count / weight)
  }

  mutating func close() {
    guard weight > 0 else { return }
    // Rounding must not break the order.
    means.append(max(mean, means.last ?? mean))
    weights.append(weight)
    before += weight
    (mean, weight) = (0, 0)
    limit = nextLimit
  }
}
