import Documents
import Glibc
import Programs
import Reporting
import Synchronization

/// Progress of work with many parts on standard error: finished parts, rate, and remaining time.
///
/// On a terminal it is a line that is overwritten. Elsewhere it is silent, unless `--progress plain` asks for
/// lines, which are then added now and then.
final class ProgressLine: Sendable {
  /// Style of the display.
  enum Style: String, CaseIterable, Sendable {
    /// A line that is overwritten on a terminal, and nothing elsewhere.
    case auto
    /// Lines, one after the other.
    case plain
    case none
  }

  /// The style given by `--progress`.
  static var style: Style {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let chosen = Mutex(Style.auto)
  /// Delay of the first plain line, and interval of further ones, in s.
  private static let patience = 1.0, period = 10.0
  /// Delay before a rate is shown, in s: the first parts include the common preparation.
  private static let settling = 2.0

  private let total: Int
  private let unit: String
  private let style: Style
  private let start = monotonicSeconds()
  private let due: Mutex<Double>

  init(total: Int, isQuiet: Bool, unit: String = "runs") {
    self.total = total
    self.unit = unit
    let isSeen = Self.style == .plain || isatty(STDERR_FILENO) == 1
    style = isQuiet || total <= 1 || !isSeen ? .none : Self.style
    due = Mutex(start + Self.patience)
    if total > 1 { note(0) }
  }

  /// The position in the work of many parts that is in progress, such as `2 of 10 runs`; nil without any.
  static var position: String? { latest.withLock { $0 } }

  private static let latest = Mutex<String?>(nil)

  private func note(_ done: Int) {
    Self.latest.withLock { $0 = "\(done) of \(total) \(unit)" }
  }

  /// Shows the number of finished parts.
  func show(_ done: Int, _ label: String) {
    if total > 1 { note(done) }
    guard style != .none else { return }
    let now = monotonicSeconds()
    let pace = Self.pace(done, of: total, unit, after: now - start)
    guard style == .plain else {
      let width = 30
      let filled = total > 0 ? width * done / total : width
      let bar =
        String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      showLine("[\(bar)] \(done)/\(total)\(pace) \(label)")
      return
    }
    let isDue = due.withLock { due in
      guard now >= due || done == total else { return false }
      due = now + Self.period
      return true
    }
    if isDue {
      emit("venuesim: \(done) of \(total) \(unit)\(pace), \(label)\n", to: STDERR_FILENO)
    }
  }

  /// Rate and remaining time as text; empty if it is too early.
  ///
  /// - Parameters:
  ///   - done: Number of finished parts.
  ///   - total: Number of all parts.
  ///   - unit: Plural noun of the parts.
  ///   - seconds: Elapsed time, in s.
  /// - Returns: The text after the count.
  static func pace(_ done: Int, of total: Int, _ unit: String, after seconds: Double) -> String {
    guard seconds >= settling, done > 0, done < total else { return "" }
    let rate = Double(done) / seconds
    let pace =
      rate >= 1
      ? "\(figureText(rate)) a second"
      : "\(figureText(rate * 60)) a minute"
    return ", \(pace), \(durationText(Double(total - done) / rate)) left"
  }

  /// Clears the line.
  func clear() {
    Self.latest.withLock { $0 = nil }
    if style == .auto { emit("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}

/// Overwrites the terminal's line, cut to its width, because only one line can be overwritten.
private func showLine(_ text: String) {
  var size = winsize()
  let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
  // The last column stays free, because some terminals wrap once it is filled.
  let line = isKnown ? String(text.prefix(Int(size.ws_col) - 1)) : text
  emit("\r\u{1B}[K\(line)", to: STDERR_FILENO)
}

/// A duration as text.
func durationText(_ seconds: Double) -> String {
  switch seconds {
  case ..<90: "\(Int(seconds.rounded())) s"
  case ..<5400: "\(Int((seconds / 60).rounded())) min"
  default: "\(figureText(seconds / 3600)) h"
  }
}

/// A number with at least two digits.
func twoDigits(_ number: some BinaryInteger) -> String { (number < 10 ? "0" : "") + "\(number)" }

extension Option {
  static let progress = Option(
    "progress", taking: "STYLE", from: .names(of: ProgressLine.Style.self),
    "Display of the progress: 'auto' on a terminal, 'plain' lines for a log, or 'none'.")
}

/// Progress of a single long task on standard error, such as reading or replaying a large file.
///
/// On a terminal it is a line that is overwritten; elsewhere, as in a log, a line now and then.
enum LongWorkLine {
  /// Delay of the first line, and interval of lines that can't be overwritten, in s.
  private static let patience = 2.0, period = 10.0

  /// The task that was shown last.
  private struct State {
    var label = ""
    /// Start of the task, and time of the next line, in s.
    var start = 0.0, due = 0.0
    var isShown = false
  }

  private static let state = Mutex(State())

  /// Starts to show long tasks.
  static func watch() {
    let isTerminal = isatty(STDERR_FILENO) == 1
    LongWork.watch { label, share in
      let now = monotonicSeconds()
      let isDue = state.withLock { state in
        if state.label != label { state = State(label: label, start: now, due: now + patience) }
        guard now >= state.due else { return false }
        state.due = now + (isTerminal ? 0.1 : period)
        state.isShown = isTerminal
        return true
      }
      guard isDue else { return }
      // Parts of a whole that run at once have several tasks, whose shares would alternate.
      let text =
        ProgressLine.position.map { "\($0), \(label)" } ?? "\(label): \(Int(share * 100)) %"
      if isTerminal { showLine(text) } else { emit("venuesim: \(text)\n", to: STDERR_FILENO) }
    }
  }

  /// Clears the line, before other text is printed.
  static func clear() {
    let wasShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if wasShown { emit("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}
