import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Complete logs of the indoor competitions, against counts by independent means.
struct CompleteIndoorLogTests {
  static let competition = "indoor-location-competition-20/site1"
  static let ipin = "ipin2023-track3/logfiles"

  /// A trace's name; rows of the accelerometer, access points, scans, waypoints, beacons, rows that repeat an
  /// access point in a scan.
  static let traces: [(String, [Int])] = [
    ("5dda258fc5b77e0006b175cb", [1595, 247, 17, 7, 26, 0]),
    ("5dda25909191710006b572bd", [1407, 555, 15, 5, 77, 0]),
    ("5dda333f9191710006b5732e", [687, 1162, 7, 5, 83, 0]),
    ("5dda38739191710006b57352", [1020, 1785, 10, 7, 7, 0]),
    ("5ddb8eb89191710006b57626", [1545, 1135, 16, 7, 15, 0]),
    ("5dd9e7cfc5b77e0006b17341", [1178, 3946, 9, 6, 99, 0]),
    ("5dd9ef87c5b77e0006b17357", [1138, 3627, 9, 5, 24, 0]),
    ("5dd9efa2c5b77e0006b17363", [1516, 4613, 12, 7, 217, 0]),
    ("5dd9efa99191710006b57090", [1673, 5647, 14, 9, 163, 40]),
    ("5dd9fd5b9191710006b570ea", [1871, 4656, 10, 5, 220, 5]),
  ]

  @Test(
    .enabled(
      if: LogPaths.data(competition) != nil,
      "needs VENUESIM_DATA with github indoor-location-competition-20"), arguments: traces)
  func completeTrace(name: String, counts: [Int]) throws {
    let files = LogPaths.files(below: Self.competition, suffix: name + ".txt.gz")
    let path = try #require(files.first { $0.contains("path_data_files") })
    let log = try IndoorCompetition.read(LogPaths.contents(path), file: name)
    let found = [
      log.accelerometer.count, log.scans.reduce(0) { $0 + $1.readings.count }, log.scans.count,
      log.waypoints.count, log.beacons.count, log.report.count(of: .repeatedReading),
    ]
    #expect(found == counts)
    #expect(log.gyroscope.count == counts[0] && log.magnetometer.count == counts[0])
    #expect(log.header.brand == "OPPO" && log.header.siteID == "5dd3d7732a57a34356595932")
    #expect(log.report.count(of: .uncalibrated) == 3 * counts[0])
    #expect(log.report.count(of: .badRow) == 0 && log.report.count(of: .fusedLine) == 0)
    // The phone is held flat in front of the body.
    #expect(logMean(log.accelerometer).z.isNear(9, within: 1))
    // Phones start a new scan during delivery: new readings of a scan are later than the last one's end.
    for (scan, before) in zip(log.scans.dropFirst(), log.scans) {
      #expect(scan.startTime > before.endTime && scan.startTime <= scan.endTime)
    }
  }

  @Test(
    .enabled(
      if: LogPaths.data(competition) != nil,
      "needs VENUESIM_DATA with github indoor-location-competition-20"))
  func radioMap() throws {
    let files = LogPaths.files(below: Self.competition, suffix: ".txt.gz").filter {
      $0.contains("/radio_only/")
    }
    var totals = [0, 0, 0, 0, 0]
    for path in files {
      let log = try IndoorCompetition.read(LogPaths.contents(path), file: path)
      totals[0] += log.scans.reduce(0) { $0 + $1.readings.count }
      totals[1] += log.report.count(of: .repeatedReading)
      totals[2] += log.scans.count
      totals[3] += log.waypoints.count
      totals[4] += log.beacons.count
      #expect(log.report.count(of: .badRow) == 0)
    }
    #expect(files.count == 251 && totals == [862_488, 867_110 - 862_488, 3918, 1626, 46_505])
  }

  /// A log's name; rows of ACCE, GYRO, MAGN, PRES, BLE4, POSI, WIFI; scans; fixes, repeated, stale.
  static let logs: [(String, [Int])] = [
    ("01_repetition01", [11521, 23048, 11522, 1440, 649, 14, 982, 58, 232, 232, 11]),
    ("04_repetition03", [8410, 8410, 8410, 1682, 404, 14, 1157, 82, 169, 169, 0]),
    ("22_repetition01", [7976, 15956, 7976, 997, 923, 12, 616, 40, 161, 161, 0]),
    ("24_repetition03", [9588, 9588, 9588, 1918, 571, 16, 1669, 91, 182, 182, 0]),
    ("51_repetition02", [15078, 15078, 15078, 3016, 619, 16, 2210, 105, 293, 293, 0]),
  ]

  @Test(
    .enabled(
      if: LogPaths.data(ipin) != nil,
      "needs VENUESIM_DATA with doi 10.5281/zenodo.8362205 as ipin2023-track3"), arguments: logs)
  func completeLog(name: String, counts: [Int]) throws {
    let file = Self.ipin + "/IPIN2023_T3_TrainingTrial\(name).txt.gz"
    let log = try GetSensorData.read(
      LogPaths.contents(#require(LogPaths.data(file))), file: name)
    let found = [
      log.accelerometer.count, log.gyroscope.count, log.magnetometer.count, log.barometer.count,
      log.beacons.count, log.truth.count, log.scans.reduce(0) { $0 + $1.readings.count },
      log.scans.count, log.fixes.count, log.report.count(of: .repeatedFix),
      log.report.count(of: .staleFix),
    ]
    #expect(found == counts)
    #expect(log.report.count(of: .attitude) == counts[0])
    for warning in [GetSensorData.Warning.badRow, .disorder, .repeated, .gap, .clockConflict] {
      #expect(log.report.count(of: warning) == 0, "\(warning)")
    }
    #expect(log.manufacturer == "samsung" && log.model.hasPrefix("SM-"))
    // The samples are even by the sensor's clock, but not by the app's times.
    let spans = zip(log.accelerometer.dropFirst(), log.accelerometer).map {
      Float(($0.time - $1.time).seconds)
    }
    #expect(logMedian(spans).isNear(0.02, within: 0.0001))
    #expect(spans.count { $0 > 0.025 } < 20)
    #expect(log.barometer.allSatisfy { (97_000...98_500).contains($0.pressurePascals) })
    #expect(Set(log.truth.map(\.floor)).isSubset(of: [0, -1, -2]))
  }
}
