public import Documents
package import Maps
import Observations

/// A recording that was found, and that can be read when its turn comes.
public struct RecordingSource: Sendable {
  /// The device's name: that of the file or folder, by its way from where the user pointed.
  public var name: String
  /// The file in which the recording begins, as messages name it.
  public var path: String { PathName.shown(location) }
  /// The same as it is opened (``PathName``).
  public let location: String
  /// Its format.
  public let format: ReplayFormat
  private let tree: RecordingTree
  private let file: String
  private let part: RecordingPart?
  /// What somebody wrote down beside it; nil where there is nothing.
  package var complement: RecordingComplement?

  init(
    name: String, format: ReplayFormat, tree: RecordingTree, file: String,
    part: RecordingPart? = nil
  ) {
    // Tables and messages are UTF-8, whatever the file's name is.
    self.name = PathName.shown(name)
    self.format = format
    self.tree = tree
    self.file = file
    self.part = part
    location = tree.title(file)
  }

  /// Reads it.
  ///
  /// - Returns: The recording, named after ``name``.
  /// - Throws: ``DocumentError`` or ``ArchiveError``: what is wrong, and where.
  public func read() throws -> ReadRecording {
    var read = try part?.read(name) ?? format.read(tree, file, name)
    try complement?.add(to: &read)
    try read.check(file: path)
    return read
  }

  /// A recording made of this one, under a name of its own.
  ///
  /// - Parameters:
  ///   - name: The device's name.
  ///   - digest: What decides it besides this recording.
  ///   - made: The recording.
  ///   - map: The map that goes with it.
  /// - Returns: A source whose recording is there already.
  package func replaced(
    name: String, digest: String, by made: Recording, map: VenueMap? = nil
  ) -> RecordingSource {
    let part = RecordingPart(name: name, digest: digest) { device in
      var recording = made
      recording.header.device = device
      var read = ReadRecording(recording)
      read.map = map
      return read
    }
    return RecordingSource(name: name, format: format, tree: tree, file: file, part: part)
  }

  /// The first of some files that lies beside the recording; nil where none does, and for one of several in
  /// a file.
  ///
  /// - Parameter paths: Their paths from the file in which a recording begins, and whether it is a folder.
  /// - Returns: The file's title in messages, and how to read it.
  package func neighbour(
    _ paths: (_ file: String, _ isFolder: Bool) -> [String]
  ) -> (title: String, bytes: @Sendable () throws(DocumentError) -> [UInt8])? {
    guard part == nil, let found = paths(file, format.isFolder).first(where: { tree.has($0) })
    else { return nil }
    return (tree.title(found), { [tree] () throws(DocumentError) in try tree.bytes(found) })
  }

  /// Adds what decides the recording to a digest: the bytes of the files in its folder, or of its
  /// one file.
  public func hash(into hash: inout SHA256) throws(DocumentError) {
    if let complement { hash.update(try complement.bytes()) }
    if let part { return hash.update(Array("\(part.name) \(part.digest)\n".utf8)) }
    guard format.isFolder else { return hash.update(try tree.bytes(file)) }
    let folder = ReplayFormat.folder(of: file)
    for neighbour in tree.files where neighbour.hasPrefix(folder) {
      hash.update(try tree.bytes(neighbour))
    }
  }
}

/// What lies beside a recording and is added to it when it is read.
package struct RecordingComplement: Sendable {
  /// Its bytes.
  let bytes: @Sendable () throws(DocumentError) -> [UInt8]
  private let lay: @Sendable ([UInt8], inout ReadRecording) throws(DocumentError) -> Void

  /// - Parameters:
  ///   - bytes: Reads it.
  ///   - lay: Lays what was read beside a recording.
  package init(
    bytes: @escaping @Sendable () throws(DocumentError) -> [UInt8],
    lay: @escaping @Sendable ([UInt8], inout ReadRecording) throws(DocumentError) -> Void
  ) {
    self.bytes = bytes
    self.lay = lay
  }

  func add(to read: inout ReadRecording) throws(DocumentError) { try lay(try bytes(), &read) }
}

