import Kernel

/// Background tasks of an app, with their deadline.
struct BackgroundTasks: Hashable, Sendable {
  /// Number of running tasks.
  private(set) var count = 0
  /// Forced end of the tasks; nil in the foreground or without tasks.
  private(set) var deadline: SimTime?

  init() {}

  mutating func begin(end: SimTime, isForeground: Bool) {
    count = min(count + 1, 1000)
    if !isForeground, deadline == nil { deadline = end }
  }

  /// Ends a task; returns false if there was none.
  mutating func end() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    if count == 0 { deadline = nil }
    return true
  }

  /// Sets the deadline when the app leaves the foreground; nil when it returns.
  mutating func leave(end: SimTime?) {
    deadline = count > 0 ? end : nil
  }

  /// Ends all tasks at their deadline, and returns their number.
  mutating func expire(at time: SimTime) -> Int {
    guard let deadline, time >= deadline else { return 0 }
    defer { self = BackgroundTasks() }
    return count
  }
}
