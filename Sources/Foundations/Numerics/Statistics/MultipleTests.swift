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

/// Benjamini and Hochberg's correction of p-values for multiple testing.
///
/// Journal of the Royal Statistical Society B 57 (1995) 289-300: it limits the false discovery rate. Of the corrected p-values up to a
/// level, the expected share of false positives is at most that level. The order of the input is kept.
public func falseDiscoveryCorrected(_ significances: [Double]) -> [Double] {
  var corrected = significances
  var minimum = 1.0
  let order = significances.indices.sorted {
    (significances[$0], $0) > (significances[$1], $1)
  }
  for (place, index) in order.enumerated() {
    let rank = Double(significances.count - place)
    minimum = min(minimum, significances[index] * Double(significances.count) / rank)
    corrected[index] = minimum
  }
  return corrected
}
