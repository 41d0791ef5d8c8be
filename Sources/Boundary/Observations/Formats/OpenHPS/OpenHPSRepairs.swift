import Documents

/// What had to be mended in a file of OpenHPS fingerprints.
public struct OpenHPSRepairs: Hashable, Sendable {
  /// Rows that were earlier than the one before.
  public var unordered = 0
  /// Rows without a point or, of inertial readings, without all values.
  public var incomplete = 0

  /// Nothing to mend.
  public init() {}
}

/// The columns that every table of fingerprints begins with.
struct OpenHPSPointColumns {
  let time, x, y, orientation: Int

  init(_ table: RadioDataTable) throws(DocumentError) {
    time = try table.column("TIMESTAMP")
    x = try table.column("X")
    y = try table.column("Y")
    orientation = try table.column("ORIENTATION")
  }

  var all: [Int] { [time, x, y, orientation] }

  /// Where the current row was taken; nil if it doesn't tell.
  func place(
    _ table: RadioDataTable
  ) throws(DocumentError) -> (x: Double, y: Double, orientation: Double)? {
    guard let x = try table.number(x, in: -1e6...1e6), let y = try table.number(y, in: -1e6...1e6),
      let orientation = try table.number(orientation, in: -720...720)
    else { return nil }
    return (x, y, orientation)
  }
}
