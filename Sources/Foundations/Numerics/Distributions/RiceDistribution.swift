import Glibc
public import Kernel

/// The length of a two-dimensional vector of independent normal components around a fixed one.
///
/// In radio: the amplitude of a direct ray of amplitude `direct` among many scattered ones.
public struct RiceDistribution: RandomVariable, Hashable {
  /// The length of the mean vector.
  public let direct: Double
  /// The standard deviation of one component.
  public let scale: Double

  /// Creates the distribution; `direct` may be zero, `scale` must be positive.
  public init(direct: Double, scale: Double) throws(NumericsError) {
    try require(direct >= 0 && direct.isFinite, "direct", direct, "zero or more and finite")
    try requirePositive(scale, "scale")
    self.direct = direct
    self.scale = scale
  }

  /// Returns one draw, from two words of the stream.
  public func draw(from stream: inout RandomStream) -> Double {
    let along = direct + scale * stream.gaussian()
    let across = scale * stream.gaussian()
    return hypot(along, across)
  }
}
