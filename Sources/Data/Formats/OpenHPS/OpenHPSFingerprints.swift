public import Documents
public import Kernel
public import Recordings

/// RSSI fingerprints at known points: `ble_fingerprints.csv` or `wlan_fingerprints.csv` of the
/// OpenHPS fingerprints (Van de Wynckel and Signer, github OpenHPS/openhps-fingerprinting).
///
/// A row is the phone's state at one time, at a point and facing one of four directions; a value that was
/// not renewed is repeated. 100 or no number means not received. Plain or gzipped. Repaired: see
/// ``OpenHPSWarning``. Rejected, with the line: text in a number column.
public struct OpenHPSFingerprints: RecordingFormat {
  /// Repaired or skipped rows.
  public typealias Warning = OpenHPSWarning

  /// Time and position of one row.
  public struct Row: Hashable, Sendable {
    public var time: SimTime
    /// Position, in m.
    public var x, y: Double
    /// Direction that the user faces, in degrees, as in the data set.
    public var orientationDegrees: Double

    public init(time: SimTime, x: Double, y: Double, orientationDegrees: Double) {
      self.time = time
      self.x = x
      self.y = y
      self.orientationDegrees = orientationDegrees
    }
  }

  /// Transmitter names, one for each RSSI of a row.
  public let transmitters: [String]
  /// In order of time.
  public let rows: [Row]
  /// Time of the first row, in ms since 1970 (UTC).
  public let startUnixMilliseconds: Int64
  public let report: ReadingReport<Warning>
  /// RSSI in dBm, row by row; NaN if not received.
  private let strengths: [Float]

  /// The RSSI of a transmitter, in dBm; nil if not received.
  public func strength(row: Int, transmitter: Int) -> Double? {
    precondition(transmitters.indices.contains(transmitter), "no such transmitter")
    let value = strengths[row * transmitters.count + transmitter]
    return value.isNaN ? nil : Double(value)
  }

  /// Reads a file; one with only a header has no rows.
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> OpenHPSFingerprints {
    let map = ColumnMap(
      clock: .unixMilliseconds("TIMESTAMP"), values: openHPSPoint, isWhole: true)
    var table = try MappedTable<Warning>(map, text, file: file)
    let others = table.columns.indices.filter { !table.mapped.contains($0) }
    var newest: Int64?
    var rows: [(time: Int64, number: Int, row: Row)] = []
    var strengths: [Float] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      let (milliseconds, point) = (table.time, table.vector(0))
      table.report.noteNext(
        milliseconds, newest: &newest, longest: OpenHPSWarning.longestGap, line: table.line)
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
