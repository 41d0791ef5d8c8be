import Documents
import Glibc

/// A variable of the environment; nil where it is empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return PathName.text(
    UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
}

/// This program's file; nil where the system doesn't tell.
func programFile() -> String? {
  guard let path = realpath("/proc/self/exe", nil) else { return nil }
  defer { free(path) }
  return String(cString: path)
}

/// The folder that paths are relative to.
func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return String(cString: path)
}

/// Whether there is something at a path.
func exists(_ path: String) -> Bool {
  withPath(path, { access($0, F_OK) }) == 0
}

/// Where a program that can be started by its name lies; nil if none is on the PATH.
func program(called name: String) -> String? {
  let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
  return folders.map { "\($0)/\(name)" }.first { path in
    var status = stat()
    return withPath(path, { stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFREG
      && withPath(path, { access($0, X_OK) }) == 0
  }
}
