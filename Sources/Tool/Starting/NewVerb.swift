import Documents
import Maps
import Scenarios
import Venues

/// What can be begun.
enum NewKind: String, CaseIterable {
  case scenario, venue, stack, part, campaign, examples
}

/// What more help says of `venuesim new`.
let newAbout = [
  "scenario FILE.yaml   a scenario that runs as it stands, with a venue beside it (or --venue's)",
  "venue FILE.yaml      a place of one floor, to change",
  "campaign FILE.yaml   many seeds of a scenario (--scenario's, or one that is begun beside it)",
  "stack FILE.py        a whole location stack in Python, which needs nothing but Python",
  "part FILE.py         an indoor locator alone; the rest of the reference stack stays; with --class a class",
  "                     for the Python package, which notebooks can use too",
  "examples [DIR]       all scenarios and examples that come along; in scenarios/ by default",
  "",
  "A YAML file names its schema in its first line, and the schema is put into .venuesim/ beside it,",
  "so that editors with a YAML language server complete keys and mark mistakes.",
]

/// Does what `venuesim new WHAT FILE` asks.
@Sendable
func newVerb(_ invocation: Invocation) throws -> ExitStatus {
  let kinds = NewKind.allCases.map(\.rawValue)
  guard let word = invocation.operands.first else {
    throw UsageError("new what? There are \(kinds.joined(separator: ", "))")
  }
  guard let kind = NewKind(rawValue: word) else {
    throw UsageError("nothing called '\(word)' can be begun" + suggestion(word, among: kinds))
  }
  guard kind == .scenario || !invocation.has(.newVenue) else {
    throw UsageError("--venue goes with 'new scenario'")
  }
  guard kind == .campaign || !invocation.has(.newScenario) else {
    throw UsageError("--scenario goes with 'new campaign'")
  }
  guard kind == .part || !invocation.has(.newClass) else {
    throw UsageError("--class goes with 'new part'")
  }
  if kind == .examples { return try newExamples(invocation) }
  guard let path = invocation.operands.dropFirst().first else {
    throw UsageError("new \(word) in which file? Such as: venuesim new \(word) \(kind.usualFile)")
  }
  let start = try NewStart(share: DataFolder(), path: path, overwrites: invocation.has(.force))
  let files =
    switch kind {
    case .scenario: try start.scenario(in: invocation.value(.newVenue))
    case .venue: try start.document("venue.yaml", schema: .venue)
    case .campaign: try start.campaign(of: invocation.value(.newScenario))
    case .stack: try start.program("strongest_beacon.py")
    case .part, .examples:
      try start.program(
        invocation.has(.newClass) ? "nearest_beacon_class.py" : "nearest_beacon_part.py")
    }
  try start.write(files)
  if !invocation.has(.quiet) {
    for file in files where !file.path.hasSuffix(".schema.json") { tell(file: file.path) }
    say("Now: " + kind.next(path))
  }
  return .success
}

extension NewKind {
  fileprivate var usualFile: String {
    switch self {
    case .scenario: "first.yaml"
    case .venue: "studio.yaml"
    case .campaign: "nightly.yaml"
    case .stack: "my_stack.py"
    case .part: "my_locator.py"
    case .examples: "scenarios"
    }
  }

  /// What to do with the file now.
  fileprivate func next(_ path: String) -> String {
    let file = quoted(path)
    let name = splitPath(path).name
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return switch self {
    case .scenario: "venuesim run \(file) --report --out \(quoted(stem + "-run"))"
    case .venue: "venuesim new scenario visit.yaml --venue \(file)"
    case .campaign: "venuesim campaign plan \(file)"
    case .stack: "venuesim run SCENARIO --stack 'cmd:python3 \(file)'"
    case .part: "venuesim run SCENARIO --set 'stack.locator={use: \"cmd:python3 \(file)\"}'"
    case .examples: "venuesim run \(file)/corridor.yaml"
    }
  }
}

/// A file that is to be begun.
private struct NewStart {
  /// A file's path, and what is to be in it.
  typealias File = (path: String, text: String)

  let share: DataFolder
  let path: String
  let overwrites: Bool

  /// The file's name, and that without its ending.
  private var name: String { splitPath(path).name }
  private var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

  init(share: DataFolder, path: String, overwrites: Bool) throws(UsageError) {
    guard !path.hasSuffix("/") else { throw UsageError("'\(path)' is a folder; name a file in it") }
    (self.share, self.path, self.overwrites) = (share, path, overwrites)
  }

  private func text(_ file: String) throws(DocumentError) -> String {
    String(decoding: try readFile(share.file("scenarios/" + file), limit: 1 << 20), as: UTF8.self)
  }

  /// A document with its schema beside it, under its own name.
  func document(_ start: String, schema: SchemaKind) throws(DocumentError) -> [File] {
    let begun = try text("starts/" + start)
      .replacingLine("campaign: nightly", with: "campaign: " + inYAML(stem))
      .replacing("studio.yaml", with: name).replacing("nightly.yaml", with: name)
    return [modelined(begun, schema: schema, at: path)] + schemaFiles([schema])
  }

