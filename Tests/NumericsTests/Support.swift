import Kernel
import Numerics

/// True if two figures agree within a relative or absolute tolerance.
func agree(_ a: Double, _ b: Double, _ relative: Double = 1e-12, absolute: Double = 0) -> Bool {
  a == b || (a - b).magnitude <= max(absolute, relative * max(a.magnitude, b.magnitude))
}

/// True if two lists of figures agree element by element.
func agree(_ a: [Double], _ b: [Double], _ relative: Double = 1e-12, absolute: Double = 0) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { agree($0, $1, relative, absolute: absolute) }
}

/// The error that `body` throws, if it is a ``NumericsError``.
func failure(_ body: () throws -> Void) -> NumericsError? {
  do {
    try body()
    return nil
  } catch {
    return error as? NumericsError
  }
}

/// A random stream for a test's seed.
func stream(_ seed: UInt64, _ index: UInt64 = 0) -> RandomStream {
  RandomStream(seed: seed, purpose: "numerics.test", index: index)
}
