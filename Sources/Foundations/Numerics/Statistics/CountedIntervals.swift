/// The interval that holds the true median with a probability, whatever the values' distribution is.
///
/// Its ends are the order statistics that a fair coin says: each value lies below the median with a chance of
/// a half (Conover, "Practical Nonparametric Statistics", third edition, 1999, chapter 3.2). It never
/// promises too much, needs no draws, and bears infinite values.
///
/// - Parameters:
///   - values: The values, none of them not-a-number.
///   - confidence: The probability, above 0 and below 1.
/// - Returns: The interval; nil where the values are too few for any: 5 and less for 0.95.
/// - Throws: What is wrong with the arguments.
public func medianInterval(
  of values: [Double], confidence: Double = 0.95
) throws(NumericsError) -> ClosedRange<Double>? {
  let tail = try tail(of: confidence)
  guard !values.isEmpty else { return nil }
  let sorted = try SortedSample(values).values
  let coin = try BinomialDistribution(trials: sorted.count, probability: 0.5)
  // How many values of one end may be left out.
  var rank = 0
  while rank < sorted.count / 2, coin.cumulative(rank) <= tail { rank += 1 }
  guard rank > 0 else { return nil }
  return sorted[rank - 1]...sorted[sorted.count - rank]
}

/// The interval that holds the true share with a probability.
///
/// Wilson, Journal of the American Statistical Association 22 (1927) 209-212: fit for few trials and for
/// shares near none and all.
///
/// - Parameters:
///   - count: How many trials had it.
///   - trials: How many there were, at least one.
///   - confidence: The probability, above 0 and below 1.
/// - Returns: The interval, within 0 and 1.
/// - Throws: What is wrong with the arguments.
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
  // What rounding leaves of an end that is none or all.
  let low = count == 0 ? 0 : max(0, middle - half)
  let high = count == trials ? 1 : min(1, middle + half)
  return low...high
}

private func tail(of confidence: Double) throws(NumericsError) -> Double {
  try require(confidence > 0 && confidence < 1, "confidence", confidence, "above 0 and below 1")
  return (1 - confidence) / 2
}
