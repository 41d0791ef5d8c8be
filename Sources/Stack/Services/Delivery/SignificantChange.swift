import Kernel
import Observations

/// Which fixes are a significant change for an app that asked for these.
///
/// At least 500 m from the last one told and not more often than every five minutes, whatever the
/// app's filters say. A fix that is worse than the move it shows is none.
struct SignificantChange: Hashable, Sendable {
  private let constants: ServiceConstants.Change
  private var last: LocationFix?
  private var lastTime = SimTime.distantPast

  /// Creates one that has told nothing yet.
  init(_ constants: ServiceConstants.Change = .init()) {
    self.constants = constants
  }

  /// Takes a fix.
  /// - Returns: Whether it is a change to tell; if so it is taken as told.
  mutating func receive(_ fix: LocationFix, at time: SimTime) -> Bool {
    guard let last else {
      note(fix, at: time)
      return true
    }
    let waited = time - lastTime
    // A clock that was set back must not silence the service.
    guard waited >= .seconds(constants.interval) || waited < .zero else { return false }
    let isDue = constants.heartbeat > 0 && waited >= .seconds(constants.heartbeat)
    let least = max(constants.distance, fix.horizontalAccuracyMetres)
    guard isDue || GroundSpan.metres(last.coordinate, fix.coordinate) >= least else {
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
