import Documents
import Formats
import Kernel
import Observations
import Recordings
import TestSupport
import Testing
import Truth

/// A ground truth table beside a recording.
@Suite struct TruthBesideTests {
  /// A track of ten minutes to the north at 2 m/s, from 2026-05-01 08:00 UTC on, and a table beside it.
  private static func read(_ table: String, shift: Int = 0) throws -> ReadRecording {
    let points = (0...600).map { second -> String in
      let whole = 8 * 3600 + second + shift
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let clock = "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
      let latitude = 47 + 2 * Double(second) / 111_195
      return "<trkpt lat=\"\(latitude)\" lon=\"8\"><time>2026-05-01T\(clock)Z</time></trkpt>"
    }
    let folder = try TemporaryFolder()
    let text =
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
      + points.joined() + "</trkseg></trk></gpx>"
    try writeFile(Array(text.utf8), to: folder.path + "/walk.gpx")
    try writeFile(Array(table.utf8), to: folder.path + "/walk.truth.csv")
    let found = try FoundRecordings.find(at: folder.path + "/walk.gpx")
    #expect(found.unknownFiles.isEmpty)
    return try #require(found.sources.first).read()
  }

  private static func truth(_ read: ReadRecording, at second: Double) throws -> TruthSample {
    try #require(RecordedTruth(read.recording.truth)).sample(at: SimTime(seconds: second))
  }

  @Test func positionsAndStepsAreInterpolatedAndOtherValuesHeld() throws {
    let read = try Self.read(
      """
      time_s,latitude_deg,longitude_deg,floor,activity,steps
      0,47,8,0,walking,0
      100,,,1,,180
      200,47.0036,8,,stationary,
      400,47.0036,8,outdoors,,360
      """)
    let middle = try Self.truth(read, at: 150)
    #expect(abs(middle.coordinate.latitudeDegrees - 47.0027) < 1e-9)
    #expect(middle.floor == 1 && middle.activity == .walking && middle.stepCount == 210)
    #expect(middle.known.isSuperset(of: [.position, .floor, .activity, .steps]))
    #expect(!middle.known.contains(.altitude))
    let later = try Self.truth(read, at: 300)
    #expect(later.activity == .stationary && later.floor == 1 && later.stepCount == 300)
    // After its last row the truth is unknown.
    #expect(try Self.truth(read, at: 401).known.isEmpty)
    #expect(read.notes.contains { $0.contains("covers 67 % of the recording") }, "\(read.notes)")
    #expect(!read.notes.contains { $0.contains("no independent truth") }, "\(read.notes)")
  }

  /// The table of a folder is found whether the folder or the one above is named.
  @Test(arguments: ["walks", "walks/walk", "walks/walk/"])
  func tableBesideFolderIsFound(_ named: String) throws {
    let folder = try TemporaryFolder()
    let rows = (0..<600).map { "\(1_700_000_000_000_000_000 + $0 * 10_000_000),0,9.8,0,0" }
    try folder.write(
      "walks/walk/TotalAcceleration.csv",
      (["time,seconds_elapsed,z,y,x"] + rows).joined(separator: "\n"))
    try folder.write("walks/walk.truth.csv", "time_s,steps\n0,0\n5,10\n")
    let found = try FoundRecordings.find(at: folder.path + "/" + named)
    let read = try #require(found.sources.first).read()
    #expect(try Self.truth(read, at: 2.5).stepCount == 5)
    #expect(!read.notes.contains { $0.contains("no ground truth") }, "\(read.notes)")
  }

  @Test(arguments: [
    "time_s\n0", "utc\n2026-05-01T08:00:00Z", "utc\n2026-05-01T10:00:00+02:00",
    "unix_s\n1777622400", "unix_ms\n1777622400000", "gps_s\n1461657618",
  ]) func readsTimesInSeveralFormats(head: String) throws {
    let parts = head.split(separator: "\n")
    let table = "\(parts[0]),activity\n\(parts[1]),walking\n"
    let read = try Self.read(table)
    #expect(read.recording.truth.first?.time.seconds == 0, "\(read.recording.truth)")
  }

