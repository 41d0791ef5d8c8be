import Databases
import Documents
public import Kernel

/// Error of the tile store; positioning continues without it.
public enum WiFiStoreFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not readable or writable as a store; it was recreated if possible.
  case damaged(String)
  /// A stored tile was truncated or changed and has been removed.
  case badTile(TileAddress, WiFiTileError)

  /// Description in words.
  public var description: String {
    switch self {
    case .damaged(let reason): "the store of Wi-Fi tiles was recreated: \(reason)"
    case .badTile(let address, let reason):
      "tile \(address.text) was discarded: \(reason)"
    }
  }
}

/// On-disk store of tiles: an SQLite file with a size limit.
///
/// The value holds the file name only, so that a stack can be copied. Each call opens and closes
/// the file, which takes some 0.1 ms and is rare. A write is one transaction, so a crash leaves the
/// old or the new state. An invalid file is reported and recreated.
///
/// The table `tile` has a row for each: `row_number`, `column_number`, `day`, `used_s`, `bytes`.
public struct WiFiTileStore: Hashable, Sendable {
  /// `user_version` that marks the file format.
  static let version: Int64 = 5301

  /// A stored tile.
  public struct StoredTile: Hashable, Sendable {
    public var tile: WiFiTile
    /// Size as downloaded.
    public var byteCount: Int
    /// Time of the last use.
    public var used: SimTime
  }

  /// Path of the file.
  public let path: String
  /// Maximum size of the tiles, in bytes.
  public let byteLimit: Int
  /// Errors since creation.
  public private(set) var faults: [WiFiStoreFault] = []

  /// Creates a store in a file, which is created on first use.
  ///
  /// - Parameters:
  ///   - path: Path of the file.
  ///   - byteLimit: Maximum size of the tiles, in bytes.
  public init(path: String, byteLimit: Int = WiFiTileController.Parameters().byteLimit) {
    self.path = path
    self.byteLimit = byteLimit
  }

  /// Stores a tile, and removes the least recently used ones above the size limit.
  public mutating func keep(_ bytes: [UInt8], at address: TileAddress, day: Int, time: SimTime) {
    let limit = byteLimit
    attempt { store throws(DocumentError) in
      try store.run("BEGIN IMMEDIATE")
      try store.run(
        "INSERT OR REPLACE INTO tile VALUES (?, ?, ?, ?, ?)",
        [
          .integer(Int64(address.row)), .integer(Int64(address.column)), .integer(Int64(day)),
          .number(time.seconds), .bytes(bytes),
        ])
      let rows = try store.run(
        """
        SELECT row_number, column_number, length(bytes) FROM tile
        ORDER BY used_s DESC, row_number, column_number
        """)
      var total = 0
      for (place, row) in rows.enumerated() {
        guard case .integer(let size) = row[2] else { continue }
        total += Int(size)
        // The newest tile stays, whatever its size.
        if total > limit, place > 0 {
          try store.run(
            "DELETE FROM tile WHERE row_number = ? AND column_number = ?", [row[0], row[1]])
        }
      }
      try store.run("COMMIT")
    }
  }

  /// Updates the time of the last use of some tiles.
  public mutating func touch(_ addresses: [TileAddress], at time: SimTime) {
    guard !addresses.isEmpty else { return }
    attempt { store throws(DocumentError) in
      for address in addresses {
        try store.run(
          "UPDATE tile SET used_s = max(used_s, ?) WHERE row_number = ? AND column_number = ?",
          [.number(time.seconds), .integer(Int64(address.row)), .integer(Int64(address.column))])
      }
    }
  }

  /// Returns the stored tiles, most recently used first; damaged ones are removed and reported.
  public mutating func load() -> [StoredTile] {
    var kept: [StoredTile] = []
    var bad: [(TileAddress, WiFiTileError)] = []
    let path = path
    attempt { store throws(DocumentError) in
      (kept, bad) = ([], [])
      let rows = try store.run(
        """
        SELECT row_number, column_number, used_s, bytes FROM tile
        ORDER BY used_s DESC, row_number, column_number
        """, limit: 1024)
      for row in rows {
        let address: TileAddress? =
          if case (.integer(let north), .integer(let east)) = (row[0], row[1]) {
            TileAddress(row: Int(clamping: north), column: Int(clamping: east))
          } else {
            nil
          }
        guard let address, case .number(let used) = row[2], abs(used) < 1e9,
          case .bytes(let bytes) = row[3]
        else {
          throw DocumentError("'\(path)': a row that is not a tile")
        }
        do throws(WiFiTileError) {
          let tile = try WiFiTile(bytes)
          guard tile.address == address else { throw .invalid }
          // A damaged index may contain a tile twice; the most recently used one counts.
          guard !kept.contains(where: { $0.tile.address == address }) else { continue }
          kept.append(StoredTile(tile: tile, byteCount: bytes.count, used: SimTime(seconds: used)))
        } catch {
          bad.append((address, error))
        }
      }
      for (address, _) in bad {
        try store.run(
          "DELETE FROM tile WHERE row_number = ? AND column_number = ?",
          [.integer(Int64(address.row)), .integer(Int64(address.column))])
      }
    }
    faults += bad.map { .badTile($0.0, $0.1) }
    return kept
  }

  /// Runs an operation; on failure reports it, recreates the file and tries again.
  private mutating func attempt(_ work: (SQLiteStore) throws(DocumentError) -> Void) {
    do throws(DocumentError) {
      return try work(open())
    } catch {
      note(.damaged(error.diagnostics.first?.message ?? "\(error)"))
    }
    do throws(DocumentError) {
      try StoreFile.empty(path)
      try work(open())
    } catch {
      note(.damaged(error.diagnostics.first?.message ?? "\(error)"))
    }
  }

  /// Records an error, up to a hundred, so that a full disk does not fill the memory.
  private mutating func note(_ fault: WiFiStoreFault) {
    if faults.count < 100 { faults.append(fault) }
  }

  private func open() throws(DocumentError) -> SQLiteStore {
    let store = try SQLiteStore(path: path)
    let version = try store.run("PRAGMA user_version").first?.first
    if version == .integer(Self.version) { return store }
    guard version == .integer(0), try store.run("SELECT 1 FROM sqlite_master", limit: 1).isEmpty
    else {
      throw DocumentError("'\(path)': it is not a store of Wi-Fi tiles")
    }
    try store.run("BEGIN IMMEDIATE")
    try store.run(
      """
      CREATE TABLE tile (row_number INTEGER, column_number INTEGER, day INTEGER, used_s REAL,
        bytes BLOB, PRIMARY KEY (row_number, column_number)) WITHOUT ROWID
      """)
    try store.run("PRAGMA user_version = \(Self.version)")
    try store.run("COMMIT")
    return store
  }
}
