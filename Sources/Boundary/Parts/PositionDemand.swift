public import Kernel

/// The accuracy and rate that a service demands from positioning.
public struct PositionDemand: Hashable, Sendable {
  /// Sufficient accuracy: 68 % radius, in m.
  public var accuracyMetres: Double
  /// Max time until the next location.
  public var interval: SimDuration
  /// The uncertainty in m above which GNSS is used in spite of cheaper Wi-Fi, near a boundary; else nil.
  public var closerLookMetres: Double?

  public init(
    accuracyMetres: Double, interval: SimDuration, closerLookMetres: Double? = nil
  ) {
    self.accuracyMetres = accuracyMetres
    self.interval = interval
    self.closerLookMetres = closerLookMetres
  }

  /// Returns a demand that satisfies both.
  public func joined(with other: PositionDemand?) -> PositionDemand {
    guard let other else { return self }
    return PositionDemand(
      accuracyMetres: min(accuracyMetres, other.accuracyMetres),
      interval: min(interval, other.interval),
      closerLookMetres: [closerLookMetres, other.closerLookMetres].compactMap { $0 }.min())
  }
}
