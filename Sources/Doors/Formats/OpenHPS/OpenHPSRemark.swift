import Documents
public import Recordings

/// What was left out of a file of OpenHPS fingerprints, or mended.
///
/// Rows out of order are put in order, rows without a value are left out; rows of one time and gaps
/// stay as they are, since the values were taken at points.
public enum OpenHPSRemark: String, SeriesRemark, TableRemark {
  case incomplete = "rows cut short, without a point or, of inertial readings, without all values"
  case disorder = "rows earlier than one before"
  case repeated = "rows of the same time as the one before"
  case gap = "gaps of more than 10 s"

  /// The longest time between two rows that is no gap, in ms.
  static let longestGap: Int64 = 10_000
}

/// The columns that every table of fingerprints begins with: the point, in m, and the way the phone's
/// bearer faced, in degrees.
let openHPSPoint: [ColumnMap.Value] = [
  ColumnMap.Value("X", -1e6...1e6), ColumnMap.Value("Y", -1e6...1e6),
  ColumnMap.Value("ORIENTATION", -720...720),
]
