import Kernel

/// A sorted sample for any number of quantiles.
public struct SortedSample: Hashable, Sendable {
  /// The values in ascending order; at least one, without not-a-number.
  public let values: [Double]

  /// Sorts a sample, which must have at least one value and no not-a-number.
  public init(_ values: [Double]) throws(NumericsError) {
    try requireOrdered(values)
    self.values = values.sorted()
  }

  /// Adopts a sample that is already in ascending order, in linear time.
  public init(sorted values: [Double]) throws(NumericsError) {
    try requireOrdered(values)
    for index in values.indices.dropFirst() where values[index] < values[index - 1] {
      throw .notIncreasing(name: "values", index: index)
    }
    self.values = values
  }

  /// Returns the quantile of type 7 at `probability`, interpolated between order statistics.
  ///
  /// Type 7 of Hyndman and Fan, The American Statistician 50 (1996) 361-365: the default of R and
  /// numpy. A share of `probability` of the n - 1 steps lies below it.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    let place = try QuantilePlace(probability, count: values.count)
    return try place.between(values[place.lower], values[place.upper])
  }

  public var median: Double { values.medianOfSorted }
}

/// Returns the quantile of type 7 of an unsorted sample, in linear time on average.
///
/// For several quantiles of one sample, ``SortedSample`` is faster.
public func quantile(
  _ probability: Double, of values: [Double]
) throws(NumericsError) -> Double {
  try requireOrdered(values)
  let place = try QuantilePlace(probability, count: values.count)
  var work = values
  select(place.lower, in: &work)
  let low = work[place.lower]
  // All values after the selected position are at least as large; the smallest of them comes next.
  let high =
    place.upper == place.lower ? low : work[place.upper...].reduce(.infinity, min)
  return try place.between(low, high)
}

/// The position of a quantile between two order statistics.
private struct QuantilePlace {
  let lower: Int
  let upper: Int
  let fraction: Double

  init(_ probability: Double, count: Int) throws(NumericsError) {
    try requireProbability(probability, "probability")
    let position = probability * Double(count - 1)
    lower = min(Int(position), count - 1)
    fraction = position - Double(lower)
    upper = fraction > 0 ? min(lower + 1, count - 1) : lower
  }

  func between(_ low: Double, _ high: Double) throws(NumericsError) -> Double {
    guard fraction > 0, low != high else { return low }
    // From the nearer end, as numpy does, so that the result is monotonic and never overshoots.
    let step = high - low
    guard step.isFinite else {
      let value = (1 - fraction) * low + fraction * high
      guard !value.isNaN else {
        throw .invalidArgument(
          name: "values", value: low, requirement: "finite where they are interpolated")
      }
      return value
    }
    return fraction < 0.5 ? low + step * fraction : high - step * (1 - fraction)
  }
}

private func requireOrdered(_ values: [Double]) throws(NumericsError) {
  guard !values.isEmpty else { throw .tooFew(name: "values", needed: 1, actual: 0) }
  guard let index = values.firstIndex(where: \.isNaN) else { return }
  throw .notFinite(name: "values", index: index, value: values[index])
}

/// Quickselect: rearranges `values` so that index `target` holds its sorted value.
///
/// Hoare's selection with the median of three as pivot; smaller values end up before, larger after.
/// A limit on the number of passes handles adversarial patterns; beyond it the rest is sorted.
private func select(_ target: Int, in values: inout [Double]) {
  var low = 0
  var high = values.count - 1
  var passes = 2 * (Int.bitWidth - values.count.leadingZeroBitCount)
  while low < high {
    guard passes > 0 else {
      values[low...high].sort()
      return
    }
    passes -= 1
    let middle = low + (high - low) / 2
    if values[middle] < values[low] { values.swapAt(middle, low) }
    if values[high] < values[low] { values.swapAt(high, low) }
    if values[high] < values[middle] { values.swapAt(high, middle) }
    let pivot = values[middle]
    var left = low
    var right = high
    while left <= right {
      while values[left] < pivot { left += 1 }
      while values[right] > pivot { right -= 1 }
      guard left <= right else { break }
      values.swapAt(left, right)
      left += 1
      right -= 1
    }
    if target <= right {
      high = right
    } else if target >= left {
      low = left
    } else {
      return
    }
  }
}
