/// The latest decisions of the services, a bounded number.
///
/// `venuesim explain` prints them. What is asked of it is why an event came, came late or never
/// did, so that what was awaited and dropped again is kept too.
public struct DecisionLog: Hashable, Sendable {
  /// How many are kept.
  public let capacity: Int
  /// How many older ones had to go.
  public private(set) var forgottenCount = 0
  /// How many were ever added.
  public private(set) var count = 0
  private var ring: [Decision] = []
  private var next = 0

  /// Creates an empty log.
  ///
  /// - Parameter capacity: How many decisions are kept; a day of all services makes a few hundred.
  public init(capacity: Int = 4096) {
    self.capacity = max(0, capacity)
  }

  /// The decisions kept, oldest first.
  public var decisions: [Decision] { Array(ring[next...] + ring[..<next]) }

  /// The latest decisions, of those kept, oldest first.
  public func latest(_ number: Int) -> ArraySlice<Decision> {
    decisions.suffix(max(0, number))
  }

  /// Keeps a decision, in place of the oldest when there is no room.
  public mutating func add(_ decision: Decision) {
    count += 1
    guard capacity > 0 else {
      forgottenCount += 1
      return
    }
    if ring.count < capacity {
      ring.append(decision)
    } else {
      ring[next] = decision
      next = (next + 1) % capacity
      forgottenCount += 1
    }
  }
}
