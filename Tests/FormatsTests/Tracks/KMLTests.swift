import Documents
import Formats
import Kernel
import Observations
import Recordings
import TestSupport
import Testing
import Truth

struct KMLTests {
  private static func read(_ body: String) throws(DocumentError) -> KMLFile {
    try KMLFile.read(Array("<kml>\(body)</kml>".utf8), file: "way.kml")
  }

  @Test func readsTracksAndTimedPlacemarks() throws {
    let content = try KMLFile.read(LogPaths.excerpt("kml/made.kml"), file: "made.kml")
    #expect(content.fixes.map(\.time.seconds) == [0, 1.5, 4, 11])
    #expect(content.fixes.map(\.altitudeMetres) == [410.5, 411, 412, nil])
    #expect(content.fixes.map(\.coordinate.latitudeDegrees) == [47.3, 47.3001, 47.3003, 47.301])
    #expect(content.fixes[3].coordinate.longitudeDegrees == 8.501)
    #expect(
      content.start
        == GPSTime(
          utc: CalendarMoment(
            year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9)))
    let counts = KMLFile.Warning.allCases.map { content.report.count(of: $0) }
    // Each of: no point, no time, no zone, no counterpart, a span, no time at all, a line; a gap.
    #expect(counts == [1, 0, 1, 1, 1, 1, 1, 0, 0, 1], "\(content.report.lines)")
  }

  @Test func isDetectedAsATrackWithoutTruth() throws {
    let found = try FoundRecordings.find(at: LogPaths.excerpts + "kml")
    let source = try #require(found.sources.first)
    #expect(source.format.name == "kml" && source.name == "made")
    let read = try source.read()
    #expect(read.recording.truth.allSatisfy { $0.known.isEmpty })
    #expect(read.notes.contains { $0.contains("no independent truth") })
    let fixes = read.recording.observations.count { delivered in
      if case .fix = delivered.item { true } else { false }
    }
    #expect(fixes == 4)
  }

  /// A KMZ is a zip with a KML in it, which takes the archive's name.
  @Test func readsArchives() throws {
    let folder = try TemporaryFolder()
    let bytes = storedZip("doc.kml", try LogPaths.excerpt("kml/made.kml"))
    try writeFile(bytes, to: folder.path + "/hike.kmz")
    for path in [folder.path, folder.path + "/hike.kmz"] {
      let source = try #require(FoundRecordings.find(at: path).sources.first)
      #expect(source.name == "hike" && source.format.name == "kml")
      #expect(try source.read().recording.header.endTime.seconds == 11)
    }
  }

  @Test(arguments: [
    (
      "<Placemark><TimeSpan/><LineString><coordinates>8,47</coordinates></LineString></Placemark>",
      "way.kml: no place with a time, such as gx:Track, or Placemark with TimeStamp and Point; "
        + "found were 1 lines, whose points have no times (not in the recording) (first in line 1)"
    ),
    (
      "<Track><when>2024-05-06T07:08:09Z</when><coord>181 47 0</coord></Track>", "way.kml:1:"
    ),
    ("<Track>", "way.kml:1:"),
  ]) func refusesUntimedAndInvalidFiles(body: String, message: String) {
    let error = #expect(throws: DocumentError.self) { _ = try Self.read(body) }
    #expect(error.map { "\($0)".hasPrefix(message) } == true, "\(error as Any)")
  }

  @Test func placemarksAreSortedAndUnique() throws {
    let marks = ["08", "05", "08", "06"].map {
      "<Placemark><TimeStamp><when>2024-05-06T07:08:\($0)Z</when></TimeStamp>"
        + "<Point><coordinates>8,47</coordinates></Point></Placemark>"
    }
    let content = try Self.read(marks.joined(separator: "\n"))
    #expect(content.fixes.map(\.time.seconds) == [0, 1, 3])
    #expect(content.report.count(of: .disorder) == 2 && content.report.count(of: .repeated) == 1)
  }
}

/// A zip file with one stored entry.
func storedZip(_ name: String, _ data: [UInt8]) -> [UInt8] {
  func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let sizes =
    number(Int(crc32Checksum(of: data)), 4) + number(data.count, 4) + number(data.count, 4)
  let common =
    number(20, 2) + number(0, 4) + number(0x0021_0000, 4) + sizes
    + number(name.utf8.count, 2) + number(0, 2)
  let local = number(0x0403_4B50, 4) + common + Array(name.utf8) + data
  let directory =
    number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 14)
    + Array(name.utf8)
  return local + directory + number(0x0605_4B50, 4) + number(0, 4) + number(1, 2) + number(1, 2)
    + number(directory.count, 4) + number(local.count, 4) + number(0, 2)
}
