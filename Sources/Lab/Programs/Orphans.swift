import CProcess
import Glibc
import Synchronization

/// Descendants of a child in sessions of their own, which a signal to the child's group doesn't
/// reach.
///
/// Such a process is adopted by this one when its parent exits, and is identified by an environment
/// variable inherited from the child.
enum Orphans {
  private static let variable = "VENUESIM_CHILD"
  private static let count = Atomic<Int>(0)
  private static let adopts = process_adopts_orphans() == 0

  /// A new environment variable that marks a child and its descendants.
  static func mark() -> String {
    _ = adopts
    return "\(variable)=\(getpid())-\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// This process's environment, with a child's mark in place of its own.
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

  /// Kills the adopted descendants of a child, repeatedly.
  static func kill(of mark: String) {
    guard adopts else { return }
    // A process is adopted only after its parent is killed.
    for _ in 0..<64 {
      let found = adopted().filter { isMarked($0, mark) }
      if found.isEmpty { return }
      for process in found {
        Glibc.kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
      }
    }
  }

  /// The child processes of this one.
  private static func adopted() -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The program's name in parentheses may contain spaces and parentheses; the later fields
      // don't.
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

  /// Reads a file in /proc, which has no size.
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
