import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing

/// Tables of phone sensors that were saved by a spreadsheet, with rounded numbers.
struct RoundedClockTests {
  /// A table of 459 rows 10 ms apart.
  private func table(time: (Int) -> String, elapsed: (Int) -> String) -> [UInt8] {
    let text = (0..<459).reduce("time,seconds_elapsed,z,y,x\n") { text, row in
      text + "\(time(row)),\(elapsed(row)),9.8,0,0.\(row % 10)\n"
    }
    return Array(text.utf8)
  }

  private func exact(_ row: Int) -> String { "\(1_680_000_000_000_000_000 + row * 10_000_000)" }
  private func seconds(_ row: Int) -> String { "\(Double(row + 5) / 100)" }

  @Test func roundedTimeColumnIsReplacedByTheOther() throws {
    let whole = try SensorFolder.read(
      [("TotalAcceleration.csv", table(time: exact, elapsed: seconds))], name: "f")
    #expect(whole.warnings.isEmpty && whole.start != nil)
    let saved = try SensorFolder.read(
      [
        ("TotalAcceleration.csv", table(time: { _ in "1.68E+18" }, elapsed: seconds)),
        ("Gyroscope.csv", table(time: exact, elapsed: seconds)),
      ], name: "f")
    #expect(saved.accelerometer.count == 459 && saved.dropped == 0)
    let spans = [whole, saved].map { $0.accelerometer[458].time - $0.accelerometer[0].time }
    #expect(spans[0] == spans[1])
    // One warning, with file, column and remedy.
    let said = saved.warnings.filter { $0.contains("rounded") }
    #expect(said.count == 1 && said[0].hasPrefix("TotalAcceleration.csv: "), "\(saved.warnings)")
    for part in ["'time'", "'seconds_elapsed' taken", "the app's own file"] {
      #expect(said[0].contains(part))
    }
  }

  @Test func dateComesFromTheAppMetadata() throws {
    let rounded = table(time: { _ in "1.68E+18" }, elapsed: seconds)
    let undated = try SensorFolder.read([("Gyroscope.csv", rounded)], name: "f")
    #expect(undated.start == nil && undated.gyroscope.count == 459)
    let metadata = Array("platform,recording epoch time\nandroid,1680000000000\n".utf8)
    let dated = try SensorFolder.read(
      [("Gyroscope.csv", rounded), ("Metadata.csv", metadata)], name: "f")
    // Times start at the recording's start; the first row is 50 ms later.
    #expect(dated.start?.utc.year == 2023)
    #expect(abs((dated.start?.utc.second ?? 0) - 0.05) < 1e-6)
  }

  /// Whole seconds with one row per second aren't rounded, nor are two rows with one time.
  @Test func exactTimeColumnsAreKept() throws {
    let pairs = table(time: { exact($0 / 2) }, elapsed: { seconds($0 / 2) })
    let log = try SensorTable.read(pairs, file: "Gyroscope.csv")
    #expect(log.clock == .unix && log.count == 230 && log.report.count(of: .repeated) == 229)
    let coarse = try SensorTable.read(
      table(time: exact, elapsed: { "\($0 / 100)" }), file: "Gyroscope.csv")
    #expect(coarse.clock == .unix && coarse.count == 459)
  }

  @Test func refusesTablesWithTwoRoundedTimeColumns() {
    let bytes = table(time: { _ in "1.68E+18" }, elapsed: { "\($0 / 250)" })
    let said = complaint { () throws(DocumentError) in
      _ = try SensorTable.read(bytes, file: "Gyroscope.csv")
    }
    #expect(
      said?.contains("Gyroscope.csv:1:2: only 2 different times in 459 rows") == true,
      "\(said ?? "accepted")")
    #expect(said?.contains("use the app's own file") == true)
  }

  /// Rows dropped in favour of another with the same time count as left out, in every format.
  @Test func rowsWithRepeatedTimesCountAsDropped() throws {
    let counts = WarningCounts(
      try SensorTable.read(
        table(time: { exact($0 / 3) }, elapsed: seconds), file: "Gyroscope.csv"
      ).report)
    #expect(counts.dropped == 0)
    let paired = WarningCounts(
      try SensorTable.read(
        table(time: { exact($0 / 2) }, elapsed: { seconds($0 / 2) }), file: "Gyroscope.csv"
      ).report)
    #expect(paired.dropped == 229 && paired.chiefLoss?.hasPrefix("229 rows of the same") == true)
  }
}
