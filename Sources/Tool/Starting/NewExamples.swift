import Documents

/// Copies what comes along into a folder of one's own.
func newExamples(_ invocation: Invocation) throws -> ExitStatus {
  let source = try DataFolder().file("scenarios")
  let out = withoutSlash(invocation.operands.dropFirst().first ?? "scenarios")
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
      count += 1
    }
  }
  return count
}
