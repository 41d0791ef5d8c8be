import Glibc

/// A program that speaks lines on its standard input and output.
///
/// Both are one socket, so that writing to a child that has died is an error here and no signal.
/// The child ends with this value: it is asked to by the end of its input, then killed.
final class ChildProcess {
  /// Why a child can't be spoken with.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var process: pid_t = 0
  private var socket: Int32 = -1
  private var received: [UInt8] = []
  private static let longestLine = 64 << 20

  /// Starts a command by the shell; its standard error is this process's.
  ///
  /// - Parameter command: The command, as one would type it.
  /// - Throws: Why it can't be started.
  init(command: String) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    // Closed in every child but its own, so that no other child keeps this one's socket open.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure(description: "no socket for '\(command)': \(String(cString: strerror(errno)))")
    }
    socket = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // A group of its own, so that what the shell starts is killed with it, and so that Ctrl-C on the
    // terminal reaches only the harness, which then ends the child in good order.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let words: [String] = ["/bin/sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let status = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    close(ends[1])
    guard status == 0 else {
      throw Failure(description: "can't start '\(command)': \(String(cString: strerror(status)))")
    }
  }

  deinit {
    end()
  }

  /// Sends a line.
  ///
  /// - Parameter line: The line, without its end.
  /// - Throws: That the child has gone.
  func send(_ line: String) throws(Failure) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Failure(description: "the stack's process has ended" + exitText())
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Waits for a line.
  ///
  /// - Parameter limit: How long, in s of real time.
  /// - Returns: The line, without its end.
  /// - Throws: That none came in time, that the child has gone, or that the line has no end.
  func receiveLine(within limit: Double) throws(Failure) -> [UInt8] {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        return line
      }
      searched = received.count
      guard received.count < Self.longestLine else {
        throw Failure(description: "the stack's process sends a line without end")
      }
      try receiveSome(within: limit)
    }
  }

  private func receiveSome(within limit: Double) throws(Failure) {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    let ready = poll(&waiting, 1, Int32(limit * 1000))
    if ready < 0, errno == EINTR { return }
    guard ready > 0 else {
      throw Failure(description: "the stack's process has not answered for \(limit) s")
    }
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
    }
    guard !chunk.isEmpty else {
      throw Failure(description: "the stack's process has ended" + exitText())
    }
    received += chunk
  }

  /// Closes the child's input, gives it a second to end, kills it if it doesn't, and buries it.
  func end() {
    guard process > 0 else { return }
    if socket >= 0 { close(socket) }
    socket = -1
    for _ in 0..<100 {
      if waitpid(process, nil, WNOHANG) != 0 {
        process = 0
        return
      }
      usleep(10_000)
    }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
  }

  /// How the child has ended, if it has.
  private func exitText() -> String {
    var status: Int32 = 0
    usleep(50_000)
    guard process > 0, waitpid(process, &status, WNOHANG) == process else { return "" }
    process = 0
    if status & 0x7F == 0 { return " with status \(status >> 8 & 0xFF)" }
    return " by signal \(status & 0x7F)"
  }
}
