public import Documents
package import Maps
import Observations

/// A recording that was found but isn't read yet.
public struct RecordingSource: Sendable {
  /// Name of the device: that of the file or folder, relative to the given path.
  public var name: String
  /// The file in which the recording begins, for messages.
  public var path: String { PathName.shown(location) }
  /// The path as it is opened (``PathName``).
  public let location: String
  public let format: ReplayFormat
  private let tree: RecordingTree
  private let file: String
  private let part: RecordingPart?
  /// Data from a file beside the recording; nil if there is none.
  package var complement: RecordingComplement?

  init(
    name: String, format: ReplayFormat, tree: RecordingTree, file: String,
    part: RecordingPart? = nil
  ) {
    // Tables and messages are UTF-8; file names may not be.
    self.name = PathName.shown(name)
    self.format = format
    self.tree = tree
    self.file = file
    self.part = part
    location = tree.title(file)
  }

  /// Reads the recording and validates its values.
  ///
  /// - Returns: The recording, with ``name`` as its device.
  /// - Throws: ``DocumentError`` or ``ArchiveError``.
  public func read() throws -> ReadRecording {
    var read = try part?.read(name) ?? format.read(tree, file, name)
    try complement?.add(to: &read)
    try read.check(file: path)
    return read
  }

  /// A source that returns a recording derived from this one.
  ///
  /// - Parameters:
  ///   - name: The device's name.
  ///   - digest: Digest of what determines it besides this recording.
  ///   - made: The derived recording.
  ///   - map: Its map.
  /// - Returns: A source that reads no file.
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

  /// The first existing file beside the recording; nil if there is none, or if the file holds several
  /// recordings.
  ///
  /// - Parameter paths: Returns candidate paths for the recording's file, and for a folder if it is one.
  /// - Returns: The file's title for messages, and a function that reads it.
  package func neighbour(
    _ paths: (_ file: String, _ isFolder: Bool) -> [String]
  ) -> (title: String, bytes: @Sendable () throws(DocumentError) -> [UInt8])? {
    guard part == nil, let found = paths(file, format.isFolder).first(where: { tree.has($0) })
    else { return nil }
    return (tree.title(found), { [tree] () throws(DocumentError) in try tree.bytes(found) })
  }

  /// The existing file beside the folder that was named, if that folder is the recording: `walk.truth.csv`
  /// beside `walk`.
  package func besideRoot(_ ending: String) -> String? {
    guard part == nil, format.isFolder, ReplayFormat.folder(of: file).isEmpty else { return nil }
    var root = tree.path[...]
    while root.count > 1, root.hasSuffix("/") { root = root.dropLast() }
    if root.lowercased().hasSuffix(".zip") { root = root.dropLast(4) }
    let path = String(root) + ending
    return exists(path) ? path : nil
  }

  /// Adds the bytes of the recording's file, or of all files in its folder, to a digest.
  public func hash(into hash: inout SHA256) throws(DocumentError) {
    if let complement { hash.update(try complement.bytes()) }
    if let part { return hash.update(Array("\(part.name) \(part.digest)\n".utf8)) }
    guard format.isFolder else { return try hash.update(tree.open(file)) }
    let folder = ReplayFormat.folder(of: file)
    for neighbour in tree.files where neighbour.hasPrefix(folder) {
      try hash.update(tree.open(neighbour))
    }
  }
}

