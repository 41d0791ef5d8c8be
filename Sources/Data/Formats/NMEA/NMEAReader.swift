import Documents
import Kernel
import Observations
import Recordings

/// Reads sentences in order and groups them into epochs by time of day.
struct NMEAReader {
  typealias Warning = NMEARecording.Warning

  /// The epoch under construction.
  struct OpenEpoch {
    /// In ns.
    var timeOfDay: Int64
    /// Days since the file's first epoch.
    var day: Int
    var line: Int
    var coordinate: Coordinate?
    var hasGGA = false
    var hasRMC = false
    /// True if a sentence says that there is no position.
    var isVoid = false
    var quality: Int?
    var altitude, speed, course: Double?
    var satelliteCount: Int?
    var horizontalDilution, verticalDilution: Double?
    var horizontalSigma, verticalSigma: Double?
    var satellites: [SatelliteID: NMEARecording.Satellite] = [:]
  }

  private var lines: LineText
  private var sentence = NMEASentence()
  private var sentenceCount = 0
  var report = ReadingReport<Warning>()
  var open: OpenEpoch?
  /// Completed epochs, with ns since midnight of the first one's day.
  private var epochs = NMEARecording.EpochList()
  private var newest = Int64.min
  /// Date of the first epoch, in days since 1970.
  var firstDate: Int?
  var latestDay = 0
  private var usesChecksums = false

  /// Above the number of satellites that any receiver reports.
  static let maxSatellites = 256

  /// - Parameters:
  ///   - text: The text.
  ///   - file: Its name, for messages.
  /// - Throws: If the text can't be read.
  init(_ text: ByteWindow, file: String) throws(DocumentError) {
    lines = LineText(text, file: file)
    usesChecksums = try Self.hasChecksums(lines)
  }

  mutating func read() throws(DocumentError) -> NMEARecording {
    while let line = try lines.next() { try readLine(line) }
    close()
    return try result()
  }

  /// True if any sentence has a checksum, so that sentences without one are truncated.
  private static func hasChecksums(_ text: LineText) throws(DocumentError) -> Bool {
    var lines = text
    while let line = try lines.next() {
      let bytes = lines.bytes.span
      for index in line.dropLast(2) where bytes[index] == UInt8(ascii: "*") {
        if bytes[index + 1] > 32, bytes[index + 2] > 32 { return true }
      }
    }
    return false
  }

  /// Reads the sentences in a line, each of which begins with `$`.
  private mutating func readLine(_ line: Range<Int>) throws(DocumentError) {
    guard var start = next(UInt8(ascii: "$"), in: line) else {
      if line.contains(where: { lines.bytes[$0] > 32 }) {
        report.note(.strayText, line: lines.number)
      }
      return
    }
    while start < line.upperBound {
      let content = start + 1..<line.upperBound
      let end = next(UInt8(ascii: "$"), in: content) ?? line.upperBound
      sentence.split(lines.bytes, start + 1..<end, line: lines.number)
      sentenceCount += 1
      try take(sentence, column: start - line.lowerBound + 1)
      start = end
    }
  }

  private func next(_ wanted: UInt8, in range: Range<Int>) -> Int? {
    let bytes = lines.bytes.span
    for index in range where bytes[index] == wanted { return index }
    return nil
  }

  private mutating func take(
    _ sentence: NMEASentence, column: Int
  ) throws(DocumentError) {
    let kind = sentence.kind
    let fault =
      switch kind {
      case .gga: sentence.invalidPlace(2, isValid: (sentence.integer(6) ?? 0) > 0)
      case .rmc: sentence.invalidPlace(3, isValid: sentence.letter(2) == UInt8(ascii: "A"))
      default: InvalidValue?.none
      }
    if let fault {
      throw DocumentError(
        fault.description,
        at: SourcePosition(file: lines.file, line: sentence.line, column: column))
    }
    switch sentence.checksum {
    case .right: break
    case .wrong: return report.note(.badChecksum, line: sentence.line)
    case .missing:
      report.note(usesChecksums ? .noChecksum : .unchecked, line: sentence.line)
      if usesChecksums { return }
    }
    let isReadable =
      switch kind {
      case .gga: readGGA(sentence)
      case .rmc: readRMC(sentence)
      case .vtg: readVTG(sentence)
      case .gsa: readGSA(sentence)
      case .gsv: readGSV(sentence)
      case .gst: readGST(sentence)
      case .zda: readZDA(sentence)
      case .other: noteOther(sentence)
      }
    if !isReadable { report.note(.badField, line: sentence.line) }
  }

