import CProcess
import Glibc
import Synchronization

/// What children leave behind when they end: processes in sessions of their own, which a signal to the
/// child's group doesn't reach.
///
/// Such a process is adopted by this one when its parent ends, and is known by a variable that the child
/// was given and that all it starts have from it.
enum Orphans {
  private static let variable = "VENUESIM_CHILD"
  private static let count = Atomic<Int>(0)
  private static let adopts = process_adopts_orphans() == 0

  /// A variable of the environment that marks a child and all that comes of it.
  static func mark() -> String {
    _ = adopts
    return "\(variable)=\(getpid())-\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// The environment of this process with a child's mark in place of its own.
  static func environment(_ mark: String) -> [String] {
    var words = [mark]
    var place = environ
    while let word = place.pointee {
      let text = String(cString: word)
      if !text.hasPrefix(variable + "=") { words.append(text) }
      place += 1
    }
    return words
  }

  /// Kills what a child has left behind, and what that has left behind in turn.
  static func kill(of mark: String) {
    guard adopts else { return }
    // Whose parent is killed is adopted only then.
    for _ in 0..<64 {
      let found = adopted().filter { isMarked($0, mark) }
      if found.isEmpty { return }
      for process in found {
        Glibc.kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
      }
    }
  }

  /// The processes whose parent is this one.
  private static func adopted() -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The name of the program may have blanks and brackets in it; what follows it has none.
      guard let process = pid_t(name), let text = contents("/proc/\(name)/stat"),
        let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 1,
        fields[1] == "\(getpid())"
      else { continue }
      found.append(process)
    }
    return found
  }

  private static func isMarked(_ process: pid_t, _ mark: String) -> Bool {
    contents("/proc/\(process)/environ")?.split(separator: "\0").contains { $0 == mark } ?? false
  }

  /// A file of the system's, which has no size.
  private static func contents(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count < 1 << 22 {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
