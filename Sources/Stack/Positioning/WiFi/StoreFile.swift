import Documents
import Glibc

/// Operations on a store's file.
enum StoreFile {
  /// Truncates an unreadable store, and removes SQLite's side files.
  ///
  /// - Throws: An error if the file can't be written.
  static func empty(_ path: String) throws(DocumentError) {
    for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) }
    guard let file = fopen(path, "w") else {
      throw DocumentError("cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
    fclose(file)
  }
}
