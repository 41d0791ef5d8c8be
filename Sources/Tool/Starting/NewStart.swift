import Documents

/// Template of a new file.
struct NewStart {
  /// A file's path and its text.
  typealias File = (path: String, text: String)

  let share: DataFolder
  let path: String
  let overwrites: Bool

  /// The file's name, with and without its extension.
  private let name, stem: String

  init(share: DataFolder, path: String, overwrites: Bool) throws(UsageError) {
    guard !path.hasSuffix("/") else { throw UsageError("'\(path)' is a folder; name a file in it") }
    let (name, stem) = (splitPath(path).name, fileStem(path))
    guard !stem.isEmpty else {
      throw UsageError(
        "'\(path)' has no name before its ending; name the file such as 'first\(name)'")
    }
    // The name is used in comments, which end with their line.
    guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw UsageError(
        "the file's name has a line break or a similar character in it; leave it out")
    }
    (self.share, self.path, self.overwrites) = (share, path, overwrites)
    (self.name, self.stem) = (name, stem)
  }

  private func text(_ file: String) throws(DocumentError) -> String {
    String(decoding: try readFile(share.file("scenarios/" + file), limit: 1 << 20), as: UTF8.self)
  }

  /// A new venue, or one as large as a picture.
  func venue(of picture: NewPicture?, _ invocation: Invocation) throws -> [File] {
    if let picture {
      let drawn = try picture.venue(invocation)
      return [modelined(drawn, schema: .venue, at: path)] + schemaFiles([.venue])
    }
    let begun = try text("starts/venue.yaml").replacing(each: [("studio.yaml", quoted(name))])
    return [modelined(begun, schema: .venue, at: path)] + schemaFiles([.venue])
  }

  /// A new campaign or study of a scenario: a given one, an existing one, or a new one.
  func list(_ kind: SchemaKind, of scenario: String?) throws -> [File] {
    let called = identifier(of: stem, else: kind.rawValue)
    // The scenario and its venue must not overwrite the file.
    let isTaken = ["first.yaml", "first-venue.yaml"].contains(name)
    let ownName = isTaken ? stem + "-scenario.yaml" : "first.yaml"
    let listed = scenario.map { relativePath(of: $0, from: path) } ?? ownName
    let usual = kind == .study ? "variants" : "nightly"
    let begun = try text("starts/\(kind.rawValue).yaml").replacing(each: [
      ("name: \(usual)", "name: " + called),
      ("  - first.yaml ", "  - \(inYAML(listed)) "), ("\(usual).yaml", quoted(name)),
      ("--out \(usual)", "--out " + quoted(stem)),
    ])
    var files = [modelined(begun, schema: kind, at: path)] + schemaFiles([kind])
    let own = besides(path, ownName)
    if scenario == nil, !exists(own) {
      files += try NewStart(share: share, path: own, overwrites: overwrites).scenario(in: nil)
    }
    return files
  }

  /// A new scenario, with a venue unless one is given.
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

  /// A program from the examples, with its own call in its comments.
  func program(_ example: String) throws(DocumentError) -> [File] {
    let itself = "cmd:python3 scenarios/examples/" + example
    // Escapes backslashes for Python strings.
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

  /// Writes all files, or none if one exists.
  func write(_ files: [File]) throws {
    // Schemas are generated; those of another version are replaced.
    let own = files.filter { !$0.path.hasSuffix(".schema.json") }
    if !overwrites, let taken = own.first(where: { exists($0.path) }) {
      throw UsageError("'\(taken.path)' exists already; --force overwrites it")
    }
    for file in files {
      try makeFolder(withoutSlash(splitPath(file.path).folder))
      try writeFile(file.text, to: file.path)
    }
  }
}

/// A file's name without its extension.
func fileStem(_ path: String) -> String {
  let name = splitPath(path).name
  return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
}

/// Words that YAML, in any version, reads as other types.
private let wordsOfYAML: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

/// A valid name of a scenario or campaign: a letter, then letters, digits, `-`, `_` and `.`.
///
/// - Parameters:
///   - stem: The file's stem.
///   - kind: Prefix, or the whole name, if the stem isn't valid.
/// - Returns: The name.
private func identifier(of stem: String, else kind: String) -> String {
  let mended = stem.map { character -> Character in
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
      ? character : "-"
  }
  let name = String(mended.drop { "-_.".contains($0) }.prefix(80))
  guard let first = name.first else { return kind }
  return first.isLetter && !wordsOfYAML.contains(name.lowercased()) ? name : kind + "-" + name
}

/// A path quoted for YAML.
private func inYAML(_ path: String) -> String {
  let isPlain =
    path.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-./".utf8.contains(byte)
    } && !path.hasPrefix("-")
  // With such an extension it is neither a number nor a keyword.
  return isPlain && (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
    ? path : JSONValue.string(path).text(pretty: false)
}

/// A path relative to a file in another folder.
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
  /// The text with words replaced; replacements aren't replaced again.
  fileprivate func replacing(each pairs: [(word: String, other: String)]) -> String {
    guard let pair = pairs.first else { return self }
    return split(separator: pair.word, omittingEmptySubsequences: false)
      .map { String($0).replacing(each: Array(pairs.dropFirst())) }.joined(separator: pair.other)
  }
}
