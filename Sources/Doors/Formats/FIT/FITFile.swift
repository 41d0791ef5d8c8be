public import Documents
public import Kernel
public import Observations
public import Recordings
public import Truth

/// An activity as a bicycle computer or a watch keeps it in a FIT file.
///
/// Source: the FIT protocol and the global profile as Garmin publishes them. Read are the messages
/// `file_id`, `record` (position, speed, distance, height), `event` of the timer, and `session`;
/// others are passed over, developers' fields too. Either byte order, compressed timestamps and
/// several files one behind the other are understood.
///
/// The timer's events tell when the device, or its user, paused: that is the truth for auto-pause.
/// While it pauses, a device keeps few records or none.
///
/// Mended and counted: see ``Remark``; rows are numbered by the messages of a file. Refused, with the
/// byte: what has no FIT header, and files without a single record.
public struct FITFile: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark {
    case badChecksum = "checksums that don't match (read as it is)"
    case truncated = "files that end too early (read up to there)"
    case unreadable = "messages after which nothing could be read"
    case noTime = "records without a time (left out)"
    case badPosition = "impossible positions in a file whose checksum is wrong (left out)"
    case noPosition = "records without a position"
    case disorder = "records earlier than one before (put in order)"
    case repeated = "records of the same time as one before (left out)"
    case leap = "records beyond a jump of the clock by more than 30 days (left out)"
    case leapedEvent = "timer events beyond such a jump (left out)"
    case gap = "gaps of more than 2.5 of the usual interval outside pauses"
    case oddTimer = "timer events that start what runs or stop what stands (not used)"
    case developerField = "messages with developers' fields (these not used)"
    case otherFile = "files that hold no activity"
  }

  /// One record.
  public struct Record: Hashable, Sendable {
    /// Since the recording's start.
    public var time: SimTime
    /// Where; nil where the device didn't know.
    public var coordinate: Coordinate?
    /// The height, in m, mostly a barometer's above the sea.
    public var altitudeMetres: Double?
    /// The speed, in m/s, of the wheel where it has a sensor.
    public var speedMetresPerSecond: Double?
    /// The distance since the start, in m.
    public var distanceMetres: Double?
    /// The accuracy of the position, in m, where the device tells it.
    public var accuracyMetres: Double?
  }

  /// Who or what worked the timer.
  public enum TimerTrigger: String, CaseIterable, Sendable {
    /// The user pressed a button.
    case manual
    /// The device noticed by itself that its user had stopped or gone on.
    case auto
    /// A machine in a gym, or something unknown.
    case other
  }

  /// An event of the timer.
  public struct TimerEvent: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// Whether the timer runs from then on.
    public var isStart: Bool
    /// By whom.
    public var trigger: TimerTrigger
  }

  /// A time in which the timer stood, between two in which it ran or at the end.
  public struct Pause: Hashable, Sendable {
    /// When it stopped, and when it went on or was stopped for good.
    public var start, end: SimTime
    /// Who stopped it.
    public var stoppedBy: TimerTrigger
    /// Who let it go on; nil if nobody did.
    public var resumedBy: TimerTrigger?
  }

  /// A session of one sport.
  public struct Session: Hashable, Sendable {
    /// From when.
    public var start: SimTime
    /// How long, pauses included and without them, in s.
    public var elapsedSeconds, timerSeconds: Double?
    /// How far, in m.
    public var distanceMetres: Double?
    /// The sport, by the profile's number: 1 running, 2 cycling, 11 walking, 17 hiking.
    public var sport: Int

    /// What the sport is as an activity.
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
    /// The message behind it, counted from 1 among all messages of the file.
    public var row: Int
    /// By how much, in s; below zero for back.
    public var seconds: Int64
  }

  /// The recording's start: the earliest record, event of the timer or session.
  public var start: GPSTime
  /// The records in order of time.
  public var records: [Record]
  /// The timer's events in order of time.
  public var timerEvents: [TimerEvent]
  /// The pauses in order of time.
  public var pauses: [Pause]
  /// The sessions in order of time.
  public var sessions: [Session]
  /// Where the device's clock jumped by more than 30 days; empty where it never did.
  public var leaps: [Leap] = []
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The activity, with a report of what was left out or mended.
  /// - Throws: What is wrong, and at which byte.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> FITFile {
    var reader = FITReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }

  /// The records as a recording, with what the user did as the truth: the session's sport, nothing in
  /// particular while the user had stopped the timer, and standing still in automatic pauses.
  ///
  /// - Parameter device: The device's name.
  /// - Returns: The recording; of the truth only the activity is known.
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

  /// What the user does from each moment on, the last up to the end.
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
