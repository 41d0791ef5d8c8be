import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

struct GNSSLoggerTests {
  static func read(_ name: String) throws -> GNSSLoggerRecording {
    try GNSSLoggerRecording.read(SkyPaths.excerpt(name), file: name)
  }

  @Test func readsALogOf2016() throws {
    let log = try Self.read("gnsslogger-2016.txt")
    #expect(log.device == "1.4.0.0, Platform: N")
    #expect(log.epochs.count == 3 && log.fixes.count == 3)
    // 2016-08-22 21:45:55.999 UTC; GPS time was 17 s ahead.
    #expect(abs(log.start - GPSTime(week: 1911, secondsOfWeek: 164_772.999)) < 1e-6)
    let fix = try #require(log.fixes.first)
    #expect(fix.coordinate.latitudeDegrees == 37.422604 && fix.horizontalAccuracyMetres == 4)
    #expect(fix.source == .gnss && fix.speedMetresPerSecond == 0 && fix.courseDegrees == -1)
    let first = try #require(log.epochs.first)
    let signal = try #require(first.measurements.first)
    #expect(signal.satellite == SatelliteID(.gps, 2))
    // 10.084 s + 1155937562.915873645 s is second 164772.999873645 of its week; sent at …920063716.
    #expect(abs(signal.pseudorangeMetres - 0.079809929 * 299_792_458) < 0.3)
    #expect(abs(signal.pseudorangeSigmaMetres - 16e-9 * 299_792_458) < 1e-9)
    #expect(signal.pseudorangeRateMetresPerSecond == 627.1974982872789)
    #expect(signal.accumulatedDeltaRangeState == [.valid, .reset])
    #expect(signal.carrierFrequencyHertz == CarrierFrequency.l1)
    // Between epochs, the free-running clock and the code agree with the reported rate.
    let (second, third) = (log.epochs[1], log.epochs[2])
    var compared = 0
    for late in third.measurements {
      guard late.carrierToNoiseDecibelHertz > 29,
        let early = second.measurements.first(where: { $0.satellite == late.satellite })
      else { continue }
      let rate =
        (late.pseudorangeRateMetresPerSecond + early.pseudorangeRateMetresPerSecond) / 2
      #expect(abs(late.pseudorangeMetres - early.pseudorangeMetres - rate) < 30)
      compared += 1
    }
    #expect(compared >= 4)
    // GLONASS by its strings: the time of day isn't decoded yet, the seconds are.
    let glonass = second.measurements.filter { $0.satellite.constellation == .glonass }
    #expect(glonass.count >= 6)
    #expect(glonass.allSatisfy { (18e6...26e6).contains($0.pseudorangeMetres) })
    #expect(
      glonass.first { $0.satellite.number == 94 }?.carrierFrequencyHertz
        == 1602e6 - 6 * 562.5e3)
    #expect(log.report.count(of: .ambiguous) > 0 && log.report.count(of: .noCodeLock) > 0)
  }

  @Test func readsALogOf2023() throws {
    let log = try Self.read("gnsslogger-v3.txt")
    #expect(log.device == "v3.0.6.4 Platform: 14 Manufacturer: Google Model: Pixel 7")
    #expect(log.epochs.count == 2 && log.fixes.count == 4)
    #expect(log.fixes.map(\.source) == [.gnss, .fused, .wifi, .gnss])
    #expect(log.fixes.first?.verticalAccuracyMetres == 3)
    #expect(log.accelerometer.count == 3 && log.gyroscope.count == 3 && log.magnetometer.count == 3)
    let first = try #require(log.epochs.first)
    #expect(first.clockDiscontinuityCount == 22)
    #expect(first.measurements.count == 20)
    #expect(log.report.count(of: .otherBand) > 0)
    for signal in first.measurements {
      #expect((18.5e6...30e6).contains(signal.pseudorangeMetres), "\(signal.satellite)")
      #expect(signal.accumulatedDeltaRangeSigmaMetres == .infinity)
      let isGlonass = signal.satellite.constellation == .glonass
      #expect(signal.state.contains(isGlonass ? .glonassTimeOfDayDecoded : .timeOfWeekDecoded))
    }
    // The sensors' clock and the satellites' agree in the end.
    let gap = try #require(log.accelerometer.first).time - first.time
    #expect(abs(gap.seconds) < 600)
  }

  static let damageCases:
    [(String, @Sendable (String) -> String, GNSSLoggerRecording.Warning?, Int)] = [
      ("nothing", { $0 }, nil, 3),
      ("CRLF", { $0.replacing("\n", with: "\r\n") }, nil, 3),
      ("a row cut short", { $0 + "Raw,344425430,23084000000,,,-115593" }, .badRawRow, 3),
      ("letters", { $0.replacing("164772920063716", with: "16477292OO63716") }, .badRawRow, 3),
      (
        "no bias", { $0.replacing("10084000000,,,-1155937562915873645", with: "10084000000,,,") },
        .noClock, 2
      ),
      ("NavIC", { $0.replacing(",,,,,0,,1\n", with: ",,,,,0,,7\n") }, .unknownSystem, 3),
      ("time runs back", { $0.replacing(",23084000000,", with: ",21084000000,") }, .disorder, 2),
      (
        "the clock jumps", { $0.replacing("-1155937562915867128", with: "-1155937562945867128") },
        .clockStep, 3
      ),
      ("a bad fix", { $0.replacing("37.422595", with: "37.422S95") }, .badFixRow, 3),
      ("a signal twice", { $0.replacing(",,,0,5,0.0,", with: ",,,0,2,0.0,") }, .duplicate, 3),
      (
        "a wrong sky", { $0.replacing("164772920063716", with: "164772320063716") }, .invalidRange,
        3
      ),
    ]

  @Test(arguments: damageCases.indices) func damageIsRepairedOrCounted(index: Int) throws {
    let (name, damage, warning, epochs) = Self.damageCases[index]
    let good = String(decoding: try SkyPaths.excerpt("gnsslogger-2016.txt"), as: UTF8.self)
    let log = try GNSSLoggerRecording.read(Array(damage(good).utf8), file: "x")
    #expect(log.epochs.count == epochs, "\(name): \(log.report.lines)")
    if let warning { #expect(log.report.count(of: warning) > 0, "\(name): \(log.report.lines)") }
    if name == "the clock jumps" {
      #expect(log.epochs.map(\.clockDiscontinuityCount) == [0, 0, 1])
    }
  }

  @Test func negativeTimeSinceBootIsIgnored() throws {
    let text =
      "# Raw,ElapsedRealtimeMillis,TimeNanos,FullBiasNanos,Svid,State,ReceivedSvTimeNanos,Cn0DbHz,"
      + "ConstellationType\n"
      + "Raw,-9223372036854775807,0,-1155937562915873645,2,15,164772920063716,30,1\n"
    let log = try GNSSLoggerRecording.read(Array(text.utf8), file: "x")
    #expect(log.epochs.count == 1)
  }

  @Test func refusesLatitudesBeyondThePole() throws {
    let good = String(decoding: try SkyPaths.excerpt("gnsslogger-2016.txt"), as: UTF8.self)
    let said = complaint { () throws(DocumentError) in
      _ = try GNSSLoggerRecording.read(
        Array(good.replacing("37.422595", with: "137.422595").utf8), file: "x.txt")
    }
    #expect(said?.contains("'latitude_deg' is 137.422595") == true, "\(said ?? "accepted")")
    #expect(said?.hasPrefix("x.txt:") == true)
  }

  @Test func unusableFilesAreErrors() {
    func complaint(_ text: String) -> String? {
      FormatsTests.complaint { () throws(DocumentError) in
        _ = try GNSSLoggerRecording.read(Array(text.utf8), file: "x.txt")
      }
    }
    #expect(complaint("") == "x.txt: no usable row of GnssLogger in the file")
    #expect(
      complaint("Raw,1,2,3\n")
        == "x.txt:1:1: a row 'Raw' before any row '# Raw,…' that names its columns; is this a log "
        + "of GnssLogger?")
    #expect(
      complaint("# Raw,a,b,c\nRaw,1,2,3\n")
        == "x.txt: no usable row of GnssLogger in the file; found were 1 Raw rows cut short or with "
        + "an unreadable number (first in line 2)")
  }
}
