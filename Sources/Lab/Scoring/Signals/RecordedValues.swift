import Kernel
import Numerics

/// Real values of one quantity, grouped by recording, person or device.
///
/// Values of one recording are correlated: the certainty of a distribution depends on the number of
/// recordings, not on the number of values in each.
public struct RecordedValues: Hashable, Sendable {
  public let values: [Double]
  /// The recording's index of each value.
  private let owners: [Int]
  /// The number of recordings with values.
  public let count: Int

  /// Creates a group with one value per recording.
  public init(_ values: [Double]) {
    self.init(byRecording: values.map { [$0] })
  }

  /// Creates groups from the values of each recording; empty recordings don't count.
  public init(byRecording recordings: [[Double]]) {
    let kept = recordings.filter { !$0.isEmpty }
    values = kept.flatMap(\.self)
    owners = kept.enumerated().flatMap { number, own in own.map { _ in number } }
    count = kept.count
  }

  /// Cluster bootstrap of the Kolmogorov-Smirnov distance: the 95th percentile of the distance
  /// between resampled recordings and all recordings.
  ///
  /// - Throws: An error for values that are not numbers.
  func chance() throws(NumericsError) -> Double {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var draw = RandomStream(seed: 0, entity: UInt64(count), purpose: "study.bootstrap")
    var distances: [Double] = []
    distances.reserveCapacity(Self.samples)
    var copies = [Double](repeating: 0, count: count)
    for _ in 0..<Self.samples {
      for index in copies.indices { copies[index] = 0 }
      for _ in 0..<count { copies[draw.integer(below: count)] += 1 }
      distances.append(distance(copies, order))
    }
    return try SortedSample(distances).quantile(0.95)
  }

  /// Leave-one-out Kolmogorov-Smirnov distance: the synthetic values are shifted for each recording
  /// by the median level error of the other recordings before the comparison.
  ///
  /// Models are tuned on these recordings, so each of them contributed to the level. Here the
  /// synthetic values are moved for each recording by the change of the overall median without it:
  /// by a factor, or by a difference for values that are levels. Quantities that aren't levels,
  /// such as shapes, stay unchanged.
  ///
  /// - Parameters:
  ///   - made: The synthetic values.
  ///   - isLevel: True for differences of a logarithm, such as dB.
  /// - Returns: The distance; nil for fewer than three recordings.
  /// - Throws: An error for values that are not numbers.
  func leftOut(_ made: SortedSample, isLevel: Bool) throws(NumericsError) -> Double? {
    guard count >= 3 else { return nil }
    let order = values.indices.sorted { values[$0] < values[$1] }
    let all = median(order, without: nil)
    let isScaled = !isLevel && all > 0 && (order.first.map { values[$0] } ?? 0) >= 0
    var shares = [Int](repeating: 0, count: count)
    for owner in owners { shares[owner] += 1 }
    var moved: [Double] = []
    for (owner, own) in shares.enumerated() {
      let rest = median(order, without: owner)
      // In proportion to the recording's share of all values.
      let points = max(1, Self.points * own / values.count)
      for point in 0..<points {
        let value = try made.quantile((Double(point) + 0.5) / Double(points))
        moved.append(isScaled ? value * rest / all : value + rest - all)
      }
    }
    return try TwoSampleDistance(SortedSample(values), SortedSample(moved)).kolmogorovSmirnov
  }

  /// Returns the median of all values, or of all but one recording's.
  private func median(_ order: [Int], without owner: Int?) -> Double {
    let kept = owner.map { owner in order.filter { owners[$0] != owner } } ?? order
    let (low, high) = (kept[(kept.count - 1) / 2], kept[kept.count / 2])
    return (values[low] + values[high]) / 2
  }

  private static let samples = 400
  /// The number of quantiles that represent the synthetic values.
  private static let points = 10_000

  /// Returns the distance between a bootstrap sample, by its copies of each recording, and all
  /// values.
  private func distance(_ copies: [Double], _ order: [Int]) -> Double {
    let total = owners.reduce(0) { $0 + copies[$1] }
    guard total > 0 else { return 1 }
    var (sum, greatest) = (0.0, 0.0)
    for (number, place) in order.enumerated() {
      sum += copies[owners[place]]
      let isLast = number + 1 == order.count || values[order[number + 1]] > values[place]
      if isLast {
        greatest = max(greatest, abs(sum / total - Double(number + 1) / Double(order.count)))
      }
    }
    return greatest
  }
}
