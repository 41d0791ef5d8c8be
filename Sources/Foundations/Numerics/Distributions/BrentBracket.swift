/// Root search by Brent's method with inverted control: the caller evaluates the function.
///
/// This serves functions of any kind, throwing or not: call ``next()`` for a point and
/// ``accept(_:)`` with the function's value there, until ``next()`` returns nil. Source: R. P. Brent,
/// Algorithms for Minimization without Derivatives (1973), chapter 4, procedure `zero`.
struct BrentBracket {
  // Brent's names: b is the best point, a the one before, and the root lies between b and c.
  private var a: Double
  private var b: Double
  private var c: Double
  private var atA: Double
  private var atB: Double
  private var atC: Double
  private var step: Double
  private var stepBefore: Double
  private let tolerance: Double

  /// The best point so far.
  var best: Double { b }

  /// Starts from two points whose function values have opposite signs, or are zero.
  init(_ lower: Double, _ atLower: Double, _ upper: Double, _ atUpper: Double, tolerance: Double) {
    (a, atA) = (lower, atLower)
    (b, atB) = (upper, atUpper)
    (c, atC) = (lower, atLower)
    step = upper - lower
    stepBefore = step
    self.tolerance = tolerance
  }

  /// Returns the next point to evaluate; `nil` if the root is within the tolerance.
  mutating func next() -> Double? {
    if atC.magnitude < atB.magnitude {
      (a, b, c) = (b, c, b)
      (atA, atB, atC) = (atB, atC, atB)
    }
    let reach = 2 * Double.ulpOfOne * b.magnitude + 0.5 * tolerance
    let half = 0.5 * c - 0.5 * b
    guard half.magnitude > reach, atB != 0 else { return nil }
    if !interpolate(half, reach) {
      step = half
      stepBefore = half
    }
    (a, atA) = (b, atB)
    b += step.magnitude > reach ? step : (half > 0 ? reach : -reach)
    return b
  }

  /// Processes the function's value at the point that ``next()`` returned.
  mutating func accept(_ value: Double) {
    atB = value
    guard (atB > 0) == (atC > 0) else { return }
    (c, atC) = (a, atA)
    step = b - a
    stepBefore = step
  }

  /// Chooses a step by interpolation; false if only bisection is safe.
  private mutating func interpolate(_ half: Double, _ reach: Double) -> Bool {
    guard stepBefore.magnitude >= reach, atA.magnitude > atB.magnitude else { return false }
    let s = atB / atA
    var p: Double
    var q: Double
    if a == c {
      p = 2 * half * s
      q = 1 - s
    } else {
      let t = atA / atC
      let r = atB / atC
      p = s * (2 * half * t * (t - r) - (b - a) * (r - 1))
      q = (t - 1) * (r - 1) * (s - 1)
    }
    if p > 0 {
      q = -q
    } else {
      p = -p
    }
    guard 2 * p < min(3 * half * q - (reach * q).magnitude, (stepBefore * q).magnitude) else {
      return false
    }
    stepBefore = step
    step = p / q
    return true
  }
}
