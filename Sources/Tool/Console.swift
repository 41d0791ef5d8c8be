import Documents
import Glibc

/// Prints data: to standard output.
func say(_ text: String) {
  emit(text + "\n", to: STDOUT_FILENO)
}

/// Prints a diagnostic: to standard error.
func complain(_ text: String) {
  emit(text + "\n", to: STDERR_FILENO)
}

/// Writes all of a text; a reader that has gone away is no error worth more than stopping.
private func emit(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}

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
