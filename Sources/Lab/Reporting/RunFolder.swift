public import Documents
import Glibc
import Kernel
import Observations
public import Recordings
public import Scoring

/// A run's folder on disk; tables and manifest appear atomically at the end of the run.
///
/// Until then the rows are in hidden files. With an identity, a journal lists the rows of each
/// finished unit, so that a killed run can be resumed.
public struct RunFolder {
  public let path: String
  /// The number of units finished by an earlier attempt.
  public internal(set) var resumedCount = 0
  /// The error that prevented the scene file, without which a report has no map; nil without an
  /// error.
  public private(set) var sceneProblem: FileWriteError?
  var tables: RunTables
  var files: [ChecksummedFile] = []
  let manifest: OutputFile
  /// Checksums of the recordings, and at the end of the manifest and the scene.
  var checksums = ChecksumList()
  private let checksumFile: OutputFile
  let journal: RunJournal?

  /// Opens a folder for a run's results.
  ///
  /// - Parameters:
  ///   - path: The folder; created if missing.
  ///   - run: The run's short digest.
  ///   - overwrites: True to use a folder that is not empty; an earlier run's results in it are
  ///     removed.
  ///   - identity: The inputs that determine the results; nil for runs that are never resumed.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(
    path: String, run: String, overwrites: Bool, identity: RunIdentity? = nil
  ) throws {
    self.path = try Self.folder(path)
    let contents = folderContents(self.path) ?? []
    guard contents.isEmpty || overwrites else {
      let cure = RunJournal.exists(in: self.path) ? ", or continue its run with --resume" : ""
      throw DocumentError(
        "the folder '\(self.path)' is not empty; name another with --out, or use --force" + cure)
    }
    try makeFolder(self.path)
    // The journal is also a lock, which protects the files of a run in progress.
    let lock =
      identity != nil || RunJournal.exists(in: self.path)
      ? try RunJournal(folder: self.path) : nil
    journal = identity == nil ? nil : lock
    tables = RunTables(run: run)
    do {
      manifest = try Self.reserved("manifest.json", in: self.path, manifestBytes)
      checksumFile = try Self.reserved(ChecksumList.fileName, in: self.path, checksumBytes)
      for (file, _) in RunTables.columns {
        files.append(try ChecksummedFile(folder: self.path, name: file))
      }
      // The headers are written now, so that a full disk shows before any computation.
      for index in files.indices {
        try files[index].write(tables.takeBytes(ofTable: index))
        try files[index].flush()
        files[index].mark()
      }
      try lock?.cut(at: 0)
      if !contents.isEmpty { removeResults(in: self.path) }
      if let identity { try lock?.append(identity.bytes) } else { lock?.remove() }
    } catch {
      lock?.remove()
      throw error
    }
  }

  /// Creates the object for a resumed folder.
  init(path: String, tables: RunTables, journal: RunJournal) throws(FileWriteError) {
    self.path = path
    self.tables = tables
    self.journal = journal
    manifest = try Self.reserved("manifest.json", in: path, manifestBytes)
    checksumFile = try Self.reserved(ChecksumList.fileName, in: path, checksumBytes)
  }

  /// Returns the path without trailing slashes.
  static func folder(_ path: String) throws(DocumentError) -> String {
    guard !path.isEmpty else { throw DocumentError("--out names no folder") }
    var path = path
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    return path
  }

  /// Opens a file with reserved space, so that finished runs can be documented even on a full disk.
  private static func reserved(
    _ name: String, in path: String, _ byteCount: Int
  ) throws(FileWriteError) -> OutputFile {
    let file = try OutputFile(path: path + "/" + name)
    try file.reserve(byteCount)
    return file
  }

  /// Adds the results of one scenario under one seed atomically.
  ///
  /// - Parameters:
  ///   - scores: The devices' scores.
  ///   - recordings: The devices' recordings, if they are kept.
  ///   - scenario: The scenario's name.
  ///   - seed: The seed.
  ///   - number: The unit's index in the plan, for the journal.
  /// - Throws: A write error; earlier units stay valid.
  public mutating func add(
    _ scores: [DeviceScore], recordings: [Recording] = [], scenario: String, seed: UInt64,
    number: Int = 0
  ) throws(FileWriteError) {
    var unit = UnitTables(run: tables.run, scenario: scenario, seed: seed)
    for score in scores {
      var part = unit.begin(score.device)
      unit.add(score, to: &part)
      unit.append(part)
    }
    try add(unit, recordings: recordings, number: number)
  }

  /// Adds the results collected while a unit's devices ran, atomically.
  ///
  /// - Parameters:
  ///   - unit: The unit's rows and figures.
  ///   - recordings: The devices' recordings, if they are kept.
  ///   - number: The unit's index in the plan, for the journal.
  /// - Throws: A write error; earlier units stay valid.
  public mutating func add(
    _ unit: UnitTables, recordings: [Recording] = [], number: Int
  ) throws(FileWriteError) {
    func name(_ recording: Recording) -> String {
      "\(unit.scenario)-\(unit.seed)-\(recording.header.device)"
    }
    func folder(_ recording: Recording) -> String { "\(path)/recordings/\(name(recording))" }
    var entry = UnitEntry(number: number, rows: [], figures: unit.figures, recordings: [])
    let earlier = checksums
    do throws(FileWriteError) {
      for recording in recordings {
        let files = recording.files
        let parts = try write(files, to: folder(recording))
        for file in files {
          checksums.add("recordings/\(name(recording))/\(file.name)", file.bytes)
        }
        entry.recordings.append(UnitEntry.RecordingFolder(name: name(recording), files: parts))
      }
      if !recordings.isEmpty {
        checksumFile.rewind()
        try checksumFile.reserve(checksums.bytes.count + checksumBytes)
      }
      // All rows are on disk before the journal entry, so that a later failure can't affect them.
      for (file, rows) in zip(files, unit.rows) { entry.rows.append(try write(rows, to: file)) }
      try journal?.append(entry.bytes)
      for file in files { file.mark() }
    } catch {
      checksums = earlier
      for file in files { file.rewind() }
      for recording in recordings { removeRecording(folder(recording)) }
      throw error
    }
  }

  /// Adds the figures and verdicts of a whole scenario.
  ///
  /// - Parameters:
  ///   - pool: The values of its metrics.
  ///   - verdicts: The results of its budgets.
  ///   - scenario: The scenario's name.
  /// - Throws: A write error.
  public mutating func add(
    _ pool: ScenarioPool, verdicts: [BudgetVerdict], scenario: String
  ) throws(FileWriteError) {
    manifest.rewind()
    tables.add(pool, scenario: scenario)
    for verdict in verdicts { tables.add(verdict, scenario: scenario) }
    for index in files.indices {
      try files[index].write(tables.takeBytes(ofTable: index))
      try files[index].flush()
    }
    for file in files { file.mark() }
  }

  /// Publishes the tables together with the manifest.
  ///
  /// - Parameters:
  ///   - explanation: The other members of the manifest.
  ///   - scene: The venues, for ``RunReport``.
  ///   - isComplete: True for a complete run; else it can be resumed.
  /// - Throws: A write error; then none of the tables appears.
  public mutating func finish(
    _ explanation: JSONValue, scene: RunScene? = nil, isComplete: Bool = true
  ) throws(FileWriteError) {
    var explanation = explanation
    if case .object(var members) = explanation {
      members[TableChecksum.key] = .object(JSONObject(files.map { ($0.name, $0.checksum.value) }))
      explanation = .object(members)
    }
    let text = Array((explanation.text(pretty: true) + "\n").utf8)
    checksums.add("manifest.json", text)
    manifest.rewind()
    try manifest.write(text)
    try manifest.flush()
    // The results come first: on a full disk, a report works without the scene.
    var place: OutputFile?
    do throws(FileWriteError) {
      place = try scene.map { scene throws(FileWriteError) in try sceneFile(scene) }
    } catch {
      sceneProblem = error
    }
    checksumFile.rewind()
    try checksumFile.write(checksums.bytes)
    try checksumFile.flush()
    // Completes all files before the first one appears.
    let others = (place.map { [$0] } ?? []) + [checksumFile, manifest]
    for file in files { try file.close() }
    for file in others { try file.complete() }
    for file in files { try file.finish() }
    for file in others { try file.finish() }
    if isComplete { journal?.remove() }
  }

  /// Stops without publishing, and leaves the files for a later attempt.
  public func leave() {
    guard journal != nil else { return }
    for file in files { file.leave() }
  }

  private mutating func sceneFile(_ scene: RunScene) throws(FileWriteError) -> OutputFile {
    let file = try OutputFile(path: path + "/" + RunScene.fileName)
    let text = Array((scene.value.text() + "\n").utf8)
    try file.write(text)
    try file.flush()
    checksums.add(RunScene.fileName, text)
    return file
  }

  private func write(
    _ rows: FileBackedArray<UInt8>, to file: ChecksummedFile
  ) throws(FileWriteError) -> UnitEntry.FileRecord {
    var part = UnitEntry.FileRecord(name: "", byteCount: 0, checksum: 0)
    try rows.forEachChunk { bytes throws(FileWriteError) in
      try file.write(bytes)
      part.byteCount += bytes.count
      if journal != nil { part.checksum = crc32Checksum(of: bytes, after: part.checksum) }
    }
    try file.flush()
    return part
  }

  private func write(
    _ contents: [(name: String, bytes: [UInt8])], to folder: String
  ) throws(FileWriteError) -> [UnitEntry.FileRecord] {
    for path in [splitPath(folder).folder.dropLast(), folder[...]] where isLink(String(path)) {
      throw FileWriteError(path: String(path), reason: ELOOP)
    }
    try makeFolder(folder)
    var files: [OutputFile] = []
    var parts: [UnitEntry.FileRecord] = []
    // The header is written first and published last: without it, a folder isn't a recording.
    for (name, bytes) in contents.reversed() {
      let file = try OutputFile(path: folder + "/" + name)
      files.append(file)
      try file.write(bytes)
      parts.append(
        UnitEntry.FileRecord(
          name: name, byteCount: bytes.count,
          checksum: journal == nil ? 0 : crc32Checksum(of: bytes)))
    }
    try publish(files)
    return parts
  }
}

/// Reserved space, in bytes: for the manifest with the last figures, and for the checksums of manifest and scene.
private let manifestBytes = 24 << 10
private let checksumBytes = 512

/// Completes all files before the first one appears.
private func publish(_ files: [OutputFile]) throws(FileWriteError) {
  for file in files { try file.complete() }
  for file in files { try file.finish() }
}
