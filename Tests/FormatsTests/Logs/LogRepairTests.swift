import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing

/// Repaired and counted files, and rejected ones with the line.
struct LogRepairTests {
  /// A file, its number of readings, and the report's lines.
  static let mended: [(LogFormat, String, Int, [String])] = [
    (
      .wisdm,
      """
      1,A,1000000000,0,9.8,0;1,A,1050000000,1,9.8,0;
      1,A,1020000000,2,9.8,0;

      1,A,1050000000,3,9.8,0,;
      1,A,1100000000,NaN,9.8,0;
      1,A,1100000000,4,9.8
      1,A,2100000000,5,9.8,0;
      1,A,990000000,6,9.8,0;
      """, 5,
      [
        "2 rows without a value (first in line 5)",
        "2 rows earlier than a previous one (first in line 2)",
        "1 rows of the same time as another (the first taken) (first in line 4)",
        "1 gaps of more than 0.5 s (first in line 7)",
      ]
    ),
    (
      .wisdm, "1,A,99000000000,0,9.8,0;\n1,A,100,0,9.8,0;\n1,B,200,0,9.8,0;", 3,
      ["1 backward jumps of the clock within an activity (first in line 2)"]
    ),
    (
      .oxford, "2000000,3,0,0,9.8\n1000000,3,0,0,9.8\n1000000,3,1,0,9.8\n3000000,3,0,,9.8\n", 2,
      [
        "1 rows without a value (first in line 4)",
        "2 rows earlier than a previous one (first in line 2)",
        "1 rows of the same time as another (the first taken) (first in line 3)",
      ]
    ),
    (
      .oxfordSwitches, "1,0,1\n900000001,1,1\n2,nan,0\n", 2,
      [
        "1 rows without a value (first in line 3)", "1 gaps of more than 0.5 s (first in line 2)",
      ]
    ),
    (
      .competition,
      "1574562083544\tTYPE_WAYPOINT\t1.5\t63.9361574562083600\tTYPE_WAYPOINT\t2\t3\t41574562083644"
        + "\tTYPE_ACCELEROMETER\t1\t2\t9\t3\r\n"
        + "1574562083700\tTYPE_WAYPOINT\tx\t2\n15745620837\n"
        + "1574562084000\tTYPE_WIFI\ta\tb\t16:74:9c:2a:ee:73\t-60\t5805\t1574562084000\n"
        + "1574562084000\tTYPE_WIFI\t\t16:74:9c:2a:ee:73\t-61\t5805\t1574569999999\n"
        + "1574562084050\tTYPE_WIFI\t\t16:74:9c:2a:ee:74\t-61\t5805\t1574562074000\n", 5,
      [
        "2 lines without an end, separated from the next (first in line 1)",
        "2 rows cut short or with an unreadable value (first in line 2)",
        "1 duplicate access points in a scan (first in line 5)",
        "1 access points last seen in the future or an hour ago (first in line 5)",
      ]
    ),
    (
      .getSensorData,
      """
      PRES;1.0;11.0;97622;3
      PRES;1.1;11.1;976.3;3
      PRES;1.2;11.2;9.763;3
      PRES;1.3;;976.4;3
      ACCE;1.4;11.4;0;0;9.8;3
      ACCE;9.4;11.5;0;0;9.8;3
      ACCE;2.0;
      nonsense
      HUMI;1;2;3
      """, 5,
      [
        "3 rows cut short or with an unreadable value (first in line 3)",
        "1 gaps of more than 0.5 s in a sensor (first in line 6)",
        "1 rows whose two clocks don't agree, kept at the app's time (first in line 6)",
        "1 pressures in Pa instead of mbar (first in line 1)",
        "1 rows of other sensors, which aren't used (first in line 9)",
      ]
    ),
    (
      .sensorWatch,
      "Timestamp,Magnitude,Steps,Header\n0.0,1,7,x\n0.04,2,,\n0.12,3,,\n0.04,4,,\n,5,,\n",
      3,
      [
        "1 rows without a value (first in line 6)",
        "1 rows earlier than a previous one (first in line 5)",
        "1 rows of the same time as another (the first taken) (first in line 5)",
        "1 gaps of a missing sample or more (first in line 4)",
      ]
    ),
    (
      .magnetic, "1000 0 0 40 0 0 0 0 0 0\n1000 0 0 40 0 0 0 0 0 0\n2000 0 0 40 0 0 0 0 0 0\n<1>",
      3,
      [
        "1 rows of the same time as the previous one (first in line 2)",
        "1 gaps of more than 0.5 s (first in line 3)",
        "1 segments missing from the number that the file gives (first in line 4)",
      ]
    ),
  ]

