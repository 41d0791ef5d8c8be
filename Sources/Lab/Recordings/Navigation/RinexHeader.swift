package import Documents
package import Observations

/// The first line of a RINEX file: its version and type.
package struct RinexVersion: Hashable, Sendable {
  /// The version, such as 2.11 or 3.04.
  package var number = 0.0
  /// Letter of the file type: `N`, `G`, `H`, `O`.
  package var kind = UInt8(ascii: " ")
  /// Letter of the system, `M` for several; blank in version 2 means GPS.
  package var system = UInt8(ascii: " ")

  /// True if records have the format of version 3.
  package var isThird: Bool { number >= 3 }

  /// Parses the line labelled `RINEX VERSION / TYPE`, which must be the first.
  ///
  /// - Throws: ``DocumentError`` with the kind of file found instead.
  package init(_ text: ColumnText, _ line: ColumnText.Line?) throws(DocumentError) {
    guard let line else {
      throw text.failure("an empty file, where a RINEX header was expected", nil)
    }
    if text.hasLabel(line, "CRINEX VERS") {
      throw text.failure(
        "a Hatanaka-compressed file; unpack it with 'crx2rnx' first", line)
    }
    guard text.hasLabel(line, "RINEX VERSION") else {
      throw text.failure(
        "not a RINEX file: its first line isn't labelled 'RINEX VERSION / TYPE'", line)
    }
    guard case .value(let number) = text.number(line, 0..<9) else {
      throw text.failure("a RINEX header without a version", line)
    }
    guard number >= 2, number < 4 else {
      throw text.failure(
        "RINEX version \(text.text(line, 0..<9)) isn't supported, only 2 and 3; "
          + "convert the file, for instance with 'gfzrnx -vo 3'", line)
    }
    self.number = number
    kind = text.byte(line, 20)
    system = text.byte(line, 40)
  }
}

/// The system letters of RINEX.
package enum RinexSystem {
  /// The satellite of a system letter and a number; nil if it is unknown.
  ///
  /// QZSS and SBAS get the PRNs that phones report: `J01` is 193, `S20` is 120.
  package static func satellite(letter: UInt8, number: Int) -> SatelliteID? {
    guard (1...99).contains(number) else { return nil }
    switch letter {
    case UInt8(ascii: "G"), UInt8(ascii: " "): return SatelliteID(.gps, number)
    case UInt8(ascii: "R"): return SatelliteID(.glonass, number)
    case UInt8(ascii: "E"): return SatelliteID(.galileo, number)
    case UInt8(ascii: "C"): return SatelliteID(.beidou, number)
    case UInt8(ascii: "J"): return SatelliteID(.qzss, number + 192)
    case UInt8(ascii: "S"): return SatelliteID(.sbas, number + 100)
    default: return nil
    }
  }

  /// The year of two digits: 80 to 99 are 1980 to 1999, 0 to 79 are 2000 to 2079 (RINEX 2.11, 5.2).
  package static func fullYear(_ year: Int) -> Int {
    year >= 100 ? year : year + (year >= 80 ? 1900 : 2000)
  }
}

/// Parses a RINEX date and time from columns; nil if a number is missing or invalid.
package func rinexMoment(
  _ text: ColumnText, _ line: ColumnText.Line, year: Range<Int>, fields: [Range<Int>]
) -> CalendarMoment? {
  guard let year = text.integer(line, year), fields.count == 5,
    let month = text.integer(line, fields[0]), let day = text.integer(line, fields[1]),
    let hour = text.integer(line, fields[2]), let minute = text.integer(line, fields[3]),
    case .value(let second) = text.number(line, fields[4])
  else { return nil }
  let moment = CalendarMoment(
    year: RinexSystem.fullYear(year), month: month, day: day, hour: hour, minute: minute,
    second: second)
  return moment.isValid ? moment : nil
}
