import Documents
import Formats
import Glibc
import Recordings
import TestSupport
import Testing
import Truth

/// Folders with links, names and archives that are not what they seem.
struct FoundFilesTests {
  private static func gpx() throws -> String {
    String(decoding: try LogPlaces.excerpt("gpx/made.gpx"), as: UTF8.self)
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
    #expect(found.leftOut.count == 4 && found.strangers.isEmpty, "\(found.leftOut)")
    #expect(found.leftOut.contains { $0.hasPrefix("'stolen.gpx': it is a link out of the folder") })
    #expect(found.leftOut.contains { $0.hasPrefix("'outside': it is a link out of the folder") })
    #expect(found.leftOut.contains { $0.hasPrefix("'self': it is a link to a folder") })
    #expect(found.leftOut.contains { $0.hasPrefix("'dangling': it is a link that leads nowhere") })
    // What the user names is followed: a link to a file, and one to a folder.
    #expect(try FoundRecordings.find(at: folder.path + "/stolen.gpx").sources.count == 1)
    #expect(
      try FoundRecordings.find(at: folder.path + "/outside").sources.map(\.name) == ["secret"])
  }

  /// What a reader looks up beside a recording is no way out either.
  @Test func neighboursAreNotReadThroughLinks() throws {
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

  /// A name that isn't UTF-8 is told as it is, and never read as another file's.
  @Test func namesOfOtherEncodingsAreTold() throws {
    let folder = try TemporaryFolder()
    let text = try Self.gpx()
    try folder.write("plain.gpx", text)
    // What mending the other name would come to.
    try folder.write("caf\u{FFFD}.gpx", text)
    let name = Array((folder.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)]
    let path = name + Array(".gpx".utf8CString)
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    defer { unlink(path) }
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.name) == ["caf\u{FFFD}", "plain"])
    #expect(
      found.leftOut == ["'caf\\xE9.gpx': its name isn't UTF-8; rename it, and it will be read"])
    #expect(folderContents(folder.path) == ["caf\u{FFFD}.gpx", "plain.gpx"])
  }

  /// A file that unpacks to far more than recordings do is found by its first lines and refused with its
  /// name, before memory is filled.
  @Test func bombsAreRefused() throws {
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
