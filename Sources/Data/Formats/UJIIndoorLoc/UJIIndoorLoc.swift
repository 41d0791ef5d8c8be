public import Documents
import Glibc
public import Kernel
public import Observations
public import Recordings

/// Wi-Fi fingerprints of three buildings of a university: a file of UJIIndoorLoc (Torres-Sospedra
/// et al., "UJIIndoorLoc: A New Multi-building and Multi-floor Database for WLAN Fingerprint-based
/// Indoor Localization Problems", IPIN 2014).
///
/// A table with a header: WAP001 to WAP520 in dBm (100: not received), LONGITUDE and LATITUDE, which are
/// x and y of the spherical Mercator projection (EPSG:3857), FLOOR from 0, BUILDINGID, SPACEID,
/// RELATIVEPOSITION (1 inside a room, 2 before its door), USERID, PHONEID, TIMESTAMP in s of Unix
/// time. The projection stretches distances: at the university's latitude a metre of x and y is 0.766 m
/// on the ground.
///
/// The rows aren't time series and keep the file's order. Skipped and counted: rows without a position,
/// and exact repetitions of the previous row. Rejected, with the line: text in a number column, RSSI
/// outside -120 to 0 dBm other than 100.
public struct UJIIndoorLoc: RecordingFormat {
  /// Skipped rows of a file.
  public enum Warning: String, TableWarning {
    case incomplete = "rows without a position, floor, building or time"
    case repeated = "rows that repeat the previous one"
  }

  /// The RSSI of one access point.
  public struct Reading: Hashable, Sendable {
    /// Index in ``UJIIndoorLoc/accessPoints``.
    public var accessPoint: Int32
    public var rssiDecibelMilliwatts: Float
  }

  /// One fingerprint.
  public struct Row: Hashable, Sendable {
    /// Since the file's earliest row.
    public var time: SimTime
    /// East and north, in m of the projection, not of the ground.
    public var x, y: Double
    /// From 0.
    public var floor: Int
    public var building: Int
    /// Room number; 0 if unknown.
    public var space: Int
    /// 1 inside the room, 2 before its door; 0 if unknown.
    public var relativePosition: Int
    /// The phone's user; 0 if unknown.
    public var user: Int
    /// Number of the phone model.
    public var phone: Int
    /// Range of this row's readings.
    var readings: Range<Int>
  }

  /// Names of the access points, such as `WAP001`.
  public var accessPoints: [String]
  /// In the file's order.
  public var rows: [Row]
  /// Time of the earliest row, in s since 1970 (UTC).
  public var startUnixSeconds: Int64
  public var report: ReadingReport<Warning>
  /// Readings of all rows, concatenated.
  private var allReadings: [Reading]

  /// The readings of a row, in the order of the access points.
  public func readings(of row: Row) -> ArraySlice<Reading> {
    allReadings[row.readings.clamped(to: allReadings.indices)]
  }

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> UJIIndoorLoc {
    var table = try MappedTable<Warning>(map, text, file: file)
    let columns = table.columns.indices.filter { table.columns[$0].hasPrefix("WAP") }
    var rows: [(seconds: Int64, row: Row)] = []
    var readings: [Reading] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      var entry = (seconds: table.time / 1_000_000_000, row: Row(table.values))
      let start = readings.count
      for (number, column) in columns.enumerated() {
        guard let strength = try table.row.demandNumber(column, in: -120...100), strength != 100
        else { continue }
        guard strength <= 0 else {
          throw table.row.misfit(column, "an RSSI in dBm, or 100 for none")
        }
        readings.append(
          Reading(accessPoint: Int32(number), rssiDecibelMilliwatts: Float(strength)))
      }
      if let last = rows.last, last.seconds == entry.seconds, last.row.isLike(entry.row),
        readings[last.row.readings] == readings[start...]
      {
        table.report.note(.repeated, line: table.line)
        readings.removeSubrange(start...)
        continue
      }
      entry.row.readings = start..<readings.count
      rows.append(entry)
    }
    let first = rows.map(\.seconds).min() ?? 0
    return UJIIndoorLoc(
      accessPoints: columns.map { table.columns[$0] },
      rows: rows.map { entry in
        var row = entry.row
        row.time = .start + SimDuration.seconds(1) * (entry.seconds - first)
        return row
      }, startUnixSeconds: first, report: table.report, allReadings: readings)
  }
}

extension UJIIndoorLoc.Row {
  /// The geographic position: the inverse projection, with the radius of EPSG:3857.
  public var coordinate: Coordinate {
    let radius = 6_378_137.0
    return Coordinate(
      latitudeDegrees: (2 * atan(exp(y / radius)) - .pi / 2) * 180 / .pi,
      longitudeDegrees: x / radius * 180 / .pi)
  }

  /// True if all values but the readings are equal.
  fileprivate func isLike(_ other: Self) -> Bool {
    var other = other
    other.readings = readings
    return self == other
  }
}

extension UJIIndoorLoc {
  private static let map = ColumnMap(
    // To the year 2255.
    clock: .seconds("TIMESTAMP", maximum: 9e9),
    values: [
      ColumnMap.NumericColumn("LONGITUDE", -1e8...1e8),
      ColumnMap.NumericColumn("LATITUDE", -1e8...1e8),
      ColumnMap.NumericColumn("FLOOR", -100...1000), ColumnMap.NumericColumn("BUILDINGID", 0...1e6),
      ColumnMap.NumericColumn("SPACEID", 0...1e9, otherwise: 0),
      ColumnMap.NumericColumn("RELATIVEPOSITION", 0...1e9, otherwise: 0),
      ColumnMap.NumericColumn("USERID", 0...1e9, otherwise: 0),
      ColumnMap.NumericColumn("PHONEID", 0...1e9, otherwise: 0),
    ])
}

extension UJIIndoorLoc.Row {
  /// Creates a row from the numbers in the order of the map.
  fileprivate init(_ values: [Double]) {
    (time, x, y, readings) = (.start, values[0], values[1], 0..<0)
    (floor, building, space) = (Int(values[2]), Int(values[3]), Int(values[4]))
    (relativePosition, user, phone) = (Int(values[5]), Int(values[6]), Int(values[7]))
  }
}
