import Foundation
import TestSupport
import Testing

/// Files of many megabytes: memory bounded by a multiple of the file size, and progress output.
@Suite(.serialized)
struct LargeFileTests {
  /// Max bytes of memory per byte of the file, in addition to the idle program.
  private static let maxTimes = 9.0
  private static let atRest = 40_000_000

  private static func write(
    _ sandbox: Sandbox, _ name: String, _ head: String, until bytes: Int, _ row: (Int) -> String
  ) throws {
    try sandbox.write(name, head)
    let file = try #require(FileHandle(forWritingAtPath: sandbox.path + "/" + name))
    defer { try? file.close() }
    try file.seekToEnd()
    var (text, number, written) = ("", 0, 0)
    while written < bytes {
      text += row(number)
      number += 1
      guard text.utf8.count > 1 << 20 else { continue }
      written += text.utf8.count
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    if name.hasSuffix(".gpx") { try file.write(contentsOf: Data("</trkseg></trk></gpx>".utf8)) }
  }

  private static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  private static func check(_ outcome: Outcome, _ bytes: Int) {
    #expect(outcome.status == 0, "\(outcome)")
    let limit = atRest + Int(maxTimes * Double(bytes))
    #expect(outcome.peakBytes < limit, "\(outcome.peakBytes) bytes of memory for \(bytes)")
    #expect(outcome.peakBytes > bytes, "memory is measured")
  }

  /// Text of which nothing is kept costs no memory: readers hold a window of it.
  @Test(arguments: ["drive.nmea", "walk.gpx", "Accelerometer.csv"])
  func textWithoutUseNeedsNoMemory(_ name: String) throws {
    let head = """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>

      """
    let table = #""Time (s)","X (m/s^2)","Y (m/s^2)","Z (m/s^2)","remark""#
    let heads = ["walk.gpx": head, "Accelerometer.csv": "\(table)\n"]
    let rest = String(repeating: "of no use ", count: 5000)
    func row(_ number: Int) -> String {
      switch name {
      case "drive.nmea":
        let second = String(format: "%02d%02d", number / 60, number % 60)
        return "$GPGGA,10\(second).00,6010.0000,N,02456.0000,E,1,08,1.0,10.0,M,18.0,M,,\n"
          + "$PXYZ,\(rest)\n"
      case "walk.gpx":
        let time = String(format: "%02d:%02d:%02d", number / 3600, number / 60 % 60, number % 60)
        return "<trkpt lat='60' lon='25'><time>2024-05-01T\(time)Z</time>"
          + "<extensions><x>\(rest)</x></extensions></trkpt>\n"
      default: return "\(Double(number) / 10),0,0,9.8,\(rest)\n"
      }
    }
    func peak(_ bytes: Int) throws -> Int {
      let sandbox = try Sandbox()
      try Self.write(sandbox, name, heads[name] ?? "", until: bytes, row)
      let outcome = try sandbox.venuesim("replay", name)
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.peakBytes
    }
    let (small, large) = (try peak(1_000_000), try peak(30_000_000))
    #expect(large < small + 6_000_000, "\(large) bytes of memory, \(small) for a small file")
  }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longLargeTracksNeedBoundedMemory() throws {
    let sandbox = try Sandbox()
    let bytes = 80_000_000
    let head = """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>

      """
    let start = Date(timeIntervalSince1970: 1_714_521_600)
    let format = ISO8601DateFormatter()
    try Self.write(sandbox, "walk.gpx", head, until: bytes) { index in
      let place = Double(index) / 900
      return "<trkpt lat=\"\(Self.number(60.17 + 1e-3 * sin(place), 7))\" "
        + "lon=\"\(Self.number(24.94 + 1e-3 * cos(place), 7))\"><ele>35.2</ele><time>"
        + "\(format.string(from: start.addingTimeInterval(Double(index))))</time></trkpt>\n"
    }
    let outcome = try sandbox.venuesim("replay", "walk.gpx")
    Self.check(outcome, bytes)
    // Reading is too fast for progress output; the replay isn't.
    #expect(outcome.errors.contains("replaying walk: "))
  }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longLargeTablesNeedBoundedMemory() throws {
    let sandbox = try Sandbox()
    let bytes = 40_000_000
    try Self.write(
      sandbox, "places.csv", "x_m,y_m,floor,scan,transmitter,rssi_dbm\n", until: bytes
    ) { index in
      let place = index / 12
      let (x, y) = (place % 200, place / 200 % 100)
      let transmitter = "02:00:00:00:00:\(String(format: "%02x", (place * 7 + index) % 97))"
      return "\(x),\(y),\(place / 20_000 % 4),\(place),\(transmitter),\(-40 - index * 31 % 50)\n"
    }
    let survey = try sandbox.venuesim(
      "survey", "build", "places.csv", "--out", "places.venuemap")
    Self.check(survey, bytes)
    // So many fingerprints that their times span more than a month: no clock error.
    let replay = try sandbox.venuesim("replay", "places.csv")
    Self.check(replay, bytes)
  }

  /// A scenario of 100,000 people is checked quickly, because their routes are searched once.
  @Test(.enabled(if: runsLong, "make test-long"))
  func longLargeCrowdsAreCheckedQuickly() throws {
    let sandbox = try Sandbox()
    let crowd = try String(
      contentsOfFile: TestPaths.root + "/scenarios/crowd-1000.yaml", encoding: .utf8)
    let many = crowd.replacingOccurrences(of: "count: 200", with: "count: 20000")
      .replacingOccurrences(of: "venue: ", with: "venue: \(TestPaths.root)/scenarios/")
    #expect(many.contains("count: 20000") && many != crowd)
    try sandbox.write("many.yaml", many)
    // It took 97 s when routes were searched for each person, and takes 6 s now.
    let outcome = try sandbox.venuesim("check", "many.yaml")
    #expect(outcome.status == 0 && outcome.processorSeconds < 40, "\(outcome)")
  }
}
