import Documents
import Glibc
import Kernel
import Synchronization

/// The error number that printing data first failed with; 0 while all is well.
private let outputFailure = Atomic<Int32>(0)

/// Whether any data has been printed.
private let printed = Atomic<Bool>(false)
var hasPrinted: Bool { printed.load(ordering: .relaxed) }

/// Why data could not be printed; nil if it was, or if its reader went away (`| head -1`).
var unprintedReason: String? {
  let number = outputFailure.load(ordering: .relaxed)
  guard number != 0, number != EPIPE else { return nil }
  return strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

/// Opens the standard streams that the caller closed, lest a file of the results be taken for one.
func openStandardStreams() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDWR)
  }
}

/// Prints data: to standard output.
func say(_ text: String) {
  if Answer.take(line: text) { return }
  LongWorkLine.clear()
  printed.store(true, ordering: .relaxed)
  let number = emit(text + "\n", to: STDOUT_FILENO)
  if number != 0 { outputFailure.store(number, ordering: .relaxed) }
}

/// Prints a diagnostic: to standard error.
///
/// - Parameters:
///   - text: What is wrong.
///   - mustBeHeard: Whether the command has failed if it can't be printed: nothing else tells of it.
func complain(_ text: String, mustBeHeard: Bool = false) {
  LongWorkLine.clear()
  let number = emit(PathName.shown(text) + "\n", to: STDERR_FILENO)
  if number != 0, mustBeHeard { outputFailure.store(number, ordering: .relaxed) }
}

/// Writes all of a text, and returns 0, or the number of the error that kept it from that.
@discardableResult
func emit(_ text: String, to descriptor: Int32) -> Int32 {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count < 0, errno == EAGAIN {
      // Whoever shares the stream may have let it not wait, and its reader is only slow.
      _ = awaitRoom(in: descriptor, upTo: -1)
      continue
    }
    guard count > 0 else { return count < 0 ? errno : ENOSPC }
    bytes = bytes.dropFirst(count)
  }
  return 0
}

/// Waits until something can be written.
///
/// - Parameters:
///   - descriptor: Where to.
///   - milliseconds: How long at most; below 0 for any time.
/// - Returns: Whether it can, or can never be; false if the time is over or a signal came.
func awaitRoom(in descriptor: Int32, upTo milliseconds: Int32) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  return poll(&waiting, 1, milliseconds) > 0
}

/// Says why work was stopped and what of it is kept, and returns how the command ends.
///
/// - Parameters:
///   - stop: What stopped it.
///   - finished: What is finished: `3 of 7 runs`.
///   - folder: Where that is kept; nil for nowhere.
///   - cure: What does the rest, where that is kept; nil for nothing.
/// - Returns: The status.
func statusOfStopped(
  by stop: any Error, finished: String, in folder: String?,
  cure: String? = "the same with --resume does the rest"
) -> ExitStatus {
  complain(
    "venuesim: \(stop is Cancelled ? "interrupted" : "\(stop)"); \(finished) are finished"
      + (folder.map { " and kept in \($0)/" } ?? "")
      + (folder != nil ? cure.map { "; \($0)" } ?? "" : ""))
  tellLastWords(stop)
  return stop is Cancelled ? .interrupted : .environment
}
