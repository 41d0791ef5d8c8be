import Documents
import Observations

/// Parser for RINEX navigation files: the header, then message after message.
struct RinexNavigationReader {
  typealias Warning = RinexNavigation.Warning

  /// A raw message of the file.
  struct Record {
    var satellite: SatelliteID
    /// The date on its first line, in the system's own time.
    var epoch: CalendarMoment
    /// The numbers, starting on the first line: three, then four per line.
    var values: [Double]
    /// Number of values up to the last one that isn't blank.
    var present: Int
    /// Line number of its first line.
    var line: Int
  }

  var text: ColumnText
  var version: RinexVersion?
  var report = ReadingReport<Warning>()
  var messages: [BroadcastEphemeris] = []
  /// Galileo F/NAV messages; used only if there is no I/NAV message of the same time.
  var secondMessages: [(message: KeplerEphemeris, line: Int)] = []
  var alpha: SIMD4<Double>?
  var beta: SIMD4<Double>?
  /// The leap seconds in the header, with their line.
  var headerLeapSeconds: (count: Int, isBeiDou: Bool, line: Int)?
  /// GPS minus UTC at the first message.
  var leapSeconds: Int?
  /// The messages so far, to find duplicates.
  private var seen: Set<BroadcastEphemeris> = []

  init(text: ColumnText) {
    self.text = text
  }

  mutating func read() throws(DocumentError) -> RinexNavigation {
    let first = text.next()
    let version = try RinexVersion(text, first)
    try checkKind(version, first)
    self.version = version
    try readHeader()
    while let line = text.next() { try readBody(line) }
    settleSecondMessages()
    guard !messages.isEmpty else {
      let found = report.lines.isEmpty ? "" : "; found: " + report.lines.joined(separator: ", ")
      throw text.failure("no usable broadcast message in the file\(found)", nil)
    }
    var store = BroadcastEphemerides(messages)
    if let alpha, let beta { store.ionosphere = KlobucharParameters(alpha: alpha, beta: beta) }
    store.leapSeconds = leapSeconds ?? headerLeapSeconds?.count
    return RinexNavigation(version: version.number, ephemerides: store, report: report)
  }

  /// Rejects files of other types.
  private func checkKind(
    _ version: RinexVersion, _ line: ColumnText.Line?
  ) throws(DocumentError) {
    switch version.kind {
    case UInt8(ascii: "N"): return
    case UInt8(ascii: "G") where !version.isThird: return
    case UInt8(ascii: "O"):
      throw text.failure("a RINEX observation file, where a navigation file was expected", line)
    case UInt8(ascii: "H"):
      throw text.failure("a RINEX file of SBAS messages, which aren't used", line)
    case let kind:
      let letter = String(decoding: [kind], as: UTF8.self)
      throw text.failure("a RINEX file of kind '\(letter)', where 'N' was expected", line)
    }
  }

  /// Reads the lines of the header after the first.
  mutating func readHeader() throws(DocumentError) {
    while let line = text.next() {
      if text.hasLabel(line, "END OF HEADER") { return }
      if text.hasLabel(line, "LEAP SECONDS") {
        guard let count = text.integer(line, 0..<6), (0...60).contains(count) else { continue }
        let isBeiDou =
          text.text(line, 24..<27) == "BDS" || version?.system == UInt8(ascii: "C")
        if headerLeapSeconds == nil { headerLeapSeconds = (count, isBeiDou, line.number) }
      } else if text.hasLabel(line, "ION ALPHA") {
        alpha = alpha ?? coefficients(line, from: 2)
      } else if text.hasLabel(line, "ION BETA") {
        beta = beta ?? coefficients(line, from: 2)
      } else if text.hasLabel(line, "IONOSPHERIC CORR") {
        // GPS only: BeiDou's coefficients are for another frequency and model.
        switch text.text(line, 0..<4) {
        case "GPSA": alpha = alpha ?? coefficients(line, from: 5)
        case "GPSB": beta = beta ?? coefficients(line, from: 5)
        default: break
        }
      }
    }
    throw text.failure("the header doesn't end: no line 'END OF HEADER'", nil)
  }

  /// Four numbers of twelve columns each; nil if one is missing.
  private func coefficients(_ line: ColumnText.Line, from column: Int) -> SIMD4<Double>? {
    var result = SIMD4<Double>()
    for index in 0..<4 {
      let start = column + 12 * index
      guard case .value(let value) = text.number(line, start..<start + 12), value.isFinite
      else { return nil }
      result[index] = value
    }
    return result
  }

