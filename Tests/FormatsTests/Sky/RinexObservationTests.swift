import Documents
import Formats
import Geometry
import Kernel
import Observations
import Recordings
import Testing

struct RinexObservationTests {
  @Test func readsVersionThree() throws {
    let read = try RinexObservations.read(SkyPaths.excerpt("pixel6.23o"), file: "pixel6.23o")
    #expect(read.version == 3.03 && read.epochs.count == 3)
    // 2023-11-07 23:43:15.0002755 GPS time.
    #expect(abs(read.start - GPSTime(week: 2287, secondsOfWeek: 258_195.0002755)) < 1e-9)
    #expect(read.epochs.map(\.time.nanoseconds) == [0, 11_999_998_400, 23_999_996_900])
    let first = try #require(read.epochs.first)
    #expect(first.measurements.count == 19)
    let signal = try #require(first.measurements.first)
    // G04  23440243.75725    150559.52625     -3537.65625        29.97225
    let wavelength = 299_792_458 / 1_575.42e6
    #expect(signal.satellite == SatelliteID(.gps, 4))
    #expect(signal.pseudorangeMetres == 23_440_243.757)
    #expect(signal.carrierToNoiseDecibelHertz == 29.972)
    #expect(abs(signal.pseudorangeRateMetresPerSecond - 3537.656 * wavelength) < 1e-9)
    #expect(abs(signal.accumulatedDeltaRangeMetres - 150_559.526 * wavelength) < 1e-6)
    #expect(signal.accumulatedDeltaRangeState == .valid)
    #expect(signal.state.contains(.timeOfWeekDecoded))
    // R02 is on channel -4, by the header.
    let glonass = try #require(
      first.measurements.first { $0.satellite == SatelliteID(.glonass, 2) })
    #expect(glonass.carrierFrequencyHertz == 1602e6 - 4 * 562.5e3)
    #expect(read.glonassChannels == [1: 1, 2: -4, 3: 5, 12: -1, 13: -2, 21: 4])
    #expect(read.report.count(of: .assumedChannel) == 0)
  }

  /// Writes a file of version 2.11 by the standard and reads it back.
  @Test func readsVersionTwo() throws {
    var writer = Version2(seed: 4)
    let text = writer.write(epochs: 12)
    let read = try RinexObservations.read(Array(text.utf8), file: "old.09o")
    #expect(read.version == 2.11 && read.epochs.count == 12)
    #expect(read.start == GPSTime(week: 1525, secondsOfWeek: 259_200 + 3723))
    #expect(read.approximatePosition == ECEF(3_582_105.291, 532_589.7313, 5_232_754.8054))
    for (got, want) in zip(read.receiverClockSeconds, writer.clocks) {
      #expect((got == nil) == (want == nil) && abs((got ?? 0) - (want ?? 0)) < 1e-15)
    }
    for (epoch, expected) in zip(read.epochs, writer.rows) {
      #expect(epoch.measurements.map(\.satellite) == expected.map(\.satellite))
      for (got, want) in zip(epoch.measurements, expected) {
        #expect(got.pseudorangeMetres == want.pseudorangeMetres)
        #expect(got.carrierToNoiseDecibelHertz == want.carrierToNoiseDecibelHertz)
        #expect(
          abs(got.pseudorangeRateMetresPerSecond - want.pseudorangeRateMetresPerSecond) < 1e-6)
        #expect(abs(got.accumulatedDeltaRangeMetres - want.accumulatedDeltaRangeMetres) < 1e-6)
        #expect(got.accumulatedDeltaRangeState == want.accumulatedDeltaRangeState)
      }
    }
    #expect(read.report.count(of: .eventSkipped) == 2)
    #expect(read.epochs.map(\.clockDiscontinuityCount).last == 1)
    #expect(read.report.count(of: .badNumber) == 0 && read.report.count(of: .badEpoch) == 0)
  }

  /// Damage to a good file, the counted problem, and the remaining epochs and signals.
  static let damageCases:
    [(String, @Sendable (String) -> String, RinexObservations.Warning?, Int, Int)] =
      [
        ("nothing", { $0 }, nil, 3, 56),
        ("CRLF", { $0.replacing("\n", with: "\r\n") }, nil, 3, 56),
        ("a byte order mark", { "\u{FEFF}" + $0 }, nil, 3, 56),
        (
          "cut in a number", { $0.cut(before: "\nG07  20928055", keeping: 12) }, .truncatedEpoch, 2,
          20
        ),
        (
          "an epoch without its rows",
          {
            $0.replacing(
              "\nG04  23440243.75725",
              with: "\n> 2023 11 07 23 43 16.0002755  0  1\nG04  23440243.75725")
          }, .truncatedEpoch, 4, 38
        ),
        (
          "twice the same time", { $0.replacing("23 43 27.0002739", with: "23 43 15.0002755") },
          .repeated, 2, 38
        ),
        (
          "a bad date",
          { $0.replacing("> 2023 11 07 23 43 27.0002739", with: "> 2023 11 37 23 43 27.0002739") },
          .badEpoch, 2, 38
        ),
        (
          "an unknown system", { $0.replacing("\nG04  23440243", with: "\nX04  23440243") },
          .unknownSatellite, 3, 55
        ),
        (
          "a satellite twice", { $0.replacing("\nG05  24248520", with: "\nG04  24248520") },
          .duplicateSatellite, 3, 55
        ),
        (
          "letters in a number", { $0.replacing("  23440243.757", with: "  2344A243.757") },
          .badNumber, 3, 55
        ),
        (
          "a range of nothing", { $0.replacing("  23440243.757", with: "         0.000") },
          .noPseudorange, 3, 55
        ),
        (
          "a range to the Moon", { $0.replacing("  23440243.757", with: "3844402430.757") },
          .invalidRange, 3, 55
        ),
        (
          "no channels", { $0.replacing("GLONASS SLOT / FRQ #", with: "COMMENT             ") },
          .assumedChannel, 3, 56
        ),
      ]

  @Test(arguments: damageCases.indices) func damageIsRepairedOrCounted(index: Int) throws {
    let (name, damage, warning, epochs, signals) = Self.damageCases[index]
    let good = String(decoding: try SkyPaths.excerpt("pixel6.23o"), as: UTF8.self)
    let read = try RinexObservations.read(Array(damage(good).utf8), file: "x")
    #expect(read.epochs.count == epochs, "\(name): \(read.report.lines)")
    let count = read.epochs.reduce(0) { $0 + $1.measurements.count }
    #expect(count == signals, "\(name): \(read.report.lines)")
    if let warning {
      #expect(read.report.count(of: warning) > 0, "\(name): \(read.report.lines)")
    } else {
      #expect(read.report.entries.isEmpty, "\(name): \(read.report.lines)")
    }
  }

  @Test func gapsAndDisorderAreCounted() throws {
    let good = String(decoding: try SkyPaths.excerpt("pixel6.23o"), as: UTF8.self)
    let start = try #require(good.firstRange(of: "\n> ")).lowerBound
    let next = try #require(good[start...].dropFirst().firstRange(of: "\n> ")).lowerBound
    let epoch = String(good[start..<next])
    var text = String(good[..<start])
    for second in ["01", "02", "03", "04", "02", "20"] {
      let from = epoch.index(epoch.startIndex, offsetBy: 20)
      text += epoch.replacingCharacters(from, with: second)
    }
    let read = try RinexObservations.read(Array(text.utf8), file: "x")
    #expect(read.epochs.count == 5)
    #expect(read.report.count(of: .gap) == 1 && read.report.count(of: .disorder) == 1)
  }

  @Test func unusableFilesAreErrors() throws {
    let good = String(decoding: try SkyPaths.excerpt("pixel6.23o"), as: UTF8.self)
    func complaint(_ text: String) -> String? {
      FormatsTests.complaint { () throws(DocumentError) in
        _ = try RinexObservations.read(Array(text.utf8), file: "x")
      }
    }
    #expect(complaint("") == "x: an empty file, where a RINEX header was expected")
    let crinex =
      "1.0                 COMPACT RINEX FORMAT                    CRINEX VERS   / TYPE\n"
    #expect(
      complaint(crinex + good)
        == "x:1:1: a Hatanaka-compressed file; unpack it with 'crx2rnx' first")
    #expect(
      complaint(try RinexNavigationTests.text("brdc0910-gps.09n"))
        == "x:1:1: a RINEX file of kind 'N', where 'O' was expected")
    #expect(
      complaint(good.replacing("SYS / # / OBS TYPES", with: "COMMENT            "))
        == "x: the header has no types of observation")
    #expect(
      complaint(good.replacing("C1C", with: "C7X")) == "x: the file has no pseudoranges near L1")
    #expect(
      complaint(String(good.prefix(while: { $0 != ">" }))) == "x: no epoch in the file")
    #expect(
      complaint(good.replacing("3.03           O", with: "4.01           O"))?.hasPrefix(
        "x:1:1: RINEX version 4.01 isn't supported") == true)
  }

  @Test func glonassAndBeiDouTimesBecomeGPS() throws {
    let good = String(decoding: try SkyPaths.excerpt("pixel6.23o"), as: UTF8.self)
    for (scale, ahead) in [("GLO", 18.0), ("BDT", 14), ("GAL", 0)] {
      let text = good.replacing(
        "     GPS         TIME OF FIRST OBS", with: "     \(scale)         TIME OF FIRST OBS")
      let read = try RinexObservations.read(Array(text.utf8), file: "x")
      #expect(
        abs(read.start - GPSTime(week: 2287, secondsOfWeek: 258_195.0002755 + ahead)) < 1e-9)
    }
  }
}

