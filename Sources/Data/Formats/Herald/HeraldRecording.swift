public import Documents
public import Kernel
public import Recordings

/// RSSI between two phones at known distances: a file of github theheraldproject, herald-analysis,
/// reference-data.
///
/// A table of `time,rssi,distance`: local time to the second, dBm, and the true distance in cm along
/// a string. Plain or gzipped.
///
/// Repaired and counted: rows out of order, which are sorted; rows with a missing value or `nan`, which
/// are skipped. Counted and kept: rows of the same second, which is the resolution of the times, and
/// gaps. Rejected, with the line: text in a number column, values out of range, rows of more than three
/// fields.
public struct HeraldRecording: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than a previous one"
    case repeated = "rows of the same second as the previous one"
    case gap = "gaps of more than a minute"
  }

  /// One reading.
  public struct Row: Hashable, Sendable {
    /// Since midnight of the first row's day, in the phone's local time.
    public var time: SimTime
    public var rssiDecibelMilliwatts: Double
    /// True distance between the phones' cases, in m.
    public var distanceMetres: Double

    public init(time: SimTime, rssiDecibelMilliwatts: Double, distanceMetres: Double) {
      self.time = time
      self.rssiDecibelMilliwatts = rssiDecibelMilliwatts
      self.distanceMetres = distanceMetres
    }
  }

  private static let map = ColumnMap(
    clock: .localTime("time"),
    values: [
      ColumnMap.NumericColumn("rssi", as: "rssi_dbm"), ColumnMap.NumericColumn("distance", 0...1e6),
    ])

  /// In order of time.
  public let rows: [Row]
  /// Day of the first reading, in days since 1970-01-01.
  public let firstDay: Int
  public let report: ReadingReport<Warning>

  /// Reads a file; one with only a header has no rows.
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> HeraldRecording {
    var table = try MappedTable<Warning>(map, text, file: file)
    var newest: Int64?
    var rows: [(time: Int64, row: Row)] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      table.report.noteNext(table.time, newest: &newest, longest: 60, line: table.line)
      rows.append(
        (
          table.time,
          Row(
            time: .start, rssiDecibelMilliwatts: table.values[0],
            distanceMetres: table.values[1] / 100)
        ))
    }
    rows = inOrderOfTime(rows, \.time)
    let firstDay = (rows.first?.time ?? 0) / 86_400
    return HeraldRecording(
      rows: rows.map { entry in
        var row = entry.row
        row.time = .start + .seconds(1) * (entry.time - firstDay * 86_400)
        return row
      }, firstDay: Int(firstDay), report: table.report)
  }
}
