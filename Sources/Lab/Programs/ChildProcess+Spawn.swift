import Glibc
import Synchronization

/// A child process that has just been started.
struct SpawnedChild {
  let process: pid_t
  /// Environment variable that marks the child and its descendants.
  let mark: String
  /// The socket of its standard input and output.
  let socket: Int32
  /// The non-blocking read end of its standard error.
  let errors: Int32
}

/// Held during a start, because creating a pipe and setting close-on-exec are two steps.
private let spawning = Mutex(())

/// Starts a command with the shell, in a process group of its own.
///
/// Killing the group then includes the shell's children, and Ctrl-C on the terminal reaches only
/// the harness, which ends the child in order.
func spawn(command: String) throws(ChildProcess.Failure) -> SpawnedChild {
  try spawning.withLock { _ throws(ChildProcess.Failure) in try spawnAlone(command) }
}

private func spawnAlone(_ command: String) throws(ChildProcess.Failure) -> SpawnedChild {
  var ends: [Int32] = [-1, -1]
  var errorEnds: [Int32] = [-1, -1]
  // Closed on exec in all other children, so that they don't keep this one's streams open.
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure(command, errno) }
  guard pipe(&errorEnds) == 0 else {
    let reason = errno
    for end in ends { close(end) }
    throw failure(command, reason)
  }
  for end in errorEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  _ = fcntl(errorEnds[0], F_SETFL, O_NONBLOCK)
  // F_SETPIPE_SZ of Linux, in bytes: standard error is read at intervals. Failure has no effect.
  _ = fcntl(errorEnds[0], 1031, 1 << 20)

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, errorEnds[1], STDERR_FILENO)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // The child must not inherit the harness's signal dispositions.
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))

  var process: pid_t = 0
  let words: [String] = ["/bin/sh", "-c", command]
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  let mark = Orphans.mark()
  var variables: [UnsafeMutablePointer<CChar>?] =
    Orphans.environment(mark).map { strdup($0) } + [nil]
  defer { for variable in variables { free(variable) } }
  let status = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &variables)
  close(ends[1])
  close(errorEnds[1])
  guard status == 0 else {
    close(ends[0])
    close(errorEnds[0])
    throw failure(command, status)
  }
  return SpawnedChild(process: process, mark: mark, socket: ends[0], errors: errorEnds[0])
}

private func failure(_ command: String, _ number: Int32) -> ChildProcess.Failure {
  ChildProcess.Failure(
    description: "can't start '\(command)': \(String(cString: strerror(number)))")
}

/// Monotonic clock, in s, for timeouts and durations.
package func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

extension rusage {
  /// User and system time, in s.
  var processorSeconds: Double {
    Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
  }
}
