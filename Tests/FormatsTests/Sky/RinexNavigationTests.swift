import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Testing

struct RinexNavigationTests {
  typealias Warning = RinexNavigation.Warning

  static func text(_ name: String) throws -> String {
    String(decoding: try SkyPaths.excerpt(name), as: UTF8.self)
  }

  static func read(_ text: String) throws(DocumentError) -> RinexNavigation {
    try RinexNavigation.read(Array(text.utf8), file: "sky.nav")
  }

  @Test func readsGPSOfVersionTwo() throws {
    let read = try SkyPaths.navigation("brdc0910-gps.09n")
    #expect(read.version == 2 && read.report.entries.isEmpty)
    let store = read.ephemerides
    #expect(store.count == 9 && store.leapSeconds == 15)
    #expect(store.ionosphere?.alpha == SIMD4(0.1118e-7, 0.7451e-8, -0.5960e-7, -0.5960e-7))
    #expect(store.ionosphere?.beta == SIMD4(0.9011e5, 0.1638e5, -0.1966e6, -0.6554e5))
    guard case .kepler(let first)? = store.messages(of: SatelliteID(.gps, 2)).first else {
      Issue.record("no message of G02")
      return
    }
    // The file's first message, number by number.
    #expect(first.gpsWeek == 1525 && first.timeOfEphemerisSeconds == 259_200)
    #expect(first.timeOfClockSeconds == 259_200 && first.health == 0)
    #expect(first.clockBiasSeconds == 0.153949949890e-3)
    #expect(first.clockDriftSecondsPerSecond == -0.454747350886e-12)
    #expect(first.crsMetres == 29.59375 && first.crcMetres == 173.34375)
    #expect(first.meanMotionDifferenceRadiansPerSecond == 0.475376937814e-8)
    #expect(first.meanAnomalyRadians == -1.72729451478)
    #expect(first.cucRadians == 0.150687992573e-5 && first.cusRadians == 0.103265047073e-4)
    #expect(first.eccentricity == 0.904141401406e-2)
    #expect(first.rootOfSemiMajorAxis == 5153.63668251)
    #expect(first.cicRadians == -0.156462192535e-6 && first.cisRadians == -0.726431608200e-7)
    #expect(first.ascendingNodeRadians == 0.593659833961)
    #expect(first.inclinationRadians == 0.941899917981)
    #expect(first.argumentOfPerigeeRadians == 2.76376221774)
    #expect(first.ascendingNodeRateRadiansPerSecond == -0.804747823935e-8)
    #expect(first.inclinationRateRadiansPerSecond == -0.132148361698e-9)
    #expect(first.groupDelaySeconds == -0.172294676304e-7)
  }

