import Documents
import Glibc
import Programs
import Reporting
import Synchronization

/// What standard error shows of work that has many parts: how many are done, how fast they come, and how
/// long the rest takes.
///
/// On a terminal it is a line that is written anew. Elsewhere nobody looks, unless lines are asked for
/// by `--progress plain`: then one is added now and then.
final class ProgressLine: Sendable {
  /// Where and how it is shown.
  enum Style: String, CaseIterable, Sendable {
    /// A line that is written anew on a terminal, and nothing elsewhere.
    case auto
    /// Lines, one after the other.
    case plain
    /// Nothing.
    case none
  }

  /// As `--progress` has it.
  static var style: Style {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let chosen = Mutex(Style.auto)
  /// How long before the first plain line, and how often one is added, in s.
  private static let patience = 1.0, period = 10.0
  /// How long before a pace is shown: the first parts also pay for what all share.
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
  }

  /// Shows that `done` of all are done.
  func show(_ done: Int, _ label: String) {
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

  /// How fast parts come and how long the rest takes; empty before anybody can know.
  ///
  /// - Parameters:
  ///   - done: How many are done.
  ///   - total: Of how many.
  ///   - unit: What they are.
  ///   - seconds: How long it has taken.
  /// - Returns: What follows on how many are done.
  static func pace(_ done: Int, of total: Int, _ unit: String, after seconds: Double) -> String {
    guard seconds >= settling, done > 0, done < total else { return "" }
    let rate = Double(done) / seconds
    let pace =
      rate >= 1
      ? "\(figureText(rate)) a second"
      : "\(figureText(rate * 60)) a minute"
    return ", \(pace), \(durationText(Double(total - done) / rate)) left"
  }

  /// Takes the line away.
  func clear() {
    if style == .auto { emit("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}

/// Writes the terminal's line anew, and no more of it than there is room for: only one line can be.
private func showLine(_ text: String) {
  var size = winsize()
  let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
  // The last column stays free, since some terminals go on to the next line once it is filled.
  let line = isKnown ? String(text.prefix(Int(size.ws_col) - 1)) : text
  emit("\r\u{1B}[K\(line)", to: STDERR_FILENO)
}

/// A time as people say it.
func durationText(_ seconds: Double) -> String {
  switch seconds {
  case ..<90: "\(Int(seconds.rounded())) s"
  case ..<5400: "\(Int((seconds / 60).rounded())) min"
  default: "\(figureText(seconds / 3600)) h"
  }
}

/// A number as clocks and calendars have it: with two digits.
func twoDigits(_ number: some BinaryInteger) -> String { (number < 10 ? "0" : "") + "\(number)" }

extension Option {
  static let progress = Option(
    "progress", taking: "STYLE", from: .names(of: ProgressLine.Style.self),
    "How far long work is: 'auto' on a terminal, 'plain' lines for a log, or 'none'.")
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
      let now = monotonicSeconds()
      let isDue = state.withLock { state in
        if state.label != label { state = State(label: label, start: now, due: now + patience) }
        guard now >= state.due else { return false }
        state.due = now + (isTerminal ? 0.1 : period)
        state.isShown = isTerminal
        return true
      }
      guard isDue else { return }
      let text = "\(label): \(Int(share * 100)) %"
      if isTerminal { showLine(text) } else { emit("venuesim: \(text)\n", to: STDERR_FILENO) }
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
}
