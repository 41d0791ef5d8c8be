import CGSL

/// Exact one-sided p-value of Fisher's sign-flip test that paired differences are as often positive as negative.
///
/// Under the hypothesis each difference could as well have the other sign. The p-value is the share of
/// all sign patterns whose sum is at least the observed one (Fisher, The Design of Experiments, 1935,
/// section 21). The sum of shares of yes and no gives McNemar's exact test.
///
/// The distribution over all sign patterns is exact for up to 200 differences that aren't zero, and normal
/// beyond.
///
/// - Parameter differences: Finite.
/// - Returns: The p-value of a positive sum; 1 if no difference is positive.
public func signFlipSignificance(_ differences: [Double]) -> Double {
  let changed = differences.filter { $0 != 0 }
  if changed.count > maxExactCount {
    let sum = changed.reduce(0, +)
    return gsl_cdf_ugaussian_Q(sum / changed.reduce(0) { $0 + $1 * $1 }.squareRoot())
  }
  let sizes = wholeSizes(differences)
  let total = sizes.reduce(0, +)
  guard total > 0 else { return 1 }
  let positive = zip(sizes, differences).reduce(0) { $0 + ($1.1 > 0 ? $1.0 : 0) }
  // A sum of positive differences of at least `positive` is as likely as one of at most its complement.
  let most = total - positive
  var shares = [Double](repeating: 0, count: most + 1)
  shares[0] = 1
  for size in sizes where size > 0 {
    for sum in stride(from: most, through: 0, by: -1) {
      shares[sum] = 0.5 * (shares[sum] + (sum >= size ? shares[sum - size] : 0))
    }
  }
  return min(1, shares.reduce(0, +))
}

private let maxExactCount = 200

/// The sizes of differences as whole numbers, so that their sums can be counted.
///
/// Counts and shares are multiples of their smallest difference, and stay exact. Other sizes are rounded
/// to a hundredth of the largest one.
private func wholeSizes(_ differences: [Double]) -> [Int] {
  let steps = 100.0
  let sizes = differences.map(abs)
  guard let smallest = sizes.filter({ $0 > 0 }).min(), let largest = sizes.max() else {
    return sizes.map { _ in 0 }
  }
  let areMultiples =
    largest <= 4 * steps * smallest
    && sizes.allSatisfy { abs($0 / smallest - ($0 / smallest).rounded()) < 1e-6 }
  let unit = areMultiples ? smallest : largest / steps
  return sizes.map { Int(($0 / unit).rounded()) }
}
