public import Documents
import Glibc
public import Kernel
public import Observations
public import Recordings

/// Wi-Fi fingerprints of three buildings of a university: a file of UJIIndoorLoc (Torres-Sospedra
/// et al., "UJIIndoorLoc: A New Multi-building and Multi-floor Database for WLAN Fingerprint-based
/// Indoor Localization Problems", IPIN 2014).
///
/// A table with a header: WAP001 to WAP520 in dBm (100: not heard), LONGITUDE and LATITUDE, which are
/// x and y of the spherical Mercator projection (EPSG:3857), FLOOR from 0, BUILDINGID, SPACEID,
/// RELATIVEPOSITION (1 inside a room, 2 before its door), USERID, PHONEID, TIMESTAMP in s of Unix
/// time. The projection stretches: at the university's latitude a metre of x and y is 0.766 m on the
/// ground.
///
/// The rows are no series in time and keep the file's order. Left out and counted: rows without a
/// place, and rows that are wholly the same as the one before. Refused, with the line: text where a
/// number belongs, strengths outside -120 to 0 dBm other than 100.
public struct UJIIndoorLoc: RecordingFormat {
  /// What was left out of a file.
  public enum Remark: String, ReadingRemark {
    case incomplete = "rows without a place, floor, building or time"
    case repeated = "rows that repeat the one before"
  }

  /// What one access point was heard with.
  public struct Reading: Hashable, Sendable {
    /// Its place in ``UJIIndoorLoc/accessPoints``.
    public var accessPoint: Int32
    /// Received signal strength, in dBm.
    public var rssiDecibelMilliwatts: Float
  }

  /// One fingerprint.
  public struct Row: Hashable, Sendable {
    /// Since the file's earliest row.
    public var time: SimTime
    /// To the east and to the north, in m of the projection, not of the ground.
    public var x, y: Double
    /// The floor, from 0.
    public var floor: Int
    /// The building's number.
    public var building: Int
    /// The room's number; 0 where it isn't told.
    public var space: Int
    /// 1 inside the room, 2 before its door; 0 where it isn't told.
    public var relativePosition: Int
    /// Who held the phone; 0 where it isn't told.
    public var user: Int
    /// The phone's model, by number.
    public var phone: Int
    /// Which of the readings are this row's.
    var readings: Range<Int>
  }

  /// The access points' names, such as `WAP001`.
  public var accessPoints: [String]
  /// The fingerprints, in the file's order.
  public var rows: [Row]
  /// The earliest row's time, in s since 1970 (UTC).
  public var startUnixSeconds: Int64
  /// What was left out.
  public var report: ReadingReport<Remark>
  /// All rows' readings, one row after the other.
  private var allReadings: [Reading]

  /// What was heard at a row, in the order of the access points.
  public func readings(of row: Row) -> ArraySlice<Reading> {
    allReadings[row.readings.clamped(to: allReadings.indices)]
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The fingerprints.
  /// - Throws: What is wrong, and where.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> UJIIndoorLoc {
    var table = try NamedTable(bytes, file: file)
    let columns = try Columns(table)
    var report = ReadingReport<Remark>()
    var rows: [(seconds: Int64, row: Row)] = []
    var readings: [Reading] = []
    while try table.next() {
      guard var entry = try columns.row(table) else {
        report.note(.incomplete, line: table.line)
        continue
      }
      let start = readings.count
      for (number, column) in columns.strengths.enumerated() {
        guard let strength = try table.number(column, in: -120...100), strength != 100 else {
          continue
        }
        guard strength <= 0 else {
          throw table.misfit(column, "a strength in dBm, or 100 for none,")
        }
        readings.append(
          Reading(accessPoint: Int32(number), rssiDecibelMilliwatts: Float(strength)))
      }
      if let last = rows.last, last.seconds == entry.seconds, last.row.isLike(entry.row),
        readings[last.row.readings] == readings[start...]
      {
        report.note(.repeated, line: table.line)
        readings.removeSubrange(start...)
        continue
      }
      entry.row.readings = start..<readings.count
      rows.append(entry)
    }
    let first = rows.map(\.seconds).min() ?? 0
    return UJIIndoorLoc(
      accessPoints: columns.strengths.map { table.columns[$0] },
      rows: rows.map { entry in
        var row = entry.row
        row.time = .start + SimDuration.seconds(1) * (entry.seconds - first)
        return row
      }, startUnixSeconds: first, report: report, allReadings: readings)
  }
}

extension UJIIndoorLoc.Row {
  /// The place on the earth: the projection's inverse, with the radius of EPSG:3857.
  public var coordinate: Coordinate {
    let radius = 6_378_137.0
    return Coordinate(
      latitudeDegrees: (2 * atan(exp(y / radius)) - .pi / 2) * 180 / .pi,
      longitudeDegrees: x / radius * 180 / .pi)
  }

  /// Whether all but the readings are the same.
  fileprivate func isLike(_ other: Self) -> Bool {
    var other = other
    other.readings = readings
    return self == other
  }
}

extension UJIIndoorLoc {
  /// Where the columns stand.
  private struct Columns {
    var strengths: [Int]
    var x, y, floor, building, time: Int
    var space, relativePosition, user, phone: Int?

    init(_ table: NamedTable) throws(DocumentError) {
      strengths = table.columns.indices.filter { table.columns[$0].hasPrefix("WAP") }
      x = try table.column("LONGITUDE")
      y = try table.column("LATITUDE")
      floor = try table.column("FLOOR")
      building = try table.column("BUILDINGID")
      time = try table.column("TIMESTAMP")
      space = table.columns.firstIndex(of: "SPACEID")
      relativePosition = table.columns.firstIndex(of: "RELATIVEPOSITION")
      user = table.columns.firstIndex(of: "USERID")
      phone = table.columns.firstIndex(of: "PHONEID")
    }

    /// The current row without its readings; nil if something is missing.
    func row(_ table: NamedTable) throws(DocumentError) -> (seconds: Int64, row: Row)? {
      guard let east = try table.number(x, in: -1e8...1e8),
        let north = try table.number(y, in: -1e8...1e8),
        let floor = try table.number(floor, in: -100...1000),
        let building = try table.number(building, in: 0...1e6),
        // To the year 2255.
        let seconds = try table.number(time, in: 0...9e9)
      else { return nil }
      func code(_ column: Int?) throws(DocumentError) -> Int {
        guard let column, let value = try table.number(column, in: 0...1e9) else { return 0 }
        return Int(value)
      }
      return (
        Int64(seconds),
        Row(
          time: .start, x: east, y: north, floor: Int(floor), building: Int(building),
          space: try code(space), relativePosition: try code(relativePosition),
          user: try code(user), phone: try code(phone), readings: 0..<0)
      )
    }
  }
}
