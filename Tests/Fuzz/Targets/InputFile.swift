import Glibc

/// Writes an input to a file for a reader that needs a path; the file is deleted at the end.
///
/// The folder has nothing else in it. TMPDIR should be in memory.
///
/// - Parameters:
///   - bytes: The input; a zip file gets the extension `.zip`.
///   - target: Name of the target; different targets may run at once.
///   - name: Name of other files.
///   - read: Reads the file with a path.
func withInputFile(
  _ bytes: [UInt8], target: String, name: String, _ read: (String) -> Void
) {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  let folder = "\(parent)/venuesim-fuzz-\(getpid())-\(target)"
  let path = folder + "/" + (bytes.starts(with: Array("PK".utf8)) ? "input.zip" : name)
  mkdir(folder, 0o700)
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard file >= 0 else { return }
  defer {
    unlink(path)
    rmdir(folder)
  }
  let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  close(file)
  guard count == bytes.count else { return }
  read(path)
}
