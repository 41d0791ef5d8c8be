import Observations
import Recordings

// One method for each kind of sentence; false if a value is unreadable.

extension NMEAReader {
  /// One knot in m/s (exact: 1,852 m per hour).
  static let knot = 1852.0 / 3600

  /// Reads time, position, quality, satellites, HDOP, height above the geoid and geoid height.
  mutating func readGGA(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 10 else { return false }
    guard !sentence.isEmpty(1) else { return noteMissingTime(sentence) }
    guard let time = sentence.timeOfDay(1) else { return false }
    let quality = sentence.integer(6) ?? 0
    let coordinate = sentence.coordinate(2)
    guard (0...9).contains(quality), quality == 0 || coordinate != nil else { return false }
    openEpoch(time, sentence.line)
    guard open?.hasGGA == false else { return noteRepeated(sentence) }
    open?.hasGGA = true
    open?.quality = quality
    open?.satelliteCount = sentence.integer(7).flatMap { (0...999).contains($0) ? $0 : nil }
    if let dilution = dilution(sentence, 8) { open?.horizontalDilution = dilution }
    // If two sentences disagree, GGA counts, because it states the fix quality.
    open?.isVoid = quality == 0
    guard quality > 0 else { return true }
    open?.coordinate = coordinate
    if let height = sentence.number(9), abs(height) < 1e5 {
      open?.altitude = height + (sentence.number(11) ?? 0)
    }
    return true
  }

  /// Reads time, validity, position, speed in knots, course and date.
  mutating func readRMC(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 10 else { return false }
    guard !sentence.isEmpty(1) else { return noteMissingTime(sentence) }
    guard let time = sentence.timeOfDay(1) else { return false }
    let isValid = sentence.letter(2) == UInt8(ascii: "A")
    let coordinate = sentence.coordinate(3)
    guard !isValid || coordinate != nil else { return false }
    openEpoch(time, sentence.line)
    guard open?.hasRMC == false else { return noteRepeated(sentence) }
    open?.hasRMC = true
    if let date = sentence.date(9) { note(date: date, sentence.line) }
    guard isValid else {
      if open?.hasGGA == false { open?.isVoid = true }
      return true
    }
    // GGA's position is equivalent and has more digits in some files.
    if open?.coordinate == nil { open?.coordinate = coordinate }
    setSpeed(sentence.number(7).map { $0 * Self.knot }, course: sentence.number(8))
    return true
  }

  /// Reads course, and speed in knots and km/h.
  mutating func readVTG(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 8 else { return false }
    setSpeed(
      sentence.number(5).map { $0 * Self.knot } ?? sentence.number(7).map { $0 / 3.6 },
      course: sentence.number(1))
    return true
  }

  /// Reads the dilutions of precision, after the twelve satellites used.
  mutating func readGSA(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 18 else { return false }
    let (horizontal, vertical) = (dilution(sentence, 16), dilution(sentence, 17))
    if open?.horizontalDilution == nil { open?.horizontalDilution = horizontal }
    if open?.verticalDilution == nil { open?.verticalDilution = vertical }
    return true
  }

  /// Reads satellites in view, four to a sentence.
  mutating func readGSV(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 4 else { return false }
    let talker = sentence.talker
    var index = 4
    while index + 3 < sentence.count {
      defer { index += 4 }
      guard let number = sentence.integer(index),
        let id = Self.satellite(talker: talker, number: number)
      else { continue }
      let strength = sentence.number(index + 3).flatMap { (0...99).contains($0) ? $0 : nil }
      guard (open?.satellites.count ?? 0) < Self.maxSatellites else { break }
      // Each signal of a satellite has its own sentence: the strongest counts.
      let known = open?.satellites[id]?.strengthDecibelHertz
      open?.satellites[id] = NMEARecording.Satellite(
        id: id,
        elevationDegrees: sentence.number(index + 1).flatMap { abs($0) <= 90 ? $0 : nil },
        azimuthDegrees: sentence.number(index + 2).flatMap { (0...360).contains($0) ? $0 : nil },
        strengthDecibelHertz: strength.map { max($0, known ?? $0) } ?? known)
    }
    return true
  }

  /// Reads the standard deviations of latitude, longitude and height.
  mutating func readGST(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 9, let time = sentence.timeOfDay(1) else { return false }
    openEpoch(time, sentence.line)
    if let north = sentence.number(6), let east = sentence.number(7), north >= 0, east >= 0 {
      // Rayleigh's 68 % radius is 1.52 σ, which is 1.07 of the root sum of squares of equal axes.
      open?.horizontalSigma = 1.07 * (north * north + east * east).squareRoot()
    }
    open?.verticalSigma = sentence.number(8).flatMap { $0 >= 0 ? $0 : nil }
    return true
  }

  /// Reads the date as day, month and year.
  mutating func readZDA(_ sentence: NMEASentence) -> Bool {
    guard sentence.count >= 5, let time = sentence.timeOfDay(1), let day = sentence.integer(2),
      let month = sentence.integer(3), let year = sentence.integer(4), (1...31).contains(day),
      (1...12).contains(month), (1980...2199).contains(year),
      let date = NMEASentence.days(year: year, month: month, day: day)
    else { return false }
    // Sets the date of an open epoch but does not open one.
    if open?.timeOfDay == time { note(date: date, sentence.line) }
    return true
  }

  private mutating func setSpeed(_ speed: Double?, course: Double?) {
    if open?.speed == nil, let speed, (0..<1000).contains(speed) { open?.speed = speed }
    if open?.course == nil, let course, (0...360).contains(course) { open?.course = course }
  }

  private func dilution(_ sentence: NMEASentence, _ index: Int) -> Double? {
    // Receivers write 99.99 for an unknown value.
    sentence.number(index).flatMap { $0 > 0 && $0 < 99 ? $0 : nil }
  }

  private mutating func noteRepeated(_ sentence: NMEASentence) -> Bool {
    report.note(.repeated, line: sentence.line)
    return true
  }

  private mutating func noteMissingTime(_ sentence: NMEASentence) -> Bool {
    report.note(.noTime, line: sentence.line)
    return true
  }

  /// The satellite with a talker's number; nil if unknown.
  ///
  /// NMEA 0183 4.10: GPS 1 to 32, SBAS 33 to 64 (PRN minus 87), GLONASS 65 to 96 (slot plus 64),
  /// QZSS from 193; other systems by their own talkers' numbers. Some receivers write plain numbers.
  static func satellite(talker: String, number: Int) -> SatelliteID? {
    guard (1...400).contains(number) else { return nil }
    switch talker {
    case "GA": return number <= 36 ? SatelliteID(.galileo, number) : nil
    case "GB", "BD": return SatelliteID(.beidou, number > 200 ? number - 200 : number)
    case "GQ", "QZ": return SatelliteID(.qzss, number < 100 ? number + 192 : number)
    case "GP", "GL", "GN":
      switch number {
      case 1...32: return SatelliteID(talker == "GL" ? .glonass : .gps, number)
      case 33...64: return SatelliteID(.sbas, number + 87)
      case 65...96: return SatelliteID(.glonass, number - 64)
      case 120...158: return SatelliteID(.sbas, number)
      case 193...202: return SatelliteID(.qzss, number)
      default: return nil
      }
    default: return nil
    }
  }
}
