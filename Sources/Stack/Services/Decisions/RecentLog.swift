/// The latest entries of a log, a bounded number; what is older is forgotten.
public struct RecentLog<Entry: Hashable & Sendable>: Hashable, Sendable {
  /// How many entries were ever added.
  public private(set) var count = 0
  private let capacity: Int
  private var ring: [Entry] = []
  private var next = 0

  /// Creates an empty log.
  ///
  /// - Parameter capacity: How many entries are kept, one at the least.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The entries that are left, oldest first.
  public var entries: [Entry] { Array(ring[next...] + ring[..<next]) }

  /// The latest entries, of those left, oldest first.
  func latest(_ number: Int) -> ArraySlice<Entry> { entries.suffix(max(0, number)) }

  /// Keeps an entry, in place of the oldest when there is no room.
  mutating func add(_ entry: Entry) {
    count += 1
    guard ring.count == capacity else { return ring.append(entry) }
    ring[next] = entry
    next = (next + 1) % capacity
  }
}

/// The latest decisions of the services.
///
/// `venuesim explain` prints them. What is asked of it is why an event came, came late or never
/// did, so that what was awaited and dropped again is kept too.
public typealias DecisionLog = RecentLog<Decision>

extension DecisionLog {
  /// Creates an empty log; a day of all services makes a few hundred decisions.
  public init() { self.init(capacity: 4096) }
}

/// The last notes of a desk.
public typealias DeskJournal = RecentLog<DeskNote>

extension DeskJournal {
  init() { self.init(capacity: 1024) }
}
