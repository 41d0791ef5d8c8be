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
/// is every change of either switch from 0 to 1, which is how the authors count.
///
/// Mended and counted in both files: rows out of order, rows of one time, rows without a value.
/// Refused, with the line: text where a number belongs, more fields than there should be, switches
/// other than 0 and 1, times that aren't in ns, accelerations that aren't in m/s².
public struct OxfordSteps: Hashable, Sendable {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark, TableRemark {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than one before"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s"
  }

  /// Both switches at one moment.
  public struct Poll: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// Whether the first foot's switch is closed.
    public var isFirstDown: Bool
    /// Whether the second foot's switch is closed.
    public var isSecondDown: Bool
  }

  /// A step by the switches, late by up to the time between two polls.
  public struct Step: Hashable, Sendable {
    /// The first poll with the switch closed.
    public var time: SimTime
    /// Which foot: 0 or 1.
    public var foot: Int
  }

  /// The clock at the accelerometer's first reading, from which all times count, in ns.
  public var originNanoseconds: Int64
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// The switches.
  public var polls: [Poll]
  /// What was left out of the accelerometer's file, or mended.
  public var report: ReadingReport<Remark>
  /// What was left out of the switches' file, or mended.
  public var switchReport: ReadingReport<Remark>

  /// The steps by the switches, in order of time.
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

  /// Reads the two files of a folder, plain or with `.gz` at the end of their names.
  ///
  /// - Parameter folder: The folder's path.
  /// - Returns: The walk.
  /// - Throws: What can't be read, or is wrong, and where.
  public static func read(folder: String) throws(DocumentError) -> OxfordSteps {
    let force = try contents(of: folder + "/accelerometer.csv")
    let switches = try contents(of: folder + "/stepcounter.csv")
    return try read(
      force.bytes, file: force.path, switches: switches.bytes, switchFile: switches.path)
  }

  /// A file of that name, or else of that name and `.gz`.
  private static func contents(
    of path: String
  ) throws(DocumentError) -> (bytes: [UInt8], path: String) {
    do throws(DocumentError) {
      return (try readFile(path, limit: 1 << 30), path)
    } catch {
      guard let packed = try? readFile(path + ".gz", limit: 1 << 30) else { throw error }
      return (packed, path + ".gz")
    }
  }
}
