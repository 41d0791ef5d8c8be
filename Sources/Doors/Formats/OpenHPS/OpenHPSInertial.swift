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

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The readings; none if there is only a header.
  /// - Throws: What is wrong, and where.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> OpenHPSInertial {
    var table = try NamedTable(bytes, file: file)
    let point = try OpenHPSPointColumns(table)
    let columns = try table.columns(names)
    var report = ReadingReport<Remark>()
    var newest: Int64?
    var values: [Double] = []
    var rows: [(time: Int64, value: Row)] = []
    while try table.next() {
      let milliseconds = try table.unixMilliseconds(point.time)
      guard let place = try point.place(table),
        try table.numbers(columns, in: -1e6...1e6, into: &values)
      else {
        report.note(.incomplete, line: table.line)
        continue
      }
      report.noteNext(
        milliseconds, newest: &newest, longest: OpenHPSRemark.longestGap, line: table.line)
      rows.append((milliseconds * 1_000_000, row(place, values)))
    }
    let start = rows.lazy.map(\.time).min() ?? 0
    return OpenHPSInertial(
      rows: placed(rows, since: start, \.time), startUnixMilliseconds: start / 1_000_000,
      report: report)
  }

  private static func row(
    _ place: (x: Double, y: Double, orientation: Double), _ values: [Double]
  ) -> Row {
    Row(
      time: .start, x: place.x, y: place.y, orientationDegrees: place.orientation,
      attitude: SIMD3(values[0], values[1], values[2]) * (.pi / 180),
      acceleration: SIMD3(values[3], values[4], values[5]),
      rotationRate: SIMD3(values[6], values[7], values[8]),
      magneticField: SIMD3(values[9], values[10], values[11]) * 1e-6,
      quaternion: SIMD4(values[12], values[13], values[14], values[15]))
  }
}
