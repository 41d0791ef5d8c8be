import Documents
import Glibc

/// A symbolic link to a pseudo-terminal, for other programs.
struct TerminalLink {
  /// Path of the link, and of the terminal.
  let path, terminal: String

  /// Creates the link.
  ///
  /// - Parameters:
  ///   - path: Path of the link.
  ///   - terminal: Path of the terminal.
  /// - Throws: ``PlayError`` if another file is in the way.
  init(_ path: String, to terminal: String) throws {
    (self.path, self.terminal) = (path, terminal)
    var status = stat()
    if withPath(path, { lstat($0, &status) }) == 0 {
      let target = Self.target(of: path)
      // Only an earlier link to a pseudo-terminal may be replaced.
      guard let target, target.hasPrefix("/dev/pts/") else {
        let what = target.map { "a link to '\($0)'" } ?? "not a link to a terminal"
        throw PlayError(
          "'\(path)' exists already, and is \(what); name another path, or delete it")
      }
      _ = withPath(path) { unlink($0) }
    }
    guard withPath(path, { place in symlink(terminal, place) }) == 0 else {
      throw PlayError("'\(path)' can't be made: \(String(cString: strerror(errno)))")
    }
  }

  /// Removes the link, unless another program has replaced it.
  func remove() {
    if Self.target(of: path) == terminal { _ = withPath(path) { unlink($0) } }
  }

  /// Target of a link; nil if the path isn't a link.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withPath(path) { readlink($0, &bytes, Int(PATH_MAX)) }
    return count < 0 ? nil : PathName.text(bytes.prefix(count).map { UInt8(bitPattern: $0) })
  }
}
