import Documents
import Observations

/// The column names of a fingerprint table: a short YAML file beside it, `NAME.columns.yaml`, or
/// `columns.yaml` for all tables of a folder.
///
/// A table with the default column names needs no such file: `x_m` and `y_m`, or `latitude_deg` and
/// `longitude_deg`; `floor`; and either `transmitter` and `rssi_dbm`, with one row for each RSSI, or one
/// column for each transmitter, named by its address.
struct FingerprintColumns: DocumentObject {
  static let schemaName = "FingerprintColumns"

  /// The type of transmitter.
  enum TransmitterKind: String, CaseIterable, Sendable {
    case wifi, beacon
  }

  /// A table whose columns are appended.
  struct Beside: DocumentObject {
    static let schemaName = "FingerprintBeside"
    let file: Located<String>
    /// The common key column; nil joins row by row.
    let by: String?
    let hasHeader: Bool

    init(from object: inout ObjectReader) {
      file = object.required("file", .located(.string), "File of the joined table.")
      by = object.optional(
        "by", .string, "Key column of the join; by default, tables are joined row by row.")
      hasHeader = object.optional("header", .bool, default: true, "True if the table has a header.")
    }
  }

  /// Motion sensors of the same walk, in another file.
  struct Inertial: DocumentObject {
    static let schemaName = "FingerprintInertial"
    let file: Located<String>
    /// Rows per second, from the start of the walk.
    let rate: Double
    /// The three columns of each sensor, in m/s², rad/s and µT.
    let accelerometer, gyroscope, magnetometer: [String]

    init(from object: inout ObjectReader) {
      file = object.required(
        "file", .located(.string), "File of the sensors; '*' stands for the name of the table.")
      rate = object.required(
        "rate", .quantity(.frequency, .between(1, 10_000)), "Rows per second: 100 Hz.")
      func columns(_ sensor: String, _ unit: String) -> [String] {
        object.optional(
          sensor, .list(.string, count: 3...3), default: [], "Columns of x, y and z, in \(unit).")
      }
      accelerometer = columns("accelerometer", "m/s²")
      gyroscope = columns("gyroscope", "rad/s")
      magnetometer = columns("magnetometer", "µT")
    }
  }

  let x, y, latitude, longitude: String?
  let metres: Double
  let origin: Coordinate?
  /// Azimuth of y, in rad clockwise from north; nil if unknown.
  let azimuth: Double?
  let floor: String?
  let floorHeight: Double?
  let floors: [String: Int]
  let transmitters: [String]
  let transmitter, strength, scan: String?
  let time, walk: String?
  let interval: Double?
  /// Age of the readings of a row, in s.
  let latency: Double
  let inertial: Inertial?
  let kind: TransmitterKind
  let undetected: [Double]
  let hasHeader: Bool
  let separator: String
  let beside: [Beside]

  init(from object: inout ObjectReader) {
    x = object.optional("x", .string, "Column of the x coordinate, towards east.")
    y = object.optional("y", .string, "Column of the y coordinate, towards north.")
    metres = object.optional(
      "unit", .quantity(.length, .between(1e-4, 1e4)), default: 1, "Unit of x and y.")
    latitude = object.optional("latitude", .string, "Column of the latitude, in degrees.")
    longitude = object.optional("longitude", .string, "Column of the longitude, in degrees.")
    origin =
      object.optional(
        "origin", .object(FingerprintOrigin.self), "Position of x = y = 0; by default, at 0, 0."
      )?.coordinate
    azimuth = object.optional(
      "azimuth", .quantity(.angle, .between(-2 * .pi, 2 * .pi)),
      "Direction of y, clockwise from north: 30 deg; without it, x and y need not be east and north, and a "
        + "magnetometer is left out.")
    floor = object.optional("floor", .string, "Column of the floor.")
    floorHeight = object.optional(
      "floor_height", .quantity(.length, .between(0.1, 100)),
      "Storey height, for a floor column with heights in m.")
    let named = object.optional(
      "floors", .dictionary(of: .int(-100...1000)), default: [],
      "Floor numbers of the words or numbers in the floor column.")
    floors = Dictionary(named.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    transmitters = object.optional(
      "transmitters", .list(.string, count: 1...10_000), default: [],
      "Columns with the RSSI of one transmitter each; '*' matches any ending.")
    transmitter = object.optional(
      "transmitter", .string, "Column of the transmitter name, for one row per RSSI value."
    )
    strength = object.optional("strength", .string, "Column of the RSSI in dBm.")
    scan = object.optional(
      "scan", .string, "Column whose value is equal in all rows of a scan.")
    time = object.optional(
      "time", .string, "Column of the time in s: the rows are walks, instead of separate places.")
    interval = object.optional(
      "interval", .quantity(.time, .between(0.01, 60)),
      "Time from row to row, for walks without a column of the time.")
    latency = object.optional(
      "latency", .quantity(.time, .between(0, 30)), default: 0,
      "Age of the readings of a row, for recorders that report the levels of an earlier scan.")
    walk = object.optional(
      "walk", .string,
      "Column whose value is equal in all rows of a walk; without it, a walk ends where the time goes "
        + "back or a step is too long.")
    inertial = object.optional(
      "inertial", .object(Inertial.self), "Motion sensors of the walk, in another file.")
    kind = object.optional(
      "kind", .choice(TransmitterKind.self), default: .wifi, "Type of transmitter.")
    undetected = object.optional(
      "unheard", .list(.number, count: 0...16), default: [100],
      "RSSI values that mean not received, in addition to an empty field.")
    hasHeader = object.optional(
      "header", .bool, default: true,
      "True if the table has a header; otherwise, columns are named 1, 2, 3.")
    separator = object.optional(
      "separator", .string, default: ",", "Field separator: ',', ';' or tab.")
    beside = object.list("beside", of: Beside.self, "Tables whose columns are appended.")
  }
}

/// Geographic origin of a table's local coordinates.
struct FingerprintOrigin: DocumentObject {
  static let schemaName = "FingerprintOrigin"
  let coordinate: Coordinate

  init(from object: inout ObjectReader) {
    let degrees = Double.pi / 180
    func angle(_ name: String, _ limit: Double) -> Double {
      object.required(
        name, .quantity(.angle, .between(-limit * degrees, limit * degrees)),
        "Latitude or longitude of the origin, in degrees: 60.17 deg.") / degrees
    }
    coordinate = Coordinate(
      latitudeDegrees: angle("latitude", 90), longitudeDegrees: angle("longitude", 180))
  }
}
