import CGSL
public import Kernel

/// BCa bootstrap of a statistic: intervals corrected for bias and acceleration.
///
/// Efron, "Better bootstrap confidence intervals", Journal of the American Statistical Association 82
/// (1987) 171-185; Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 14.
/// Resamples equal to the estimate count half, as discrete statistics such as the median need. Equal
/// values and streams give equal intervals.
public struct BCaBootstrap: Sendable {
  /// The statistic of the original values.
  public let estimate: Double
  /// The standard deviation of the statistic over the resamples.
  public let standardError: Double
  /// The statistic of each resample, in ascending order.
  private let replicates: [Double]
  /// The bias correction z0: the offset of the estimate from the replicates' median, in normal units.
  private let bias: Double
  /// The rate of change of the standard error with the estimate, by the jackknife.
  private let acceleration: Double

  /// Draws the resamples.
  ///
  /// - Parameters:
  ///   - values: At least two finite values.
  ///   - resamples: The number of resamples, at least 100.
  ///   - stream: The random number stream.
  ///   - statistic: The statistic; it may reorder its argument.
  /// - Throws: ``NumericsError`` for too few or non-finite values.
  public init(
    _ values: [Double], resamples: Int, from stream: RandomStream,
    statistic: (inout [Double]) -> Double
  ) throws(NumericsError) {
    guard values.count >= 2 else {
      throw .tooFew(name: "values", needed: 2, actual: values.count)
    }
    guard resamples >= 100 else {
      throw .tooFew(name: "resamples", needed: 100, actual: resamples)
    }
    if let index = values.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(name: "values", index: index, value: values[index])
    }
    var work = values
    let estimate = statistic(&work)
    var stream = stream
    var replicates = [Double](repeating: 0, count: resamples)
    for number in replicates.indices {
      for index in work.indices { work[index] = values[stream.integer(below: values.count)] }
      replicates[number] = statistic(&work)
    }
    replicates.sort()
    var spread = RunningStatistics()
    for replicate in replicates { try spread.add(replicate) }
    standardError = spread.standardDeviation ?? 0
    self.estimate = estimate
    self.replicates = replicates
    bias = normalQuantileWithin(Self.share(of: replicates, below: estimate), resamples)
    acceleration = Self.acceleration(values, statistic)
  }

  /// Returns the confidence interval.
  ///
  /// - Parameter confidence: The coverage probability, above 0 and below 1.
  /// - Returns: The ends, interpolated between replicates.
  /// - Throws: ``NumericsError`` for a confidence out of range.
  public func interval(confidence: Double) throws(NumericsError) -> ClosedRange<Double> {
    guard confidence > 0, confidence < 1 else {
      throw .invalidArgument(
        name: "confidence", value: confidence, requirement: "above 0 and below 1")
    }
    let tail = (1 - confidence) / 2
    let ends = [tail, 1 - tail].map { corrected(gsl_cdf_ugaussian_Pinv($0)) }
    let sample = try SortedSample(sorted: replicates)
    let lower = try sample.quantile(min(ends[0], ends[1]))
    return lower...max(lower, try sample.quantile(max(ends[0], ends[1])))
  }

  /// Two-sided p-value of the difference from `value`, by inverting the intervals.
  ///
  /// It is one minus the confidence of the largest interval that excludes `value`, with a lower limit
  /// set by the number of resamples. It is 1 if all replicates equal the value.
  public func significance(against value: Double) -> Double {
    guard let minimum = replicates.first, let maximum = replicates.last, minimum < maximum else {
      // Without spread there is no scale for the difference.
      return estimate == value ? 1 : 2 / Double(replicates.count + 1)
    }
    let share = normalQuantileWithin(
      Self.share(of: replicates, below: value), replicates.count)
    // The inverse of `corrected`: z0 + (z0 + z) / (1 - a (z0 + z)) = share, solved for z.
    let shifted = share - bias
    let z = shifted / (1 + acceleration * shifted) - bias
    guard z.isFinite else { return 1 }
    return min(1, 2 * gsl_cdf_ugaussian_Q(abs(z)))
  }

  /// The share of replicates at an interval's end, for a standard normal quantile.
  private func corrected(_ quantile: Double) -> Double {
    let shifted = bias + quantile
    let scale = 1 - acceleration * shifted
    // Beyond the pole the correction is undefined; the end is that of all replicates.
    guard scale > 0 else { return quantile < 0 ? 0 : 1 }
    return gsl_cdf_ugaussian_P(bias + shifted / scale)
  }

  /// The share of replicates below a value; ties count half.
  private static func share(of replicates: [Double], below value: Double) -> Double {
    let below = replicates.partitioningIndex { $0 >= value }
    let upTo = replicates.partitioningIndex { $0 > value }
    return (Double(below) + Double(upTo)) / 2 / Double(replicates.count)
  }

  /// The acceleration by the jackknife; zero if the statistic doesn't vary.
  private static func acceleration(
    _ values: [Double], _ statistic: (inout [Double]) -> Double
  ) -> Double {
    let jackknife = values.indices.map { left -> Double in
      var rest = values
      rest.remove(at: left)
      return statistic(&rest)
    }
    let mean = jackknife.reduce(0, +) / Double(jackknife.count)
    let squares = jackknife.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let cubes = jackknife.reduce(0) { $0 + (mean - $1) * (mean - $1) * (mean - $1) }
    let scale = 6 * squares * squares.squareRoot()
    return scale > 0 && (cubes / scale).isFinite ? cubes / scale : 0
  }
}

/// The standard normal quantile of a share of `count`, limited to what the count can resolve.
private func normalQuantileWithin(_ share: Double, _ count: Int) -> Double {
  let minimum = 0.5 / Double(count + 1)
  return gsl_cdf_ugaussian_Pinv(min(max(share, minimum), 1 - minimum))
}

extension [Double] {
  /// The first index from which on a monotonic condition holds.
  fileprivate func partitioningIndex(where holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