extension String {
  /// The text with a word written over the characters from a position on.
  fileprivate func replacingCharacters(_ place: Index, with word: String) -> String {
    String(self[..<place]) + word + String(self[place...].dropFirst(word.count))
  }

  /// The text up to a mark and a few characters of it.
  fileprivate func cut(before mark: String, keeping count: Int) -> String {
    guard let range = firstRange(of: mark) else { return self }
    return String(self[..<range.lowerBound]) + String(self[range.lowerBound...].prefix(count))
  }
}

/// Writes RINEX 2.11 by its specification.
private struct Version2 {
  var random: RandomStream
  var rows: [[GNSSMeasurement]] = []
  var clocks: [Double?] = []

  init(seed: UInt64) {
    random = RandomStream(seed: seed, purpose: "rinex")
  }

  mutating func write(epochs: Int) -> String {
    var lines = [
      head("     2.11           OBSERVATION DATA    M (MIXED)", "RINEX VERSION / TYPE"),
      head("  3582105.2910   532589.7313  5232754.8054", "APPROX POSITION XYZ"),
      head("     7    L1    L2    C1    P2    D1    S1    S2", "# / TYPES OF OBSERV"),
      head("  2009     4     1     1     2    3.0000000     GPS", "TIME OF FIRST OBS"),
      head("", "END OF HEADER"),
    ]
    for index in 0..<epochs {
      if index == 3 {
        lines.append(String(repeating: " ", count: 28) + "4  2")
        lines.append(head("antenna moved", "COMMENT"))
        lines.append(head("    30.000", "INTERVAL"))
      }
      if index == 5 { lines.append(" 09  4  1  1 59 59.9000000  5  0") }
      append(index, to: &lines)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func append(_ index: Int, to lines: inout [String]) {
    // From one satellite to three lines of them.
    let count = [1, 12, 13, 24, 25, 30, 7, 9, 14, 12, 26, 3][index % 12]
    var measurements: [GNSSMeasurement] = []
    var body: [String] = []
    var names: [String] = []
    for number in 0..<count {
      let isGlonass = number % 3 == 2
      let slot = number / 3 + 1
      let id = SatelliteID(isGlonass ? .glonass : .gps, isGlonass ? slot : number + 1)
      names.append((isGlonass ? "R" : number % 2 == 0 ? "G" : " ") + padded("\(id.number)", 2))
      let (measurement, text) = row(id)
      measurements.append(measurement)
      body += text
    }
    let clock = index % 2 == 0 ? Double(random.integer(below: 1_000_000)) * 1e-9 : nil
    let flag = index == 7 ? 1 : 0
    for start in stride(from: 0, to: count, by: 12) {
      let list = names[start..<min(start + 12, count)].joined()
      var line =
        start == 0
        ? " 09  4  1  1  2 \(padded(fixed(3 + Double(index), 7), 10))  \(flag)\(padded("\(count)", 3))"
        : String(repeating: " ", count: 32)
      line += list
      if start == 0, let clock {
        line += String(repeating: " ", count: 68 - line.count) + padded(fixed(clock, 9), 12)
      }
      lines.append(line)
    }
    lines += body
    rows.append(measurements)
    clocks.append(clock)
  }

  /// A satellite's numbers and its two lines.
  private mutating func row(_ id: SatelliteID) -> (GNSSMeasurement, [String]) {
    let range = Double(20_000_000_000 + random.integer(below: 5_000_000_000)) / 1000
    let phase = Double(random.integer(below: 200_000_000_000)) / 1000 - 100_000_000
    let doppler = Double(random.integer(below: 8_000_000)) / 1000 - 4000
    let strength = Double(20_000 + random.integer(below: 30_000)) / 1000
    let slips = random.happens(withProbability: 0.2)
    let frequency = CarrierFrequency.l1(
      of: id.constellation, channel: CarrierFrequency.usualGlonassChannel(ofSlot: id.number) ?? 0)
    let wavelength = KeplerEphemeris.speedOfLight / frequency
    let first =
      field(phase, slips ? "1" : " ") + field(nil) + field(range) + field(12_345.678)
      + field(doppler)
    let second = field(strength) + field(nil)
    let measurement = GNSSMeasurement(
      satellite: id, carrierFrequencyHertz: frequency, pseudorangeMetres: range,
      pseudorangeSigmaMetres: 0, pseudorangeRateMetresPerSecond: -doppler * wavelength,
      pseudorangeRateSigmaMetresPerSecond: 0, accumulatedDeltaRangeMetres: phase * wavelength,
      accumulatedDeltaRangeSigmaMetres: 0,
      accumulatedDeltaRangeState: slips ? [.valid, .cycleSlip] : .valid,
      carrierToNoiseDecibelHertz: strength, state: [])
    return (measurement, [first, second].map(trimmed))
  }

  private func field(_ value: Double?, _ lossOfLock: String = " ") -> String {
    guard let value else { return String(repeating: " ", count: 16) }
    return padded(fixed(value, 3), 14) + lossOfLock + " "
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func head(_ text: String, _ label: String) -> String {
    text + String(repeating: " ", count: 60 - text.count) + label
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A number with so many decimals.
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((abs(value) * scale).rounded())
    let digits = String(whole)
    let filled = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let split = filled.index(filled.endIndex, offsetBy: -decimals)
    return (value < 0 ? "-" : "") + filled[..<split] + "." + filled[split...]
  }
}
