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

  private static let samples = 400

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
