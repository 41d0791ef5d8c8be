public import Documents
public import Kernel
public import Observations
public import Recordings
public import Truth

/// An activity recorded by a bicycle computer or a sports watch as a FIT file.
///
/// Source: the FIT protocol and the global profile, published by Garmin. Reads the messages `file_id`,
/// `record` (position, speed, distance, height), timer `event` and `session`, and skips all others
/// and developer fields. Supports both byte orders, compressed timestamps and concatenated files.
///
/// The timer events are the ground truth for auto-pause: they record pauses by the device and by its
/// user. During a pause a device records little or nothing.
///
/// Repaired and counted: see ``Warning``; rows are message numbers of a file. Rejected, with the byte
/// offset: data without a FIT header, and files without a record.
public struct FITFile: RecordingFormat {
  /// Repaired or skipped data in a file.
  public enum Warning: String, SeriesWarning {
    case badChecksum = "checksums that don't match (ignored)"
    case truncated = "files that end too early (read up to the end)"
    case unreadable = "messages after which nothing could be read"
    case noTime = "records without a time (left out)"
    case badPosition = "invalid positions in a file whose checksum is wrong (left out)"
    case noPosition = "records without a position"
    case disorder = "records earlier than a previous one (put in order)"
    case repeated = "records of the same time as a previous one (left out)"
    case leap = "records beyond a jump of the clock by more than 30 days (left out)"
    case leapedEvent = "timer events beyond such a jump (left out)"
    case gap = "gaps of more than 2.5 of the usual interval outside pauses"
    case oddTimer = "timer events that start a running timer or stop a stopped one (not used)"
    case developerField = "messages with developer fields (which are not used)"
    case otherFile = "files that hold no activity"
  }

  /// A `record` message.
  public struct Record: Hashable, Sendable {
    /// Since the recording's start.
    public var time: SimTime
    /// Position; nil without a fix.
    public var coordinate: Coordinate?
    /// Height above the sea, in m, mostly from a barometer.
    public var altitudeMetres: Double?
    /// In m/s, from the wheel sensor if there is one.
    public var speedMetresPerSecond: Double?
    /// Distance since the start, in m.
    public var distanceMetres: Double?
    /// Position accuracy, in m; nil if not recorded.
    public var accuracyMetres: Double?
  }

  /// The cause of a timer event.
  public enum TimerTrigger: String, CaseIterable, Sendable {
    /// The user pressed a button.
    case manual
    /// The device detected that its user had stopped or moved on.
    case auto
    /// A gym machine, or an unknown cause.
    case other
  }

  /// A start or stop of the timer.
  public struct TimerEvent: Hashable, Sendable {
    public var time: SimTime
    /// True if the timer runs afterwards.
    public var isStart: Bool
    public var trigger: TimerTrigger
  }

  /// A time span with the timer stopped, between two running spans or at the end.
  public struct Pause: Hashable, Sendable {
    /// The stop, and the restart or final stop.
    public var start, end: SimTime
    public var stoppedBy: TimerTrigger
    /// Nil if the timer is never restarted.
    public var resumedBy: TimerTrigger?
  }

  /// A session of one sport.
  public struct Session: Hashable, Sendable {
    /// The session's start, since the recording's start.
    public var start: SimTime
    /// Duration with pauses and without them, in s.
    public var elapsedSeconds, timerSeconds: Double?
    public var distanceMetres: Double?
    /// Sport number of the FIT profile: 1 running, 2 cycling, 11 walking, 17 hiking.
    public var sport: Int

    public var activity: TrueActivity {
      switch sport {
      case 1: .running
      case 2, 21: .cycling
      case 11, 17: .walking
      default: .other
      }
    }
  }

  /// A jump of the device's clock between two records.
  public struct Leap: Hashable, Sendable {
    /// Number of the message after the jump, from 1 among all messages of the file.
    public var row: Int
    /// Size of the jump, in s; negative for a jump back.
    public var seconds: Int64
  }

  /// The recording's start: the earliest record, timer event or session.
  public var start: GPSTime
  /// In order of time.
  public var records: [Record]
  /// In order of time.
  public var timerEvents: [TimerEvent]
  /// In order of time.
  public var pauses: [Pause]
  /// In order of time.
  public var sessions: [Session]
  /// Clock jumps of more than 30 days.
  public var leaps: [Leap] = []
  public var report: ReadingReport<Warning>

  /// Reads a file, gzipped or not.
  ///
  /// - Throws: The fault and its byte offset.
  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> FITFile {
    var reader = FITReader(bytes: try unpackedText(text, file: file).contents(), file: file)
    return try reader.read()
  }

  /// A recording of the records, with the user's activity as ground truth: the session's sport, other
  /// while the user has stopped the timer, and stationary in automatic pauses.
  public func recording(device: String) -> Recording {
    var assembly = RecordingAssembly()
    for record in records {
      guard let coordinate = record.coordinate else { continue }
      assembly.add([
        ReceiverFix(
          time: record.time, coordinate: coordinate, altitudeMetres: record.altitudeMetres,
          horizontalAccuracyMetres: record.accuracyMetres,
          speedMetresPerSecond: record.speedMetresPerSecond)
      ])
    }
    let end = max(records.last?.time ?? .start, pauses.last?.end ?? .start)
    for (time, activity) in activities(until: end) {
      assembly.add(.partial(time: time, activity: activity))
    }
    return assembly.recording(device: device, source: "FIT", start: start, endTime: end)
  }

  /// Activity changes, in order of time; the last one holds until the end.
  private func activities(until end: SimTime) -> [(SimTime, TrueActivity)] {
    guard !sessions.isEmpty || !pauses.isEmpty else { return [] }
    func sport(at time: SimTime) -> TrueActivity {
      (sessions.last { $0.start <= time } ?? sessions.first)?.activity ?? .other
    }
    var moments: [(SimTime, TrueActivity)] = [(.start, sport(at: .start))]
    for session in sessions where session.start > .start && session.start <= end {
      moments.append((session.start, session.activity))
    }
    for pause in pauses {
      moments.append((pause.start, pause.stoppedBy == .auto ? .stationary : .other))
      if pause.resumedBy != nil { moments.append((pause.end, sport(at: pause.end))) }
    }
    moments = inOrderOfTime(moments, \.0.nanoseconds)
    if let last = moments.last, last.0 < end { moments.append((end, last.1)) }
    return moments
  }
}
