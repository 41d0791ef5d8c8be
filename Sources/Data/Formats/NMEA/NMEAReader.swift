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

  private let bytes: [UInt8]
  private let file: String
  var report = ReadingReport<Warning>()
  var open: OpenEpoch?
  /// Completed epochs, with ns since midnight of the first one's day and line number.
  var epochs: [(time: Int64, line: Int, epoch: NMEARecording.Epoch)] = []
  /// Date of the first epoch, in days since 1970.
  var firstDate: Int?
  var latestDay = 0
  private var usesChecksums = false

  /// Above the number of satellites that any receiver reports.
  static let maxSatellites = 256

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func read() throws(DocumentError) -> NMEARecording {
    usesChecksums = hasChecksums()
    var line = 0
    var start = startOfText(bytes)
    var mark = WorkMark(reading: file, count: bytes.count)
    while start < bytes.count {
      mark.pass(start)
      line += 1
      let end = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
      try readLine(bytes[start..<end], line)
      let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
      start = end + (isPair ? 2 : 1)
    }
    close()
    return try result()
  }

  /// True if any sentence has a checksum, so that sentences without one are truncated.
  private func hasChecksums() -> Bool {
    bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "*") && index + 2 < bytes.count
        && bytes[index + 1] > 32 && bytes[index + 2] > 32
    }
  }

  private mutating func readLine(
    _ text: ArraySlice<UInt8>, _ line: Int
  ) throws(DocumentError) {
    guard var start = text.firstIndex(of: UInt8(ascii: "$")) else {
      if text.contains(where: { $0 > 32 }) { report.note(.strayText, line: line) }
      return
    }
    while start < text.endIndex {
      let end = text[(start + 1)...].firstIndex(of: UInt8(ascii: "$")) ?? text.endIndex
      try take(
        NMEASentence(text[(start + 1)..<end], line: line), column: start - text.startIndex + 1)
      start = end
    }
  }

  private mutating func take(
    _ sentence: NMEASentence, column: Int
  ) throws(DocumentError) {
    let kind = sentence.kind
    let fault =
      switch kind {
      case "GGA": sentence.invalidPlace(2, isValid: (sentence.integer(6) ?? 0) > 0)
      case "RMC": sentence.invalidPlace(3, isValid: sentence.letter(2) == UInt8(ascii: "A"))
      default: InvalidValue?.none
      }
    if let fault {
      throw DocumentError(
        fault.description, at: SourcePosition(file: file, line: sentence.line, column: column))
    }
    switch sentence.checksum {
    case .right: break
    case .wrong: return report.note(.badChecksum, line: sentence.line)
    case .missing:
      report.note(.noChecksum, line: sentence.line)
      if usesChecksums { return }
    }
    let isReadable =
      switch kind {
      case "GGA": readGGA(sentence)
      case "RMC": readRMC(sentence)
      case "VTG": readVTG(sentence)
      case "GSA": readGSA(sentence)
      case "GSV": readGSV(sentence)
      case "GST": readGST(sentence)
      case "ZDA": readZDA(sentence)
      default: noteOther(sentence)
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
    epochs.append((Int64(done.day) * Self.day + done.timeOfDay, done.line, epoch))
  }

  private mutating func result() throws(DocumentError) -> NMEARecording {
    guard let first = epochs.first else {
      let found = report.lines.isEmpty ? "" : "; found were " + report.lines.joined(separator: ", ")
      throw DocumentError("\(file): no epoch of NMEA 0183 in the file\(found)")
    }
    var newest = Int64.min
    for epoch in epochs {
      if epoch.time < newest { report.note(.disorder, line: epoch.line) }
      newest = max(newest, epoch.time)
    }
    if firstDate == nil { report.note(.noDate, line: first.line) }
    let ordered = inOrderOfTime(epochs, \.time)
    let origin = ordered.first?.time ?? 0
    let midnight = Int64(firstDate ?? GPSTime.originDays) * Self.day
    let placed = ordered.map { entry in
      var epoch = entry.epoch
      epoch.time = simTime(entry.time, since: origin)
      epoch.fix?.time = epoch.time
      return epoch
    }
    report.noteGaps(placed.map(\.time), lines: ordered.map(\.line))
    return NMEARecording(
      start: GPSTime(unixNanoseconds: midnight + origin), epochs: placed, report: report)
  }
}