  @Test(arguments: mended)
  func repairsAndCounts(format: LogFormat, text: String, count: Int, lines: [String]) throws {
    let result = try format.read(Array(text.utf8))
    #expect(result.count == count)
    #expect(result.lines == lines)
  }

  /// Rows of a sensor that reads 1 (in g) or whose clock has another unit.
  private static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: "\n")
  }

  /// A file, a part of the message, and its line; 0 for the whole file.
  static let refused: [(LogFormat, String, String, Int)] = [
    (.motionSense, "a,b\n0,1\n", "gravity.x", 1),
    (.wisdm, "1600,A,5,1,2,3;\n1600,A,6,x,2,3;\n", "a number", 2),
    (.wisdm, "1600,N,5,1,2,3;\n", "letter", 1), (.wisdm, "1600,A,5.5,1,2,3;", "nanoseconds", 1),
    (.wisdm, "1600,A,5,,,;", "no row", 0), (.wisdm, "x,A,5,1,2,3;", "person", 1),
    (.wisdm, rows(60) { "1,A,\($0 * 50_000_000),0,0,1;" }, "another unit", 1),
    (.wisdm, rows(60) { "1,A,\($0 * 50),0,0,9.8;" }, "format's unit", 1),
    (.oxford, "1,3,0,0,9.8\nq,3,0,0,9.8\n", "nanoseconds", 2),
    (.oxford, "1,3,0,0,9.8\n2,3,0,zero,9.8\n", "expected a number, found 'zero'", 2),
    (
      .wisdm, rows(160) { "1,A,\($0 * 50_000_000),0,0,\($0 < 100 ? 9.8 : 1);" }, "are in g", 102
    ),
    (.wisdm, "1600,A,5,1,2,3,4;", "expected at most 6 fields, found 7", 1),
    (.oxford, rows(99) { "\($0 * 2_500_000),3,0,0,1.01" }, "another unit", 1),
    (.oxfordSwitches, "1,0,0\n2,0,2\n", "0 or 1", 2),
    (
      .oxfordTrace, "1,0,0,9.8,0,0,0\n2,0,0,9.8,0,0.5,0\n",
      "expected a count of steps, found '0.5'", 2
    ),
    (.oxfordTrace, "1,0,0,9.8,0,0,0\n2,0,0,9.8,0,0,0,0\n", "expected at most 7 fields, found 8", 2),
    (.smartphoneWatch, "x_acc,y_acc\n", "timestamp", 1),
    (
      .smartphoneWatch,
      "x_acc,y_acc,z_acc,x_gyro,y_gyro,z_gyro,timestamp,label\n0,0,9.8,0,0,0,1657533978389,RUN\n",
      "a label", 2
    ),
    (.sensorWatch, "Timestamp,Magnitude,Steps,Header\n0.0,1,,x\n", "number of steps", 2),
    (.competition, "#\tstartTime:5\n", "no readable row", 0),
    (.competition, rows(60) { "\($0 * 20)\tTYPE_ACCELEROMETER\t0\t0\t1\t3" }, "another unit", 1),
    (
      .getSensorData, rows(60) { "ACCE;\($0 * 20);\($0 * 20 + 5);0;0;9.8;3" }, "format's unit", 1
    ),
    (.getSensorData, "% only\n", "no readable row", 0),
    (.fingerprints, "WAP001,LATITUDE\n", "TIMESTAMP", 1),
    (
      .fingerprints, "WAP001,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,TIMESTAMP\n50,1,2,0,0,5\n",
      "dBm", 2
    ),
    (.magnetic, "2000 0 0 40 0 0 0 0 0 0\n1000 0 0 40 0 0 0 0 0 0\n", "earlier", 2),
    (.magnetic, "2000 0 0 nan 0 0 0 0 0 0\n", "a number", 1),
    (.magnetic, "2000 0 0 40 0 0 0 0 0 0\n<1>\n1 2 3 4 0 1\n", "numbers of two rows", 3),
    (.magnetic, "2000 0 0 40 0 0 0 0 0 0\n<x>\n", "number of segments", 2),
  ]

  @Test(arguments: refused)
  func refusesWithPosition(format: LogFormat, text: String, message: String, line: Int) throws {
    let error = try #require(throws: DocumentError.self) { try format.read(Array(text.utf8)) }
    let diagnostic = try #require(error.diagnostics.first)
    #expect(diagnostic.message.contains(message), "\(diagnostic)")
    #expect((diagnostic.place?.line ?? 0) == line, "\(diagnostic)")
  }

  /// The order of a competition log's lines of different seconds doesn't matter.
  @Test func orderOfLinesDoesNotMatter() throws {
    let name = LogFormat.competition.excerpt
    let bytes = try LogPaths.excerpt(name)
    let lines = bytes.split(separator: 10).map(Array.init)
    let header = lines.filter { $0.first == UInt8(ascii: "#") }
    let rows = lines.filter { $0.first != UInt8(ascii: "#") }
    func log(_ rows: [[UInt8]]) throws -> IndoorCompetition {
      try IndoorCompetition.read(Array((header + rows).joined(separator: [10])), file: name)
    }
    let ordered = try log(rows)
    let isSensor = { (row: [UInt8]) in row.count > 21 && row[19] != UInt8(ascii: "W") }
    let turned = try log(rows.filter(isSensor).reversed() + rows.filter { !isSensor($0) })
    #expect(turned.accelerometer == ordered.accelerometer && turned.scans == ordered.scans)
    #expect(turned.waypoints == ordered.waypoints && turned.gyroscope == ordered.gyroscope)
    #expect(turned.report.count(of: .disorder) == 15)
    let twice = try log(rows + rows)
    #expect(twice.accelerometer == ordered.accelerometer && twice.scans.count == 4)
    #expect(twice.report.count(of: .repeated) == 18)
  }

  /// Numbers in any form are parsed like in the standard library, to the last bit.
  @Test func numbersAreCorrectlyRounded() throws {
    var draw = RandomStream(seed: 3, entity: 0, purpose: "test.numbers")
    var texts = ["0", "-0.0", ".5", "5.", "1e-3", "-6.2561035E-4", "9007199254740993e-12"]
    for _ in 0..<3000 {
      let digits = (0...draw.integer(below: 22)).map { _ in String(draw.integer(below: 10)) }
      var text = digits.joined()
      text.insert(".", at: text.index(text.startIndex, offsetBy: draw.integer(below: text.count)))
      if draw.integer(below: 3) == 0 { text += "e\(draw.integer(below: 30) - 25)" }
      texts.append((draw.integer(below: 2) == 0 ? "-" : "") + text)
    }
    texts = texts.filter { abs(value($0)) < 1e6 }
    let lines = texts.map { "1574562083544\tTYPE_WAYPOINT\t\($0)\t1" }
    let log = try IndoorCompetition.read(Array(lines.joined(separator: "\n").utf8), file: "n")
    #expect(log.waypoints.map(\.x) == texts.map(value) && texts.count > 2000)
    for text in ["1e", "e5", "--1", "1.2.3", "0x10", "1e99999", " 1", ""] {
      let bytes = Array("1574562083544\tTYPE_WAYPOINT\t\(text)\t1".utf8)
      #expect(throws: DocumentError.self) { try IndoorCompetition.read(bytes, file: "n") }
    }
  }

  /// The standard library's value of a number, which needs a digit on both sides of the point.
  private func value(_ text: String) -> Double {
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text.dropFirst(sign.count).split(separator: "e", omittingEmptySubsequences: false)
    let mantissa = parts[0].hasSuffix(".") ? "0\(parts[0])0" : "0\(parts[0])"
    return Double(sign + mantissa + "e" + (parts.count > 1 ? parts[1] : "0")) ?? .nan
  }
}
