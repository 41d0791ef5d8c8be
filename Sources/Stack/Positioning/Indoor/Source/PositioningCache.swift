import Databases
import Documents
public import Observations

/// On-device cache of the last positioning file used of each table.
public struct PositioningCache: Hashable, Sendable {
  /// A cached file.
  public struct CachedFile: Hashable, Sendable {
    /// Row of the file.
    public var globalID: Identifier128
    /// Creation time, in s since 1970.
    public var createdSeconds: Double
    /// Content of the positioning file.
    public var bytes: [UInt8]
  }

  /// SQLite file with one row per table; nil for a cache in memory, which lasts for a run.
  public let path: String?
  private var files: [String: CachedFile] = [:]

  /// Creates a cache in a file, which is created on first use, or in memory.
  public init(path: String? = nil) {
    self.path = path
  }

  /// Returns the cached file of a table; nil if there is none or the cache is damaged.
  public func kept(of table: String) -> CachedFile? {
    guard let path else { return files[table] }
    guard let store = try? SQLiteStore(path: path, isReadOnly: true),
      let row = try? store.run(
        "SELECT global_id, created_s, bytes FROM kept WHERE source = ?", [.text(table)]
      ).first, row.count == 3, case .text(let text) = row[0],
      let identifier = Identifier128(text), case .number(let created) = row[1],
      case .bytes(let bytes) = row[2]
    else { return nil }
    return CachedFile(globalID: identifier, createdSeconds: created, bytes: bytes)
  }

  /// Replaces the cached file of a table; errors are ignored.
  public mutating func keep(_ kept: CachedFile, of table: String) {
    guard let path else { return files[table] = kept }
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
