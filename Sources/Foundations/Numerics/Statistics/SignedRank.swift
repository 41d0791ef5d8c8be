import CGSL

/// Two-sided p-value of Wilcoxon's signed-rank test that paired differences are centred on zero.
///
/// Wilcoxon, Biometrics Bulletin 1 (1945) 80-83, with Pratt's treatment of zeros (Journal of the American
/// Statistical Association 54 (1959) 655-667): they are ranked and then dropped. Ties share their
/// mean rank. The distribution over all signs is exact for up to 100 differences, normal beyond.
///
/// - Parameter differences: The differences; finite.
/// - Returns: The p-value; 1 if all differences are zero.
public func signedRankSignificance(_ differences: [Double]) -> Double {
  let order = differences.indices.sorted { abs(differences[$0]) < abs(differences[$1]) }
  // Twice the rank, so that shared ranks are integers too.
  var ranks: [Int] = []
  var positive = 0
  var start = 0
  while start < order.count {
    let size = abs(differences[order[start]])
    var end = start
    while end < order.count, abs(differences[order[end]]) == size { end += 1 }
    if size > 0 {
      for index in start..<end {
        ranks.append(start + end + 1)
        if differences[order[index]] > 0 { positive += start + end + 1 }
      }
    }
    start = end
  }
  guard !ranks.isEmpty else { return 1 }
  let total = ranks.reduce(0, +)
  let smaller = min(positive, total - positive)
  if ranks.count > 100 {
    let variance = ranks.reduce(0.0) { $0 + Double($1) * Double($1) } / 4
    // Continuity correction: half a step of the doubled ranks.
    let distance = max(0, abs(Double(positive) - Double(total) / 2) - 1)
    return min(1, 2 * gsl_cdf_ugaussian_Q(distance / variance.squareRoot()))
  }
  // The probability of each rank sum, by convolution over the ranks.
  var shares = [Double](repeating: 0, count: smaller + 1)
  shares[0] = 1
  for rank in ranks {
    for sum in stride(from: smaller, through: 0, by: -1) {
      shares[sum] = 0.5 * (shares[sum] + (sum >= rank ? shares[sum - rank] : 0))
    }
  }
  return min(1, 2 * shares.reduce(0, +))
}

/// Holm's correction of p-values for multiple testing.
///
/// Holm, Scandinavian Journal of Statistics 6 (1979) 65-70. The probability of any false positive
/// among all corrected p-values up to a level is at most that level. The order of the input is kept.
public func holmCorrected(_ significances: [Double]) -> [Double] {
  var corrected = significances
  var maximum = 0.0
  let order = significances.indices.sorted {
    (significances[$0], $0) < (significances[$1], $1)
  }
  for (rank, index) in order.enumerated() {
    maximum = max(maximum, min(1, significances[index] * Double(significances.count - rank)))
    corrected[index] = maximum
  }
  return corrected
}
