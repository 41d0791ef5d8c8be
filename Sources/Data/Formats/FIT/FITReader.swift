import Documents
import Kernel
import Observations
import Recordings

/// Collects an activity from the messages of a FIT file.
struct FITReader {
  private let file: String
  private var decoder: FITDecoder
  var report = ReadingReport<FITFile.Warning>()
  /// Entries with a time, in s since the format's origin.
  var records: [(time: Int64, row: Int, record: FITFile.Record)] = []
  var events: [(time: Int64, row: Int, event: FITFile.TimerEvent)] = []
  var sessions: [(time: Int64, session: FITFile.Session)] = []

  /// The format's origin, 1989-12-31, in s of Unix time (FIT protocol, `date_time`).
  static let origin: Int64 = 631_065_600
  /// Times below this are seconds since the device was switched on (FIT profile, `date_time`).
  private static let minTime: Int64 = 0x1000_0000

  init(bytes: [UInt8], file: String) {
    self.file = file
    decoder = FITDecoder(bytes: bytes, file: file, report: ReadingReport())
  }

  mutating func read() throws(DocumentError) -> FITFile {
    while let message = try decoder.next() { try take(message) }
    for entry in decoder.report.entries {
      for _ in 0..<entry.count { report.note(entry.warning, line: entry.firstLine) }
    }
    guard !records.isEmpty else {
      let found = report.lines.isEmpty ? "" : "; found were " + report.lines.joined(separator: ", ")
      throw DocumentError("\(file): no record with a time in the file\(found)")
    }
    return result()
  }

  private mutating func take(_ message: FITMessage) throws(DocumentError) {
    switch message.definition.message {
    case 0:
      // File type 4 is an activity; others hold settings, courses, weights.
      if let kind = message.integer(0), kind != 4 { report.note(.otherFile, line: message.row) }
    case 18: takeSession(message)
    case 20: try takeRecord(message)
    case 21: takeEvent(message)
    default: break
    }
  }

  private func time(_ message: FITMessage) -> Int64? {
    (message.integer(253) ?? message.compressedTime).flatMap {
      $0 >= Self.minTime ? $0 : nil
    }
  }

  private mutating func takeRecord(_ message: FITMessage) throws(DocumentError) {
    guard let time = time(message) else { return report.note(.noTime, line: message.row) }
    var record = FITFile.Record(time: .start)
    if let latitude = message.integer(0), let longitude = message.integer(1) {
      // A semicircle is 2³¹ units.
      let degrees = (Double(latitude) * 180 / 0x1p31, Double(longitude) * 180 / 0x1p31)
      if let fault = InvalidValue("latitude_deg", degrees.0) {
        // In a damaged file, an impossible position says nothing about the device.
        guard decoder.report.count(of: .badChecksum) > 0 else {
          throw DocumentError(
            "\(file): record \(message.row): \(fault), at \(time) s of FIT's time")
        }
        report.note(.badPosition, line: message.row)
      } else {
        record.coordinate = Coordinate(latitudeDegrees: degrees.0, longitudeDegrees: degrees.1)
      }
    } else {
      report.note(.noPosition, line: message.row)
    }
    record.altitudeMetres =
      message.number(78, scale: 5, offset: 500) ?? message.number(2, scale: 5, offset: 500)
    record.speedMetresPerSecond = message.number(73, scale: 1000) ?? message.number(6, scale: 1000)
    record.distanceMetres = message.number(5, scale: 100)
    record.accuracyMetres = message.number(31, scale: 1)
    records.append((time, message.row, record))
  }

  private mutating func takeEvent(_ message: FITMessage) {
    guard message.integer(0) == 0, let kind = message.integer(1), let time = time(message) else {
      return
    }
    let isStart: Bool
    switch kind {
    case 0: isStart = true
    // stop, stop_all, stop_disable, stop_disable_all.
    case 1, 4, 8, 9: isStart = false
    default: return
    }
    let trigger: FITFile.TimerTrigger =
      switch message.integer(3) ?? message.integer(2) {
      case 0: .manual
      case 1: .auto
      default: .other
      }
    events.append(
      (time, message.row, FITFile.TimerEvent(time: .start, isStart: isStart, trigger: trigger)))
  }

