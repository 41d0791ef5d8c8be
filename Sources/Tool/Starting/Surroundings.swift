import Documents
import Glibc

/// A variable of the environment; nil where it is empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return pathText(value)
}

/// A text of the system's, which may name a file and so needn't be UTF-8.
private func pathText(_ start: UnsafePointer<CChar>) -> String {
  PathName.text(
    UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) })
}

/// This program's file; nil where the system doesn't tell.
func programFile() -> String? {
  guard let path = realpath("/proc/self/exe", nil) else { return nil }
  defer { free(path) }
  return pathText(path)
}

/// The folder that paths are relative to.
func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return pathText(path)
}

/// A path without links, `.` and `..`, of something that needn't be there yet.
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
