import Kernel
import Observations

/// Whether a phone is on, and how often it has started.
struct Uptime: Sendable {
  private(set) var isOff = false
  /// Whether it is off for want of charge.
  private(set) var isEmpty = false
  private var since = SimTime.start
  private var bootCount = 1

  /// Goes off; `isEmpty` stays until the next start.
  mutating func goOff(at time: SimTime) {
    isOff = true
    since = time
  }

  /// Notes that nothing is left to run on.
  mutating func runOut() { isEmpty = true }

  /// Starts again; nil if it is on.
  mutating func start() -> Boot? {
    guard isOff else { return nil }
    (isOff, isEmpty) = (false, false)
    bootCount += 1
    return Boot(count: bootCount, wasOff: true, offSince: since)
  }
}
