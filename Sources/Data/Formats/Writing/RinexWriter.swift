import Glibc
public import Observations

/// Exports measurements and broadcast messages as RINEX 3.04: an observation and a navigation file.
public enum RinexWriter {
  /// A header line: content in columns 1 to 60, then the label.
  static func header(_ content: String, _ label: String) -> String {
    filled(content, to: 60) + filled(label, to: 20) + "\n"
  }

  /// First header lines of either kind of file.
  static func opening(kind: String) -> String {
    header("     3.04           " + filled(kind, to: 20) + "M: MIXED", "RINEX VERSION / TYPE")
      + header(filled("VenueSim", to: 40), "PGM / RUN BY / DATE")
  }

  /// RINEX satellite name; nil for a number that RINEX cannot represent.
  static func name(of satellite: SatelliteID) -> String? {
    let (letter, offset): (String, Int) =
      switch satellite.constellation {
      case .gps: ("G", 0)
      case .glonass: ("R", 0)
      case .galileo: ("E", 0)
      case .beidou: ("C", 0)
      case .qzss: ("J", 192)
      case .sbas: ("S", 100)
      }
    let number = satellite.number - offset
    // Phones number GLONASS satellites of unknown slot by channel, from 93 on; RINEX has no such numbers.
    let maximum = satellite.constellation == .glonass ? 32 : 99
    return (1...maximum).contains(number) ? letter + digits(number, 2) : nil
  }

  /// A date separated by spaces, as in epochs and messages: `2023 11 07 23 42`.
  static func date(_ moment: CalendarMoment) -> String {
    ([digits(moment.year, 4)]
      + [moment.month, moment.day, moment.hour, moment.minute].map { digits($0, 2) })
      .joined(separator: " ")
  }
}

extension RinexWriter {
  /// RINEX code of a signal.
  private static func code(of satellite: GNSSMeasurement) -> String {
    // B1I is called 2I; all other signals near L1 here are civil codes 1C.
    abs(satellite.carrierFrequencyHertz - CarrierFrequency.b1) < 1e6
      ? "2I"
      : satellite.satellite.constellation == .beidou ? "1P" : "1C"
  }

  /// Encodes the epochs of a recording as a RINEX observation file.
  ///
  /// Resolution: pseudoranges 1 mm, Doppler 0.001 Hz, phases 0.001 cycle; times are the receiver's own, to
  /// 0.1 µs. Uncertainties and tracking states are lost, because RINEX has no column for them. Ambiguous
  /// ranges are left blank. A jump of the receiver clock is written as a power failure.
  ///
  /// - Parameters:
  ///   - epochs: Epochs in order of time.
  ///   - marker: Marker name, such as the device's.
  /// - Returns: The file; nil without an epoch.
  public static func observations(_ epochs: [GNSSEpoch], marker: String) -> [UInt8]? {
    guard let first = epochs.first else { return nil }
    var columns: [String: [String]] = [:]
    var channels: [Int: Int] = [:]
    for signal in epochs.lazy.flatMap(\.measurements) {
      guard let name = name(of: signal.satellite) else { continue }
      let code = code(of: signal)
      let letter = String(name.prefix(1))
      if columns[letter]?.contains(code) != true { columns[letter, default: []].append(code) }
      if signal.satellite.constellation == .glonass, let channel = channel(of: signal) {
        channels[signal.satellite.number] = channel
      }
    }
    var text = opening(kind: "OBSERVATION DATA") + header(marker, "MARKER NAME")
    text += header("", "OBSERVER / AGENCY") + header("", "REC # / TYPE / VERS")
    text += header("", "ANT # / TYPE")
    text += header("        0.0000        0.0000        0.0000", "APPROX POSITION XYZ")
    text += header("        0.0000        0.0000        0.0000", "ANTENNA: DELTA H/E/N")
    for letter in columns.keys.sorted() {
      let types = (columns[letter] ?? []).flatMap { code in ["C", "L", "D", "S"].map { $0 + code } }
      let list = types.map { " " + $0 }.joined()
      text += header("\(letter)  \(padded("\(types.count)", to: 3))\(list)", "SYS / # / OBS TYPES")
    }
    text += firstObservation(first)
    text += channelLines(channels)
    text += header("", "END OF HEADER")
    var jumps = first.clockDiscontinuityCount
    for epoch in epochs {
      text += body(epoch, columns, hasJumped: epoch.clockDiscontinuityCount != jumps)
      jumps = epoch.clockDiscontinuityCount
    }
    return Array(text.utf8)
  }

