import Documents
public import Recordings

/// What was left out of a file of OpenHPS fingerprints, or mended.
///
/// Rows out of order are put in order, rows without a value are left out; rows of one time and gaps
/// stay as they are, since the values were taken at points.
public enum OpenHPSRemark: String, SeriesRemark {
  case incomplete = "rows cut short, without a point or, of inertial readings, without all values"
  case disorder = "rows earlier than one before"
  case repeated = "rows of the same time as the one before"
  case gap = "gaps of more than 10 s"

  /// The longest time between two rows that is no gap, in ms.
  static let longestGap: Int64 = 10_000
}

/// The columns that every table of fingerprints begins with.
struct OpenHPSPointColumns {
  let time, x, y, orientation: Int

  init(_ table: NamedTable) throws(DocumentError) {
    time = try table.column("TIMESTAMP")
    x = try table.column("X")
    y = try table.column("Y")
    orientation = try table.column("ORIENTATION")
  }

  var all: [Int] { [time, x, y, orientation] }

  /// Where the current row was taken; nil if it doesn't tell.
  func place(
    _ table: NamedTable
  ) throws(DocumentError) -> (x: Double, y: Double, orientation: Double)? {
    guard let x = try table.number(x, in: -1e6...1e6), let y = try table.number(y, in: -1e6...1e6),
      let orientation = try table.number(orientation, in: -720...720)
    else { return nil }
    return (x, y, orientation)
  }
}