/// Additional data from a file beside a recording, merged when the recording is read.
package struct RecordingComplement: Sendable {
  /// Reads the file.
  let bytes: @Sendable () throws(DocumentError) -> [UInt8]
  private let lay: @Sendable ([UInt8], inout ReadRecording) throws(DocumentError) -> Void

  /// - Parameters:
  ///   - bytes: Reads the file.
  ///   - lay: Merges the file into a recording.
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
  /// The recordings in the file, in order; the source itself if the file is a single recording.
  ///
  /// A file that can't be listed stays one source; reading it reports the error.
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

/// The recordings found at a path.
public struct FoundRecordings: Sendable {
  /// The recordings, sorted by name.
  public var sources: [RecordingSource] = []
  /// Ignored files of unknown format.
  public var unknownFiles: [String] = []
  /// Skipped links out of a folder, each with the reason.
  public var leftOut: [String] = []

  /// File name ending of tables with the ground truth of a recording beside them.
  package static let truthEnding = ".truth.csv"

  public init() {}

  /// Finds all recordings in a folder, an archive, or a file.
  ///
  /// - Parameters:
  ///   - path: The folder, archive or file.
  ///   - format: The format of all recordings; nil to detect it from names and first lines.
  ///   - formats: The known formats, in the order of detection.
  /// - Returns: The recordings, not yet read.
  /// - Throws: ``DocumentError`` or ``ArchiveError`` if there is no recording.
  public static func find(
    at path: String, format: ReplayFormat? = nil, among formats: [ReplayFormat]
  ) throws -> FoundRecordings {
    let tree = try RecordingTree(path: path)
    var found: [(file: String, format: ReplayFormat)] = []
    var unknownFiles: [String] = []
    /// Folders that are a recording as a whole; their other files aren't recordings.
    let whole = Set(
      tree.files.filter { $0 == "recording.yaml" || $0.hasSuffix("/recording.yaml") }
        .map { ReplayFormat.folder(of: $0) })
    let runs = runFolders(in: tree)
    for file in tree.files where !runs.contains(ReplayFormat.folder(of: file)) {
      if whole.contains(ReplayFormat.folder(of: file)), !file.hasSuffix("recording.yaml") {
        // A single table of a recording folder isn't a recording.
        if tree.isSingle { unknownFiles.append(file) }
        continue
      }
      if file.lowercased().hasSuffix(truthEnding) {
        guard tree.isSingle else { continue }
        throw DocumentError(
          "'\(tree.title(file))' is the truth of a recording, not a recording itself; name the recording beside it"
        )
      }
      if let format, tree.isSingle, !isParquet(file) {
        found.append((file, format))
        continue
      }
      let probe = FileProbe(file, in: tree)
      let match =
        format.map { $0.begins(probe) ? $0 : nil }
        ?? formats.first {
          $0.begins(probe)
        }
      if let match {
        found.append((file, match))
      } else if !probe.isCompanion(among: formats) {
        unknownFiles.append(file)
      }
    }
    // Other files that an app exported beside its tables belong to the recording.
    let owned = found.filter { $0.format.isFolder && $0.format.ownsFolder }
      .map { ReplayFormat.folder(of: $0.file) }
    unknownFiles.removeAll { file in owned.contains { file.hasPrefix($0) } }
    guard !found.isEmpty else {
      if !runs.isEmpty {
        throw DocumentError(
          "'\(excerpted(path, limit: 200))' has the results of a run, but no recordings: "
            + "'venuesim run SCENARIO --record --out DIR' writes them")
      }
      throw nothing(at: path, tree, unknownFiles, format, formats)
    }
    var recordings = FoundRecordings()
    (recordings.unknownFiles, recordings.leftOut) = (unknownFiles, tree.leftOut)
    let files = found.map { file, format in
      RecordingSource(
        name: name(of: file, format, tree, isOnly: found.count == 1), format: format, tree: tree,
        file: file)
    }.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    recordings.sources = files.flatMap { $0.parts(isOnly: found.count == 1) }
    recordings.makeNamesUnique()
    return recordings
  }

  /// The folders with the results of a run or replay, whose tables are no recordings.
  private static func runFolders(in tree: RecordingTree) -> Set<String> {
    func folders(of name: String) -> Set<String> {
      Set(
        tree.files.filter { $0 == name || $0.hasSuffix("/" + name) }
          .map { ReplayFormat.folder(of: $0) })
    }
    return folders(of: "manifest.json").intersection(folders(of: "metrics.csv"))
  }

  /// Adds other recordings, renamed if their names are taken.
  public mutating func add(_ others: FoundRecordings) {
    sources += others.sources
    unknownFiles += others.unknownFiles
    leftOut += others.leftOut
    makeNamesUnique()
  }

  private mutating func makeNamesUnique() {
    var taken: Set<String> = []
    for index in sources.indices {
      let plain = Self.plainName(sources[index].name)
      sources[index].name = plain
      var number = 2
      while !taken.insert(sources[index].name).inserted {
        sources[index].name = "\(plain)-\(number)"
        number += 1
      }
    }
  }

  /// A name that is safe in tables and on terminals.
  ///
  /// Line ends, other control characters and marks of the direction of text become `_`, which also precedes a
  /// name that spreadsheets would take for a formula.
  private static func plainName(_ name: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isUnseen =
        category == .control || scalar.properties.isBidiControl || category == .lineSeparator
        || category == .paragraphSeparator
      plain.append(isUnseen ? "_" : scalar)
    }
    let begin = plain.first { $0 != " " }
    return (begin.map { "=+-@".unicodeScalars.contains($0) } ?? false ? "_" : "") + String(plain)
  }

  /// Name of the device: the path without its extension, or the folder's.
  private static func name(
    of file: String, _ format: ReplayFormat, _ tree: RecordingTree, isOnly: Bool
  ) -> String {
    guard format.isFolder else {
      var plain = FileProbe.plain(file)
      // The main file of a KMZ is usually called doc.kml.
      if format.name == "kml", (tree.path + "/" + file).lowercased().hasSuffix(".kmz/doc.kml") {
        plain = file.contains("/") ? String(file.dropLast(8)) : splitPath(tree.path).name
      }
      let start = plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex
      guard let dot = plain.lastIndex(of: "."), dot > start else { return plain }
      return String(plain[..<dot])
    }
    // A VenueSim recording that is given directly keeps its own device name.
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

  /// True for file names of maps.
  private static func isMap(_ file: String) -> Bool {
    let plain = FileProbe.plain(file).lowercased()
    return [".osm", ".osm.pbf", ".pbf", ".geojson", ".topojson", ".imdf"].contains {
      plain.hasSuffix($0)
    }
  }

  private static func isParquet(_ file: String) -> Bool { file.lowercased().hasSuffix(".parquet") }

  private static func nothing(
    at path: String, _ tree: RecordingTree, _ unknownFiles: [String], _ format: ReplayFormat?,
    _ formats: [ReplayFormat]
  ) -> DocumentError {
    let title = "'\(excerpted(path, limit: 200))'"
    // A damaged file has no first lines by which to know its format.
    if tree.isSingle, tree.files[0].hasSuffix(".gz") {
      do throws(DocumentError) {
        _ = try unpackedText(tree.bytes(tree.files[0]), file: excerpted(path, limit: 200))
      } catch {
        return error
      }
    }
    if tree.isSingle,
      let reason = formats.lazy.compactMap({ $0.reasonAlone(tree, tree.files[0]) }).first
    {
      return DocumentError("\(title) \(reason)")
    }
    if let map = (tree.isSingle ? tree.files : unknownFiles).first(where: isMap) {
      let hint = "maps are read by 'venuesim import'"
      return DocumentError(
        tree.isSingle
          ? "\(title) is a map, not a recording; \(hint)"
          : "\(title) has maps, such as \(excerpted(map)), but no recording; \(hint)")
    }
    if let table = (tree.isSingle ? tree.files : unknownFiles).first(where: isParquet) {
      let hint = "'Scripts/parquet in FILE' converts it to a table that can be read"
      return DocumentError(
        "\(title) \(tree.isSingle ? "is" : "has \(excerpted(table)),") a Parquet table; \(hint)"
      )
    }
    let what =
      tree.isSingle
      ? "the format of \(title) can't be identified by its name and first lines"
      : format.map { "\(title) has no recording of the format \($0.name)" }
        ?? "\(title) is not a recording: it has no recording.yaml, and no file of a known format"
    let files =
      unknownFiles.isEmpty || tree.isSingle
      ? tree.leftOut.first.map { "; left out: \($0)" } ?? ""
      : " (among \(unknownFiles.count) files, such as \(excerpted(unknownFiles[0])))"
    return DocumentError(
      "\(what)\(files); choose one with --format: \(formats.list)")
  }
}
