import Documents
import Kernel
import Observations
import Recordings

/// A table of positions from any source.
///
/// It has a time, `latitude_deg` and `longitude_deg`, and optionally `altitude_m`, `accuracy_m`,
/// `speed_mps` and `course_deg`. Its clocks are those of a ground truth table beside a recording.
///
/// Rows without a position and rows no later than the previous one are skipped and counted.
struct TrackTable {
  /// Skipped rows of a file.
  enum Warning: String, ReadingWarning {
    case incomplete = "rows without a position"
    case disorder = "rows not later than the previous one, left out"
  }

  private(set) var fixes: [ReceiverFix] = []
  private(set) var report = ReadingReport<Warning>()
  private(set) var start: GPSTime?
  /// Names of unused columns.
  let unknownColumns: [String]

  private static let columns = ["accuracy_m", "speed_mps", "course_deg"]

  /// True if a header has a time and a position.
  static func isNamed(_ probe: FileProbe) -> Bool {
    probe.names("latitude_deg", "longitude_deg")
      && TruthColumns.TimeColumn.allCases.contains { probe.names($0.rawValue) }
  }

  /// Reads a table.
  ///
  /// - Throws: The fault and its position.
  init(_ bytes: [UInt8], file: String) throws(DocumentError) {
    var csv = try CSVReader(bytes: unpackedText(bytes, file: file), file: file)
    let known = try TruthColumns(csv)
    unknownColumns = known.unknownColumns.filter { !Self.columns.contains($0) }
    let more = Self.columns.map { name in csv.columns.firstIndex(of: name) }
    func number(_ index: Int, _ range: ClosedRange<Double>) throws(DocumentError) -> Double? {
      guard let column = more[index], !csv.isEmpty(at: column) else { return nil }
      guard let value = csv.number(at: column), value.isFinite else {
        throw DocumentError("expected a number", at: csv.place(ofField: column))
      }
      // Receivers write negative values for unknown ones.
      return range.contains(value) ? value : nil
    }
    var first: Double?
    while try csv.nextRow() {
      let row = try known.row(csv)
      let line = csv.place(ofField: 0).line
      guard let coordinate = row.coordinate else {
        report.note(.incomplete, line: line)
        continue
      }
      let origin = first ?? row.seconds
      first = origin
      guard abs(row.seconds - origin) < 4e9 else {
        throw DocumentError(
          "this row is more than a century away from the first", at: csv.place(ofField: 0))
      }
      let time = SimTime(seconds: row.seconds - origin)
      guard fixes.last.map({ $0.time < time }) ?? (time >= .start) else {
        report.note(.disorder, line: line)
        continue
      }
      fixes.append(
        ReceiverFix(
          time: time, coordinate: coordinate, altitudeMetres: row.altitudeMetres,
          horizontalAccuracyMetres: try number(0, 0...1e6),
          speedMetresPerSecond: try number(1, 0...1000), courseDegrees: try number(2, 0...360)))
    }
    guard let first else { throw DocumentError("'\(file)' has no row with a position") }
    start = known.clock.gpsTime(first)
  }
}

extension TruthColumns.TimeColumn {
  /// Converts a time of this clock to GPS time; nil for a clock without a date.
  fileprivate func gpsTime(_ seconds: Double) -> GPSTime? {
    guard abs(seconds) < 9e9 else { return nil }
    switch self {
    case .elapsed: return nil
    case .gps:
      let week = (seconds / 604_800).rounded(.down)
      return GPSTime(week: Int(week), secondsOfWeek: seconds - week * 604_800)
    case .utc, .unix, .unixMilliseconds:
      return GPSTime(unixNanoseconds: Int64((seconds * 1e9).rounded()))
    }
  }
}

extension TrackTable: ReplayContent {
  static func read(_ draft: ReplayDraft) throws -> TrackTable {
    try TrackTable(draft.tree.bytes(draft.file), file: draft.title)
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.gpsStart = start
    draft.assembly.add(fixes)
    if !unknownColumns.isEmpty {
      draft.notes.append(
        "columns without a meaning here: \(unknownColumns.prefix(6).joined(separator: ", "))")
    }
    draft.notes.append(ReplayFormat.noTruth)
  }
}

extension ReplayFormat {
  /// Tables of positions from any source.
  static let trackTable = ReplayFormat(
    "track", "a table of times, latitude_deg and longitude_deg", of: TrackTable.self,
    begins: TrackTable.isNamed)
}
