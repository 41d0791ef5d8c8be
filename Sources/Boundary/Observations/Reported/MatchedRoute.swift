public import Kernel

/// A section of the driven route along the roads of a map, decided with a lag and later evidence.
///
/// A section that goes on begins where the last one ended. Apps don't receive it; it is recorded for
/// later inspection of a run.
public struct MatchedRoute: Hashable, Sendable {
  /// Time of the decision.
  public var time: SimTime
  /// The line, in the direction of travel.
  public var points: [Coordinate]

  /// Creates a section.
  public init(time: SimTime, points: [Coordinate]) {
    self.time = time
    self.points = points
  }
}
