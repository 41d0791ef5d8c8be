public import Documents
public import Kernel
public import Recordings

/// Inertial readings at known points: `imu_fingerprints.csv` of the OpenHPS fingerprints.
///
/// Plain or gzipped. What is mended is ``OpenHPSRemark``'s; text where a number belongs is refused with
/// its line.
public struct OpenHPSInertial: RecordingFormat {
  /// What was left out or mended.
  public typealias Remark = OpenHPSRemark

  /// One reading.
  public struct Row: Hashable, Sendable {
    /// Since the first row.
    public var time: SimTime
    /// The point, in m.
    public var x, y: Double
    /// The way the phone's bearer faced, in degrees, as the data set has it.
    public var orientationDegrees: Double
    /// Roll, pitch and yaw, in rad.
    public var attitude: SIMD3<Double>
    /// Specific force, in m/s².
    public var acceleration: SIMD3<Double>
    /// Rotation rate, in rad/s.
    public var rotationRate: SIMD3<Double>
    /// Magnetic flux density, in T.
    public var magneticField: SIMD3<Double>
    /// The attitude as a quaternion: x, y, z and the scalar part.
    public var quaternion: SIMD4<Double>
  }

  /// The readings, in the order of time.
  public let rows: [Row]
  /// The first row's time, in ms since 1970 (UTC).
  public let startUnixMilliseconds: Int64
  /// What was left out or mended.
  public let report: ReadingReport<Remark>

  private static let names = [
    "ROLL", "PITCH", "YAW", "ACC_X", "ACC_Y", "ACC_Z", "RRATE_X", "RRATE_Y", "RRATE_Z", "MAG_X",
    "MAG_Y", "MAG_Z", "QX", "QY", "QZ", "QW",
  ]

  /// Reads a file: the readings; none if there is only a header.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> OpenHPSInertial {
    let map = ColumnMap(
      clock: .unixMilliseconds("TIMESTAMP"),
      values: openHPSPoint + names.map { ColumnMap.Value(.name($0), -1e6...1e6) })
    var table = try MappedTable<Remark>(map, bytes, file: file)
    var newest: Int64?
    var rows: [(time: Int64, value: Row)] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      table.report.noteNext(
        table.time, newest: &newest, longest: OpenHPSRemark.longestGap, line: table.line)
      rows.append((table.time * 1_000_000, row(table)))
    }
    let start = rows.lazy.map(\.time).min() ?? 0
    return OpenHPSInertial(
      rows: placed(rows, since: start, \.time), startUnixMilliseconds: start / 1_000_000,
      report: table.report)
  }

  private static func row(_ table: MappedTable<Remark>) -> Row {
    let (point, last) = (table.vector(0), table.values[15...])
    return Row(
      time: .start, x: point.x, y: point.y, orientationDegrees: point.z,
      attitude: table.vector(3) * (.pi / 180), acceleration: table.vector(6),
      rotationRate: table.vector(9), magneticField: table.vector(12) * 1e-6,
      quaternion: SIMD4(last[15], last[16], last[17], last[18]))
  }
}