  private static func firstObservation(_ epoch: GNSSEpoch) -> String {
    let (moment, second) = time(of: epoch)
    let fields = [moment.year, moment.month, moment.day, moment.hour, moment.minute]
    let date = fields.map { padded("\($0)", to: 6) }.joined()
    return header(
      date + padded(fixedText(Double(second) / 1e7, decimals: 7), to: 13) + "     GPS",
      "TIME OF FIRST OBS")
  }

  /// An epoch's calendar date in GPS time, and its second in units of 0.1 µs.
  private static func time(of epoch: GNSSEpoch) -> (CalendarMoment, Int) {
    let units = (epoch.secondsOfWeek * 1e7).rounded()
    // Adds a little, as in WrittenMoment, so that truncation gives the rounded value.
    let moment = GPSTime(week: epoch.gpsWeek, secondsOfWeek: (units + 0.3) / 1e7).calendar
    return (moment, Int(moment.second * 1e7))
  }

  private static func channelLines(_ channels: [Int: Int]) -> String {
    let slots = channels.keys.sorted()
    guard !slots.isEmpty else { return "" }
    var text = ""
    for start in stride(from: 0, to: slots.count, by: 8) {
      var line = start == 0 ? padded("\(slots.count)", to: 3) + " " : "    "
      for slot in slots[start..<min(start + 8, slots.count)] {
        line += "R\(digits(slot, 2)) \(padded("\(channels[slot] ?? 0)", to: 2)) "
      }
      text += header(line, "GLONASS SLOT / FRQ #")
    }
    return text
  }

  private static func body(
    _ epoch: GNSSEpoch, _ columns: [String: [String]], hasJumped: Bool
  ) -> String {
    var rows: [String] = []
    for signal in epoch.measurements.sorted(by: { $0.satellite < $1.satellite }) {
      guard let name = name(of: signal.satellite) else { continue }
      let codes = columns[String(name.prefix(1))] ?? []
      let index = codes.firstIndex(of: code(of: signal)) ?? 0
      rows.append(name + String(repeating: " ", count: 64 * index) + values(signal))
    }
    let (moment, second) = time(of: epoch)
    let (whole, rest) = second.quotientAndRemainder(dividingBy: 10_000_000)
    let seconds = padded("\(whole).\(digits(rest, 7))", to: 11)
    let head =
      "> \(date(moment))\(seconds)  \(hasJumped ? 1 : 0)\(padded("\(rows.count)", to: 3))"
    return ([head] + rows).joined(separator: "\n") + "\n"
  }

  /// The nominal carrier of the constellation, as readers assume it; phones report single precision.
  private static func carrier(of signal: GNSSMeasurement) -> Double {
    guard signal.satellite.constellation == .glonass else {
      return code(of: signal) == "2I" ? CarrierFrequency.b1 : CarrierFrequency.l1
    }
    return CarrierFrequency.l1(of: .glonass, channel: channel(of: signal) ?? 0)
  }

  /// The GLONASS channel of a carrier; nil if it is none.
  private static func channel(of signal: GNSSMeasurement) -> Int? {
    let steps = (signal.carrierFrequencyHertz - CarrierFrequency.g1) / CarrierFrequency.g1Step
    return abs(steps) < 8 ? Int(steps.rounded()) : nil
  }

  /// Pseudorange, phase, Doppler and strength, each of sixteen columns.
  private static func values(_ signal: GNSSMeasurement) -> String {
    let wavelength = KeplerEphemeris.speedOfLight / carrier(of: signal)
    let hasPhase = signal.accumulatedDeltaRangeState.contains(.valid)
    let hasSlipped =
      signal.accumulatedDeltaRangeState.contains(.cycleSlip)
      || signal.accumulatedDeltaRangeState.contains(.reset)
    let hasRate = signal.pseudorangeRateSigmaMetresPerSecond.isFinite
    // Until the time of week is known, a range is the remainder after whole codes or bits, at most 6,000 km:
    // no satellite is so near.
    let isWhole = (1.5e7...4e8).contains(signal.pseudorangeMetres)
    return value(isWhole ? signal.pseudorangeMetres : .nan)
      + value(
        hasPhase ? signal.accumulatedDeltaRangeMetres / wavelength : .nan,
        mark: hasPhase && hasSlipped ? "1" : " ")
      + value(hasRate ? -signal.pseudorangeRateMetresPerSecond / wavelength : .nan)
      + value(signal.carrierToNoiseDecibelHertz)
  }

  /// A number of fourteen columns, a mark and a space; blank if it is not finite or too large.
  private static func value(_ value: Double, mark: String = " ") -> String {
    guard value.isFinite, abs(value) < 999_999_999 else { return String(repeating: " ", count: 16) }
    return padded(fixedText(value, decimals: 3), to: 14) + mark + " "
  }
}
