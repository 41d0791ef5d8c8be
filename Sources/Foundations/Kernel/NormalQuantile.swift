import Glibc

/// Returns the standard normal quantile of `p`, by Wichura's algorithm AS 241 (PPND16).
///
/// Applied Statistics 37 (1988) 477-484; relative accuracy about 1e-16. Returns -infinity at 0,
/// +infinity at 1 and not-a-number outside [0, 1].
@inlinable
public func normalQuantile(_ p: Double) -> Double {
  let q = p - 0.5
  guard abs(q) > 0.425 else {
    return q * centralRatio(0.180625 - q * q)
  }
  return normalQuantileTail(p, q)
}

/// The rational approximation of AS 241 for |p - 1/2| <= 0.425.
@inlinable
func centralRatio(_ r: Double) -> Double {
  // Estrin's scheme: pairs, then pairs of pairs, for instruction-level parallelism.
  let r2 = r * r
  let r4 = r2 * r2
  let numerator =
    ((3.387132872796366608 + 133.14166789178437745 * r)
      + (1971.5909503065514427 + 13731.693765509461125 * r) * r2)
    + ((45921.953931549871457 + 67265.770927008700853 * r)
      + (33430.575583588128105 + 2509.0809287301226727 * r) * r2) * r4
  let denominator =
    ((1.0 + 42.313330701600911252 * r)
      + (687.1870074920579083 + 5394.1960214247511077 * r) * r2)
    + ((21213.794301586595867 + 39307.89580009271061 * r)
      + (28729.085735721942674 + 5226.495278852545925 * r) * r2) * r4
  return numerator / denominator
}

/// The two outer approximations of AS 241, for |p - 1/2| > 0.425.
@usableFromInline
func normalQuantileTail(_ p: Double, _ q: Double) -> Double {
  let tail = q < 0 ? p : 1 - p
  guard tail > 0 else {
    return tail == 0 ? (q < 0 ? -.infinity : .infinity) : .nan
  }
  let root = (-log(tail)).squareRoot()
  let magnitude: Double
  if root <= 5 {
    let r = root - 1.6
    let numerator = horner(
      r, 7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
      1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
      4.6303378461565452959, 1.42343711074968357734)
    let denominator = horner(
      r, 1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
      0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
      2.05319162663775882187, 1.0)
    magnitude = numerator / denominator
  } else {
    let r = root - 5
    let numerator = horner(
      r, 2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
      0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358,
      5.4637849111641143699, 6.6579046435011037772)
    let denominator = horner(
      r, 2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
      7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
      0.59983220655588793769, 1.0)
    magnitude = numerator / denominator
  }
  return q < 0 ? -magnitude : magnitude
}

/// Evaluates a polynomial of degree seven, highest coefficient first.
@inline(__always)
private func horner(
  _ x: Double, _ c7: Double, _ c6: Double, _ c5: Double, _ c4: Double, _ c3: Double,
  _ c2: Double, _ c1: Double, _ c0: Double
) -> Double {
  ((((((c7 * x + c6) * x + c5) * x + c4) * x + c3) * x + c2) * x + c1) * x + c0
}
