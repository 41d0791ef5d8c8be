import Documents
import Geometry
import Kernel
import Observations
import Recordings

/// Reads a RINEX observation file: its header, then its epochs.
struct RinexObservationReader {
  typealias Warning = RinexObservations.Warning

  /// Time scale of the epochs.
  enum Scale {
    case gps, utc, beiDou
  }

  var text: ColumnText
  var version: RinexVersion?
  var report = ReadingReport<Warning>()
  /// Observation types by system letter; version 2 has one list, under a space.
  private var types: [UInt8: [String]] = [:]
  /// Signals near L1 by system letter; nil for systems absent from the header.
  private var signals: [[RinexSignal]?] = []
  private var scale: Scale?
  private var position: ECEF?
  /// GLONASS channels given by the caller.
  private var channels: [Int: Int]
  private var headerChannels: [Int: Int] = [:]
  /// Channels by slot; the header takes precedence.
  private var reported: [Int?] = []
  /// System whose list of types continues in the next header line.
  private var listed: UInt8 = 32
  private var epochs: [GNSSEpoch] = []
  private var clocks: [Double?] = []
  /// Line numbers of the epochs.
  private var lines: [Int] = []
  private var start: GPSTime?
  private var discontinuities = 0

  init(text: ColumnText, channels: [Int: Int]) {
    self.text = text
    self.channels = channels
  }

  mutating func read() throws(DocumentError) -> RinexObservations {
    let first = text.next()
    let version = try RinexVersion(text, first)
    guard version.kind == UInt8(ascii: "O") else {
      let letter = String(decoding: [version.kind], as: UTF8.self)
      throw text.failure("a RINEX file of kind '\(letter)', where 'O' was expected", first)
    }
    self.version = version
    try readHeader()
    applyHeader(version)
    guard !types.isEmpty else {
      throw text.failure("the header has no types of observation", nil)
    }
    guard signals.contains(where: { $0?.isEmpty == false }) else {
      throw text.failure("the file has no pseudoranges near L1", nil)
    }
    while let line = text.next() { try readBody(line, version) }
    guard let start else { throw text.failure("no epoch in the file", nil) }
    report.noteGaps(epochs.map(\.time), lines: lines)
    return RinexObservations(
      version: version.number, start: start, epochs: epochs, receiverClockSeconds: clocks,
      approximatePosition: position, glonassChannels: headerChannels, report: report)
  }

  // MARK: Header

  private mutating func readHeader() throws(DocumentError) {
    while let line = text.next() {
      if text.hasLabel(line, "END OF HEADER") { return }
      try readHeaderLine(line)
    }
    throw text.failure("the header doesn't end: no line 'END OF HEADER'", nil)
  }

  private mutating func readHeaderLine(_ line: ColumnText.Line) throws(DocumentError) {
    if text.hasLabel(line, "SYS / # / OBS TYPES") {
      if text.byte(line, 0) != 32 {
        listed = text.byte(line, 0)
        types[listed] = []
      }
      for column in stride(from: 7, to: 59, by: 4) { addType(line, column..<column + 3) }
    } else if text.hasLabel(line, "# / TYPES OF OBSERV") {
      if text.integer(line, 0..<6) != nil { types[32] = [] }
      listed = 32
      for column in stride(from: 10, to: 60, by: 6) { addType(line, column..<column + 2) }
    } else if text.hasLabel(line, "SYS / SCALE FACTOR") {
      throw text.failure(
        "scale factors of observations aren't read; write the file without them", line)
    } else if text.hasLabel(line, "APPROX POSITION XYZ") {
      if case .value(let x) = text.number(line, 0..<14),
        case .value(let y) = text.number(line, 14..<28),
        case .value(let z) = text.number(line, 28..<42)
      {
        let place = ECEF(x, y, z)
        position = (6e6...7e6).contains(place.length) ? place : nil
      }
    } else if text.hasLabel(line, "GLONASS SLOT / FRQ #") {
      readChannels(line)
    } else if text.hasLabel(line, "TIME OF FIRST OBS") {
      switch text.text(line, 48..<51) {
      case "GLO", "UTC": scale = .utc
      case "BDT": scale = .beiDou
      case "GPS", "GAL", "QZS": scale = .gps
      default: break
      }
    }
  }

