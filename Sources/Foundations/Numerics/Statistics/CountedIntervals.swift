/// Returns a distribution-free confidence interval of the median.
///
/// Its ends are order statistics, by the binomial distribution: each value lies below the median with
/// probability one half (Conover, "Practical Nonparametric Statistics", third edition, 1999, chapter
/// 3.2). It is conservative, needs no random draws, and allows infinite values.
///
/// - Parameters:
///   - values: The values, without not-a-number.
///   - confidence: The coverage probability, above 0 and below 1.
/// - Returns: The interval; nil for too few values: 5 and fewer for 0.95.
/// - Throws: ``NumericsError`` for invalid arguments.
public func medianInterval(
  of values: [Double], confidence: Double = 0.95
) throws(NumericsError) -> ClosedRange<Double>? {
  let tail = try tail(of: confidence)
  guard !values.isEmpty else { return nil }
  let sorted = try SortedSample(values).values
  let coin = try BinomialDistribution(trials: sorted.count, probability: 0.5)
  // The number of values excluded at each end.
  var rank = 0
  while rank < sorted.count / 2, coin.cumulative(rank) <= tail { rank += 1 }
  guard rank > 0 else { return nil }
  return sorted[rank - 1]...sorted[sorted.count - rank]
}

/// Returns Wilson's confidence interval of a proportion.
///
/// Wilson, Journal of the American Statistical Association 22 (1927) 209-212: suited to few trials and
/// to proportions near 0 and 1.
///
/// - Parameters:
///   - count: The number of successes.
///   - trials: The number of trials, at least one.
///   - confidence: The coverage probability, above 0 and below 1.
/// - Returns: The interval, within 0 and 1.
/// - Throws: ``NumericsError`` for invalid arguments.
public func shareInterval(
  _ count: Int, of trials: Int, confidence: Double = 0.95
) throws(NumericsError) -> ClosedRange<Double> {
  let tail = try tail(of: confidence)
  guard trials > 0 else { throw .tooFew(name: "trials", needed: 1, actual: trials) }
  try require(count >= 0 && count <= trials, "count", Double(count), "between 0 and the trials")
  let z = try NormalDistribution().quantile(survival: tail)
  let (n, share) = (Double(trials), Double(count) / Double(trials))
  let scale = 1 + z * z / n
  let middle = (share + z * z / (2 * n)) / scale
  let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot() / scale
  // Exact ends for counts of none and all, without rounding errors.
  let low = count == 0 ? 0 : max(0, middle - half)
  let high = count == trials ? 1 : min(1, middle + half)
  return low...high
}

private func tail(of confidence: Double) throws(NumericsError) -> Double {
  try require(confidence > 0 && confidence < 1, "confidence", confidence, "above 0 and below 1")
  return (1 - confidence) / 2
}
