import Synchronization

/// Progress of long work, reported to an optional observer.
public enum LongWork {
  /// Receives a label and the finished share, from 0 to 1; called from any thread.
  public typealias Watcher = @Sendable (_ label: String, _ share: Double) -> Void

  private static let watcher = Mutex<Watcher?>(nil)

  /// Sets the observer; nil for none.
  public static func watch(_ new: Watcher?) { watcher.withLock { $0 = new } }

  fileprivate static func report(_ label: String, _ share: Double) {
    watcher.withLock { $0 }?(label, share)
  }
}

/// Throttle of progress reports: a hundred in all, so that reporting costs nothing.
public struct WorkMark: Sendable {
  /// Files below this size in bytes load too fast for progress reports.
  private static let soonRead = 4_000_000

  private let label: String
  private let total: Int
  private var next: Int

  /// Starts work with a number of steps.
  public init(_ label: String, total: Int) {
    self.label = label
    self.total = total
    next = total > 0 ? 0 : .max
  }

  /// Starts the reading of a file's bytes; small files are not reported.
  public init(reading file: String, count: Int) {
    guard count >= Self.soonRead else {
      self.init("", total: 0)
      return
    }
    self.init("reading \(excerpt(file, limit: 120)), \(count / 1_000_000) MB", total: count)
  }

  /// Reports progress after each hundredth.
  @inline(__always)
  public mutating func pass(_ done: Int) {
    if done >= next { report(done) }
  }

  @inline(never)
  private mutating func report(_ done: Int) {
    let step = max(1, total / 100)
    next = done < Int.max - step ? done + step : .max
    LongWork.report(label, min(1, Double(done) / Double(total)))
  }
}
