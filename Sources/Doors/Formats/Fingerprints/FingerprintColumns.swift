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
  enum Kind: String, CaseIterable, Sendable {
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
      file = object.required("file", .located(.string), "The table, beside this one.")
      by = object.optional(
        "by", .string, "The column that both have; by default row belongs to row.")
      hasHeader = object.optional("header", .bool, default: true, "Whether it names its columns.")
    }
  }

  let x, y, latitude, longitude: String?
  let metres: Double
  let origin: Coordinate?
  let floor: String?
  let floorHeight: Double?
  let floors: [String: Int]
  let transmitters: [String]
  let transmitter, strength, scan: String?
  let kind: Kind
  let unheard: [Double]
  let hasHeader: Bool
  let separator: String
  let beside: [Beside]

  init(from object: inout ObjectReader) {
    x = object.optional("x", .string, "The column of the place to the east.")
    y = object.optional("y", .string, "The column of the place to the north.")
    metres = object.optional(
      "unit", .quantity(.length, .between(1e-4, 1e4)), default: 1, "What 1 is in x and y.")
    latitude = object.optional("latitude", .string, "The column of the latitude, in degrees.")
    longitude = object.optional("longitude", .string, "The column of the longitude, in degrees.")
    origin =
      object.optional(
        "origin", .object(FingerprintOrigin.self), "Where x and y are 0; by default at 0, 0."
      )?.coordinate
    floor = object.optional("floor", .string, "The column of the floor.")
    floorHeight = object.optional(
      "floor_height", .quantity(.length, .between(0.1, 100)),
      "The column of the floor is a height in m; this is from one floor to the next.")
    let named = object.optional(
      "floors", .dictionary(of: .int(-100...1000)), default: [],
      "Which floor a word or number of that column stands for.")
    floors = Dictionary(named.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    transmitters = object.optional(
      "transmitters", .list(.string, count: 1...10_000), default: [],
      "The columns of the transmitters, one each; '*' stands for any ending.")
    transmitter = object.optional(
      "transmitter", .string, "The column with a transmitter's name, where each strength has a row."
    )
    strength = object.optional("strength", .string, "The column of the strength then, in dBm.")
    scan = object.optional(
      "scan", .string, "The column that is the same for all strengths of a scan.")
    kind = object.optional("kind", .choice(Kind.self), default: .wifi, "What transmits.")
    unheard = object.optional(
      "unheard", .list(.number, count: 0...16), default: [100],
      "Numbers that stand for a transmitter that wasn't heard, besides an empty field.")
    hasHeader = object.optional(
      "header", .bool, default: true,
      "Whether the table names its columns; they are called 1, 2, 3 otherwise.")
    separator = object.optional(
      "separator", .string, default: ",", "What stands between two fields: ',', ';' or tab.")
    beside = object.list("beside", of: Beside.self, "Tables whose columns are added.")
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
        "In degrees: 60.17 deg.") / degrees
    }
    coordinate = Coordinate(
      latitudeDegrees: angle("latitude", 90), longitudeDegrees: angle("longitude", 180))
  }
}