  private mutating func noteOther(_ sentence: NMEASentence) -> Bool {
    report.note(.otherSentence, line: sentence.line)
    return true
  }

  /// Opens the epoch of a time of day unless it is open.
  mutating func openEpoch(_ time: Int64, _ line: Int) {
    if let open {
      if open.timeOfDay == time { return }
      close()
      // A step back by more than half a day is the next day.
      if time < open.timeOfDay - Self.day / 2, latestDay < Self.maxDay { latestDay += 1 }
      if time > open.timeOfDay + Self.day / 2, latestDay > 0 { latestDay -= 1 }
    }
    open = OpenEpoch(timeOfDay: time, day: latestDay, line: line)
  }

  static let day: Int64 = 86_400_000_000_000
  /// Max day number; the times of later days, in ns, would overflow.
  private static let maxDay = 100_000

  /// Sets the date of the open epoch.
  mutating func note(date: Int, _ line: Int) {
    guard let day = open?.day else { return }
    guard let first = firstDate else {
      firstDate = date - day
      return
    }
    let counted = first + day
    if date == counted { return }
    // A receiver may switch the date late; a later date means days without a row.
    guard date > counted, date - counted < 36_525, date - first <= Self.maxDay else {
      return report.note(.dateConflict, line: line)
    }
    latestDay = date - first
    open?.day = latestDay
  }

  mutating func close() {
    guard let done = open else { return }
    open = nil
    if done.coordinate == nil || done.isVoid { report.note(.noFix, line: done.line) }
    if done.quality == 6 { report.note(.estimated, line: done.line) }
    var epoch = NMEARecording.Epoch(
      time: .start, fix: nil, quality: done.quality, horizontalDilution: done.horizontalDilution,
      verticalDilution: done.verticalDilution,
      satellites: done.satellites.values.sorted { $0.id < $1.id })
    if let coordinate = done.coordinate, !done.isVoid {
      let metres = NMEARecording.metresPerDilution(quality: done.quality)
      epoch.fix = ReceiverFix(
        time: .start, coordinate: coordinate, altitudeMetres: done.altitude,
        horizontalAccuracyMetres: done.horizontalSigma
          ?? done.horizontalDilution.map { $0 * metres },
        verticalAccuracyMetres: done.verticalSigma ?? done.verticalDilution.map { $0 * metres },
        speedMetresPerSecond: done.speed, courseDegrees: done.course,
        satelliteCount: done.satelliteCount)
    }
    let time = Int64(done.day) * Self.day + done.timeOfDay
    if time < newest { report.note(.disorder, line: done.line) }
    newest = max(newest, time)
    epochs.append(epoch, time: time, line: done.line)
  }

  private mutating func result() throws(DocumentError) -> NMEARecording {
    guard let firstLine = epochs.firstLine else {
      let found = report.lines.isEmpty ? "" : "; found were " + report.lines.joined(separator: ", ")
      throw DocumentError("\(lines.file): no epoch of NMEA 0183 in the file\(found)")
    }
    if firstDate == nil { report.note(.noDate, line: firstLine) }
    if report.count(of: .disorder) > 0 { epochs.sort() }
    let origin = epochs.setOrigin()
    let midnight = Int64(firstDate ?? GPSTime.originDays) * Self.day
    report.noteGaps(epochs.times, lines: epochs.lines)
    return NMEARecording(
      start: GPSTime(unixNanoseconds: midnight + origin), epochs: epochs,
      sentenceCount: sentenceCount, report: report)
  }
}