  /// Reads a message, or another header, from a line after the header.
  private mutating func readBody(_ line: ColumnText.Line) throws(DocumentError) {
    guard let version, !text.isBlank(line, 0..<line.width), !text.hasLabel(line, "COMMENT")
    else { return }
    if text.hasLabel(line, "RINEX VERSION") {
      let next = try RinexVersion(text, line)
      try checkKind(next, line)
      report.note(.joinedFile, line: line.number)
      self.version = next
      try readHeader()
      return
    }
    guard isStart(line, version) else {
      report.note(.strayLine, line: line.number)
      return
    }
    guard let record = readRecord(line, version) else { return }
    interpret(record)
  }

  /// True if a message starts on the line: its first columns hold the satellite.
  private func isStart(_ line: ColumnText.Line, _ version: RinexVersion) -> Bool {
    version.isThird ? text.byte(line, 0) > 32 : !text.isBlank(line, 0..<3)
  }

  /// Reads a message with all its lines; nil, and counted, if it is unusable.
  private mutating func readRecord(
    _ line: ColumnText.Line, _ version: RinexVersion
  ) -> Record? {
    let start = version.isThird ? 23 : 22
    var values: [Double] = []
    var present = 0
    var isReadable = append(line, from: start, count: 3, to: &values, present: &present)
    let indent = version.isThird ? 4 : 3
    while let further = text.next() {
      let isComment = text.hasLabel(further, "COMMENT")
      let isHeader = text.hasLabel(further, "RINEX VERSION")
      guard isComment || (further.width > 0 && !isHeader && !isStart(further, version)) else {
        if further.width > 0 { text.goBack(to: further) }
        break
      }
      // A message has at most eight lines; further lines are stray.
      guard !isComment else { continue }
      guard values.count < 31 else {
        text.goBack(to: further)
        break
      }
      if !append(further, from: indent, count: 4, to: &values, present: &present) {
        isReadable = false
      }
    }
    guard let satellite = satellite(line, version) else { return nil }
    guard let epoch = epoch(line, version) else {
      report.note(.badEpoch, line: line.number)
      return nil
    }
    guard isReadable else {
      report.note(.badNumber, line: line.number)
      return nil
    }
    return Record(
      satellite: satellite, epoch: epoch, values: values, present: present, line: line.number)
  }

  /// Appends the numbers of a line, 0 for blanks; false if one is unreadable.
  private func append(
    _ line: ColumnText.Line, from column: Int, count: Int, to values: inout [Double],
    present: inout Int
  ) -> Bool {
    var isReadable = true
    for index in 0..<count {
      let start = column + 19 * index
      switch text.number(line, start..<start + 19) {
      case .blank: values.append(0)
      case .value(let value):
        values.append(value)
        present = values.count
        if !value.isFinite { isReadable = false }
      case .bad:
        values.append(0)
        isReadable = false
      }
    }
    return isReadable
  }

  /// The satellite on a message's first line; nil, and counted, if it isn't supported.
  private mutating func satellite(
    _ line: ColumnText.Line, _ version: RinexVersion
  ) -> SatelliteID? {
    let letter =
      version.isThird
      ? text.byte(line, 0)
      : version.kind == UInt8(ascii: "G") ? UInt8(ascii: "R") : UInt8(ascii: "G")
    let number = text.integer(line, version.isThird ? 1..<3 : 0..<2)
    if letter == UInt8(ascii: "S") || letter == UInt8(ascii: "I") {
      report.note(.skippedSystem, line: line.number)
      return nil
    }
    guard let number, let satellite = RinexSystem.satellite(letter: letter, number: number) else {
      report.note(.badSatellite, line: line.number)
      return nil
    }
    return satellite
  }

  /// The date on a message's first line.
  private func epoch(_ line: ColumnText.Line, _ version: RinexVersion) -> CalendarMoment? {
    version.isThird
      ? rinexMoment(text, line, year: 4..<8, fields: [9..<11, 12..<14, 15..<17, 18..<20, 21..<23])
      : rinexMoment(text, line, year: 3..<5, fields: [6..<8, 9..<11, 12..<14, 15..<17, 17..<22])
  }

  /// Adds the F/NAV messages that have no I/NAV message of the same time.
  private mutating func settleSecondMessages() {
    struct Key: Hashable {
      var satellite: SatelliteID?
      var time: GPSTime
    }
    let known = Set(messages.map { Key(satellite: $0.satellite, time: $0.referenceTime) })
    for (kepler, line) in secondMessages {
      let message = BroadcastEphemeris.kepler(kepler)
      if known.contains(Key(satellite: message.satellite, time: message.referenceTime)) {
        report.note(.secondKind, line: line)
      } else {
        keep(message, line: line)
      }
    }
  }

  /// Adds a message, unless it is a duplicate.
  mutating func keep(_ message: BroadcastEphemeris, line: Int) {
    guard seen.insert(message).inserted else {
      report.note(.duplicate, line: line)
      return
    }
    if !message.isHealthy { report.note(.unhealthy, line: line) }
    messages.append(message)
  }
}
