import Glibc

/// A complex number.
@frozen
public struct Complex: Hashable, Sendable {
  public var real: Double
  public var imaginary: Double

  @inlinable
  public init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Creates the number of the given magnitude and phase in radians.
  public init(magnitude: Double, phase: Double) {
    self.init(magnitude * cos(phase), magnitude * sin(phase))
  }

  @inlinable public static var zero: Complex { Complex(0, 0) }

  public var magnitude: Double { hypot(real, imaginary) }

  /// The square of ``magnitude``: the power of a signal.
  @inlinable public var squaredMagnitude: Double { real * real + imaginary * imaginary }

  /// The angle from the real axis in radians, from -pi to pi.
  public var phase: Double { atan2(imaginary, real) }

  @inlinable public var conjugate: Complex { Complex(real, -imaginary) }

  @inlinable
  public static func + (left: Complex, right: Complex) -> Complex {
    Complex(left.real + right.real, left.imaginary + right.imaginary)
  }

  @inlinable
  public static func - (left: Complex, right: Complex) -> Complex {
    Complex(left.real - right.real, left.imaginary - right.imaginary)
  }

  @inlinable
  public static func * (left: Complex, right: Complex) -> Complex {
    Complex(
      left.real * right.real - left.imaginary * right.imaginary,
      left.real * right.imaginary + left.imaginary * right.real)
  }

  @inlinable
  public static func * (left: Complex, factor: Double) -> Complex {
    Complex(left.real * factor, left.imaginary * factor)
  }
}