  @Test func readsPausesAndTransport() throws {
    let read = try Self.read(
      "time_s,transport,pause\n0,tram,0\n60,bicycle,1\n90,bicycle,0\n600,bicycle,0\n")
    #expect(try Self.truth(read, at: 30).activity == .automotive)
    #expect(try Self.truth(read, at: 70).activity == .cycling)
    let pauses = read.changes.filter { $0.kind == .pause }
    #expect(pauses.map(\.time.seconds) == [60, 90] && pauses.map(\.to) == ["paused", "resumed"])
  }

  /// Truth completely outside the recording is reported with the likely cause.
  @Test(arguments: [
    ("utc", "2026-05-01T10:00:30", "2026-05-01T10:09:00", "later by 2 h; are they local times"),
    ("time_s", "1777622400", "1777622900", "looks like 'unix_s'"),
    ("unix_s", "1777622400000", "1777622900000", "looks like milliseconds"),
    ("unix_s", "1461657650", "1461658100", "looks like 'gps_s'"),
    ("utc", "2026-05-08T08:01:00Z", "2026-05-08T08:09:00Z", "it is 1 week later"),
    ("utc", "2026-04-29T08:01:00Z", "2026-04-29T08:09:00Z", "it is 2 days earlier"),
    ("gps_s", "842342450", "842342900", "the number restarts every 1,024"),
  ]) func wrongClockIsReported(clock: String, first: String, last: String, cure: String) throws {
    do {
      _ = try Self.read("\(clock),activity\n\(first),walking\n\(last),walking\n")
      Issue.record("the table was accepted")
    } catch let error as DocumentError {
      let text = error.diagnostics.map { "\($0)" }.joined()
      #expect(text.contains("no row of '") && text.contains(cure), "\(text)")
    }
  }

  /// A clock error of the leap seconds is detected by the receiver's own locations.
  @Test func leapSecondOffsetIsReported() throws {
    let rows = stride(from: 0, through: 500, by: 10).map { second in
      "\(second),\(47 + 2 * Double(second + 18) / 111_195),8"
    }
    let read = try Self.read("time_s,latitude_deg,longitude_deg\n" + rows.joined(separator: "\n"))
    #expect(read.notes.contains { $0.contains("18 s") && $0.contains("GPS time") }, "\(read.notes)")
    let right = stride(from: 0, through: 500, by: 10).map { second in
      "\(second),\(47 + 2 * Double(second) / 111_195),8"
    }
    let well = try Self.read("time_s,latitude_deg,longitude_deg\n" + right.joined(separator: "\n"))
    #expect(!well.notes.contains { $0.contains("GPS time") }, "\(well.notes)")
  }

  @Test(arguments: [
    ("when,activity\n0,walking", "expected one column with the time"),
    ("time_s,unix_s,activity\n0,0,walking", "there are 2"),
    ("time_s,latitude_deg\n0,47", "must be given together"),
    ("time_s,remark\n0,none", "no known column"),
    ("time_s,activity\n0,hopping", "unknown activity 'hopping'"),
    ("time_s,activity\n5,walking\n5,walking", "times must increase"),
    ("time_s,floor\n0,first", "a floor, such as -1, 0 or 2, or 'outdoors'"),
    ("time_s,latitude_deg,longitude_deg\n0,91,8", "a number from -90 to 90"),
    ("utc,activity\n8 o'clock,walking", "a date and time such as"),
    ("time_s,pause\n0,maybe", "1 in a pause and 0 otherwise"),
    ("time_s,activity\n", "has no row"),
  ]) func mistakesAreReported(table: String, message: String) throws {
    do {
      _ = try Self.read(table)
      Issue.record("the table was accepted")
    } catch let error as DocumentError {
      #expect(error.diagnostics.contains { "\($0)".contains(message) }, "\(error)")
    }
  }
}
