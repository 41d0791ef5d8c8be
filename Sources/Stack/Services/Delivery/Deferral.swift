import Kernel
import Observations

/// Locations deferred until the app has moved so far, or so long, or is looked at.
struct Deferral: Hashable, Sendable {
  /// How far the phone must move along its way, in m.
  let distance: Double
  /// When they are handed over at the latest.
  let deadline: SimTime
  /// How far it has moved.
  private(set) var moved = 0.0
  private var last: Coordinate?

  /// Begins to defer until a distance, in m, not a number for never, or a deadline.
  init(distance: Double, deadline: SimTime) {
    self.distance = distance.isNaN ? .infinity : max(0, distance)
    self.deadline = deadline
  }

  /// Takes a fix that is deferred.
  /// - Returns: Whether the distance is reached.
  mutating func receive(_ fix: LocationFix) -> Bool {
    if let last { moved += GroundSpan.metres(last, fix.coordinate) }
    last = fix.coordinate
    return moved >= distance
  }
}
