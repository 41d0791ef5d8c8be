import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// NMEA 0183 sentences of receivers, checked against values read off the files by hand.
struct NMEATests {
  private func read(_ text: String) throws(DocumentError) -> NMEARecording {
    try NMEARecording.read(Array(text.utf8), file: "test.nmea")
  }

  /// A sentence with its checksum.
  private func sentence(_ content: String) -> String {
    let sum = content.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    let hex = String(sum, radix: 16).uppercased()
    return "$\(content)*\(hex.count < 2 ? "0" : "")\(hex)\r\n"
  }

  @Test func readsADrive() throws {
    let log = try NMEARecording.read(LogPaths.excerpt("nmea/f9k-drive.nmea"), file: "f9k")
    #expect(
      log.start.utc
        == CalendarMoment(
          year: 2020, month: 2, day: 7, hour: 2, minute: 14, second: 17))
    let first = try #require(log.epochs.first)
    let fix = try #require(first.fix)
    #expect(abs(fix.coordinate.latitudeDegrees - (37 + 25.58362 / 60)) < 1e-12)
    #expect(abs(fix.coordinate.longitudeDegrees + (122 + 5.61915 / 60)) < 1e-12)
    #expect(abs((fix.altitudeMetres ?? 0) - (4.4 - 30)) < 1e-9)
    #expect(abs((fix.speedMetresPerSecond ?? 0) - 0.028 * 1852 / 3600) < 1e-12)
    #expect(fix.courseDegrees == 65.13 && fix.satelliteCount == 12 && first.quality == 5)
    #expect(first.horizontalDilution == 0.76 && first.verticalDilution == 1.27)
    #expect(abs((fix.horizontalAccuracyMetres ?? 0) - 0.38) < 1e-9)
    // GPS 2 has 42 dB-Hz on one signal and nothing on the other; 30 has 39 and 34.
    func strength(_ system: Constellation, _ number: Int) -> Double? {
      first.satellites.first { $0.id == SatelliteID(system, number) }?.strengthDecibelHertz
    }
    #expect(strength(.gps, 2) == 42 && strength(.gps, 30) == 39)
    #expect(strength(.glonass, 9) == 49 && strength(.galileo, 12) == 43)
    #expect(log.epochs.count == 2 && log.report.count(of: .otherSentence) == 1)
  }

  @Test func readsRowsOfGnssLogger() throws {
    let log = try NMEARecording.read(LogPaths.excerpt("nmea/pixel6.nmea"), file: "pixel6")
    #expect(log.fixes.count == 10 && log.report.lines.isEmpty)
    #expect(log.fixes.map(\.time.seconds) == (0..<10).map { Double($0) * 12 })
    #expect(
      log.start.utc
        == CalendarMoment(
          year: 2023, month: 11, day: 7, hour: 23, minute: 42, second: 57))
  }

  /// Dates of 220 years, and then a new day every three sentences, up to day 100,000.
  @Test func manyDaysAreLimited() throws {
    func row(_ time: String) -> String { "$GPGST,\(time),,,,,,,\n" }
    let dates = [(1, "06,01,1980"), (2, "31,12,2079"), (3, "30,12,2179"), (4, "31,12,2199")].map {
      row("0\($0)0000") + "$GPZDA,0\($0)0000,\($1)\n"
    }.joined()
    let day = row("010000") + row("090000") + row("170000")
    let log = try read(dates + String(repeating: day, count: 27_000))
    #expect(log.report.count(of: .dateConflict) == 0 && log.epochs.count == 4 + 3 * 27_000)
    let days = (log.epochs.last?.time.seconds ?? 0) / 86_400
    #expect((100_000..<100_001).contains(days), "\(days)")
  }

  @Test func countsDaysAndDates() throws {
    let place = "4807.038,N,01131.000,E"
    let text =
      sentence("GPGGA,235958.00,\(place),1,08,1.0,500,M,47,M,,")
      + sentence("GPGGA,235959.00,\(place),1,08,1.0,500,M,47,M,,")
      + sentence("GPGGA,000000.00,\(place),1,08,1.0,500,M,47,M,,")
      // The receiver is slow to change the date.
      + sentence("GPRMC,000000.00,A,\(place),10.0,90.0,311299,,,A")
      + sentence("GPRMC,000001.00,A,\(place),10.0,90.0,010100,,,A")
      + sentence("GPRMC,000001.00,A,\(place),10.0,90.0,030100,,,A")
      + sentence("GPRMC,000002.50,A,\(place),,,030100,,,A")
    let log = try read(text)
    #expect(log.epochs.count == 5)
    // The first date also applies to earlier sentences, counted in days.
    #expect(log.start.utc.day == 30 && log.start.utc.year == 1999)
    #expect(log.fixes[2].time.seconds == 2)
    #expect(log.fixes[3].time.seconds == 86_403 && log.fixes[4].time.seconds == 3 * 86_400 + 4.5)
    #expect(log.fixes[0].altitudeMetres == 547 && log.fixes[4].speedMetresPerSecond == nil)
  }

  @Test(arguments: [
    ("GPGGA,120000.00,4807.038,N,01131.000,E,0,00,,,M,,M,,", NMEARecording.Warning.noFix),
    ("GPRMC,120000.00,V,,,,,,,010124,,,N", .noFix),
    // A position without a fix isn't used.
    ("GPGGA,120000.00,9900.000,N,01131.000,E,0,00,,,M,,M,,", .noFix),
    ("GPRMC,120000.00,V,9900.000,N,19900.000,E,,,010124,,,N", .noFix),
    ("GPGGA,120000.00,4867.038,N,01131.000,E,1,08,1,500,M,47,M,,", .badField),
    ("GPGGA,250000.00,4807.038,N,01131.000,E,1,08,1,500,M,47,M,,", .badField),
    ("GPGGA,,4807.038,N,01131.000,E,1,08,1,500,M,47,M,,", .noTime),
    ("GPGGA,120009.00,4807.038,N,01131.000,E,6,08,1,500,M,47,M,,", .estimated),
    ("GPGGA,115900.00,4807.038,N,01131.000,E,1,08,1,500,M,47,M,,", .disorder),
    ("GPGGA,120010.00,4807.038,N,01131.000,E,1,08,1,500,M,47,M,,", .repeated),
    ("GPXTE,A,A,0.67,L,N", .otherSentence),
  ])
  func countsRepairs(content: String, warning: NMEARecording.Warning) throws {
    let place = "4807.038,N,01131.000,E"
    let good = sentence("GPGGA,120010.00,\(place),1,08,1,500,M,47,M,,")
    let log = try read(good + sentence(content))
    #expect(log.report.count(of: warning) == 1, "\(log.report.lines)")
    #expect(log.fixes.contains { $0.altitudeMetres == 547 })
  }

  @Test(arguments: [
    ("GPGGA,120011.00,9107.038,N,01131.000,E,1,08,1,500,M,47,M,,", "'latitude_deg' is 91.1173"),
    ("GPRMC,120011.00,A,4807.038,N,18131.000,E,1,2,010124,,,A", "'longitude_deg' is 181.516"),
  ])
  func refusesInvalidCoordinates(content: String, part: String) throws {
    let good = sentence("GPGGA,120010.00,4807.038,N,01131.000,E,1,08,1,500,M,47,M,,")
    let said = complaint { () throws(DocumentError) in _ = try read(good + sentence(content)) }
    #expect(said?.hasPrefix("test.nmea:2:1: \(part)") == true, "\(said ?? "accepted")")
    // A corrupted sentence doesn't count as a receiver problem.
    let broken = sentence(content).replacingText("120011", "120012")
    let log = try read(good + broken)
    #expect(log.fixes.count == 1 && log.report.count(of: .badChecksum) == 1)
  }

  @Test func skipsDamagedSentences() throws {
    let place = "4807.038,N,01131.000,E"
    let good = sentence("GNGGA,120010.00,\(place),1,08,1,500,M,47,M,,")
    let cut = "$GNGGA,120011.00,4807.038,N,0113\n"
    let wrong = good.replacingText("4807", "4907")
    let log = try read("noise\n" + good + cut + wrong)
    #expect(log.fixes.count == 1 && log.report.count(of: .badChecksum) == 1)
    #expect(log.report.count(of: .noChecksum) == 1 && log.report.count(of: .strayText) == 1)
    #expect(throws: DocumentError.self) { try read("$GNXXX,1*00\nhello\n") }
    // If the file has no checksums at all, sentences are accepted.
    let bare = try read("$GPGGA,120010.00,\(place),1,08,1,500,M,47,M,,\n")
    #expect(bare.fixes.count == 1 && bare.report.count(of: .noDate) == 1)
    #expect(bare.report.count(of: .unchecked) == 1 && bare.report.count(of: .noChecksum) == 0)
  }

  @Test func usesAnotherReceiverAsTruth() throws {
    let place = "4807.038,N,01131.000,E"
    func drive(_ seconds: ClosedRange<Int>, _ height: Int) throws -> NMEARecording {
      try read(
        seconds.map { second in
          sentence("GPGGA,1200\(second).00,\(place),1,08,1,\(height),M,47,M,,")
            + sentence("GPRMC,1200\(second).00,A,\(place),1,2,010124,,,A")
        }.joined())
    }
    let recording = try drive(20...30, 500).recording(device: "a", truth: drive(15...25, 501))
    #expect(recording.observations.count == 11 && recording.truth.count == 6)
    #expect(recording.truth[0].time == .start && recording.truth[5].altitudeMetres == 548)
    #expect(recording.header.endTime == SimTime(seconds: 10) && recording.header.gpsWeek == 2295)
  }
}

extension String {
  /// The text with the first occurrence of a piece replaced.
  func replacingText(_ piece: String, _ other: String) -> String {
    var bytes = Array(utf8)
    let (old, new) = (Array(piece.utf8), Array(other.utf8))
    guard bytes.count >= old.count else { return self }
    for start in 0...(bytes.count - old.count)
    where bytes[start..<start + old.count].elementsEqual(old) {
      bytes.replaceSubrange(start..<start + old.count, with: new)
      break
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
