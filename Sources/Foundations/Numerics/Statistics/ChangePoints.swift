import Glibc

/// Change points of a piecewise constant series, by optimal partitioning (Jackson and others, 2005).
///
/// - Parameters:
///   - values: The series; not-a-number is ignored.
///   - scale: The standard deviation of values within one level; above zero.
///   - price: The penalty per change point, in squared scales. The default, three times the logarithm
///     of the length, detects a lasting step of two and a half scales by its third value.
/// - Returns: The positions at which a new level begins, in ascending order.
public func changePoints(
  in values: [Double], scale: Double, price: Double? = nil
) -> [Int] {
  let count = values.count
  guard count > 1, scale > 0, scale.isFinite else { return [] }
  // Cumulative counts, sums and sums of squares, relative to the first value for accuracy.
  let origin = values.first(where: \.isFinite) ?? 0
  var (numbers, sums, squares) = ([0.0], [0.0], [0.0])
  for value in values {
    let own = value.isFinite ? (value - origin) / scale : 0
    numbers.append(numbers[numbers.count - 1] + (value.isFinite ? 1 : 0))
    sums.append(sums[sums.count - 1] + own)
    squares.append(squares[squares.count - 1] + own * own)
  }
  func cost(_ start: Int, _ end: Int) -> Double {
    let number = numbers[end] - numbers[start]
    guard number > 0 else { return 0 }
    let sum = sums[end] - sums[start]
    return max(0, squares[end] - squares[start] - sum * sum / number)
  }
  let price = price ?? 3 * log(Double(count) + 1)
  var best = [-price]
  var before = [0]
  for end in 1...count {
    var (minimum, start) = (Double.infinity, 0)
    for candidate in 0..<end {
      let total = best[candidate] + cost(candidate, end) + price
      if total < minimum { (minimum, start) = (total, candidate) }
    }
    best.append(minimum)
    before.append(start)
  }
  var (found, end) = ([Int](), count)
  while end > 0 {
    end = before[end]
    if end > 0 { found.append(end) }
  }
  return found.reversed()
}