  /// Reads pairs such as `R02 -4` at any position: some writers are off by one column.
  private mutating func readChannels(_ line: ColumnText.Line) {
    let words = text.text(line, 0..<60).split(separator: " ")
    for (word, next) in zip(words, words.dropFirst()) where word.first == "R" {
      if let slot = Int(word.dropFirst()), (1...32).contains(slot), let channel = Int(next),
        CarrierFrequency.glonassChannels.contains(channel)
      {
        headerChannels[slot] = channel
      }
    }
  }

  private mutating func addType(_ line: ColumnText.Line, _ columns: Range<Int>) {
    let name = text.text(line, columns)
    // Bounds the list, above the number of types of any receiver.
    guard !name.isEmpty, types[listed, default: []].count < 200 else { return }
    types[listed, default: []].append(name)
  }

  /// Determines the signals near L1 and the time scale from the header.
  private mutating func applyHeader(_ version: RinexVersion) {
    signals = Array(repeating: nil, count: 256)
    for (letter, names) in types {
      signals[Int(letter)] = RinexSignals.near1(
        letter: letter, types: names, isThird: version.isThird)
    }
    reported = (0...99).map { headerChannels[$0] ?? channels[$0] }
    guard scale == nil else { return }
    switch version.system {
    case UInt8(ascii: "R"): scale = .utc
    case UInt8(ascii: "C"): scale = .beiDou
    default: scale = .gps
    }
  }

  // MARK: Epochs

  private mutating func readBody(
    _ line: ColumnText.Line, _ version: RinexVersion
  ) throws(DocumentError) {
    guard !text.isBlank(line, 0..<line.width), !text.hasLabel(line, "COMMENT") else { return }
    if version.isThird, text.byte(line, 0) != UInt8(ascii: ">") {
      report.note(.strayLine, line: line.number)
      return
    }
    guard let head = RinexEpochHead(text, line, isThird: version.isThird) else {
      report.note(.badEpoch, line: line.number)
      return
    }
    guard head.flag <= 1 else {
      report.note(.eventSkipped, line: line.number)
      try skipEvent(head, version)
      return
    }
    if head.flag == 1 { discontinuities += 1 }
    let satellites = version.isThird ? [] : satelliteList(line, head.count)
    var measurements: [GNSSMeasurement] = []
    measurements.reserveCapacity(min(head.count, 64))
    for index in 0..<head.count {
      guard let row = nextRow(version) else {
        report.note(.truncatedEpoch, line: line.number)
        break
      }
      let id =
        version.isThird ? named(row, 0) : index < satellites.count ? satellites[index] : nil
      read(row, id, version, into: &measurements)
    }
    guard let moment = head.moment else {
      report.note(.badEpoch, line: line.number)
      return
    }
    keep(measurements, at: moment, clock: head.clock, line: line.number)
  }

  /// Returns the next line, unless a new epoch starts there.
  private mutating func nextRow(_ version: RinexVersion) -> ColumnText.Line? {
    guard let row = text.next() else { return nil }
    guard version.isThird, text.byte(row, 0) == UInt8(ascii: ">") else { return row }
    text.goBack(to: row)
    return nil
  }

  /// Skips the lines of an event; header lines among them take effect.
  private mutating func skipEvent(
    _ head: RinexEpochHead, _ version: RinexVersion
  ) throws(DocumentError) {
    for _ in 0..<head.count {
      guard let line = nextRow(version) else { return }
      // Cycle slip records (6) have the form and number of lines of observations.
      if head.flag == 6, !version.isThird {
        for _ in 1..<max(1, linesPerSatellite) { _ = text.next() }
      } else if head.flag == 4, !text.hasLabel(line, "COMMENT") {
        report.note(.changedHeader, line: line.number)
        try readHeaderLine(line)
      }
    }
    if head.flag == 4 { applyHeader(version) }
  }

