import Documents
import Glibc
import Synchronization

/// A line on the terminal that shows how far long work is; silent where nobody looks.
struct ProgressLine {
  private let total: Int
  private let isShown: Bool

  init(total: Int, isQuiet: Bool) {
    self.total = total
    isShown = !isQuiet && total > 1 && isatty(STDERR_FILENO) == 1
  }

  /// Shows that `done` of all are done.
  func show(_ done: Int, _ label: String) {
    guard isShown else { return }
    let width = 30
    let filled = total > 0 ? width * done / total : width
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    emit("\r\u{1B}[K[\(bar)] \(done)/\(total) \(label)", to: STDERR_FILENO)
  }

  /// Takes the line away.
  func clear() {
    if isShown { emit("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}

/// What standard error shows of work on one thing that takes long: reading a large file, replaying it.
///
/// On a terminal a line that is written anew; elsewhere, as in a log, a line now and then.
enum LongWorkLine {
  /// How long nobody wonders, and how often a line is added where it can't be written anew, in s.
  private static let patience = 2.0, period = 10.0

  /// What was shown last.
  private struct State {
    var label = ""
    /// Since when there is work of that label, and when a line is due, in s.
    var start = 0.0, due = 0.0
    var isShown = false
  }

  private static let state = Mutex(State())

  /// Shows long work from now on.
  static func watch() {
    let isTerminal = isatty(STDERR_FILENO) == 1
    LongWork.watch { label, share in
      let now = seconds()
      let isDue = state.withLock { state in
        if state.label != label { state = State(label: label, start: now, due: now + patience) }
        guard now >= state.due else { return false }
        state.due = now + (isTerminal ? 0.1 : period)
        state.isShown = isTerminal
        return true
      }
      guard isDue else { return }
      let text = "\(label): \(Int(share * 100)) %"
      emit(isTerminal ? "\r\u{1B}[K\(text)" : "venuesim: \(text)\n", to: STDERR_FILENO)
    }
  }

  /// Takes the line away, lest other text stand behind it.
  static func clear() {
    let wasShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if wasShown { emit("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  /// A clock that is never set, in s.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
