import Kernel
import Observations
import Signals

/// The phone's own beacon transmitter.
struct OwnBeacon: Sendable {
  /// The intervals of advertising, in order.
  private(set) var shifts: [BeaconShift] = []
  private var current: (identity: BeaconIdentity, since: SimTime)?

  /// The advertised identity; nil while off.
  var identity: BeaconIdentity? { current?.identity }

  /// Starts, changes or stops advertising; returns true if that is a change.
  mutating func become(_ identity: BeaconIdentity?, at time: SimTime) -> Bool {
    guard identity != current?.identity else { return false }
    if let old = current, old.since < time {
      shifts.append(BeaconShift(identity: old.identity, during: old.since..<time))
    }
    current = identity.map { (identity: $0, since: time) }
    return true
  }
}
