/// Robust orientation predicate: twice the signed area of the triangle a, b, c, with an exact sign.
///
/// Positive if the points turn counter-clockwise, zero exactly if they are collinear. The plain
/// determinant is used if its rounding error can't change the sign; otherwise the sign comes from
/// exact expansion arithmetic (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
/// Robust Geometric Predicates", 1997). Exact except for underflow: coordinates whose products are
/// below 1e-290 may count as collinear.
@inline(__always)
func orientation(_ a: Vec2, _ b: Vec2, _ c: Vec2) -> Double {
  let left = (a.x - c.x) * (b.y - c.y)
  let right = (a.y - c.y) * (b.x - c.x)
  let determinant = left - right
  // Shewchuk's ccwerrboundA: (3 + 16 u) u with u = 2^-53.
  let bound = 3.330_669_073_875_471_6e-16 * (abs(left) + abs(right))
  if abs(determinant) > bound { return determinant }
  return exactOrientation(a, b, c)
}

@inline(never)
private func exactOrientation(_ a: Vec2, _ b: Vec2, _ c: Vec2) -> Double {
  var sum = ProductExpansion()
  sum.add(a.x, times: b.y)
  sum.add(-a.y, times: b.x)
  sum.add(b.x, times: c.y)
  sum.add(-b.y, times: c.x)
  sum.add(c.x, times: a.y)
  sum.add(-c.y, times: a.x)
  return sum.leading
}

/// A sum of up to six products, kept without rounding as a non-overlapping expansion.
private struct ProductExpansion {
  private var parts = InlineArray<12, Double>(repeating: 0)
  private var count = 0

  mutating func add(_ x: Double, times y: Double) {
    let product = x * y
    grow(by: (-product).addingProduct(x, y))
    grow(by: product)
  }

  /// Shewchuk's GROW-EXPANSION with zero elimination.
  private mutating func grow(by value: Double) {
    var carry = value
    var kept = 0
    for index in 0..<count {
      let part = parts[index]
      let sum = carry + part
      let virtual = sum - carry
      let error = (carry - (sum - virtual)) + (part - virtual)
      if error != 0 {
        parts[kept] = error
        kept += 1
      }
      carry = sum
    }
    if carry != 0 {
      parts[kept] = carry
      kept += 1
    }
    count = kept
  }

  /// The largest part, whose sign is the sign of the sum.
  var leading: Double { count == 0 ? 0 : parts[count - 1] }
}
