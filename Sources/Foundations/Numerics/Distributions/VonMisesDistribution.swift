import Glibc
public import Kernel

/// The von Mises distribution: the counterpart on the circle of the normal distribution.
///
/// The density is proportional to exp(concentration · cos(angle - mean)).
public struct VonMisesDistribution: RandomVariable, Hashable {
  /// The mean direction in radians.
  public let mean: Double
  /// The concentration: zero is uniform, large values approach a variance of 1 / concentration.
  public let concentration: Double
  /// The parameter of the wrapped Cauchy envelope.
  private let envelope: Double

  /// Creates the distribution; the concentration must not be negative.
  public init(mean: Double, concentration: Double) throws(NumericsError) {
    try requireFinite(mean, "mean")
    try require(
      concentration >= 0 && concentration.isFinite, "concentration", concentration,
      "zero or more and finite")
    self.mean = mean
    self.concentration = concentration
    let tau = 1 + (1 + 4 * concentration * concentration).squareRoot()
    // (tau - sqrt(2 tau)) / (2 k), rearranged so that it doesn't cancel for small k; with
    // r from it, s = (1 + r^2) / (2 r).
    let rho = 2 * concentration / (tau + (2 * tau).squareRoot())
    envelope = (1 + rho * rho) / (2 * rho)
  }

  /// Returns one draw in radians, from -pi to pi.
  ///
  /// Best and Fisher, "Efficient simulation of the von Mises distribution", Applied Statistics 28
  /// (1979) 152-157; at the ends, where it loses its digits, the uniform and the wrapped normal
  /// distribution, which differ from it by less than 1e-6. Takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Double {
    guard concentration > 1e-6 else {
      return wrapped(2 * .pi * stream.openUniform())
    }
    guard concentration < 1e6 else {
      return wrapped(mean + stream.gaussian() / concentration.squareRoot())
    }
    while true {
      let z = cos(.pi * stream.openUniform())
      let f = (1 + envelope * z) / (envelope + z)
      let c = concentration * (envelope - f)
      let u = stream.openUniform()
      if c * (2 - c) > u || log(c / u) + 1 >= c {
        let side: Double = stream.next() & 1 == 0 ? 1 : -1
        return wrapped(mean + side * acos(min(max(f, -1), 1)))
      }
    }
  }

  private func wrapped(_ angle: Double) -> Double {
    angle.remainder(dividingBy: 2 * .pi)
  }
}
