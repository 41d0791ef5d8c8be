public import Kernel

/// A value that changes at moments and holds in between.
public struct Track<Value: Equatable & Sendable>: Sendable {
  /// A value and when it begins to hold.
  public struct Change: Sendable {
    /// From when on.
    public let time: SimTime
    /// What holds.
    public let value: Value
  }

  /// The changes, in the order of time; no two neighbours are equal.
  ///
  /// The first one holds before, too.
  public private(set) var changes: [Change]

  /// Creates a track that always holds one value.
  public init(_ value: Value) {
    changes = [Change(time: .start, value: value)]
  }

  /// Takes changes as they were; nil without any.
  init?(changes: [Change]) {
    guard !changes.isEmpty else { return nil }
    self.changes = changes
  }

  /// The last value.
  public var last: Value { changes[changes.count - 1].value }

  /// Lets a value hold from a moment on, which must not be before the last change.
  public mutating func set(_ value: Value, at time: SimTime) {
    guard value != last else { return }
    if let end = changes.last, end.time >= time {
      changes.removeLast()
      // What is replaced at once was never seen.
      if changes.last?.value == value { return }
      changes.append(Change(time: end.time, value: value))
    } else {
      changes.append(Change(time: time, value: value))
    }
  }

  /// The value at a moment; inlinable, since other modules ask for it a hundred times a simulated second.
  @inlinable
  public subscript(time: SimTime) -> Value {
    changes[index(at: time)].value
  }

  /// The number of the change that holds at a moment.
  @inlinable
  public func index(at time: SimTime) -> Int {
    var low = 0
    var high = changes.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if changes[middle].time <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
