/// Returns a point where `function` changes sign, found between the ends of `bracket`.
///
/// Brent's method: never leaves the bracket and needs about ten calls for a smooth function. Where
/// the function jumps across zero without touching it, the jump is found.
///
/// - Parameters:
///   - bracket: Where to look; the function must have opposite signs at its ends.
///   - tolerance: How near the root the result must be, in units of x; 2^-51 of its magnitude, which
///     rounding costs, comes on top.
///   - maximumIterations: The most calls to make after those at the ends.
///   - function: What to find a root of.
/// - Returns: The root.
/// - Throws: What `function` throws, or ``NumericsError``: no change of sign, a value that is not
///   finite, or too many iterations.
public func findRoot(
  in bracket: ClosedRange<Double>, tolerance: Double = 1e-12, maximumIterations: Int = 200,
  of function: (Double) throws -> Double
) throws -> Double {
  try requireFinite(bracket.lowerBound, "lower end")
  try requireFinite(bracket.upperBound, "upper end")
  try require(tolerance >= 0 && tolerance.isFinite, "tolerance", tolerance, "zero or positive")
  func value(_ x: Double) throws -> Double {
    let value = try function(x)
    guard value.isFinite else { throw NumericsError.functionNotFinite(point: [x]) }
    return value
  }
  let (lower, upper) = (bracket.lowerBound, bracket.upperBound)
  let atLower = try value(lower)
  guard atLower != 0 else { return lower }
  let atUpper = try value(upper)
  guard atUpper != 0 else { return upper }
  guard (atLower > 0) != (atUpper > 0) else {
    throw NumericsError.notBracketed(
      lower: lower, atLower: atLower, upper: upper, atUpper: atUpper)
  }
  var search = BrentBracket(lower, atLower, upper, atUpper, tolerance: tolerance)
  for _ in 0..<max(maximumIterations, 0) {
    guard let x = search.next() else { return search.best }
    search.accept(try value(x))
  }
  guard search.next() == nil else {
    throw NumericsError.noConvergence(operation: "findRoot", iterations: maximumIterations)
  }
  return search.best
}
