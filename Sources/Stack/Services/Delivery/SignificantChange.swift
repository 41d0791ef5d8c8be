import Kernel
import Observations

/// Significant-change filter of one app.
///
/// A change is at least 500 m from the last one reported, and at most one per five minutes is
/// reported, independent of the app's filters. A fix whose accuracy is worse than its distance is not
/// a change.
struct SignificantChange: Hashable, Sendable {
  private let constants: ServiceConstants.ChangeMonitoring
  private var last: LocationFix?
  private var lastTime = SimTime.distantPast

  /// Creates the state before the first change.
  init(_ constants: ServiceConstants.ChangeMonitoring = .init()) {
    self.constants = constants
  }

  /// Processes a fix; returns true and records it if it is to be reported.
  mutating func receive(_ fix: LocationFix, at time: SimTime) -> Bool {
    guard let last else {
      note(fix, at: time)
      return true
    }
    let waited = time - lastTime
    // A clock that was set back must not stop the service.
    guard waited >= .seconds(constants.interval) || waited < .zero else { return false }
    let isDue = constants.heartbeat > 0 && waited >= .seconds(constants.heartbeat)
    let minimum = max(constants.distance, fix.horizontalAccuracyMetres)
    guard isDue || GroundSpan.metres(last.coordinate, fix.coordinate) >= minimum else {
      return false
    }
    note(fix, at: time)
    return true
  }

  private mutating func note(_ fix: LocationFix, at time: SimTime) {
    last = fix
    lastTime = time
  }
}
