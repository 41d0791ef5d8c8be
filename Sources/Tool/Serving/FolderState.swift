import Documents
import Glibc
import Reporting

/// The state of the run in a folder.
enum FolderState: String {
  /// A run that a process works on.
  case running
  /// A run that was killed, and has no tables.
  case interrupted
  /// A run that was stopped; its tables have the finished part.
  case stopped
  /// A complete run.
  case finished
  /// A run that can't be read.
  case damaged
  /// No run.
  case empty
}

/// A value that changes with the files of a run's folder, but not with the pages made of them.
func folderVersion(_ path: String) -> String {
  var hasher = Hasher()
  for name in folderContents(path) ?? [] where isSource(name) {
    var status = stat()
    guard withPath(path + "/" + name, { stat($0, &status) }) == 0 else { continue }
    hasher.combine(name)
    hasher.combine(status.st_ino)
    hasher.combine(status.st_size)
    hasher.combine(status.st_mtim.tv_sec)
    hasher.combine(status.st_mtim.tv_nsec)
  }
  return String(UInt(bitPattern: hasher.finalize()), radix: 36)
}

/// True for the files of a run that its page is made of, or that show its progress.
private func isSource(_ name: String) -> Bool {
  name == ".journal"
    || (!name.hasPrefix(".") && (name.hasSuffix(".csv") || name.hasSuffix(".json")))
}

/// The time at which a file was last changed, in s since 1970; nil if there is none.
func modificationTime(_ path: String) -> Double? {
  var status = stat()
  guard withPath(path, { stat($0, &status) }) == 0 else { return nil }
  return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
}

/// True if the path is a folder, and no symbolic link to one.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return withPath(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

extension ServedFolder {
  /// Checks that no file of a run's folder is a symbolic link to the outside.
  ///
  /// - Throws: ``HTTPError`` with the first of them.
  func checkLinks(of run: String) throws(HTTPError) {
    for name in folderContents(run) ?? [] where isLink(run + "/" + name) {
      guard contains(realPath(run + "/" + name)) else {
        throw HTTPError(
          403, "'\(PathName.shown(name))' is a symbolic link out of the served folder")
      }
    }
  }
}
