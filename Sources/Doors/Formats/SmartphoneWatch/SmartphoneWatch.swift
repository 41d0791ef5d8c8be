public import Kernel
public import Observations
public import Recordings
public import Truth

/// Somebody who stands up, walks to a chair, turns, walks back and sits down, with a phone in the
/// front left pocket or a watch on the left wrist (Matey-Sanz, Casteleyn and Granell, "Dataset of
/// inertial measurements of smartphones and smartwatches for human activity recognition", Data in
/// Brief 2023; github GeoTecINIT/sp-sw-har-dataset, CC BY 4.0).
///
/// A table with a header: x_acc, y_acc, z_acc in m/s² with gravity, x_gyro, y_gyro, z_gyro in
/// rad/s, all in the device's axes, timestamp in ms of Unix time, label.
///
/// The sensors sample evenly at some 102 to 104 Hz, but their readings arrive in bursts and the
/// timestamps tell the arrival. So the readings here have even times, from the first to the last
/// timestamp of each stretch without a gap of more than half a second; ``writtenTimes`` keeps what
/// the file says.
///
/// Mended and counted: rows out of order, rows without a value, unevenness, gaps. Refused, with the
/// line: text where a number belongs, unknown labels, times that aren't in ms, accelerations that
/// aren't in m/s².
public struct SmartphoneWatch: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark, TableRemark {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than one before"
    case repeated = "rows of the same time as the one before, given even times"
    case gap = "gaps of more than 0.5 s"
  }

  /// What the person does.
  public enum Activity: String, CaseIterable, Hashable, Sendable {
    case seated = "SEATED"
    case standingUp = "STANDING_UP"
    case walking = "WALKING"
    case turning = "TURNING"
    case sittingDown = "SITTING_DOWN"

    /// The same in the terms of the truth beside a stack; turns are made of steps, too.
    public var trueActivity: TrueActivity {
      switch self {
      case .seated, .standingUp, .sittingDown: .stationary
      case .walking, .turning: .walking
      }
    }
  }

  /// Readings in a row with one label.
  public struct Segment: Hashable, Sendable {
    /// What the person does.
    public var activity: Activity
    /// Which readings.
    public var rows: Range<Int>
  }

  /// The first row's time, in ms since 1970 (UTC).
  public var startUnixMilliseconds: Int64
  /// Specific force in the device's axes, in m/s², at even times.
  public var accelerometer: [InertialSample]
  /// Rotation rate in the device's axes, in rad/s: one reading for each of the accelerometer's.
  public var gyroscope: [InertialSample]
  /// The time that the file gives each reading.
  public var writtenTimes: [SimTime]
  /// What the person does, one thing after the other.
  public var segments: [Segment]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Readings a second, over the whole file.
  public var meanRateHertz: Double {
    guard let last = writtenTimes.last, last > .start else { return 0 }
    return Double(writtenTimes.count - 1) / last.seconds
  }
}

extension SmartphoneWatch {
  /// Which device a file is of.
  public enum Device: String, CaseIterable, Hashable, Sendable {
    case phone = "sp"
    case watch = "sw"
  }

  /// What the name of a file tells of it.
  public struct Label: Hashable, Sendable {
    /// The person's number.
    public var person: Int
    /// Which of the person's runs.
    public var execution: Int
    /// The device.
    public var device: Device

    /// Reads the end of a path such as `DATA/s01/s01_04_sp.csv.gz`; nil for others.
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
