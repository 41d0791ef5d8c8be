public import Observations

// Broadcast messages: RINEX 3.04, tables A5 to A13.

extension RinexWriter {
  /// GPS week of BeiDou's week 0, 2006-01-01 (BDS-SIS-ICD-B1I 3.3).
  private static let beiDouWeek = 1356

  /// Encodes broadcast messages as a RINEX navigation file.
  ///
  /// Numbers have thirteen digits. Fields that VenueSim does not keep, such as issue numbers, accuracies and
  /// ages, are written as 0.
  ///
  /// - Parameter messages: The messages; duplicates are written once.
  /// - Returns: The file; nil without an orbit.
  public static func navigation(_ messages: [BroadcastEphemeris]) -> [UInt8]? {
    var seen: Set<BroadcastEphemeris> = []
    let unique = messages.filter { seen.insert($0).inserted }
    var records = ""
    var ionosphere: KlobucharParameters?
    for message in unique {
      switch message {
      case .kepler(let orbit): records += record(orbit) ?? ""
      case .glonass(let orbit): records += record(orbit) ?? ""
      case .ionosphere(let parameters): ionosphere = parameters
      }
    }
    guard !records.isEmpty else { return nil }
    var text = opening(kind: "N: GNSS NAV DATA")
    if let ionosphere {
      text += header("GPSA " + coefficients(ionosphere.alpha), "IONOSPHERIC CORR")
      text += header("GPSB " + coefficients(ionosphere.beta), "IONOSPHERIC CORR")
    }
    if let time = unique.first(where: { $0.satellite != nil })?.referenceTime {
      text += header(padded("\(LeapSeconds.offset(at: time))", to: 6), "LEAP SECONDS")
    }
    text += header("", "END OF HEADER")
    return Array((text + records).utf8)
  }

  private static func coefficients(_ values: SIMD4<Double>) -> String {
    (0..<4).map { padded(shortText(values[$0]), to: 12) }.joined()
  }

  /// Formats with four decimals and an exponent; the broadcast's eight bits have no more.
  private static func shortText(_ value: Double) -> String {
    let long = scientificText(value).filter { $0 != " " }
    guard let mark = long.firstIndex(of: "E"), let mantissa = Double(long[..<mark]) else {
      return long
    }
    return fixedText(mantissa, decimals: 4) + long[mark...]
  }

  /// Formats a message: satellite and date, then four numbers per line.
  private static func lines(
    _ name: String, _ moment: CalendarMoment, _ values: [Double]
  ) -> String {
    let head = values.prefix(3).map(scientificText).joined()
    var text = "\(name) \(date(moment)) \(digits(Int(moment.second + 0.5), 2))\(head)\n"
    for start in stride(from: 3, to: values.count, by: 4) {
      let row = values[start..<min(start + 4, values.count)].map(scientificText).joined()
      text += "    " + row + "\n"
    }
    return text
  }

  private static func record(_ orbit: KeplerEphemeris) -> String? {
    guard let name = name(of: orbit.satellite) else { return nil }
    let isBeiDou = orbit.satellite.constellation == .beidou
    let isGalileo = orbit.satellite.constellation == .galileo
    let offset = isBeiDou ? KeplerEphemeris.beiDouOffsetSeconds : 0
    let toe = orbit.timeOfEphemerisSeconds - offset
    // The clock reference is kept in s of the week: its week is the one nearest to the orbit's.
    let toc = orbit.timeOfClockSeconds - offset
    let clock = GPSTime(
      week: orbit.gpsWeek, secondsOfWeek: (toe + GPSTime.wrapped(toc - toe)).rounded())
    let values: [Double] = [
      orbit.clockBiasSeconds, orbit.clockDriftSecondsPerSecond, orbit.clockDriftRatePerSecond,
      0, orbit.crsMetres, orbit.meanMotionDifferenceRadiansPerSecond, orbit.meanAnomalyRadians,
      orbit.cucRadians, orbit.eccentricity, orbit.cusRadians, orbit.rootOfSemiMajorAxis,
      toe, orbit.cicRadians, orbit.ascendingNodeRadians, orbit.cisRadians,
      orbit.inclinationRadians, orbit.crcMetres, orbit.argumentOfPerigeeRadians,
      orbit.ascendingNodeRateRadiansPerSecond,
      // Galileo's data sources: I/NAV of E1-B, whose clock goes with E5b (bits 0 and 9).
      orbit.inclinationRateRadiansPerSecond, isGalileo ? 513 : 0,
      Double(orbit.gpsWeek - (isBeiDou ? beiDouWeek : 0)), 0,
      0, Double(orbit.health), isGalileo ? 0 : orbit.groupDelaySeconds,
      isGalileo ? orbit.groupDelaySeconds : 0,
      toe, 0, 0, 0,
    ]
    return lines(name, clock.calendar, values)
  }

  private static func record(_ orbit: GlonassEphemeris) -> String? {
    guard let name = name(of: SatelliteID(.glonass, orbit.slot)) else { return nil }
    let time = GPSTime(week: orbit.gpsWeek, secondsOfWeek: orbit.timeOfEphemerisSeconds).utc
    let (p, v) = (orbit.positionMetres / 1e3, orbit.velocityMetresPerSecond / 1e3)
    let a = orbit.accelerationMetresPerSecondSquared / 1e3
    let values: [Double] = [
      orbit.clockBiasSeconds, orbit.relativeFrequencyBias, time.secondsOfDay,
      p.x, v.x, a.x, Double(orbit.health),
      p.y, v.y, a.y, Double(orbit.frequencyChannel),
      p.z, v.z, a.z, 0,
    ]
    return lines(name, time, values)
  }
}
