import Kernel
import Observations

/// The power state of a phone, and its boot count.
struct Uptime: Sendable {
  private(set) var isOff = false
  /// True if it is off because the battery is empty.
  private(set) var isEmpty = false
  private var since = SimTime.start
  private var bootCount = 1

  /// Powers off; `isEmpty` stays until the next boot.
  mutating func goOff(at time: SimTime) {
    isOff = true
    since = time
  }

  /// Marks the battery as empty.
  mutating func runOut() { isEmpty = true }

  /// Boots; nil if it is already on.
  mutating func start() -> Boot? {
    guard isOff else { return nil }
    (isOff, isEmpty) = (false, false)
    bootCount += 1
    return Boot(count: bootCount, wasOff: true, offSince: since)
  }
}
