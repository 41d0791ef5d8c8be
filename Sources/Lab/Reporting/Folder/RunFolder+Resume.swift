public import Documents
import Glibc
import Scoring

/// The state of a run's folder, for resuming.
public enum RunFolderState {
  /// Empty or missing.
  case empty
  /// An unfinished run.
  case unfinished
  /// A finished run, with its manifest.
  case finished(JSONValue)
  /// Other contents.
  case foreign

  /// Determines the state of a folder.
  public init(ofFolder path: String) {
    guard let contents = folderContents(path), !contents.isEmpty else {
      self = .empty
      return
    }
    let manifest = try? JSONValue(path: path + "/manifest.json")
    if let manifest, manifest["complete"] == .bool(true), manifest["run"] != nil {
      self = .finished(manifest)
    } else {
      self = RunJournal.exists(in: path) ? .unfinished : .foreign
    }
  }
}

extension RunFolder {
  /// Opens the folder of a stopped or killed run to complete it.
  ///
  /// Units are kept if the journal lists them and the files are intact; the first missing or
  /// damaged unit and all later ones are run again.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - identity: The inputs that determine the run's results.
  ///   - unitCount: The number of units of the run.
  ///   - take: Receives the figures of each finished unit, in order.
  /// - Throws: ``DocumentError`` if the folder is in use or holds another run, ``FileWriteError``
  ///   if it can't be written.
  public init(
    resuming path: String, identity: RunIdentity, unitCount: Int, take: (UnitFigures) -> Void
  ) throws {
    let path = try Self.folder(path)
    let journal = try RunJournal(folder: path)
    let earlier = journal.next().flatMap { RunIdentity(bytes: $0) }
    if let difference = earlier.flatMap({ identity.difference(from: $0) }) {
      throw DocumentError(
        "the run in '\(path)' is a different one: \(difference); name another folder with --out")
    }
    guard earlier != nil else {
      // Without a readable identity, all units are run again.
      if let manifest = try? JSONValue(path: path + "/manifest.json"),
        manifest["run"] != .string(identity.run)
      {
        throw DocumentError(
          "the run in '\(path)' is a different one; name another folder with --out")
      }
      journal.release()
      try self.init(path: path, run: identity.run, overwrites: true, identity: identity)
      return
    }
    try self.init(path: path, tables: RunTables(run: identity.run), journal: journal)
    var check = TableCheck(folder: path, headers: tables.takeHeaders())
    var end = journal.position
    while resumedCount < unitCount, let bytes = journal.next(),
      let entry = UnitEntry(bytes: bytes), entry.number == resumedCount,
      let sums = wholeRecordings(entry.recordings), check.accepts(entry.rows)
    {
      checksums.add(sums)
      take(entry.figures)
      resumedCount += 1
      end = journal.position
    }
    try journal.cut(at: end)
    do throws(FileWriteError) {
      files = try check.files()
    } catch {
      leave()
      throw error
    }
  }

  /// The checksums of recordings; nil if one of them isn't intact on disk.
  private func wholeRecordings(_ recordings: [UnitEntry.RecordingFolder]) -> ChecksumList? {
    var sums = ChecksumList()
    for recording in recordings {
      for file in recording.files {
        let name = "recordings/\(recording.name)/\(file.name)"
        guard let bytes = try? readFile(path + "/" + name, limit: file.byteCount),
          bytes.count == file.byteCount, crc32Checksum(of: bytes) == file.checksum
        else { return nil }
        sums.add(name, bytes)
      }
    }
    return sums
  }
}

extension RunTables {
  /// Removes and returns the headers, which a resumed table already has.
  fileprivate mutating func takeHeaders() -> [[UInt8]] {
    tables.indices.map { takeBytes(ofTable: $0) }
  }
}

/// Check of the rows on disk: in hidden partial files, or in tables that appeared when a run was
/// stopped.
private struct TableCheck {
  private struct CheckedFile {
    var path: String
    var isHidden: Bool
    var descriptor: OpenFile
  }

  private let paths: [String]
  private let headers: [[UInt8]]
  /// For each table, the files that hold all its rows up to `ends`.
  private var sources: [[CheckedFile]]
  private var ends: [Int]

  init(folder: String, headers: [[UInt8]]) {
    self.headers = headers
    paths = RunTables.columns.map { folder + "/" + $0.file }
    ends = headers.map(\.count)
    sources = zip(paths, headers).map { path, header in
      [(OutputFile.partialPath(of: path), true), (path, false)].compactMap { path, isHidden in
        guard let file = OpenFile(path), file.bytes(at: 0, count: header.count) == header else {
          return nil
        }
        return CheckedFile(path: path, isHidden: isHidden, descriptor: file)
      }
    }
  }

  /// Checks and accepts a unit's rows in all tables; false without any effect if one differs.
  mutating func accepts(_ rows: [UnitEntry.FileRecord]) -> Bool {
    guard rows.count == sources.count else { return false }
    var good: [[CheckedFile]] = []
    for (index, part) in rows.enumerated() {
      let holding = sources[index].filter { source in
        source.descriptor.checksum(at: ends[index], count: part.byteCount) == part.checksum
      }
      guard !holding.isEmpty else { return false }
      good.append(holding)
    }
    sources = good
    for index in rows.indices { ends[index] += rows[index].byteCount }
    return true
  }

  /// Opens the tables for writing after the accepted rows.
  func files() throws(FileWriteError) -> [ChecksummedFile] {
    var files: [ChecksummedFile] = []
    do throws(FileWriteError) {
      for index in paths.indices { files.append(try file(index)) }
      return files
    } catch {
      for file in files { file.leave() }
      throw error
    }
  }

  private func file(_ index: Int) throws(FileWriteError) -> ChecksummedFile {
    let (path, name) = (paths[index], RunTables.columns[index].file)
    if let hidden = sources[index].first(where: \.isHidden) {
      var sealing = TableChecksumBuilder()
      try forEachPiece(of: hidden, index) { sealing.add($0) }
      return ChecksummedFile(
        name: name, try OutputFile(path: path, keeping: ends[index]), after: sealing)
    }
    let file = ChecksummedFile(name: name, try OutputFile(path: path))
    if let source = sources[index].first {
      // The visible table stays until the complete one replaces it.
      try forEachPiece(of: source, index) { bytes throws(FileWriteError) in try file.write(bytes) }
    } else {
      try file.write(headers[index])
    }
    try file.flush()
    file.mark()
    return file
  }

  /// Reads the accepted part of a table in pieces.
  private func forEachPiece(
    of source: CheckedFile, _ index: Int, _ take: ([UInt8]) throws(FileWriteError) -> Void
  ) throws(FileWriteError) {
    var done = 0
    while done < ends[index] {
      let count = min(1 << 20, ends[index] - done)
      guard let bytes = source.descriptor.bytes(at: done, count: count) else {
        throw FileWriteError(path: paths[index], reason: EIO)
      }
      try take(bytes)
      done += count
    }
  }
}

/// A file open for reading; the destructor closes it.
private final class OpenFile {
  private let descriptor: Int32

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    readBytes(of: descriptor, at: offset, count: count)
  }

  /// Returns the checksum of a part of the file; nil if the file is too short.
  func checksum(at offset: Int, count: Int) -> UInt32? {
    var (checksum, done) = (0 as UInt32, 0)
    repeat {
      let step = min(1 << 20, count - done)
      guard let bytes = bytes(at: offset + done, count: step) else { return nil }
      checksum = crc32Checksum(of: bytes, after: checksum)
      done += step
    } while done < count
    return checksum
  }
}
