import Kernel
import Numerics

/// Whether two figures agree to a relative or absolute tolerance.
func agree(_ a: Double, _ b: Double, _ relative: Double = 1e-12, absolute: Double = 0) -> Bool {
  a == b || (a - b).magnitude <= max(absolute, relative * max(a.magnitude, b.magnitude))
}

/// Whether two lists of figures agree one by one.
func agree(_ a: [Double], _ b: [Double], _ relative: Double = 1e-12, absolute: Double = 0) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { agree($0, $1, relative, absolute: absolute) }
}

/// The error that `body` throws, if it is one of ours.
func failure(_ body: () throws -> Void) -> NumericsError? {
  do {
    try body()
    return nil
  } catch {
    return error as? NumericsError
  }
}

/// A stream for a test's seed.
func stream(_ seed: UInt64, _ index: UInt64 = 0) -> RandomStream {
  RandomStream(seed: seed, purpose: "numerics.test", index: index)
}
