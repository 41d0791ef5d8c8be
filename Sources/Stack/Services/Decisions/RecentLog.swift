/// Ring buffer of the latest entries of a log.
public struct RecentLog<Entry: Hashable & Sendable>: Hashable, Sendable {
  /// Number of entries ever added.
  public private(set) var count = 0
  private let capacity: Int
  private var ring: [Entry] = []
  private var next = 0

  /// Creates an empty log; the capacity is at least one.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Retained entries, oldest first.
  public var entries: [Entry] { Array(ring[next...] + ring[..<next]) }

  /// Returns the latest retained entries, oldest first.
  func latest(_ number: Int) -> ArraySlice<Entry> { entries.suffix(max(0, number)) }

  /// Adds an entry, in place of the oldest when the log is full.
  mutating func add(_ entry: Entry) {
    count += 1
    guard ring.count == capacity else { return ring.append(entry) }
    ring[next] = entry
    next = (next + 1) % capacity
  }
}

/// Latest decisions of the services.
///
/// `venuesim explain` prints them to show why an event came, came late or never came, so that dropped
/// decisions are kept too.
public typealias DecisionLog = RecentLog<Decision>

extension DecisionLog {
  /// Creates an empty log; a day of all services makes a few hundred decisions.
  public init() { self.init(capacity: 4096) }
}

/// Latest log entries of a location manager.
public typealias ManagerLog = RecentLog<ManagerLogEntry>

extension ManagerLog {
  init() { self.init(capacity: 1024) }
}
