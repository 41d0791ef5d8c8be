public import Kernel
public import Observations
public import Recordings
public import Truth

/// A person who stands up, walks to a chair, turns, walks back and sits down, with a phone in the
/// front left pocket or a watch on the left wrist (Matey-Sanz, Casteleyn and Granell, "Dataset of
/// inertial measurements of smartphones and smartwatches for human activity recognition", Data in
/// Brief 2023; github GeoTecINIT/sp-sw-har-dataset, CC BY 4.0).
///
/// A table with a header: x_acc, y_acc, z_acc in m/s² with gravity, x_gyro, y_gyro, z_gyro in
/// rad/s, all in the device's axes, timestamp in ms of Unix time, label.
///
/// The sensors sample evenly at about 102 to 104 Hz, but readings arrive in bursts and have the time of
/// arrival. Therefore the readings get evenly spaced times, from the first to the last timestamp of each
/// stretch without a gap of more than half a second; ``writtenTimes`` keeps the original times.
///
/// Repaired and counted: rows out of order, incomplete rows, uneven times, gaps. Rejected, with the line:
/// text in a number column, unknown labels, times that aren't in ms, accelerations that aren't in m/s².
public struct SmartphoneWatch: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than a previous one"
    case repeated = "rows of the same time as the previous one, spread evenly"
    case gap = "gaps of more than 0.5 s"
  }

  /// The labels of the data set.
  public enum Activity: String, CaseIterable, Hashable, Sendable {
    case seated = "SEATED"
    case standingUp = "STANDING_UP"
    case walking = "WALKING"
    case turning = "TURNING"
    case sittingDown = "SITTING_DOWN"

    /// The corresponding ground truth activity; turns consist of steps, too.
    public var trueActivity: TrueActivity {
      switch self {
      case .seated, .standingUp, .sittingDown: .stationary
      case .walking, .turning: .walking
      }
    }
  }

  /// Consecutive readings with one label.
  public struct Segment: Hashable, Sendable {
    public var activity: Activity
    /// Indices of the readings.
    public var rows: Range<Int>
  }

  /// Time of the first row, in ms since 1970 (UTC).
  public var startUnixMilliseconds: Int64
  /// Specific force in the device's axes, in m/s², at even times.
  public var accelerometer: [InertialSample]
  /// Angular rate in the device's axes, in rad/s; one reading for each accelerometer reading.
  public var gyroscope: [InertialSample]
  /// Time of each reading as written in the file.
  public var writtenTimes: [SimTime]
  /// In order of time.
  public var segments: [Segment]
  public var report: ReadingReport<Warning>

  /// Mean sampling rate of the file.
  public var meanRateHertz: Double {
    guard let last = writtenTimes.last, last > .start else { return 0 }
    return Double(writtenTimes.count - 1) / last.seconds
  }
}

extension SmartphoneWatch {
  /// The device of a file.
  public enum Device: String, CaseIterable, Hashable, Sendable {
    case phone = "sp"
    case watch = "sw"
  }

  /// The attributes encoded in a file's name.
  public struct Label: Hashable, Sendable {
    public var person: Int
    /// Number of the person's run.
    public var execution: Int
    public var device: Device

    /// Parses the end of a path such as `DATA/s01/s01_04_sp.csv.gz`; nil for other paths.
    public init?(path: String) {
      guard let name = path.split(separator: "/").last?.prefix(while: { $0 != "." }) else {
        return nil
      }
      let parts = name.split(separator: "_", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasPrefix("s"), let person = Int(parts[0].dropFirst()),
        let execution = Int(parts[1]), let device = Device(rawValue: String(parts[2]))
      else { return nil }
      self.person = person
      self.execution = execution
      self.device = device
    }
  }
}
