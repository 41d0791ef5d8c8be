import Kernel
import Observations
import Signals

/// The phone as a beacon.
struct OwnBeacon: Sendable {
  /// From when until when it was one, in order.
  private(set) var shifts: [BeaconShift] = []
  private var current: (identity: BeaconIdentity, since: SimTime)?

  /// As which beacon it is heard; nil if it is none.
  var identity: BeaconIdentity? { current?.identity }

  /// Begins, changes or ends being a beacon.
  ///
  /// - Returns: Whether that changes anything.
  mutating func become(_ identity: BeaconIdentity?, at time: SimTime) -> Bool {
    guard identity != current?.identity else { return false }
    if let old = current, old.since < time {
      shifts.append(BeaconShift(identity: old.identity, during: old.since..<time))
    }
    current = identity.map { (identity: $0, since: time) }
    return true
  }
}
