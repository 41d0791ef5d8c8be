import Foundation
import Glibc

/// Paths of programs and files.
enum TestPaths {
  /// The repository's root.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let corridor = root + "/scenarios/corridor.yaml"
  static let golden = root + "/Tests/Golden"

  /// The built command: beside this test bundle, or where SwiftPM's release build puts it.
  static let venuesim: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let neighbours = [
      bundle,
      try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe"),
    ].compactMap { $0 }.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/venuesim"
    }
    return (neighbours + [root + "/.build/release/venuesim"]).first {
      access($0, X_OK) == 0
    } ?? "venuesim"
  }()

  /// Path of a Python with its standard library; nil if there is none.
  static let python: String? = {
    guard let python = program("python3"), let sandbox = try? Sandbox() else { return nil }
    let outcome = try? sandbox.run(python, ["-c", "import csv, json, zipfile"])
    return outcome?.status == 0 ? python : nil
  }()

  /// Path of a system program; nil if it isn't installed.
  static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
  }
}

/// Time after which a command counts as hung: far longer than the slowest machine needs.
let hangLimit = Duration.seconds(1800)

/// Polls a condition until it holds, or until the process that should bring it about has hung.
@discardableResult
func waitUntil(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + hangLimit
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    usleep(1000)
  }
  return false
}

/// True where `/proc` lists processes, as on Linux; tests that read it are skipped elsewhere.
let hasProc = access("/proc/self/stat", R_OK) == 0

/// The processes that live and fulfil a condition on their fields in `/proc/PID/stat` after the name.
///
/// Zombies count as ended: it is up to init when it reaps them.
func livingProcesses(
  where condition: (_ process: Substring, _ fields: [Substring]) -> Bool
) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { name in
    guard let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8) else {
      return false
    }
    // After the name in parentheses: state, parent, group.
    let fields = stat.suffix(from: stat.lastIndex(of: ")") ?? stat.startIndex).dropFirst()
      .split(separator: " ")
    return fields.count > 2 && !["Z", "X"].contains(fields[0]) && condition(Substring(name), fields)
  }
}

/// The result of a command: exit status, output and resources.
struct Outcome: CustomStringConvertible {
  /// The exit status; 128 and the signal's number if a signal killed it, as shells count.
  var status: Int32
  var output: String
  var errors: String
  var isLate = false
  /// Peak memory, in bytes.
  var peakBytes = 0
  /// Processor time, user and system, which load hardly changes.
  var processorSeconds = 0.0

  var outputLines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }

  var description: String {
    "status \(status)\(isLate ? ", killed for taking too long" : "")\noutput: \(output.prefix(2000))"
      + "\nerrors: \(errors.prefix(2000))"
  }
}

/// An error that prevents a test from running a command.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
}

/// A temporary folder for commands, which is deleted with this value.
final class Sandbox: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/venuesim-acceptance-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw CommandFailure(description: "no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let full = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: full))
    return full
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func exists(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

  /// All files below a folder, with hidden ones, by relative path.
  func files(below folder: String = ".") throws -> [String: Data] {
    let base = path + "/" + folder
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: base) {
      var isFolder: ObjCBool = false
      let full = base + "/" + name
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[name] = try Data(contentsOf: URL(fileURLWithPath: full))
    }
    return files
  }

  /// Runs the built command here, and waits for its end.
  func venuesim(_ arguments: String...) throws -> Outcome {
    try venuesim(arguments)
  }

  /// Runs the built command here, and waits for its end.
  func venuesim(_ arguments: [String]) throws -> Outcome {
    try start(TestPaths.venuesim, arguments).outcome()
  }

  /// Runs some program here, and waits for its end.
  func run(_ program: String, _ arguments: [String]) throws -> Outcome {
    try start(program, arguments).outcome()
  }

  /// Starts a program here, without input.
  func start(_ program: String, _ arguments: [String]) throws -> RunningCommand {
    // Files, not pipes: a command with much output must not wait for this test to read it.
    let logs = try Sandbox.logs(path)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, logs + ".out", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, logs + ".err", flags, 0o600)

    // A test runner may ignore or block signals, unlike a terminal.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var pid = pid_t()
    // `env -C` changes the folder and becomes the program, so the process stays the same.
    // No cache is shared between tests, unless a test sets one.
    var words =
      (["env", "-C", path, "VENUESIM_CACHE=none", program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let status = posix_spawn(&pid, "/usr/bin/env", &actions, &attributes, &words, environ)
    guard status == 0 else {
      throw CommandFailure(description: "\(program): \(String(cString: strerror(status)))")
    }
    return RunningCommand(pid: pid, logs: logs)
  }

  /// Paths of a command's two log files, beside the folder and not in it.
  private static func logs(_ path: String) throws -> String {
    path + "-" + UUID().uuidString
  }
}

/// A started command.
struct RunningCommand {
  let pid: pid_t
  fileprivate let logs: String

  func signal(_ number: Int32) { kill(pid, number) }

  /// The standard output until now.
  var outputSoFar: String {
    (try? String(contentsOfFile: logs + ".out", encoding: .utf8)) ?? ""
  }

  /// True until it has ended; its outcome remains available.
  var isRunning: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
  }

  /// Waits for the end, and kills a command that hangs.
  func outcome() throws -> Outcome {
    var status: Int32 = 0
    var isLate = false
    let deadline = ContinuousClock.now + hangLimit
    var use = rusage()
    while wait4(pid, &status, WNOHANG, &use) == 0 {
      if ContinuousClock.now > deadline, !isLate {
        isLate = true
        kill(pid, SIGKILL)
      }
      usleep(1000)
    }
    defer { for end in [".out", ".err"] { unlink(logs + end) } }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: try String(contentsOfFile: logs + ".out", encoding: .utf8),
      errors: try String(contentsOfFile: logs + ".err", encoding: .utf8), isLate: isLate,
      peakBytes: use.ru_maxrss * 1024,
      processorSeconds: [use.ru_utime, use.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
      })
  }
}
