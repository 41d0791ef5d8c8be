import Documents
import Glibc

/// Copies the bundled scenarios to a folder.
func newExamples(_ invocation: Invocation) throws -> ExitStatus {
  let source = try DataFolder().file("scenarios")
  let out = withoutSlash(invocation.operands.dropFirst().first ?? "scenarios")
  guard !out.isEmpty else { throw UsageError("new examples in which folder? '' names none") }
  // A copy into itself would never end.
  guard !(realPath(out) + "/").hasPrefix(realPath(source) + "/") else {
    throw UsageError(
      "'\(out)' lies in the folder of the examples itself, '\(source)'; name one outside of it")
  }
  if let there = folderContents(out), !there.isEmpty, !invocation.has(.force) {
    throw UsageError(
      "'\(out)' isn't empty; name another folder, or --force overwrites what is in it")
  }
  let count = try copyTree(source, to: out)
  if !invocation.has(.quiet) {
    say("\(count) files are in \(out)/.\nNow: " + NewKind.examples.next(out))
  }
  return .success
}

/// Copies a folder recursively, and returns the number of files.
private func copyTree(_ source: String, to target: String) throws -> Int {
  try makeFolder(target)
  var count = 0
  for name in folderContents(source) ?? [] where !name.hasPrefix(".") {
    let (from, to) = (source + "/" + name, target + "/" + name)
    if folderContents(from) != nil {
      count += try copyTree(from, to: to)
    } else {
      try writeFile(try readFile(from, limit: 1 << 30), to: to)
      copyExecutability(from, to: to)
      count += 1
    }
  }
  return count
}

/// Makes a copy executable for those who may read it, as far as the original was executable.
private func copyExecutability(_ source: String, to target: String) {
  var (original, copy) = (stat(), stat())
  guard withPath(source, { stat($0, &original) }) == 0, original.st_mode & 0o111 != 0,
    withPath(target, { stat($0, &copy) }) == 0
  else { return }
  let runnable = (copy.st_mode & 0o444) >> 2 & original.st_mode
  _ = withPath(target) { chmod($0, copy.st_mode & 0o777 | runnable) }
}
