public import Kernel

/// How good a location a service needs, and how soon: its wish to the positioning parts.
public struct PositionDemand: Hashable, Sendable {
  /// The 68 % radius that would do, in m.
  public var accuracyMetres: Double
  /// The longest time until the next location.
  public var interval: SimDuration
  /// The radius, in m, from which on satellites are worth a look though Wi-Fi would be cheaper, since an
  /// edge is near; nil where it isn't.
  public var closerLookMetres: Double?

  /// Creates a wish.
  public init(
    accuracyMetres: Double, interval: SimDuration, closerLookMetres: Double? = nil
  ) {
    self.accuracyMetres = accuracyMetres
    self.interval = interval
    self.closerLookMetres = closerLookMetres
  }

  /// What satisfies both.
  public func joined(with other: PositionDemand?) -> PositionDemand {
    guard let other else { return self }
    return PositionDemand(
      accuracyMetres: min(accuracyMetres, other.accuracyMetres),
      interval: min(interval, other.interval),
      closerLookMetres: [closerLookMetres, other.closerLookMetres].compactMap { $0 }.min())
  }
}
