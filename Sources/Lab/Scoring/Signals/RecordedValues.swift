import Kernel
import Numerics

/// Real values of one quantity, by the recordings, people or devices that they are from.
///
/// Values of one recording are alike: how sure a distribution is hangs on how many recordings there are,
/// not on how many values each has.
public struct RecordedValues: Hashable, Sendable {
  /// All values.
  public let values: [Double]
  /// The number of each value's recording.
  private let owners: [Int]
  /// How many recordings have values.
  public let count: Int

  /// One value of each recording.
  public init(_ values: [Double]) {
    self.init(byRecording: values.map { [$0] })
  }

  /// Values by the recordings that they are from; those without any don't count.
  public init(byRecording recordings: [[Double]]) {
    let kept = recordings.filter { !$0.isEmpty }
    values = kept.flatMap(\.self)
    owners = kept.enumerated().flatMap { number, own in own.map { _ in number } }
    count = kept.count
  }

  /// How far such values are from themselves by chance: Kolmogorov and Smirnov's distance that 95 of 100
  /// bootstrap samples of the recordings keep.
  ///
  /// - Throws: What is no number.
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

  /// How far values that a model makes are from each recording if the model's level is learned from the others
  /// alone, over all recordings: Kolmogorov and Smirnov's distance.
  ///
  /// Models were tuned on these very recordings, so that each has had its say in their medians. Here what was made
  /// is moved for each recording by as much as the median of all would move without it: by a factor, or by a
  /// difference where values are levels. What is no level, such as a shape, stays as it is.
  ///
  /// - Parameters:
  ///   - made: What the model makes.
  ///   - isLevel: Whether values are differences of a logarithm, such as dB.
  /// - Returns: The distance; nil where there are too few recordings to leave one out.
  /// - Throws: What is no number.
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
      // As many as the recording's share of all.
      let points = max(1, Self.points * own / values.count)
      for point in 0..<points {
        let value = try made.quantile((Double(point) + 0.5) / Double(points))
        moved.append(isScaled ? value * rest / all : value + rest - all)
      }
    }
    return try TwoSampleDistance(SortedSample(values), SortedSample(moved)).kolmogorovSmirnov
  }

  /// The median of all values, or of all but one recording's.
  private func median(_ order: [Int], without owner: Int?) -> Double {
    let kept = owner.map { owner in order.filter { owners[$0] != owner } } ?? order
    let (low, high) = (kept[(kept.count - 1) / 2], kept[kept.count / 2])
    return (values[low] + values[high]) / 2
  }

  private static let samples = 400
  /// Into so many points what was made is cut to be moved.
  private static let points = 10_000

  /// How far a sample that has each recording so many times is from all.
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
