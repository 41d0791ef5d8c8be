import Glibc

/// Returns sine and cosine of an angle in degrees, exact at multiples of 90 degrees.
func sineCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let quarters = (degrees / 90).rounded(.toNearestOrEven)
  let rest = (degrees - 90 * quarters) * (.pi / 180)
  let (s, c) = (sin(rest), cos(rest))
  // Adding zero turns a negative zero into a positive one.
  switch quarters.truncatingRemainder(dividingBy: 4) {
  case 0: return (s, c + 0)
  case 1, -3: return (c, -s + 0)
  case 2, -2: return (-s + 0, -c)
  default: return (-c, s + 0)
  }
}

/// Returns the angle in degrees of a point with the given sine and cosine, in [-180, 180].
func degrees(sine: Double, cosine: Double) -> Double {
  // Computing in the first octant keeps multiples of 90 degrees exact.
  if abs(sine) > abs(cosine) {
    let angle = atan2(cosine, abs(sine)) * (180 / .pi)
    return sine < 0 ? angle - 90 : 90 - angle
  }
  let angle = atan2(sine, abs(cosine)) * (180 / .pi)
  guard cosine < 0 else { return angle }
  return sine < 0 ? -180 - angle : 180 - angle
}

/// Returns the angle in [-180, 180) that differs from `degrees` by whole turns.
func wrapped(degrees: Double) -> Double {
  let rest = degrees.remainder(dividingBy: 360)
  return rest == 180 ? -180 : rest
}
