import Synchronization

/// How far long work is, told to whoever wants to show it: nobody, unless somebody asked.
public enum LongWork {
  /// Takes what is done, and which share of it is, from 0 to 1; called from any thread.
  public typealias Watcher = @Sendable (_ label: String, _ share: Double) -> Void

  private static let watcher = Mutex<Watcher?>(nil)

  /// Has a watcher told from now on; nil for nobody.
  public static func watch(_ new: Watcher?) { watcher.withLock { $0 = new } }

  fileprivate static func tell(_ label: String, _ share: Double) {
    watcher.withLock { $0 }?(label, share)
  }
}

/// The next point of long work at which its watcher is told: a hundred in all, so that telling costs nothing.
public struct WorkMark: Sendable {
  /// Bytes of a file that is read in so little time that nobody wonders.
  private static let soonRead = 4_000_000

  private let label: String
  private let total: Int
  private var next: Int

  /// Marks work of so many steps.
  ///
  /// - Parameters:
  ///   - label: What is done.
  ///   - total: How many steps there are.
  public init(_ label: String, total: Int) {
    self.label = label
    self.total = total
    next = total > 0 ? 0 : .max
  }

  /// Marks the reading of a file's bytes.
  ///
  /// - Parameters:
  ///   - file: Its name in messages.
  ///   - count: How many bytes it has; few are read without a word.
  public init(reading file: String, count: Int) {
    guard count >= Self.soonRead else {
      self.init("", total: 0)
      return
    }
    self.init("reading \(excerpt(file, limit: 120)), \(count / 1_000_000) MB", total: count)
  }

  /// Tells the watcher where a hundredth more is done.
  @inline(__always)
  public mutating func pass(_ done: Int) {
    if done >= next { tell(done) }
  }

  @inline(never)
  private mutating func tell(_ done: Int) {
    next = done + max(1, total / 100)
    LongWork.tell(label, min(1, Double(done) / Double(total)))
  }
}
