import Glibc

// The C library's functions in one file, so that the vector files need not import it.

/// The sine of an angle in radians.
@inline(__always)
func phoneSine(_ angle: Double) -> Double { sin(angle) }

/// The cosine of an angle in radians.
@inline(__always)
func phoneCosine(_ angle: Double) -> Double { cos(angle) }

/// The angle, from 0 to π, of a sine and a cosine.
func phoneAngle(sine: Double, cosine: Double) -> Double { atan2(sine, cosine) }

func phoneExponential(_ power: Double) -> Double { exp(power) }
