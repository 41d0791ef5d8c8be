public import Documents
public import Kernel
public import Recordings

/// Inertial readings at known points: `imu_fingerprints.csv` of the OpenHPS fingerprints.
///
/// Plain or gzipped. Repaired: see ``OpenHPSWarning``. Rejected, with the line: text in a number column.
public struct OpenHPSInertial: RecordingFormat {
  /// Repaired or skipped rows.
  public typealias Warning = OpenHPSWarning

  /// One inertial reading.
  public struct Row: Hashable, Sendable {
    public var time: SimTime
    /// Position, in m.
    public var x, y: Double
    /// Direction that the user faces, in degrees, as in the data set.
    public var orientationDegrees: Double
    /// Roll, pitch and yaw, in rad.
    public var attitude: SIMD3<Double>
    /// Specific force, in m/s².
    public var acceleration: SIMD3<Double>
    /// Angular rate, in rad/s.
    public var rotationRate: SIMD3<Double>
    /// Magnetic flux density, in T.
    public var magneticField: SIMD3<Double>
    /// Attitude quaternion: x, y, z, scalar.
    public var quaternion: SIMD4<Double>
  }

  /// In order of time.
  public let rows: [Row]
  /// Time of the first row, in ms since 1970 (UTC).
  public let startUnixMilliseconds: Int64
  public let report: ReadingReport<Warning>

  private static let names = [
    "ROLL", "PITCH", "YAW", "ACC_X", "ACC_Y", "ACC_Z", "RRATE_X", "RRATE_Y", "RRATE_Z", "MAG_X",
    "MAG_Y", "MAG_Z", "QX", "QY", "QZ", "QW",
  ]

  /// Reads a file; one with only a header has no rows.
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> OpenHPSInertial {
    let map = ColumnMap(
      clock: .unixMilliseconds("TIMESTAMP"),
      values: openHPSPoint + names.map { ColumnMap.NumericColumn(.name($0), -1e6...1e6) })
    var table = try MappedTable<Warning>(map, text, file: file)
    var newest: Int64?
    var rows: [(time: Int64, value: Row)] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      table.report.noteNext(
        table.time, newest: &newest, longest: OpenHPSWarning.longestGap, line: table.line)
      rows.append((table.time * 1_000_000, row(table)))
    }
    let start = rows.lazy.map(\.time).min() ?? 0
    return OpenHPSInertial(
      rows: placed(rows, since: start, \.time), startUnixMilliseconds: start / 1_000_000,
      report: table.report)
  }

  private static func row(_ table: MappedTable<Warning>) -> Row {
    let (point, last) = (table.vector(0), table.values[15...])
    return Row(
      time: .start, x: point.x, y: point.y, orientationDegrees: point.z,
      attitude: table.vector(3) * (.pi / 180), acceleration: table.vector(6),
      rotationRate: table.vector(9), magneticField: table.vector(12) * 1e-6,
      quaternion: SIMD4(last[15], last[16], last[17], last[18]))
  }
}
