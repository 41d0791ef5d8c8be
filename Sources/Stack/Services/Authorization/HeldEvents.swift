import Kernel
import Observations

/// Events held from an app with provisional always authorization until the user's answer.
///
/// One event of each kind: a newer one displaces the older (WWDC19-705).
struct HeldEvents: Hashable, Sendable {
  struct HeldEvent: Hashable, Sendable {
    /// Time of the event.
    var time: SimTime
    /// Output to deliver.
    var output: Output
  }

  private var region: HeldEvent?
  private var visit: HeldEvent?
  private var change: HeldEvent?

  init() {}

  var isEmpty: Bool { region == nil && visit == nil && change == nil }

  /// Holds an event; returns true if it displaces an older one of its kind.
  @discardableResult
  mutating func hold(_ output: Output, at time: SimTime) -> Bool {
    let held = HeldEvent(time: time, output: output)
    let displaced: Bool
    switch output {
    case .region: (displaced, region) = (region != nil, held)
    case .visit: (displaced, visit) = (visit != nil, held)
    case .location: (displaced, change) = (change != nil, held)
    default: displaced = false
    }
    return displaced
  }

  /// Drops events older than an age, and returns their number.
  mutating func drop(olderThan age: SimDuration, at time: SimTime) -> Int {
    var count = 0
    func isOld(_ held: HeldEvent?) -> Bool { held.map { time - $0.time > age } ?? false }
    if isOld(region) { (region, count) = (nil, count + 1) }
    if isOld(visit) { (visit, count) = (nil, count + 1) }
    if isOld(change) { (change, count) = (nil, count + 1) }
    return count
  }

  /// Returns and clears the events, oldest first.
  mutating func release() -> [HeldEvent] {
    let all = [region, visit, change].compactMap { $0 }
    self = HeldEvents()
    // Few, and stable: simultaneous events keep the order of kinds.
    return all.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
