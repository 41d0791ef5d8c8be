import Kernel
import Observations

/// What is kept back from an app that believes in always until the user has been asked.
///
/// One event of each kind: a newer one displaces the older (WWDC19-705).
struct HeldEvents: Hashable, Sendable {
  /// An event that is kept back.
  struct Held: Hashable, Sendable {
    /// When it happened.
    var time: SimTime
    /// What would have been told.
    var output: Output
  }

  private var region: Held?
  private var visit: Held?
  private var change: Held?

  /// Creates an empty hold.
  init() {}

  /// Whether nothing is kept.
  var isEmpty: Bool { region == nil && visit == nil && change == nil }

  /// Keeps an event.
  /// - Returns: Whether an older one of its kind had to go.
  @discardableResult
  mutating func hold(_ output: Output, at time: SimTime) -> Bool {
    let held = Held(time: time, output: output)
    let displaced: Bool
    switch output {
    case .region: (displaced, region) = (region != nil, held)
    case .visit: (displaced, visit) = (visit != nil, held)
    case .location: (displaced, change) = (change != nil, held)
    default: displaced = false
    }
    return displaced
  }

  /// Drops what is too old to mean anything to the user.
  /// - Returns: How many were dropped.
  mutating func drop(olderThan age: SimDuration, at time: SimTime) -> Int {
    var count = 0
    func isOld(_ held: Held?) -> Bool { held.map { time - $0.time > age } ?? false }
    if isOld(region) { (region, count) = (nil, count + 1) }
    if isOld(visit) { (visit, count) = (nil, count + 1) }
    if isOld(change) { (change, count) = (nil, count + 1) }
    return count
  }

  /// Hands over what is kept, oldest first.
  mutating func release() -> [Held] {
    let all = [region, visit, change].compactMap { $0 }
    self = HeldEvents()
    // Few, and stable: what happened at one moment stays in the order of kinds.
    return all.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