extension RecordingSource {
  /// The recordings in its file, in the file's order; itself where the file is one.
  ///
  /// A file that can't be listed stays one source: reading it tells what is wrong.
  fileprivate func parts(isOnly: Bool) -> [RecordingSource] {
    guard let list = format.parts, let parts = try? list(tree, file), !parts.isEmpty else {
      return [self]
    }
    return parts.map { part in
      RecordingSource(
        name: isOnly ? part.name : name + "/" + part.name, format: format, tree: tree, file: file,
        part: part)
    }
  }
}

/// What was found where the user pointed.
public struct FoundRecordings: Sendable {
  /// The recordings, sorted by name.
  public var sources: [RecordingSource] = []
  /// Files of no known format, which are left aside.
  public var strangers: [String] = []
  /// What was not looked at, each with the reason: links out of a folder.
  public var leftOut: [String] = []

  /// How the names of tables end that tell the truth of a recording beside them.
  package static let truthEnding = ".truth.csv"

  /// Creates a list of nothing.
  public init() {}

  /// Finds all recordings in a folder, an archive, or a file.
  ///
  /// - Parameters:
  ///   - path: The folder, archive or file.
  ///   - format: The format that all are of; nil to tell it from their names and first lines.
  ///   - formats: The formats that are known, in the order in which a file is tried.
  /// - Returns: The recordings, none of them read yet.
  /// - Throws: ``DocumentError`` or ``ArchiveError`` where there is nothing to be read.
  public static func find(
    at path: String, format: ReplayFormat? = nil, among formats: [ReplayFormat]
  ) throws -> FoundRecordings {
    let tree = try RecordingTree(path: path)
    var found: [(file: String, format: ReplayFormat)] = []
    var strangers: [String] = []
    /// Folders that are recordings as a whole, so that their other files are none.
    let whole = Set(
      tree.files.filter { $0 == "recording.yaml" || $0.hasSuffix("/recording.yaml") }
        .map { ReplayFormat.folder(of: $0) })
    for file in tree.files {
      if whole.contains(ReplayFormat.folder(of: file)), !file.hasSuffix("recording.yaml") {
        // A table of our own, named alone, is no recording, but its folder is.
        if tree.isSingle { strangers.append(file) }
        continue
      }
      if file.lowercased().hasSuffix(truthEnding) {
        guard tree.isSingle else { continue }
        throw DocumentError(
          "'\(tree.title(file))' is the truth of a recording and none itself; name the recording beside it"
        )
      }
      if let format, tree.isSingle, !isParquet(file) {
        found.append((file, format))
        continue
      }
      let clue = RecordingClue(file, in: tree)
      let match =
        format.map { $0.begins(clue) ? $0 : nil }
        ?? formats.first {
          $0.begins(clue)
        }
      if let match {
        found.append((file, match))
      } else if !clue.isCompanion(among: formats) {
        strangers.append(file)
      }
    }
    // What else an app exported beside its tables belongs to the recording.
    let owned = found.filter { $0.format.isFolder && $0.format.ownsFolder }
      .map { ReplayFormat.folder(of: $0.file) }
    strangers.removeAll { file in owned.contains { file.hasPrefix($0) } }
    guard !found.isEmpty else { throw nothing(at: path, tree, strangers, format, formats) }
    var recordings = FoundRecordings()
    (recordings.strangers, recordings.leftOut) = (strangers, tree.leftOut)
    let files = found.map { file, format in
      RecordingSource(
        name: name(of: file, format, tree, isOnly: found.count == 1), format: format, tree: tree,
        file: file)
    }.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    recordings.sources = files.flatMap { $0.parts(isOnly: found.count == 1) }
    recordings.makeNamesUnique()
    return recordings
  }

  /// Adds others, whose names are changed where these have them already.
  public mutating func add(_ others: FoundRecordings) {
    sources += others.sources
    strangers += others.strangers
    leftOut += others.leftOut
    makeNamesUnique()
  }

