import Databases
import Documents
public import Observations

/// The positioning file that a phone keeps of a table: one, the last that was used.
public struct PositioningCache: Hashable, Sendable {
  /// What is kept.
  public struct Kept: Hashable, Sendable {
    /// The row it was in.
    public var globalID: Identifier128
    /// When it was made, in s since 1970.
    public var createdSeconds: Double
    /// The positioning file.
    public var bytes: [UInt8]
  }

  /// The file; it holds one row for each table.
  public let path: String

  /// Names a file, which is made when something is first kept.
  public init(path: String) {
    self.path = path
  }

  /// What is kept of a table; nil if nothing is, or the file is damaged, for then it counts for
  /// nothing.
  public func kept(of table: String) -> Kept? {
    guard let store = try? SQLiteStore(path: path, isReadOnly: true),
      let row = try? store.run(
        "SELECT global_id, created_s, bytes FROM kept WHERE source = ?", [.text(table)]
      ).first, row.count == 3, case .text(let text) = row[0],
      let identifier = Identifier128(text), case .number(let created) = row[1],
      case .bytes(let bytes) = row[2]
    else { return nil }
    return Kept(globalID: identifier, createdSeconds: created, bytes: bytes)
  }

  /// Keeps a file in place of the one before; where that can't be done, nothing is kept.
  ///
  /// - Parameters:
  ///   - kept: What to keep.
  ///   - table: The table it is of.
  public func keep(_ kept: Kept, of table: String) {
    guard let store = try? SQLiteStore(path: path) else { return }
    _ = try? store.run(
      """
      CREATE TABLE IF NOT EXISTS kept (
        source TEXT PRIMARY KEY, global_id TEXT NOT NULL, created_s REAL NOT NULL,
        bytes BLOB NOT NULL)
      """)
    _ = try? store.run(
      "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
      [
        .text(table), .text("\(kept.globalID)"), .number(kept.createdSeconds), .bytes(kept.bytes),
      ])
  }
}