  /// Lines per satellite in version 2, with five numbers on each.
  private var linesPerSatellite: Int { max(1, ((types[32]?.count ?? 0) + 4) / 5) }

  /// The satellites on the first line of a version 2 epoch and its continuation lines.
  private mutating func satelliteList(_ line: ColumnText.Line, _ count: Int) -> [SatelliteID?] {
    var result: [SatelliteID?] = []
    var current = line
    while result.count < count {
      for index in 0..<min(12, count - result.count) {
        result.append(named(current, 32 + 3 * index))
      }
      guard result.count < count else { break }
      guard let next = text.next() else { break }
      current = next
    }
    return result
  }

  /// The satellite whose letter and number start at a column.
  private func named(_ line: ColumnText.Line, _ column: Int) -> SatelliteID? {
    var letter = text.byte(line, column)
    guard let number = number(line, column + 1) else { return nil }
    // Version 2 omits the letter in files of one system.
    if letter == 32, let system = version?.system, system != UInt8(ascii: "M") { letter = system }
    return RinexSystem.satellite(letter: letter, number: number)
  }

  /// The number in two columns.
  private func number(_ line: ColumnText.Line, _ column: Int) -> Int? {
    if line.width >= column + 2 {
      let tens = text.bytes[line.start + column] &- UInt8(ascii: "0")
      let units = text.bytes[line.start + column + 1] &- UInt8(ascii: "0")
      if tens < 10, units < 10 { return Int(10 * tens + units) }
    }
    return text.integer(line, column..<column + 2)
  }

  /// Reads a satellite's row; in version 2 with its continuation lines.
  private mutating func read(
    _ row: ColumnText.Line, _ id: SatelliteID?, _ version: RinexVersion,
    into measurements: inout [GNSSMeasurement]
  ) {
    let count = version.isThird ? 1 : linesPerSatellite
    var others: [ColumnText.Line] = []
    while others.count < count - 1, let next = text.next() { others.append(next) }
    guard let id, let signals = signals[version.isThird ? Int(text.byte(row, 0)) : 32] else {
      report.note(.unknownSatellite, line: row.number)
      return
    }
    guard !measurements.contains(where: { $0.satellite == id }) else {
      report.note(.duplicateSatellite, line: row.number)
      return
    }
    let reader = RinexRowReader(
      text: text, isThird: version.isThird, first: row, others: others)
    if let measurement = reader.measurement(
      of: id, signals: signals, channel: channel(of: id), report: &report)
    {
      measurements.append(measurement)
    }
  }

  /// The GLONASS channel of a satellite, and whether a file gives it; nil if unknown.
  private func channel(of id: SatelliteID) -> (number: Int, isReported: Bool)? {
    guard id.constellation == .glonass else { return (0, true) }
    if let reported = reported[id.number] { return (reported, true) }
    return CarrierFrequency.usualGlonassChannel(ofSlot: id.number).map { ($0, false) }
  }

  /// Appends an epoch to the result, unless it is not later than the last.
  private mutating func keep(
    _ measurements: [GNSSMeasurement], at moment: CalendarMoment, clock: Double?, line: Int
  ) {
    let time =
      switch scale ?? .gps {
      case .gps: GPSTime(calendar: moment)
      case .utc: GPSTime(utc: moment)
      case .beiDou: GPSTime(calendar: moment) + KeplerEphemeris.beiDouOffsetSeconds
      }
    let first = start ?? time
    let elapsed = SimTime(seconds: time - first)
    if let last = epochs.last, elapsed <= last.time {
      report.note(elapsed < last.time ? .disorder : .repeated, line: line)
      return
    }
    start = first
    epochs.append(
      GNSSEpoch(
        time: elapsed, gpsWeek: time.week, secondsOfWeek: time.secondsOfWeek,
        clockDiscontinuityCount: discontinuities, measurements: measurements))
    clocks.append(clock)
    lines.append(line)
  }
}
