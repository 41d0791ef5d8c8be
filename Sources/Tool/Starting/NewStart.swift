import Documents

/// A file that is to be begun.
struct NewStart {
  /// A file's path, and what is to be in it.
  typealias File = (path: String, text: String)

  let share: DataFolder
  let path: String
  let overwrites: Bool

  /// The file's name, and that without its ending.
  private let name, stem: String

  init(share: DataFolder, path: String, overwrites: Bool) throws(UsageError) {
    guard !path.hasSuffix("/") else { throw UsageError("'\(path)' is a folder; name a file in it") }
    let (name, stem) = (splitPath(path).name, fileStem(path))
    guard !stem.isEmpty else {
      throw UsageError(
        "'\(path)' has no name before its ending; name the file such as 'first\(name)'")
    }
    // It stands in comments too, which end with their line.
    guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw UsageError("the file's name has a line break or such in it; leave it out")
    }
    (self.share, self.path, self.overwrites) = (share, path, overwrites)
    (self.name, self.stem) = (name, stem)
  }

  private func text(_ file: String) throws(DocumentError) -> String {
    String(decoding: try readFile(share.file("scenarios/" + file), limit: 1 << 20), as: UTF8.self)
  }

  /// A venue.
  func venue() throws(DocumentError) -> [File] {
    let begun = try text("starts/venue.yaml").replacing(each: [("studio.yaml", quoted(name))])
    return [modelined(begun, schema: .venue, at: path)] + schemaFiles([.venue])
  }

  /// A campaign of a scenario: one that is named, or is there, or begun with it.
  func campaign(of scenario: String?) throws -> [File] {
    let called = identifier(of: stem, else: "campaign")
    // Neither the scenario nor its venue may take the campaign's own place.
    let isTaken = ["first.yaml", "first-venue.yaml"].contains(name)
    let ownName = isTaken ? stem + "-scenario.yaml" : "first.yaml"
    let listed = scenario.map { relativePath(of: $0, from: path) } ?? ownName
    let begun = try text("starts/campaign.yaml").replacing(each: [
      ("campaign: nightly", "campaign: " + called), ("  - first.yaml ", "  - \(inYAML(listed)) "),
      ("nightly.yaml", quoted(name)), ("--out nightly", "--out " + quoted(stem)),
    ])
    var files = [modelined(begun, schema: .campaign, at: path)] + schemaFiles([.campaign])
    let own = besides(path, ownName)
    if scenario == nil, !exists(own) {
      files += try NewStart(share: share, path: own, overwrites: overwrites).scenario(in: nil)
    }
    return files
  }

  /// A scenario, and a venue for it unless one is named.
  func scenario(in venue: String?) throws -> [File] {
    let file = stem + "-venue.yaml"
    let place = venue.map { relativePath(of: $0, from: path) } ?? file
    let begun = try text("starts/scenario.yaml").replacing(each: [
      ("name: first\n", "name: \(identifier(of: stem, else: "scenario"))\n"),
      ("venue: venue.yaml", "venue: " + inYAML(place)), ("first.yaml", quoted(name)),
      ("--out first", "--out " + quoted(stem)),
    ])
    guard let venue else {
      let begunVenue = try text("starts/venue.yaml")
        .replacing(each: [("studio.yaml", quoted(file))])
      return [
        modelined(begun, schema: .scenario, at: path),
        modelined(begunVenue, schema: .venue, at: besides(path, file)),
      ] + schemaFiles([.scenario, .venue])
    }
    let planned = try VisitPlan(venue: venue).planned(in: begun)
    return [modelined(planned, schema: .scenario, at: path)] + schemaFiles([.scenario])
  }

  /// A program from the examples, which says how it is called.
  func program(_ example: String) throws(DocumentError) -> [File] {
    let itself = "cmd:python3 scenarios/examples/" + example
    // A backslash stands for more than itself in Python's texts.
    func inPython(_ text: String) -> String { text.replacing("\\", with: "\\\\") }
    let begun = try text("examples/" + example).replacing(each: [
      ("'\(itself)'", inPython(NewKind.stackValue(path))),
      ("'stack.locator={use: \"\(itself)\"}'", inPython(NewKind.partValue(path))),
      ("scenarios/corridor.yaml", "SCENARIO"), ("PROTOCOL.md beside it", "the reference"),
      ("PROTOCOL.md", "The reference of the protocol"),
    ])
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

/// A file's name without its ending.
func fileStem(_ path: String) -> String {
  let name = splitPath(path).name
  return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
}

/// What YAML, of any version, reads as something else than a word.
private let wordsOfYAML: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

/// A file's stem as scenarios and campaigns are called: a letter, then letters, digits, `-`, `_` and `.`.
///
/// - Parameters:
///   - stem: The stem.
///   - kind: What is put before, or stands alone, where nothing else makes a name of it.
/// - Returns: The name.
private func identifier(of stem: String, else kind: String) -> String {
  let mended = stem.map { character -> Character in
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
      ? character : "-"
  }
  let name = String(mended.drop { "-_.".contains($0) })
  guard let first = name.first else { return kind }
  return first.isLetter && !wordsOfYAML.contains(name.lowercased()) ? name : kind + "-" + name
}

/// The path of a YAML file as YAML reads it back.
private func inYAML(_ path: String) -> String {
  let isPlain =
    path.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-./".utf8.contains(byte)
    } && !path.hasPrefix("-")
  // With such an ending it is neither a number nor a word of YAML's own.
  return isPlain && (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
    ? path : JSONValue.string(path).text(pretty: false)
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

extension String {
  /// The text with words replaced, but none within what came for another.
  fileprivate func replacing(each pairs: [(word: String, other: String)]) -> String {
    guard let pair = pairs.first else { return self }
    return split(separator: pair.word, omittingEmptySubsequences: false)
      .map { String($0).replacing(each: Array(pairs.dropFirst())) }.joined(separator: pair.other)
  }
}
