import Documents
import Glibc

/// An environment variable; nil if it is unset or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return pathText(value)
}

/// A text from the system, which may be a file name that isn't UTF-8.
private func pathText(_ start: UnsafePointer<CChar>) -> String {
  PathName.text(
    UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) })
}

/// Path of this program; nil if unknown.
func programFile() -> String? {
  guard let path = realpath("/proc/self/exe", nil) else { return nil }
  defer { free(path) }
  return pathText(path)
}

/// The current folder.
func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return pathText(path)
}

/// A canonical path, without links, `.` and `..`; it needn't exist.
func realPath(_ path: String) -> String {
  if let found = withPath(path, { realpath($0, nil) }) {
    defer { free(found) }
    return pathText(found)
  }
  guard path != ".", path.contains(where: { $0 != "/" }) else { return currentFolder() }
  let (folder, name) = splitPath(withoutSlash(path))
  let above = realPath(withoutSlash(folder))
  switch name {
  case ".": return above
  case "..": return withoutSlash(splitPath(above).folder)
  default: return (above == "/" ? "" : above) + "/" + name
  }
}

/// Path of a program on the PATH; nil if there is none.
func program(called name: String) -> String? {
  let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
  return folders.map { "\($0)/\(name)" }.first { path in
    var status = stat()
    return withPath(path, { stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFREG
      && withPath(path, { access($0, X_OK) }) == 0
  }
}