  private mutating func makeNamesUnique() {
    var taken: Set<String> = []
    for index in sources.indices {
      let plain = sources[index].name
      var number = 2
      while !taken.insert(sources[index].name).inserted {
        sources[index].name = "\(plain)-\(number)"
        number += 1
      }
    }
  }

  /// The device's name: the path without what it ends with, or the folder's.
  private static func name(
    of file: String, _ format: ReplayFormat, _ tree: RecordingTree, isOnly: Bool
  ) -> String {
    guard format.isFolder else {
      var plain = RecordingClue.plain(file)
      // The one file of a KMZ is mostly called doc.kml.
      if format.name == "kml", (tree.path + "/" + file).lowercased().hasSuffix(".kmz/doc.kml") {
        plain = file.contains("/") ? String(file.dropLast(8)) : splitPath(tree.path).name
      }
      let start = plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex
      guard let dot = plain.lastIndex(of: "."), dot > start else { return plain }
      return String(plain[..<dot])
    }
    // Of a recording of our own that the user named itself, the name is kept that it has.
    if format.name == "venuesim", isOnly, let header = header(file, tree) { return header }
    var folder = String(ReplayFormat.folder(of: file).dropLast())
    let inner = "processed_log/IMU/accelerometer"
    if format.name == "comma2k19", folder.hasSuffix(inner) {
      folder = String(folder.dropLast(inner.utf8.count))
      if folder.hasSuffix("/") { folder.removeLast() }
    }
    let name = folder.isEmpty ? splitPath(tree.path).name : folder
    return name.lowercased().hasSuffix(".zip") ? String(name.dropLast(4)) : name
  }

  private static func header(_ file: String, _ tree: RecordingTree) -> String? {
    guard let bytes = try? tree.bytes(file) else { return nil }
    return (try? decodeDocument(RecordingHeader.self, bytes: bytes, name: file))?.device
  }

  /// Whether a file's name ends like that of a map.
  private static func isMap(_ file: String) -> Bool {
    let plain = RecordingClue.plain(file).lowercased()
    return [".osm", ".osm.pbf", ".pbf", ".geojson", ".topojson", ".imdf"].contains {
      plain.hasSuffix($0)
    }
  }

  private static func isParquet(_ file: String) -> Bool { file.lowercased().hasSuffix(".parquet") }

  private static func nothing(
    at path: String, _ tree: RecordingTree, _ strangers: [String], _ format: ReplayFormat?,
    _ formats: [ReplayFormat]
  ) -> DocumentError {
    let title = "'\(excerpted(path, limit: 200))'"
    if tree.isSingle,
      let reason = formats.lazy.compactMap({ $0.reasonAlone(tree, tree.files[0]) }).first
    {
      return DocumentError("\(title) \(reason)")
    }
    if let map = (tree.isSingle ? tree.files : strangers).first(where: isMap) {
      let hint = "maps are read by 'venuesim import'"
      return DocumentError(
        tree.isSingle
          ? "\(title) is a map and no recording; \(hint)"
          : "\(title) holds maps, such as \(excerpted(map)), and no recording; \(hint)")
    }
    if let table = (tree.isSingle ? tree.files : strangers).first(where: isParquet) {
      let hint = "'Scripts/parquet in FILE' makes a table of it that can be read"
      return DocumentError(
        "\(title) \(tree.isSingle ? "is" : "holds \(excerpted(table)),") a table of Parquet; \(hint)"
      )
    }
    let what =
      tree.isSingle
      ? "\(title) is of no format that can be told by its name and first lines"
      : format.map { "\(title) has no recording of the format \($0.name)" }
        ?? "\(title) is not a recording: it has no recording.yaml, and no file of a known format"
    let files =
      strangers.isEmpty || tree.isSingle
      ? tree.leftOut.first.map { "; left out was \($0)" } ?? ""
      : " (among \(strangers.count) files, such as \(excerpted(strangers[0])))"
    return DocumentError(
      "\(what)\(files); name one with --format, of \(formats.list)")
  }
}
