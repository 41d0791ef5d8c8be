import Databases
public import Documents
import Kernel
public import Observations

/// Table of positioning files of a map, in an SQLite file that users may query.
///
/// The table `ips_positioning` has the columns `global_id`, `created_s`, `survey` and `attachment`.
/// The value holds the file name only; each call opens and closes the file.
public struct PositioningTable: Hashable, Sendable {
  /// A row, without its attachment.
  public struct Row: Hashable, Sendable {
    /// Globally unique identifier.
    public var globalID: Identifier128
    /// Creation time, in s since 1970.
    public var createdSeconds: Double
    /// Name of the source surveys.
    public var survey: String
    /// Size of the attachment, in bytes.
    public var byteCount: Int
  }

  public let path: String

  /// Creates a table in a file, which is created with the first row.
  public init(path: String) {
    self.path = path
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - attachment: The positioning file.
  ///   - globalID: Identifier of the row; nil derives one from content and time.
  ///   - createdSeconds: Creation time, in s since 1970.
  ///   - survey: Name of the source surveys.
  /// - Returns: The row's identifier.
  /// - Throws: The error of the database.
  @discardableResult
  public func add(
    _ attachment: [UInt8], globalID: Identifier128? = nil, createdSeconds: Double, survey: String
  ) throws(DocumentError) -> Identifier128 {
    let identifier = globalID ?? Self.identifier(of: attachment, createdSeconds)
    let store = try SQLiteStore(path: path)
    try store.run(
      """
      CREATE TABLE IF NOT EXISTS ips_positioning (
        global_id TEXT PRIMARY KEY, created_s REAL NOT NULL, survey TEXT NOT NULL,
        attachment BLOB NOT NULL)
      """)
    try store.run(
      "INSERT INTO ips_positioning VALUES (?, ?, ?, ?)",
      [.text("\(identifier)"), .number(createdSeconds), .text(survey), .bytes(attachment)])
    return identifier
  }

  /// Returns all rows, newest first.
  ///
  /// - Throws: The error of the database.
  public func rows() throws(DocumentError) -> [Row] {
    let store = try SQLiteStore(path: path, isReadOnly: true)
    let found = try store.run(
      """
      SELECT global_id, created_s, survey, length(attachment) FROM ips_positioning
      ORDER BY created_s DESC, global_id
      """)
    var rows: [Row] = []
    for row in found {
      guard row.count == 4, case .text(let text) = row[0], let identifier = Identifier128(text),
        case .text(let survey) = row[2], case .integer(let count) = row[3],
        let created = Self.number(row[1])
      else { throw DocumentError("'\(path)': a row of ips_positioning is invalid") }
      rows.append(
        Row(
          globalID: identifier, createdSeconds: created, survey: survey, byteCount: Int(count)))
    }
    return rows
  }

  /// Returns a row's attachment; nil if there is no such row.
  ///
  /// - Throws: The error of the database.
  public func attachment(_ globalID: Identifier128) throws(DocumentError) -> [UInt8]? {
    let store = try SQLiteStore(path: path, isReadOnly: true)
    let found = try store.run(
      "SELECT attachment FROM ips_positioning WHERE global_id = ?", [.text("\(globalID)")])
    guard let row = found.first?.first else { return nil }
    guard case .bytes(let bytes) = row else { return [] }
    return bytes
  }

  private static func number(_ value: StoreValue) -> Double? {
    switch value {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// Derives a UUID of version 8 (RFC 9562) from a content hash.
  private static func identifier(of bytes: [UInt8], _ seconds: Double) -> Identifier128 {
    var hash = SHA256()
    hash.update(bytes)
    hash.update(Array("\(seconds)".utf8))
    let digest = hash.digest().bytes
    var halves: [UInt64] = [0, 0]
    for (index, byte) in digest.prefix(16).enumerated() {
      halves[index / 8] = halves[index / 8] << 8 | UInt64(byte)
    }
    return Identifier128(
      high: halves[0] & ~0xF000 | 0x8000, low: halves[1] & ~(3 << 62) | 1 << 63)
  }
}
