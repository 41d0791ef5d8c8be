public import Documents
public import Kernel
public import Recordings

/// Signal strengths at known points: `ble_fingerprints.csv` or `wlan_fingerprints.csv` of the
/// OpenHPS fingerprints (Van de Wynckel and Signer, github OpenHPS/openhps-fingerprinting).
///
/// A row is what the phone knew at a moment while it stood at a point, facing one of four ways; a
/// value that wasn't renewed stands again. 100 means not heard, as does no number. Plain or gzipped.
/// What is mended is ``OpenHPSRemark``'s; text where a number belongs is refused with its line.
public struct OpenHPSFingerprints: RecordingFormat {
  /// What was left out or mended.
  public typealias Remark = OpenHPSRemark

  /// Where and when the values of one row were taken.
  public struct Row: Hashable, Sendable {
    /// Since the first row.
    public var time: SimTime
    /// The point, in m.
    public var x, y: Double
    /// The way the phone's bearer faced, in degrees, as the data set has it.
    public var orientationDegrees: Double

    /// Creates a row.
    public init(time: SimTime, x: Double, y: Double, orientationDegrees: Double) {
      self.time = time
      self.x = x
      self.y = y
      self.orientationDegrees = orientationDegrees
    }
  }

  /// The names of the transmitters: one for each strength of a row.
  public let transmitters: [String]
  /// The rows, in the order of time.
  public let rows: [Row]
  /// The first row's time, in ms since 1970 (UTC).
  public let startUnixMilliseconds: Int64
  /// What was left out or mended.
  public let report: ReadingReport<Remark>
  /// The strengths in dBm, row by row; not-a-number for what wasn't heard.
  private let strengths: [Float]

  /// What was heard of a transmitter, in dBm; nil if nothing.
  public func strength(row: Int, transmitter: Int) -> Double? {
    precondition(transmitters.indices.contains(transmitter), "no such transmitter")
    let value = strengths[row * transmitters.count + transmitter]
    return value.isNaN ? nil : Double(value)
  }

  /// Reads a file: the fingerprints; none if there is only a header.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> OpenHPSFingerprints {
    let map = ColumnMap(
      clock: .unixMilliseconds("TIMESTAMP"), values: openHPSPoint, isWhole: true)
    var table = try MappedTable<Remark>(map, bytes, file: file)
    let others = table.columns.indices.filter { !table.mapped.contains($0) }
    var newest: Int64?
    var rows: [(time: Int64, number: Int, row: Row)] = []
    var strengths: [Float] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      let (milliseconds, point) = (table.time, table.vector(0))
      table.report.noteNext(
        milliseconds, newest: &newest, longest: OpenHPSRemark.longestGap, line: table.line)
      rows.append(
        (
          milliseconds, rows.count,
          Row(time: .start, x: point.x, y: point.y, orientationDegrees: point.z)
        ))
      for column in others {
        let value = try table.row.demandNumber(column, in: -200...100)
        strengths.append(value.map { $0 == 100 ? .nan : Float($0) } ?? .nan)
      }
    }
    if table.report.count(of: .disorder) > 0 {
      rows = inOrderOfTime(rows, \.time)
      let width = others.count
      strengths = rows.flatMap { strengths[$0.number * width..<($0.number + 1) * width] }
    }
    let start = rows.first?.time ?? 0
    return OpenHPSFingerprints(
      transmitters: others.map { table.columns[$0] },
      rows: rows.map { entry in
        var row = entry.row
        row.time = .start + .milliseconds(1) * (entry.time - start)
        return row
      }, startUnixMilliseconds: start, report: table.report, strengths: strengths)
  }
}
