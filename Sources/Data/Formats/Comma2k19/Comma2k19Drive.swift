public import Geometry
public import Kernel
public import Recordings

/// One minute of a real drive with a phone-grade inertial sensor behind the windscreen.
///
/// Source: the data set comma2k19 (Schafer, Santana, Haden and Biasini, "A Commute in Data",
/// arXiv:1812.05752, MIT licence). It has one folder for each minute, with one NumPy array for a
/// signal's times and one for its values.
///
/// Counted and kept: rows of equal time, because the car's bus delivers bursts, and gaps.
/// Rejected, with the array and the row: missing arrays, shapes that don't fit, decreasing times,
/// values that are not finite.
public struct Comma2k19Drive: Hashable, Sendable {
  /// Irregularities of a drive.
  public enum Warning: String, SeriesWarning {
    /// Never counted: such a row is rejected.
    case disorder = "rows earlier than the previous one"
    case repeated = "rows of the same time as the previous one"
    case gap = "gaps of more than 0.5 s"
  }

  /// A reading of a three-axis sensor.
  public struct Reading: Hashable, Sendable {
    public var time: SimTime
    /// In the car's axes (right, forward, up): specific force in m/s², rad/s or µT.
    public var value: Vec3
  }

  /// A speed reported by the car.
  public struct Speed: Hashable, Sendable {
    public var time: SimTime
    public var metresPerSecond: Double
  }

  /// A true camera pose, from post-processed GNSS and the camera.
  public struct TruePose: Hashable, Sendable {
    public var time: SimTime
    /// Earth-centred, earth-fixed (ECEF), in m.
    public var position: Vec3
    /// ECEF, in m/s.
    public var velocity: Vec3
    /// Rotation from the car's axes (forward, right, down) to ECEF, as w, x, y, z.
    public var orientation: SIMD4<Double>
  }

  /// A fix of the car's receiver.
  public struct Fix: Hashable, Sendable {
    public var time: SimTime
    public var latitudeDegrees, longitudeDegrees: Double
    public var altitudeMetres: Double
    public var speedMetresPerSecond: Double
    /// Clockwise from north.
    public var bearingDegrees: Double
  }

  /// About 104 readings per second, in m/s².
  public var accelerometer: [Reading]
  /// About 104 readings per second, in rad/s.
  public var gyroscope: [Reading]
  /// 10 readings per second, in µT.
  public var magnetometer: [Reading]
  public var speeds: [Speed]
  /// True poses, 20 per second.
  public var poses: [TruePose]
  /// The receiver's fixes; empty if the folder has none.
  public var fixes: [Fix]
  /// The phone's clock at time 0 of the drive, in s since boot.
  public var bootSeconds: Double
  public var report: ReadingReport<Warning>
}
