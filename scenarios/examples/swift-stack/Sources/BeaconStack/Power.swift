import Foundation

/// A number to the power of another.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
