public import Kernel

/// How good a location a service needs, and how soon: its wish to the positioning parts.
public struct PositionDemand: Hashable, Sendable {
  /// The 68 % radius that would do, in m.
  public var accuracyMetres: Double
  /// The longest time until the next location.
  public var interval: SimDuration

  /// Creates a wish.
  public init(accuracyMetres: Double, interval: SimDuration) {
    self.accuracyMetres = accuracyMetres
    self.interval = interval
  }

  /// What satisfies both.
  public func joined(with other: PositionDemand?) -> PositionDemand {
    guard let other else { return self }
    return PositionDemand(
      accuracyMetres: min(accuracyMetres, other.accuracyMetres),
      interval: min(interval, other.interval))
  }
}
