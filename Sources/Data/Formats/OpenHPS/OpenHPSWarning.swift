import Documents
public import Recordings

/// Repaired or skipped rows of OpenHPS fingerprints.
///
/// Rows out of order are sorted and incomplete rows skipped; rows of equal time and gaps are kept, because
/// the data are samples at points.
public enum OpenHPSWarning: String, SeriesWarning, TableWarning {
  case incomplete = "rows cut short, without a point or, of inertial readings, without all values"
  case disorder = "rows earlier than a previous one"
  case repeated = "rows of the same time as the previous one"
  case gap = "gaps of more than 10 s"

  /// Longest interval between two rows that isn't a gap, in ms.
  static let longestGap: Int64 = 10_000
}

/// The first columns of every fingerprint table: position in m, and the direction that the user faces, in
/// degrees.
let openHPSPoint: [ColumnMap.NumericColumn] = [
  ColumnMap.NumericColumn("X", -1e6...1e6), ColumnMap.NumericColumn("Y", -1e6...1e6),
  ColumnMap.NumericColumn("ORIENTATION", -720...720),
]
