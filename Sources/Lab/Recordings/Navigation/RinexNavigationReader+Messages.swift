import Geometry
import Glibc
import Observations

// Fields of the messages: RINEX 3.05, tables A6, A8, A10, A12 and A14; RINEX 2.11, tables A4 and A11.

extension RinexNavigationReader {
  /// Converts a message to an ephemeris, or counts why it can't be used.
  mutating func interpret(_ record: Record) {
    settleLeapSeconds(record)
    if record.satellite.constellation == .glonass {
      interpretGlonass(record)
    } else {
      interpretKepler(record)
    }
  }

  /// Checks the header's leap seconds against the date of the first message.
  ///
  /// Up to the end of the leap-second table, the table wins: BeiDou's count differs by 14, old headers are
  /// copied on, and receivers that haven't decoded the page yet write 0. After the table's end, the header
  /// may be newer.
  private mutating func settleLeapSeconds(_ record: Record) {
    guard leapSeconds == nil else { return }
    let expected = LeapSeconds.offset(onDayOf: record.epoch)
    leapSeconds = expected
    guard let reported = headerLeapSeconds else {
      report.note(.leapSecondsMissing, line: record.line)
      return
    }
    let asGPS = reported.isBeiDou && reported.count < 14 ? reported.count + 14 : reported.count
    if record.epoch.year >= 2026, (expected...expected + 10).contains(asGPS) {
      leapSeconds = asGPS
    } else if asGPS != expected {
      report.note(.leapSecondsRepaired, line: reported.line)
    }
  }

  /// GPS minus UTC on a message's day: from the table, or from a header that is newer than the table.
  private func leapSeconds(onDayOf epoch: CalendarMoment) -> Int {
    epoch.year >= 2026
      ? leapSeconds ?? LeapSeconds.latest : LeapSeconds.offset(onDayOf: epoch)
  }

  private mutating func interpretGlonass(_ record: Record) {
    let values = record.values
    guard values.count >= 15, record.present >= 11 else {
      report.note(.truncatedRecord, line: record.line)
      return
    }
    var message = GlonassEphemeris()
    message.slot = record.satellite.number
    // tb is a quarter of an hour in Moscow time, hence in UTC too; some writers put GPS time here.
    let asRead = GPSTime(calendar: record.epoch)
    let quarter = GPSTime(
      week: asRead.week, secondsOfWeek: ((asRead.secondsOfWeek + 450) / 900).rounded(.down) * 900)
    if abs(quarter - asRead) > 1e-3 { report.note(.epochRounded, line: record.line) }
    let time = quarter + Double(leapSeconds(onDayOf: record.epoch))
    (message.gpsWeek, message.timeOfEphemerisSeconds) = (time.week, time.secondsOfWeek)
    message.clockBiasSeconds = values[0]
    message.relativeFrequencyBias = values[1]
    // The file has kilometres.
    message.positionMetres = SIMD3(values[3], values[7], values[11]) * 1e3
    message.velocityMetresPerSecond = SIMD3(values[4], values[8], values[12]) * 1e3
    message.accelerationMetresPerSecondSquared = SIMD3(values[5], values[9], values[13]) * 1e3
    message.health = whole(values[6])
    var channel = whole(values[10])
    if (129...255).contains(channel) {
      channel -= 256
      report.note(.channelRepaired, line: record.line)
    }
    message.frequencyChannel = channel
    let radius = message.positionMetres.length
    let speed = message.velocityMetresPerSecond.length
    // GLONASS orbits have a radius of 25,508 km and an Earth-fixed speed of 2.5 to 3.6 km/s.
    guard (23e6...28e6).contains(radius), (1e3...5e3).contains(speed), (-7...24).contains(channel),
      message.accelerationMetresPerSecondSquared.length < 1e-3, abs(values[0]) < 0.1,
      abs(values[1]) < 1e-6, (1...32).contains(message.slot)
    else {
      report.note(.invalidOrbit, line: record.line)
      return
    }
    keep(.glonass(message), line: record.line)
  }