  /// A campaign of a scenario: one that is named, or is there, or begun with it.
  func campaign(of scenario: String?) throws -> [File] {
    let own = besides(path, "first.yaml")
    var files = try document("campaign.yaml", schema: .campaign)
    if let scenario {
      files[0].text = files[0].text.replacing(
        "  - first.yaml ", with: "  - \(inYAML(relativePath(of: scenario, from: path))) ")
    } else if !exists(own) {
      files += try NewStart(share: share, path: own, overwrites: overwrites).scenario(in: nil)
    }
    return files
  }

  /// A scenario, and a venue for it unless one is named.
  func scenario(in venue: String?) throws -> [File] {
    var begun = try text("starts/scenario.yaml")
      .replacingLine("name: first", with: "name: " + inYAML(stem))
      .replacing("first.yaml", with: name).replacing("--out first", with: "--out \(quoted(stem))")
    guard let venue else {
      let file = stem + "-venue.yaml"
      begun = begun.replacing("venue: venue.yaml", with: "venue: " + inYAML(file))
      let place = try text("starts/venue.yaml").replacing("studio.yaml", with: file)
      return [
        modelined(begun, schema: .scenario, at: path),
        modelined(place, schema: .venue, at: besides(path, file)),
      ] + schemaFiles([.scenario, .venue])
    }
    let relative = relativePath(of: venue, from: path)
    begun = begun.replacing("venue: venue.yaml", with: "venue: " + inYAML(relative))
    begun = try VisitPlan(venue: venue).planned(in: begun)
    return [modelined(begun, schema: .scenario, at: path)] + schemaFiles([.scenario])
  }

  /// A program from the examples, which says how it is called.
  func program(_ example: String) throws(DocumentError) -> [File] {
    let begun = try text("examples/" + example)
      .replacing("scenarios/examples/" + example, with: quoted(path))
      .replacing("scenarios/corridor.yaml", with: "SCENARIO")
      .replacing("PROTOCOL.md beside it", with: "the reference")
      .replacing("PROTOCOL.md", with: "The reference of the protocol")
    return [(path, begun)]
  }

  private func modelined(_ text: String, schema: SchemaKind, at path: String) -> File {
    (path, "# yaml-language-server: $schema=\(schema.file)\n" + text)
  }

  private func schemaFiles(_ kinds: [SchemaKind]) -> [File] {
    kinds.map { (besides(path, $0.file), $0.text + "\n") }
  }

  /// Writes the files, or none where one is there already.
  func write(_ files: [File]) throws {
    // Schemas are ours, and those of another version are replaced.
    let own = files.filter { !$0.path.hasSuffix(".schema.json") }
    if !overwrites, let taken = own.first(where: { exists($0.path) }) {
      throw UsageError("'\(taken.path)' is there already; --force overwrites it")
    }
    for file in files {
      try makeFolder(withoutSlash(splitPath(file.path).folder))
      try writeFile(file.text, to: file.path)
    }
  }
}

/// A word as YAML reads it back.
private func inYAML(_ word: String) -> String {
  let isPlain =
    word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-./".utf8.contains(byte)
    } && word.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 32) }
    && !word.hasPrefix("-")
  return isPlain ? word : JSONValue.string(word).text(pretty: false)
}

/// A path as a file in another folder names it.
private func relativePath(of path: String, from file: String) -> String {
  let folder = splitPath(file).folder
  if path.hasPrefix("/") || folder == "./" { return path }
  if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
  if folder.hasPrefix("/") || folder.split(separator: "/").contains("..") {
    return currentFolder() + "/" + path
  }
  return folder.split(separator: "/").filter { $0 != "." }.map { _ in "../" }.joined() + path
}

/// Copies what comes along into a folder of one's own.
private func newExamples(_ invocation: Invocation) throws -> ExitStatus {
  let share = try DataFolder()
  let out = withoutSlash(invocation.operands.dropFirst().first ?? "scenarios")
  if let there = folderContents(out), !there.isEmpty, !invocation.has(.force) {
    throw UsageError(
      "'\(out)' isn't empty; name another folder, or --force overwrites what is in it")
  }
  let count = try copyTree(share.file("scenarios"), to: out)
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

extension String {
  /// The text with a line that is all of `line` replaced.
  fileprivate func replacingLine(_ line: String, with other: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0 == line ? other[...] : $0 }.joined(separator: "\n")
  }
}

extension Option {
  static let newScenario = Option(
    "scenario", taking: "FILE",
    "The scenario of a new campaign; by default first.yaml, written beside it if it isn't there.")
  static let newForce = Option("force", "Overwrite what is there already.")
  static let newVenue = Option(
    "venue", taking: "FILE", "The venue of a new scenario; by default one is written beside it.")
  static let newClass = Option(
    "class",
    "Begin a class for the Python package ('pip install venuesim'), not a program of its own.")
}
