import Glibc

/// Where a series moves from one level to another: the cut into stretches of one level each that explains
/// it best, with a price for each cut (optimal partitioning: Jackson and others, 2005).
///
/// - Parameters:
///   - values: The series; what is not a number is left out of account.
///   - scale: How much values of one level differ from each other, as a standard deviation; above zero.
///   - price: What a cut must explain, in squared scales. Three times the logarithm of the length, unless
///     said, finds a lasting move of two and a half scales by its third value.
/// - Returns: The positions at which a new level begins, in ascending order.
public func changePoints(
  in values: [Double], scale: Double, price: Double? = nil
) -> [Int] {
  let count = values.count
  guard count > 1, scale > 0, scale.isFinite else { return [] }
  // Sums up to each position, of how many, of values and of squares, about the first for exactness.
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
    var (least, start) = (Double.infinity, 0)
    for candidate in 0..<end {
      let total = best[candidate] + cost(candidate, end) + price
      if total < least { (least, start) = (total, candidate) }
    }
    best.append(least)
    before.append(start)
  }
  var (found, end) = ([Int](), count)
  while end > 0 {
    end = before[end]
    if end > 0 { found.append(end) }
  }
  return found.reversed()
}
