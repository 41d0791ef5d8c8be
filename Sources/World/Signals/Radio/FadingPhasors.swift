// Unit phasors: the inner loop of every fading model.

/// The sine and cosine of angles in turns, four or eight at once, to about 1e-5.
///
/// Strict arithmetic without the C library gives the same result on every machine. The half angle is
/// at most a quarter turn, for which a short Taylor series is enough; angle doubling gives the rest.
@inline(__always)
func fadingPhasors<Lanes: SIMD>(
  turns: Lanes
) -> (cosine: Lanes, sine: Lanes) where Lanes.Scalar == Double {
  // Adding and subtracting 1.5 x 2^52 rounds to integers below a magnitude of 2^51.
  let rounder = Lanes(repeating: 6_755_399_441_055_744)
  let whole = (turns + rounder) - rounder
  let angle = (turns - whole) * Double.pi
  let x = angle * angle
  var sine = x * (1 / 362_880.0) - 1 / 5040.0
  sine = sine * x + 1 / 120.0
  sine = sine * x - 1 / 6.0
  sine = (sine * x + 1.0) * angle
  var cosine = x * (-1 / 3_628_800.0) + 1 / 40_320.0
  cosine = cosine * x - 1 / 720.0
  cosine = cosine * x + 1 / 24.0
  cosine = (cosine * x - 0.5) * x + 1.0
  return (1.0 - (sine + sine) * sine, (sine + sine) * cosine)
}
