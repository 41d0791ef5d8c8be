import Documents
import Glibc

/// The file under a store.
enum StoreFile {
  /// Cuts a store that can't be read off to nothing, with what SQLite may have left beside it.
  ///
  /// - Parameter path: The file.
  /// - Throws: That it can't be written.
  static func empty(_ path: String) throws(DocumentError) {
    for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) }
    guard let file = fopen(path, "w") else {
      throw DocumentError("cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
    fclose(file)
  }
}
