public import Kernel

/// A piecewise constant value over time.
public struct Track<Value: Equatable & Sendable>: Sendable {
  /// A value and the start of its validity.
  public struct Change: Sendable {
    /// The start of validity.
    public let time: SimTime
    public let value: Value
  }

  /// The changes, in the order of time; neighbours differ, and the first value holds before its time, too.
  public private(set) var changes: [Change]

  /// Creates a track with one constant value.
  public init(_ value: Value) {
    changes = [Change(time: .start, value: value)]
  }

  /// Creates a track from its changes; nil without any.
  init?(changes: [Change]) {
    guard !changes.isEmpty else { return nil }
    self.changes = changes
  }

  public var last: Value { changes[changes.count - 1].value }

  /// Sets the value from a moment on, which must not be before the last change.
  public mutating func set(_ value: Value, at time: SimTime) {
    guard value != last else { return }
    if let end = changes.last, end.time >= time {
      changes.removeLast()
      // A value that is replaced at the same moment leaves no trace.
      if changes.last?.value == value { return }
      changes.append(Change(time: end.time, value: value))
    } else {
      changes.append(Change(time: time, value: value))
    }
  }

  /// The value at a moment; inlinable, as other modules read it a hundred times per simulated second.
  @inlinable
  public subscript(time: SimTime) -> Value {
    changes[index(at: time)].value
  }

  /// The index of the change that is valid at a moment.
  @inlinable
  public func index(at time: SimTime) -> Int {
    max(1, changes.partitioningIndex { $0.time > time }) - 1
  }
}
