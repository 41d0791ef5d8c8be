public import Documents
public import Kernel
public import Observations
public import Recordings

/// A walk with a switch under each foot: a folder of the Oxford step counter data set (Salvi,
/// Velardo, Brynes and Tarassenko, "An optimised algorithm for accurate steps counting from
/// smart-phone accelerometry", EMBC 2018; github Oxford-step-counter/DataSet, CC BY 4.0).
///
/// `accelerometer.csv`, without header: time in ns, the sensor's accuracy code, x, y, z in m/s²
/// with gravity, in the phone's axes, at the phone's own rate of 100 to 400 Hz. `stepcounter.csv`:
/// time in ns by the same clock, then 0 or 1 for each foot's switch, polled at about 10 Hz. A step
/// is each change of either switch from 0 to 1; the authors count in this way.
///
/// Repaired and counted in both files: rows out of order, rows of equal time, incomplete rows. Rejected,
/// with the line: text in a number column, too many fields, switches other than 0 and 1, times that
/// aren't in ns, accelerations that aren't in m/s².
public struct OxfordSteps: Hashable, Sendable {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than a previous one"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s"
  }

  /// State of both switches at one time.
  public struct Poll: Hashable, Sendable {
    public var time: SimTime
    /// True if the first foot's switch is closed.
    public var isFirstDown: Bool
    /// True if the second foot's switch is closed.
    public var isSecondDown: Bool
  }

  /// A step from the switches, delayed by up to one polling interval.
  public struct Step: Hashable, Sendable {
    /// The first poll with the switch closed.
    public var time: SimTime
    /// 0 or 1.
    public var foot: Int
  }

  /// Origin of all times: the clock at the first accelerometer reading, in ns.
  public var originNanoseconds: Int64
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  public var polls: [Poll]
  /// Repairs of the accelerometer's file.
  public var report: ReadingReport<Warning>
  /// Repairs of the switches' file.
  public var switchReport: ReadingReport<Warning>

  /// Steps from the switches, in order of time.
  public var steps: [Step] {
    var steps: [Step] = []
    for (before, after) in zip(polls, polls.dropFirst()) {
      if after.isFirstDown, !before.isFirstDown {
        steps.append(Step(time: after.time, foot: 0))
      }
      if after.isSecondDown, !before.isSecondDown {
        steps.append(Step(time: after.time, foot: 1))
      }
    }
    return steps
  }

  /// Reads the two files of a folder, plain or with the extension `.gz`.
  ///
  /// - Throws: The fault and its position.
  public static func read(folder: String) throws(DocumentError) -> OxfordSteps {
    let force = try contents(of: folder + "/accelerometer.csv")
    let switches = try contents(of: folder + "/stepcounter.csv")
    return try read(
      force.text, file: force.path, switches: switches.text, switchFile: switches.path)
  }

  /// The content of a file, or of the file with the extension `.gz`.
  private static func contents(
    of path: String
  ) throws(DocumentError) -> (text: ByteWindow, path: String) {
    do throws(DocumentError) {
      return (try ByteWindow(path: path, limit: 1 << 30), path)
    } catch {
      guard let packed = try? ByteWindow(path: path + ".gz", limit: 1 << 30) else { throw error }
      return (packed, path + ".gz")
    }
  }
}
