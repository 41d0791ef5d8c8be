import Glibc

/// A child process with line-based messages on its standard input and output.
///
/// Both are one socket, so that writing to a dead child is an error and no signal. Its standard
/// error is read a hundred times a second at most, in large blocks: much output there neither blocks
/// the child nor delays its answers. The last lines are kept. The child and its descendants are killed
/// with this object.
package final class ChildProcess {
  /// A failure of the communication.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Maximum length of a line, in bytes.
  static let longestLine = 16 << 20
  /// Time for the child to exit after the end of its input, in s of real time.
  private let grace: Double
  /// Non-blocking, and without SIGPIPE if the child has exited.
  private static let atOnce = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)

  /// Processor time of the child and its waited-for children, in s; known after its exit.
  private(set) var processorSeconds = 0.0
  /// The last lines of its standard error.
  package var lastWords: [String] { complaints.lines }

  /// The name in messages: `the stack`.
  private let name: String
  private var process: pid_t = 0
  /// Environment variable that marks the child and its descendants.
  private let mark: String
  private var status: Int32 = 0
  private var socket: Int32 = -1
  private var errors: Int32 = -1
  private var complaints = LastLines()
  /// Time of the next read of standard error, and the time between two, in s.
  private var nextListening = 0.0
  private static let listeningPeriod = 0.01
  private var received: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a command with the shell.
  ///
  /// - Parameters:
  ///   - command: The command line.
  ///   - name: The name in messages: `the stack`.
  ///   - grace: Time to exit after the end of the input, in s of real time.
  /// - Throws: The reason why it can't be started.
  package init(
    command: String, called name: String, grace: Double = 10
  ) throws(Failure) {
    self.name = name
    self.grace = grace
    let spawned = try spawn(command: command)
    (process, socket, errors) = (spawned.process, spawned.socket, spawned.errors)
    mark = spawned.mark
  }

  deinit {
    end()
  }

  /// Sends a line and waits for the one line of its answer.
  ///
  /// - Parameters:
  ///   - line: The line, with its end.
  ///   - limit: The timeout for both, in s of real time.
  /// - Returns: The answer, without its end.
  /// - Throws: A timeout, the child's exit, an overlong line, or output before the request.
  package func ask(_ line: [UInt8], within limit: Double) throws(Failure) -> [UInt8] {
    guard received.isEmpty else { throw unasked }
    // However soon a descendant answers in its place.
    if hasExited {
      // How it ended shows in what it had written.
      while received.count < Self.longestLine {
        let count = recv(socket, &chunk, chunk.count, Self.atOnce)
        guard count > 0 else { break }
        received += chunk[..<count]
      }
      throw gone()
    }
    let deadline = monotonicSeconds() + limit
    var sent = 0
    var searched = 0
    while true {
      if sent < line.count { sent += send(line[sent...]) }
      if sent == line.count, let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let answer = Array(received[..<end])
        received.removeSubrange(...end)
        return answer
      }
      if sent == line.count { searched = received.count }
      guard received.count < Self.longestLine else {
        throw Failure(
          description: "\(name)'s process has sent a line of more than "
            + "\(Self.longestLine >> 20) MB")
      }
      let left = deadline - monotonicSeconds()
      guard left > 0 else {
        let what = sent < line.count ? "read its input" : "answered"
        throw Failure(description: "\(name)'s process has not \(what) for \(limit) s")
      }
      try receive(within: left, wantsToSend: sent < line.count)
    }
  }

  /// Ends the child's input, waits for its exit, then kills it.
  package func finish() throws(Failure) {
    guard process > 0 else { return }
    shutdown(socket, Int32(SHUT_WR))
    let deadline = monotonicSeconds() + grace
    while received.allSatisfy({ $0 <= 0x20 }), received.count < Self.longestLine {
      let left = deadline - monotonicSeconds()
      guard left > 0, (try? receive(within: left, wantsToSend: false)) != nil else { break }
    }
    let said = received.contains { $0 > 0x20 }
    // A child that has closed its output is already reaped.
    if !said, process > 0 { awaitExit(until: deadline) }
    end()
    if said { throw unasked }
  }

  /// Kills the child and its descendants, and reaps it.
  func end() {
    guard process > 0 else { return }
    // Before it is reaped, its process ID can't be reused, so no other process is killed.
    kill(-process, SIGKILL)
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    process = 0
    processorSeconds = usage.processorSeconds
    Orphans.kill(of: mark)
    listen()
    if socket >= 0 { close(socket) }
    if errors >= 0 { close(errors) }
    (socket, errors) = (-1, -1)
  }

  /// The failure of a child that writes before a request; quotes the line, mostly a stray print.
  private var unasked: Failure {
    let line = received.split(separator: UInt8(ascii: "\n")).first { $0.contains { $0 > 0x20 } }
    return Failure(
      description: "\(name)'s process has sent more answers than it got requests"
        + Self.strayLine(line ?? []))
  }

  /// Quotes a line that isn't an answer, with advice about standard error; empty for possible JSON.
  static func strayLine(_ line: some Collection<UInt8>) -> String {
    guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{") else {
      return ""
    }
    let text = String(decoding: line.prefix(80), as: UTF8.self)
    return
      " (it printed '\(text)'; its standard output is for answers only, so print to standard error)"
  }

  // MARK: - Talking

  /// Sends as many bytes as possible without blocking, and returns their number.
  private func send(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes {
      Glibc.send(socket, $0.baseAddress, $0.count, Self.atOnce)
    }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR || errno == ENOBUFS { return 0 }
    // The child reads no more; its earlier output is read first.
    return bytes.count
  }

  /// Waits until the socket is ready, and reads available data.
  private func receive(within limit: Double, wantsToSend: Bool) throws(Failure) {
    let pause = max(0, nextListening - monotonicSeconds())
    var waiting = [
      pollfd(fd: socket, events: Int16(POLLIN | (wantsToSend ? POLLOUT : 0)), revents: 0),
      // A negative descriptor is ignored.
      pollfd(fd: pause > 0 ? -1 : errors, events: Int16(POLLIN), revents: 0),
    ]
    // In slices: a descendant can keep the streams of a child open that has exited.
    let slice = min(limit, pause > 0 ? pause : 1)
    guard poll(&waiting, 2, Int32(slice * 1000) + 1) > 0 else {
      // Its last answer may have come meanwhile.
      if hasExited, poll(&waiting, 1, 0) == 0 { throw gone() }
      return
    }
    if waiting[1].revents != 0 {
      listen()
      nextListening = monotonicSeconds() + Self.listeningPeriod
    }
    guard waiting[0].revents & ~Int16(POLLOUT) != 0 else { return }
    let count = recv(socket, &chunk, chunk.count, Self.atOnce)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { throw gone() }
    received += chunk[..<count]
  }

  /// Reads available standard error, a bounded part of it: a flood must not block the harness.
  private func listen() {
    for _ in 0..<64 where errors >= 0 {
      let count = read(errors, &chunk, chunk.count)
      if count > 0 {
        complaints.process(chunk[..<count])
      } else {
        guard count == 0 else { return }
        close(errors)
        errors = -1
      }
    }
  }

  // MARK: - Ending

  /// Waits for the child's exit, and returns false after the deadline.
  @discardableResult
  private func awaitExit(until deadline: Double) -> Bool {
    while !hasExited {
      guard monotonicSeconds() < deadline else { return false }
      var waiting = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 2) > 0 { listen() }
    }
    return true
  }

  /// True if the child has exited, before it is reaped.
  private var hasExited: Bool {
    var info = siginfo_t()
    let found = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
    return found == 0 && info.si_signo != 0
  }

  /// The failure of a child that has closed its output or exited.
  private func gone() -> Failure {
    let isWhole = received.isEmpty || received.last == UInt8(ascii: "\n")
    let half = isWhole ? "" : " in the middle of a line"
    guard process > 0, awaitExit(until: monotonicSeconds() + grace) else {
      return Failure(description: "\(name)'s process has closed its output" + half)
    }
    // It has exited, so only its descendants are killed.
    end()
    let signal = status & 0x7F
    let how = signal == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(signal)"
    return Failure(description: "\(name)'s process has ended \(how)" + half)
  }
}
