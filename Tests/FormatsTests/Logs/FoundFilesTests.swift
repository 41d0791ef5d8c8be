import Documents
import Formats
import Glibc
import Recordings
import TestSupport
import Testing
import Truth

/// Folders with links, names and archives that are misleading.
struct FoundFilesTests {
  private static func gpx() throws -> String {
    String(decoding: try LogPaths.excerpt("gpx/made.gpx"), as: UTF8.self)
  }

  @Test func linksOutOfAFolderAreNotFollowed() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("walks/a.gpx", Self.gpx())
    let secret = try other.write("secret.gpx", Self.gpx())
    let links = [
      (secret, "stolen.gpx"), (other.path, "outside"), ("a.gpx", "walks/b.gpx"), (".", "self"),
      ("nowhere", "dangling"),
    ]
    for (target, name) in links { #expect(symlink(target, folder.path + "/" + name) == 0) }
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.name) == ["walks/a", "walks/b"])
    #expect(found.leftOut.count == 4 && found.unknownFiles.isEmpty, "\(found.leftOut)")
    #expect(found.leftOut.contains { $0.hasPrefix("'stolen.gpx': it is a link out of the folder") })
    #expect(found.leftOut.contains { $0.hasPrefix("'outside': it is a link out of the folder") })
    #expect(found.leftOut.contains { $0.hasPrefix("'self': it is a link to a folder") })
    #expect(found.leftOut.contains { $0.hasPrefix("'dangling': it is a broken link") })
    // Links given by the user are followed: one to a file, and one to a folder.
    #expect(try FoundRecordings.find(at: folder.path + "/stolen.gpx").sources.count == 1)
    #expect(
      try FoundRecordings.find(at: folder.path + "/outside").sources.map(\.name) == ["secret"])
  }

  /// Tables of results aren't recordings, even those with positions by time; recordings below them are.
  @Test func tablesOfARunAreNoRecordings() throws {
    let folder = try TemporaryFolder()
    for table in ["manifest.json", "metrics.csv"] { try folder.write("run/" + table, "") }
    let track = "time_s,latitude_deg,longitude_deg\n0,47,8\n1,47,8\n2,47,8\n"
    try folder.write("run/track.csv", track)
    let error = #expect(throws: DocumentError.self) { try FoundRecordings.find(at: folder.path) }
    #expect(error.map { "\($0)".contains("--record") } == true, "\(String(describing: error))")
    try folder.write("run/recordings/walk.gpx", Self.gpx())
    #expect(try FoundRecordings.find(at: folder.path).sources.count == 1)
    #expect(try FoundRecordings.find(at: folder.path + "/run/track.csv").sources.count == 1)
  }

  /// Files that a reader opens beside a recording aren't read through links either.
  @Test func companionFilesAreNotReadThroughLinks() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let (log, table) = ("walk.gpx", "walk.truth.csv")
    try folder.write(log, Self.gpx())
    let rows = "time_s,latitude_deg,longitude_deg\n0,47,8\n1,47,8\n"
    #expect(symlink(try other.write("t.csv", rows), folder.path + "/" + table) == 0)
    let source = try #require(FoundRecordings.find(at: folder.path).sources.first)
    #expect(try source.read().recording.truth.allSatisfy { $0.known.isEmpty })
    #expect(unlink(folder.path + "/" + table) == 0)
    try folder.write(table, rows)
    let again = try #require(FoundRecordings.find(at: folder.path).sources.first)
    #expect(try again.read().recording.truth.contains { !$0.known.isEmpty })
  }

  /// A name that isn't UTF-8 is kept byte for byte: the file is read, and not confused with another.
  @Test func namesThatAreNotUTF8AreKept() throws {
    let folder = try TemporaryFolder()
    let text = try Self.gpx()
    try folder.write("plain.gpx", text)
    // The repaired form of the other name: a separate file, which is empty.
    try folder.write("caf\u{FFFD}.gpx", "")
    let bytes = Array("caf".utf8) + [0xE9] + Array(".gpx".utf8)
    let name = PathName.text(bytes)
    let raw =
      Array((folder.path + "/").utf8CString.dropLast()) + bytes.map { CChar(bitPattern: $0) }
    defer { unlink(raw + [0]) }
    try writeFile(text, to: folder.path + "/" + name)
    #expect(access(raw + [0], R_OK) == 0)
    #expect(folderContents(folder.path)?.contains(name) == true)
    let source = try #require(
      FoundRecordings.find(at: folder.path).sources.first { $0.name.hasPrefix("caf\\") })
    #expect(source.name == "caf\\xE9")
    #expect(source.path.hasSuffix("/caf\\xE9.gpx"))
    #expect(try !source.read().recording.observations.isEmpty)
    let alone = try FoundRecordings.find(at: folder.path + "/" + name)
    #expect(try alone.sources.first?.read().recording.observations.isEmpty == false)
  }

  /// All bytes of names are preserved.
  @Test func nameBytesRoundTrip() {
    let names: [[UInt8]] = [
      [0x61], [0xFF], [0x80, 0xC3], [0xC3, 0xA9, 0xE9], [0xF0, 0x9F, 0x98, 0x80, 0xF0],
      [0xED, 0xA0, 0x80], Array(1...255),
    ]
    for name in names {
      let text = PathName.text(name)
      let back = withPath(text) { start in (0..<strlen(start)).map { UInt8(bitPattern: start[$0]) }
      }
      #expect(back == name)
      #expect(PathName.isForeign(text) == (String(validating: name, as: UTF8.self) == nil))
    }
    #expect(PathName.shown("caf\u{E9}") == "caf\u{E9}")
  }

  /// A decompression bomb is found by its first lines and rejected by name, before memory is filled.
  @Test func decompressionBombsAreRefused() throws {
    let folder = try TemporaryFolder()
    let bomb = try Self.gpx() + String(repeating: " ", count: 8 << 20)
    let packed = try Gzip.compress(Array(bomb.utf8))
    #expect(packed.count * ArchiveLimits().ratio < bomb.utf8.count)
    try writeFile(packed, to: folder.path + "/bomb.gpx.gz")
    let source = try #require(FoundRecordings.find(at: folder.path).sources.first)
    #expect(source.format.name == "gpx")
    let error = #expect(throws: DocumentError.self) { _ = try source.read() }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("bomb.gpx.gz: exceeds the limit of"), "\(message)")
    #expect(Gzip.beginning(of: packed, count: 5) == Array("<?xml".utf8))
    #expect(Gzip.beginning(of: packed, count: 0).isEmpty)
    #expect(Gzip.beginning(of: Array(packed.prefix(200)), count: 5) == Array("<?xml".utf8))
    #expect(Gzip.beginning(of: [1, 2, 3], count: 5).isEmpty)
  }
}
