import Documents
import Glibc
import Kernel
import Synchronization

/// `errno` of the first failed write to standard output; 0 for none.
private let outputFailure = Atomic<Int32>(0)

/// True if any data have been printed.
private let printed = Atomic<Bool>(false)
var hasPrinted: Bool { printed.load(ordering: .relaxed) }

/// The reason why data could not be printed; nil if there is none, or if the reader went away (`| head -1`).
var unprintedReason: String? {
  let number = outputFailure.load(ordering: .relaxed)
  guard number != 0, number != EPIPE else { return nil }
  return strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

/// Opens closed standard streams, so that no output file gets their descriptors.
func openStandardStreams() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDWR)
  }
}

/// Width of the terminal on standard output, in characters; nil if it is none.
var terminalWidth: Int? {
  var size = winsize()
  guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
    size.ws_col > 20
  else { return nil }
  return Int(size.ws_col)
}

/// Prints data to standard output.
func say(_ text: String) {
  if Answer.take(line: text) { return }
  LongWorkLine.clear()
  printed.store(true, ordering: .relaxed)
  let number = emit(withoutControls(text) + "\n", to: STDOUT_FILENO)
  if number != 0 { outputFailure.store(number, ordering: .relaxed) }
}

/// Prints a diagnostic to standard error.
///
/// - Parameters:
///   - text: The message.
///   - mustBeReceived: True if the command fails when the message can't be printed.
func complain(_ text: String, mustBeReceived: Bool = false) {
  LongWorkLine.clear()
  let number = emit(withoutControls(PathName.shown(text)) + "\n", to: STDERR_FILENO)
  if number != 0, mustBeReceived { outputFailure.store(number, ordering: .relaxed) }
}

/// Replaces control characters and marks of the direction of text, which names of files may contain and
/// terminals obey; the program's own colours and ends of lines stay.
func withoutControls(_ text: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\n" && scalar != "\t")
      || (0x7F..<0xA0).contains(scalar.value) || scalar.properties.isBidiControl
  }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var result = String.UnicodeScalarView()
  var rest = text.unicodeScalars[...]
  while let first = rest.popFirst() {
    let isEnd = first == "\r" && (rest.isEmpty || rest.first == "\n")
    let isKept = !isControl(first) || isEnd || first == "\u{1B}" && beginsColour(rest)
    result.append(isKept ? first : "\u{FFFD}")
  }
  return String(result)
}

/// True for the text of one of the program's colours after its escape character: `[31m`.
private func beginsColour(_ text: Substring.UnicodeScalarView) -> Bool {
  (Paint.allCases.map(\.rawValue) + ["0"]).contains { code in
    text.starts(with: "[\(code)m".unicodeScalars)
  }
}

/// Wraps a text at blanks to the width of a screen.
func wrapped(_ text: String, width: Int = 96) -> [String] {
  text.split(separator: " ").reduce(into: [String]()) { lines, word in
    guard let last = lines.last, last.utf8.count + 1 + word.utf8.count <= width else {
      return lines.append(String(word))
    }
    lines[lines.count - 1] = last + " " + word
  }
}

/// Writes a text completely; returns 0, or the error number.
@discardableResult
func emit(_ text: String, to descriptor: Int32) -> Int32 {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count < 0, errno == EAGAIN {
      // Another process may have made a shared stream non-blocking; wait for its reader.
      _ = awaitRoom(in: descriptor, upTo: -1)
      continue
    }
    guard count > 0 else { return count < 0 ? errno : ENOSPC }
    bytes = bytes.dropFirst(count)
  }
  return 0
}

/// Waits until a descriptor is writable.
///
/// - Parameters:
///   - descriptor: The descriptor.
///   - milliseconds: Timeout; negative for none.
/// - Returns: True if it is writable or has failed; false after a timeout or a signal.
func awaitRoom(in descriptor: Int32, upTo milliseconds: Int32) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  return poll(&waiting, 1, milliseconds) > 0
}

/// Reports why work was stopped and what is kept, and returns the exit status.
///
/// - Parameters:
///   - stop: The error that stopped it.
///   - finished: The finished part: `3 of 7 runs`.
///   - folder: Folder of the finished part; nil if it isn't kept.
///   - cure: The way to do the rest, if the finished part is kept; nil for none.
/// - Returns: The status.
func statusOfStopped(
  by stop: any Error, finished: String, in folder: String?,
  cure: String? = "the same command with --resume does the rest"
) -> ExitStatus {
  complain(
    "venuesim: \(stop is Cancelled ? "interrupted" : "\(stop)"); \(finished) are finished"
      + (folder.map { " and kept in \($0)/" } ?? "")
      + (folder != nil ? cure.map { "; \($0)" } ?? "" : ""))
  reportLastWords(stop)
  return stop is Cancelled ? .interrupted : .environment
}