  private mutating func takeSession(_ message: FITMessage) {
    guard let start = message.integer(2), start >= Self.minTime else { return }
    sessions.append(
      (
        start,
        FITFile.Session(
          start: .start, elapsedSeconds: message.number(7, scale: 1000),
          timerSeconds: message.number(8, scale: 1000),
          distanceMetres: message.number(9, scale: 100), sport: Int(message.integer(5) ?? 0))
      ))
  }

  private mutating func result() -> FITFile {
    let leaps = keepLargestPart()
    let ordered = orderedRecords()
    let firsts = [ordered.first?.time, events.map(\.time).min(), sessions.map(\.time).min()]
    let origin = firsts.compactMap { $0 }.min() ?? 0
    // Times have 32 bits, so nothing overflows.
    func moment(_ time: Int64) -> SimTime { SimTime(nanoseconds: (time - origin) * 1_000_000_000) }
    let timer = inOrderOfTime(events, \.time).map { entry in
      var event = entry.event
      event.time = moment(entry.time)
      return (row: entry.row, event: event)
    }
    let pauses = pauses(of: timer)
    let placed = ordered.map { entry in
      var record = entry.record
      record.time = moment(entry.time)
      return record
    }
    noteGaps(placed.map(\.time), rows: ordered.map(\.row), pauses)
    return FITFile(
      start: GPSTime(unixNanoseconds: (Self.origin + origin) * 1_000_000_000), records: placed,
      timerEvents: timer.map(\.event), pauses: pauses,
      sessions: inOrderOfTime(sessions, \.time).map { entry in
        var session = entry.session
        session.start = moment(entry.time)
        return session
      }, leaps: leaps, report: report)
  }

  /// Records in order of time, without duplicates.
  private mutating func orderedRecords() -> [(time: Int64, row: Int, record: FITFile.Record)] {
    var newest = Int64.min
    for entry in records {
      if entry.time < newest { report.note(.disorder, line: entry.row) }
      newest = max(newest, entry.time)
    }
    var result: [(time: Int64, row: Int, record: FITFile.Record)] = []
    for entry in inOrderOfTime(records, \.time) {
      if result.last?.time == entry.time {
        report.note(.repeated, line: entry.row)
      } else {
        result.append(entry)
      }
    }
    return result
  }

  /// The spans between a stop and the next start.
  ///
  /// The time after a user's last stop isn't a pause. A pause by the device lasts until the user stops the
  /// timer for good.
  private mutating func pauses(
    of timer: [(row: Int, event: FITFile.TimerEvent)]
  ) -> [FITFile.Pause] {
    var pauses: [FITFile.Pause] = []
    var isRunning: Bool?
    var stop: FITFile.TimerEvent?
    for (row, event) in timer {
      if isRunning == event.isStart {
        guard let pause = stop, pause.trigger == .auto, event.trigger != .auto else {
          report.note(.oddTimer, line: row)
          continue
        }
        pauses.append(
          FITFile.Pause(start: pause.time, end: event.time, stoppedBy: .auto, resumedBy: nil))
        stop = event
        continue
      }
      if event.isStart, let stop {
        pauses.append(
          FITFile.Pause(
            start: stop.time, end: event.time, stoppedBy: stop.trigger, resumedBy: event.trigger))
      }
      stop = event.isStart ? nil : event
      isRunning = event.isStart
    }
    if let stop, stop.trigger == .auto {
      pauses.append(
        FITFile.Pause(start: stop.time, end: stop.time, stoppedBy: .auto, resumedBy: nil))
    }
    return pauses
  }

  /// Counts gaps outside pauses.
  private mutating func noteGaps(_ times: [SimTime], rows: [Int], _ pauses: [FITFile.Pause]) {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    guard let usual = intervals.middle()?.seconds else { return }
    var next = 0
    for (index, interval) in intervals.enumerated() {
      while next < pauses.count, pauses[next].end < times[index] { next += 1 }
      guard interval.seconds > 2.5 * usual else { continue }
      let isPause = next < pauses.count && pauses[next].start <= times[index + 1]
      if !isPause { report.note(.gap, line: rows[index + 1]) }
    }
  }
}