  @Test func readsGlonassAndMixedFiles() throws {
    let glonass = try SkyPaths.navigation("brdc0910-glonass.09g")
    guard
      case .glonass(let first)? = glonass.ephemerides.messages(of: SatelliteID(.glonass, 2)).first
    else {
      Issue.record("no message of R02")
      return
    }
    // 00:15 UTC; GPS time was 15 s ahead.
    #expect(first.gpsWeek == 1525 && first.timeOfEphemerisSeconds == 259_200 + 915)
    #expect(first.positionMetres == SIMD3(9364.73925781, -15908.7973633, -17614.3896484) * 1e3)
    #expect(first.clockBiasSeconds == 0.206762924790e-4 && first.frequencyChannel == 1)

    let mixed = try SkyPaths.navigation("esbc1770-mixed.20p")
    #expect(mixed.version == 3.05)
    #expect(mixed.report.count(of: .skippedSystem) == 1)
    #expect(mixed.report.count(of: .secondKind) == 1)
    let names = mixed.ephemerides.satellites
    #expect(
      Set(names) == [
        SatelliteID(.gps, 5), SatelliteID(.glonass, 1), SatelliteID(.galileo, 2),
        SatelliteID(.beidou, 5), SatelliteID(.beidou, 20), SatelliteID(.qzss, 193),
      ])
    guard case .kepler(let beidou)? = mixed.ephemerides.messages(of: SatelliteID(.beidou, 20)).first
    else { return }
    // 01:00 of BeiDou time, 14 s behind GPS.
    #expect(beidou.gpsWeek == 2111 && beidou.timeOfEphemerisSeconds == 349_214)
    #expect(beidou.groupDelaySeconds == 2.31e-8)
  }

  /// Damage to a good file, the reader's warning, and the number of messages.
  static let damageCases: [(String, @Sendable (String) -> String, Warning?, Int)] = [
    ("nothing", { $0 }, nil, 9),
    ("CRLF", { $0.replacing("\n", with: "\r\n") }, nil, 9),
    ("no newline at the end", { String($0.dropLast()) }, nil, 9),
    ("E for D", { $0.replacing("D-", with: "E-").replacing("D+", with: "e+") }, nil, 9),
    ("a comment inside", { insert($0, 12, pad("said by nobody", "COMMENT")) }, nil, 9),
    ("a blank line inside", { insert($0, 16, "") }, nil, 9),
    ("cut in the middle", { cut($0, 8 + 8 * 4 + 3) }, .truncatedRecord, 4),
    ("cut in a line", { String($0.prefix(8 * 81 + 8 * 80 + 350)) }, .truncatedRecord, 1),
    ("the last line missing", { drop($0, 15) }, nil, 9),
    ("two lines missing", { drop($0, 13, 3) }, .truncatedRecord, 8),
    (
      "a bad number", { $0.replacing("0.904141401406D-02", with: "0.9041X1401406D-02") },
      .badNumber, 8
    ),
    (
      "overflow", { $0.replacing("0.904141401406D-02", with: "0.904141401406D+99") },
      .invalidOrbit, 8
    ),
    ("stars", { $0.replacing(" 0.515363668251D+04", with: "*******************") }, .badNumber, 8),
    (
      "a blank axis", { $0.replacing("0.515363668251D+04", with: "                  ") },
      .invalidOrbit, 8
    ),
    ("month 13", { $0.replacing(" 3 09  4  1", with: " 3 09 13  1") }, .badEpoch, 8),
    ("satellite 0", { $0.replacing("\n 3 09  4  1", with: "\n 0 09  4  1") }, .badSatellite, 8),
    ("given twice", { $0 + records($0).suffix(8).joined(separator: "\n") + "\n" }, .duplicate, 9),
    (
      "a rolled-over week", { $0.replacing("0.152500000000D+04", with: "0.501000000000D+03") },
      .weekRepaired, 9
    ),
    (
      "ill",
      {
        $0.replacing(
          "\n    0.200000000000E+01 0.000000000000E+00",
          with: "\n    0.200000000000D+01 0.630000000000D+02"
        ).replacing(
          "\n    0.200000000000D+01 0.000000000000D+00",
          with: "\n    0.200000000000D+01 0.630000000000D+02")
      }, .unhealthy, 9
    ),
    ("a stray line", { insert($0, 8, "    0.1D+00 0.2D+00") }, .strayLine, 9),
    (
      "wrong leap seconds", { $0.replacing("\n    15    ", with: "\n     0    ") },
      .leapSecondsRepaired, 9
    ),
    (
      "BeiDou's leap seconds", { $0.replacing("\n    15    ", with: "\n     1    ") },
      .leapSecondsRepaired, 9
    ),
    ("no leap seconds", { drop($0, 6) }, .leapSecondsMissing, 9),
    ("two files joined", { $0 + $0 }, .joinedFile, 9),
  ]

  @Test(arguments: damageCases.indices) func damageIsRepairedOrCounted(index: Int) throws {
    let (name, damage, warning, count) = Self.damageCases[index]
    let good = try Self.text("brdc0910-gps.09n").replacing("E-", with: "D-").replacing(
      "E+", with: "D+")
    let read = try Self.read(damage(good))
    #expect(read.ephemerides.count == count, "\(name): \(read.report.lines)")
    if let warning {
      #expect(read.report.count(of: warning) > 0, "\(name): \(read.report.lines)")
    } else {
      #expect(read.report.entries.isEmpty, "\(name): \(read.report.lines)")
    }
    #expect(read.ephemerides.leapSeconds == 15)
    // The remaining messages are unchanged.
    let before = try Self.read(good).ephemerides
    let kept = Set(before.all)
    let changed = read.ephemerides.all.filter { !kept.contains($0) }
    #expect(changed.isEmpty || ["ill", "the last line missing"].contains(name), "\(name)")
  }

  @Test func wrongLeapSecondsDoNotMoveGlonass() throws {
    let good = try Self.text("brdc0910-glonass.09g")
    let read = try Self.read(good)
    for count in ["     1", "     0", "    18"] {
      let wrong = try Self.read(good.replacing("\n    15    ", with: "\n\(count)    "))
      #expect(wrong.ephemerides == read.ephemerides)
      #expect(wrong.report.count(of: .leapSecondsRepaired) == 1)
    }
    // A UTC day that ends in a leap second, and one after it.
    let eve = try Self.read(
      good.replacing(" 2 09  4  1  0 15", with: " 2 16 12 31 23 45").replacing(
        " 2 09  4  1  0 45", with: " 2 17  1  1  0 15"))
    let times = eve.ephemerides.messages(of: SatelliteID(.glonass, 2)).map(\.referenceTime)
    #expect(times.count == 2 && times[1] - times[0] == 1801)
    // The epoch in GPS time, as some write it, and a channel as an unsigned byte.
    let odd = try Self.read(
      good.replacing(" 2 09  4  1  0 15  0.0", with: " 2 09  4  1  0 15 15.0"))
    #expect(odd.ephemerides == read.ephemerides && odd.report.count(of: .epochRounded) == 1)
  }

  /// Unusable files are named errors, with the line if there is one.
  @Test func unusableFilesAreErrors() throws {
    let good = try Self.text("brdc0910-gps.09n")
    let third = try Self.text("esbc1770-mixed.20p")
    func complaint(_ text: String) -> String? {
      FormatsTests.complaint { () throws(DocumentError) in _ = try Self.read(text) }
    }
    #expect(complaint(good) == nil)
    #expect(complaint("") == "sky.nav: an empty file, where a RINEX header was expected")
    #expect(
      complaint("PK\u{3}\u{4}") == "sky.nav:1:1: not a RINEX file: its first line isn't labelled "
        + "'RINEX VERSION / TYPE'")
    #expect(
      complaint(good.replacing("     2              N", with: "     4.00           N"))
        == "sky.nav:1:1: RINEX version 4.00 isn't supported, only 2 and 3; convert the file, for "
        + "instance with 'gfzrnx -vo 3'")
    #expect(
      complaint(good.replacing("     2              N", with: "     1              N"))?
        .hasPrefix("sky.nav:1:1: RINEX version 1 isn't supported") == true)
    #expect(
      complaint(third.replacing("NAVIGATION DATA ", with: "OBSERVATION DATA"))
        == "sky.nav:1:1: a RINEX observation file, where a navigation file was expected")
    #expect(
      complaint(String(good.prefix(300)))
        == "sky.nav: the header doesn't end: no line 'END OF HEADER'")
    let header = good.split(separator: "\n").prefix(8).joined(separator: "\n")
    #expect(complaint(header) == "sky.nav: no usable broadcast message in the file")
    #expect(
      complaint(header + "\n" + records(good).prefix(3).joined(separator: "\n"))?
        .hasPrefix("sky.nav: no usable broadcast message in the file; found: 1 messages cut")
        == true)
    let packed: [UInt8] = [0x1F, 0x9D, 0x90]
    let squeezed = FormatsTests.complaint { () throws(DocumentError) in
      _ = try RinexNavigation.read(packed, file: "sky.Z")
    }
    #expect(squeezed?.hasPrefix("sky.Z: is packed with 'compress' (.Z)") == true)
    let broken = try Array(Gzip.compress(SkyPaths.excerpt("brdc0910-gps.09n")).dropLast(9))
    let torn = FormatsTests.complaint { () throws(DocumentError) in
      _ = try RinexNavigation.read(broken, file: "sky.gz")
    }
    #expect(torn == "sky.gz: ends too soon")
  }

  @Test func gzipIsReadInPlace() throws {
    let plain = try SkyPaths.excerpt("esbc1770-mixed.20p")
    let packed = try RinexNavigation.read(Gzip.compress(plain), file: "a")
    #expect(try packed == RinexNavigation.read(plain, file: "b"))
  }
}

/// A line of a header.
private func pad(_ text: String, _ label: String) -> String {
  text + String(repeating: " ", count: max(0, 60 - text.count)) + label
}

private func lines(_ text: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The text with a line put in.
private func insert(_ text: String, _ index: Int, _ line: String) -> String {
  var all = lines(text)
  all.insert(line, at: index)
  return all.joined(separator: "\n")
}

/// The text without some lines.
private func drop(_ text: String, _ index: Int, _ count: Int = 1) -> String {
  var all = lines(text)
  all.removeSubrange(index..<index + count)
  return all.joined(separator: "\n")
}

/// The first lines of the text.
private func cut(_ text: String, _ count: Int) -> String {
  lines(text).prefix(count).joined(separator: "\n") + "\n"
}

/// The lines after the header.
private func records(_ text: String) -> [String] {
  Array(lines(text).dropFirst(8).dropLast())
}