  private mutating func interpretKepler(_ record: Record) {
    var values = record.values
    // The orbit, the week, the health and the group delay are required; later fields may be missing.
    guard values.count >= 27, record.present >= 22 else {
      report.note(.truncatedRecord, line: record.line)
      return
    }
    values += Array(repeating: 0, count: max(0, 31 - values.count))
    var message = KeplerEphemeris()
    message.satellite = record.satellite
    fillOrbit(&message, values)
    guard isValid(message, values) else {
      report.note(.invalidOrbit, line: record.line)
      return
    }
    setTimes(&message, record, values)
    var isSecond = false
    switch record.satellite.constellation {
    case .galileo:
      // Data source bit 1 marks F/NAV, whose clock refers to E5a. Of the health bits, those of E1B.
      isSecond = whole(values[20]) & 0b10 != 0
      message.health = whole(values[24]) & 0b111
      message.groupDelaySeconds = isSecond ? values[25] : values[26]
    default:
      message.health = whole(values[24])
      message.groupDelaySeconds = values[25]
    }
    if isSecond {
      secondMessages.append((message, record.line))
    } else {
      keep(.kepler(message), line: record.line)
    }
  }

  /// Copies clock and orbit parameters.
  private func fillOrbit(_ message: inout KeplerEphemeris, _ values: [Double]) {
    message.clockBiasSeconds = values[0]
    message.clockDriftSecondsPerSecond = values[1]
    message.clockDriftRatePerSecond = values[2]
    message.crsMetres = values[4]
    message.meanMotionDifferenceRadiansPerSecond = values[5]
    message.meanAnomalyRadians = values[6]
    message.cucRadians = values[7]
    message.eccentricity = values[8]
    message.cusRadians = values[9]
    message.rootOfSemiMajorAxis = values[10]
    message.timeOfEphemerisSeconds = values[11]
    message.cicRadians = values[12]
    message.ascendingNodeRadians = values[13]
    message.cisRadians = values[14]
    message.inclinationRadians = values[15]
    message.crcMetres = values[16]
    message.argumentOfPerigeeRadians = values[17]
    message.ascendingNodeRateRadiansPerSecond = values[18]
    message.inclinationRateRadiansPerSecond = values[19]
  }

  /// True if the orbit is plausible for these systems: 25,600 to 44,000 km, nearly circular.
  private func isValid(_ message: KeplerEphemeris, _ values: [Double]) -> Bool {
    (5050...6650).contains(message.rootOfSemiMajorAxis)
      && (0..<0.3).contains(message.eccentricity)
      && (0...604_800).contains(message.timeOfEphemerisSeconds)
      && abs(message.inclinationRadians) <= .pi && abs(message.clockBiasSeconds) < 0.1
      && abs(message.clockDriftSecondsPerSecond) < 1e-6
      && abs(message.meanMotionDifferenceRadiansPerSecond) < 1e-7
      && abs(message.ascendingNodeRateRadiansPerSecond) < 1e-6
      && abs(message.inclinationRateRadiansPerSecond) < 1e-6
      && abs(message.meanAnomalyRadians) < 100 && abs(message.ascendingNodeRadians) < 100
      && abs(message.argumentOfPerigeeRadians) < 100
      && max(abs(message.crsMetres), abs(message.crcMetres)) < 1e5
      && [message.cucRadians, message.cusRadians, message.cicRadians, message.cisRadians]
        .allSatisfy { abs($0) < 1e-2 }
      && max(abs(values[25]), abs(values[26])) < 1e6
      && abs(values[25]) < 1e-3
  }

  /// Sets toe, toc and the week in GPS time; the date is used because it has no week roll-over.
  private mutating func setTimes(
    _ message: inout KeplerEphemeris, _ record: Record, _ values: [Double]
  ) {
    let clock = GPSTime(calendar: record.epoch)
    let isBeiDou = record.satellite.constellation == .beidou
    let toe = message.timeOfEphemerisSeconds
    // The week in which toe is nearest to the clock reference date.
    let weeksOff = ((clock.secondsOfWeek - toe) / GPSTime.secondsPerWeek).rounded()
    message.gpsWeek = clock.week + Int(weeksOff)
    // BeiDou weeks count from 2006-01-01, GPS week 1356.
    if whole(values[21]) != message.gpsWeek - (isBeiDou ? 1356 : 0) {
      report.note(.weekRepaired, line: record.line)
    }
    // Not wrapped into the week: the longitude of the node refers to the start of toe's own week.
    let offset = isBeiDou ? KeplerEphemeris.beiDouOffsetSeconds : 0
    message.timeOfEphemerisSeconds = toe + offset
    message.timeOfClockSeconds = (clock + offset).secondsOfWeek
  }

  /// A value rounded to an integer, clamped to ±1,000,000; 1,000,000 if it isn't finite.
  private func whole(_ value: Double) -> Int {
    Int(exactly: value.rounded()).map { min(max($0, -1_000_000), 1_000_000) } ?? 1_000_000
  }
}
