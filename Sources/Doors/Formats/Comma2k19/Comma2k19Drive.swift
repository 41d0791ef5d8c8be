public import Geometry
public import Kernel
public import Recordings

/// A minute of a real drive with a phone-grade inertial sensor behind the windscreen.
///
/// From the data set comma2k19 (Schafer, Santana, Haden and Biasini, "A Commute in Data",
/// arXiv:1812.05752, MIT licence): a folder for each minute, with a NumPy array for each signal's times
/// and one for its values.
///
/// Counted, and kept as they are: rows of one time, as the car's bus gives them in bursts, and gaps.
/// Refused, with the array and the row: missing arrays, shapes that don't fit, times that go back,
/// values that are no numbers.
public struct Comma2k19Drive: Hashable, Sendable {
  /// What is remarkable about a drive.
  public enum Remark: String, SeriesRemark {
    /// Never counted: such a row is refused.
    case disorder = "rows earlier than the one before"
    case repeated = "rows of the same time as the one before"
    case gap = "gaps of more than 0.5 s"
  }

  /// A reading of a three-axis sensor.
  public struct Reading: Hashable, Sendable {
    /// When it was read.
    public var time: SimTime
    /// In the car's axes: right, forward, up; m/s² of specific force, rad/s or µT.
    public var value: Vec3
  }

  /// A speed that the car told.
  public struct Speed: Hashable, Sendable {
    /// When it was told.
    public var time: SimTime
    /// In m/s.
    public var metresPerSecond: Double
  }

  /// Where the camera truly was, by post-processed GNSS and camera.
  public struct TruePose: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// Earth-centred, earth-fixed, in m.
    public var position: Vec3
    /// In the same axes, in m/s.
    public var velocity: Vec3
    /// The rotation from the car's axes (forward, right, down) to these: w, x, y, z.
    public var orientation: SIMD4<Double>
  }

  /// A fix that the car's receiver told.
  public struct Fix: Hashable, Sendable {
    /// When it was told.
    public var time: SimTime
    /// In degrees.
    public var latitudeDegrees, longitudeDegrees: Double
    /// In m.
    public var altitudeMetres: Double
    /// In m/s.
    public var speedMetresPerSecond: Double
    /// In degrees clockwise from north.
    public var bearingDegrees: Double
  }

  /// The accelerometer's readings, some 104 each second, in m/s².
  public var accelerometer: [Reading]
  /// The gyroscope's readings, as often, in rad/s.
  public var gyroscope: [Reading]
  /// The magnetometer's readings, 10 each second, in µT.
  public var magnetometer: [Reading]
  /// The speeds that the car told.
  public var speeds: [Speed]
  /// The true poses, 20 each second.
  public var poses: [TruePose]
  /// The receiver's fixes; empty if the folder has none.
  public var fixes: [Fix]
  /// The phone's clock at the drive's time 0, in s since its boot.
  public var bootSeconds: Double
  /// What is remarkable.
  public var report: ReadingReport<Remark>
}
