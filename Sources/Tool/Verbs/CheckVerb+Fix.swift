import Documents
import Harness

extension Option {
  static let fix = Option(
    "fix", "Correct what can only be meant in one way, and print each corrected line.")
  static let dryRun = Option("dry-run", "With --fix: print the corrections, and write nothing.")
}

/// Help text of `check`.
let checkAbout =
  [
    "Each mistake is printed as FILE:LINE:COLUMN, with its cause and cure, and the source line. --fix corrects",
    "misspelt keys, metrics and names of the venue, former names of keys, missing quotes around text, a missing",
    "statistic where a metric has only one, and tabs as indentation. Comments stay. What may be meant in several",
    "ways is only listed. The output is a unified difference, for 'patch' with --dry-run.", "",
  ] + powerAbout

/// Runs `venuesim check --fix FILE...`.
func fixFiles(_ invocation: Invocation) throws -> ExitStatus {
  for option in [Option.set, .power, .seeds, .jobs] where invocation.has(option) {
    throw UsageError("--fix and --\(option.name) exclude each other")
  }
  var files: [FixedFile] = []
  for path in invocation.operands where !files.contains(where: { $0.path == path }) {
    files.append(try FixedFile(path))
  }
  let asIs = findings(in: files)
  var found = asIs
  // A corrected key may show the next mistake, in its value.
  for _ in 0..<FixedFile.maxPasses {
    var isChanged = false
    for index in files.indices where files[index].apply(found.diagnostics) { isChanged = true }
    guard isChanged else { break }
    found = findings(in: files)
  }
  let isDry = invocation.has(.dryRun)
  for file in files {
    if !isDry { try file.write() }
    guard !invocation.has(.quiet), !invocation.has(.json) else { continue }
    for line in file.difference { say(line) }
  }
  return report(found, asIs, files, isDry: isDry, invocation)
}

/// Prints what is left.
private func report(
  _ found: Findings, _ asIs: Findings, _ files: [FixedFile], isDry: Bool, _ invocation: Invocation
) -> ExitStatus {
  let wrong = found.wrong
  if invocation.has(.json) {
    say(Answer.objects(wrong).text(pretty: false))
  } else if !invocation.has(.quiet) {
    for file in files {
      let count = file.changeCount
      let lines = "\(count) line\(count == 1 ? "" : "s")"
      let isGood = !wrong.contains { $0.place?.file == file.path }
      let done =
        count == 0 ? "nothing to correct" : "\(lines) \(isDry ? "to correct" : "corrected")"
      complain("\(file.path): \(done)" + (isGood ? "" : "; what is left to correct follows"))
    }
  }
  if !wrong.isEmpty, !invocation.has(.json) {
    // The source lines are those with the corrections.
    EditedFiles.with(contents(of: files)) {
      complain(of: DocumentError(wrong, unlisted: found.unlisted), showsSource: true)
    }
  }
  return wrong.isEmpty && (!isDry || asIs.wrong.isEmpty) ? .success : .usage
}

/// The mistakes in some files, and remarks that have a correction.
private struct Findings {
  var wrong: [Diagnostic] = []
  var remarks: [Diagnostic] = []
  var unlisted = 0

  var diagnostics: [Diagnostic] { wrong + remarks }
}

/// Checks files with their corrections.
private func findings(in files: [FixedFile]) -> Findings {
  EditedFiles.with(contents(of: files)) {
    var found = Findings()
    for file in files {
      do throws(DocumentError) {
        found.remarks += try formerNames(inFile: file.path)
        _ = try check(file.path, [])
      } catch {
        found.wrong += error.diagnostics.filter { !found.wrong.contains($0) }
        found.unlisted += error.unlisted
      }
    }
    return found
  }
}

private func contents(of files: [FixedFile]) -> [String: [UInt8]] {
  Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
}

/// A file with its corrections.
private struct FixedFile {
  static let maxPasses = 20

  let path: String
  private let original: [UInt8]
  /// Nil if it can't be corrected, such as UTF-16.
  private var text: CorrectedText?

  init(_ path: String) throws(DocumentError) {
    self.path = path
    original = try readFile(path, limit: YAML.Limits().bytes)
    text = CorrectedText(original)
  }

  var bytes: [UInt8] { text?.bytes ?? original }
  var difference: [String] { text?.difference(path) ?? [] }
  var changeCount: Int { text?.changeCount ?? 0 }

  /// Applies the corrections of some mistakes.
  ///
  /// - Returns: True if the text has changed.
  mutating func apply(_ found: [Diagnostic]) -> Bool {
    let own = found.filter { $0.place?.file == path }
    if own.contains(where: \.isAboutTab), text?.replaceTabs() == true { return true }
    return text?.apply(own.compactMap(\.fix)) ?? false
  }

  /// Writes the corrections, unless the file is a link, or has changed since it was read.
  func write() throws {
    guard changeCount > 0 else { return }
    guard !isLink(path) else {
      throw DocumentError("'\(path)' is a link, and isn't written; name the file itself")
    }
    guard try readFile(path, limit: YAML.Limits().bytes) == original else {
      throw DocumentError("'\(path)' has changed meanwhile, and isn't written; run --fix again")
    }
    try writeFile(bytes, to: path)
  }
}
