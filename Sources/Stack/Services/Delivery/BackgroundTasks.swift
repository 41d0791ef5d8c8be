import Kernel

/// The tasks for which an app may go on after it was left, and when that ends.
struct BackgroundTasks: Hashable, Sendable {
  /// How many are under way.
  private(set) var count = 0
  /// When they end by force; nil while the app is before the user or has none.
  private(set) var deadline: SimTime?

  /// Creates none.
  init() {}

  /// Begins a task.
  mutating func begin(end: SimTime, isForeground: Bool) {
    count = min(count + 1, 1000)
    if !isForeground, deadline == nil { deadline = end }
  }

  /// Ends a task.
  ///
  /// - Returns: Whether there was one.
  mutating func end() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    if count == 0 { deadline = nil }
    return true
  }

  /// Notes that the app was left, or is before the user again.
  mutating func leave(end: SimTime?) {
    deadline = count > 0 ? end : nil
  }

  /// Ends all whose time is up.
  ///
  /// - Returns: How many were ended.
  mutating func expire(at time: SimTime) -> Int {
    guard let deadline, time >= deadline else { return 0 }
    defer { self = BackgroundTasks() }
    return count
  }
}
