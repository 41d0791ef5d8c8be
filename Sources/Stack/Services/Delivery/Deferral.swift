import Kernel
import Observations

/// Deferred location updates, until a travelled distance, a deadline, or a return to the foreground.
struct Deferral: Hashable, Sendable {
  /// Path length that ends the deferral, in m.
  let distance: Double
  /// Latest time of delivery.
  let deadline: SimTime
  /// Path length so far, in m.
  private(set) var moved = 0.0
  private var last: Coordinate?

  /// Starts a deferral until a path length, in m (NaN for none), or a deadline.
  init(distance: Double, deadline: SimTime) {
    self.distance = distance.isNaN ? .infinity : max(0, distance)
    self.deadline = deadline
  }

  /// Adds a deferred fix; returns true if the distance is reached.
  mutating func receive(_ fix: LocationFix) -> Bool {
    if let last { moved += GroundSpan.metres(last, fix.coordinate) }
    last = fix.coordinate
    return moved >= distance
  }
}
