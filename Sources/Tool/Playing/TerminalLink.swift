import Documents
import Glibc

/// A link by which other programs find a terminal.
struct TerminalLink {
  /// Where it lies, and the terminal that it names.
  let path, terminal: String

  /// Makes it.
  ///
  /// - Parameters:
  ///   - path: Where it is to lie.
  ///   - terminal: The terminal.
  /// - Throws: What is in the way.
  init(_ path: String, to terminal: String) throws {
    (self.path, self.terminal) = (path, terminal)
    var status = stat()
    if withPath(path, { lstat($0, &status) }) == 0 {
      let target = Self.target(of: path)
      // An earlier link of ours may be replaced, and nothing else.
      guard let target, target.hasPrefix("/dev/pts/") else {
        let what = target.map { "a link to '\($0)'" } ?? "no link to a terminal"
        throw PlayError(
          "'\(path)' is there already, and is \(what); name another place, or take it away")
      }
      _ = withPath(path) { unlink($0) }
    }
    guard withPath(path, { place in symlink(terminal, place) }) == 0 else {
      throw PlayError("'\(path)' can't be made: \(String(cString: strerror(errno)))")
    }
  }

  /// Takes it away, unless it is another's by now.
  func remove() {
    if Self.target(of: path) == terminal { _ = withPath(path) { unlink($0) } }
  }

  /// What a link names; nil for what is no link.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withPath(path) { readlink($0, &bytes, Int(PATH_MAX)) }
    return count < 0 ? nil : PathName.text(bytes.prefix(count).map { UInt8(bitPattern: $0) })
  }
}
