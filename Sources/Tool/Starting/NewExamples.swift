import Documents
import Glibc

/// Copies what comes along into a folder of one's own.
func newExamples(_ invocation: Invocation) throws -> ExitStatus {
  let source = try DataFolder().file("scenarios")
  let out = withoutSlash(invocation.operands.dropFirst().first ?? "scenarios")
  guard !out.isEmpty else { throw UsageError("new examples in which folder? '' names none") }
  // What is copied into itself has no end.
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

/// Copies a folder's files and folders, and returns how many files there are.
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

/// Lets those run a copy who may read it, where they may run the original.
private func copyExecutability(_ source: String, to target: String) {
  var (original, copy) = (stat(), stat())
  guard withPath(source, { stat($0, &original) }) == 0, original.st_mode & 0o111 != 0,
    withPath(target, { stat($0, &copy) }) == 0
  else { return }
  let runnable = (copy.st_mode & 0o444) >> 2 & original.st_mode
  _ = withPath(target) { chmod($0, copy.st_mode & 0o777 | runnable) }
}
