import Databases
import Documents
public import Kernel

/// What went wrong with the tiles that a phone keeps; it goes on without them.
public enum WiFiStoreFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be read or written as a store; it was begun anew where that could be done.
  case damaged(String)
  /// A tile in it was cut off or changed; it was thrown away.
  case badTile(TileAddress, WiFiTileError)

  /// What went wrong, in words.
  public var description: String {
    switch self {
    case .damaged(let reason): "the store of Wi-Fi tiles was begun anew: \(reason)"
    case .badTile(let address, let reason):
      "tile \(address.text) was thrown away: \(reason)"
    }
  }
}

/// The tiles that a phone keeps on its disk: an SQLite file with a size limit.
///
/// A value that holds no more than the file's name, as a stack must be that can be copied: each call
/// opens the file and closes it, which takes some 0.1 ms and is seldom done. A write is one
/// transaction, so that a phone that dies meanwhile finds the old or the new state. A file that is
/// no store any more is named, cut off and begun anew.
///
/// The table `tile` has a row for each: `row_number`, `column_number`, `day`, `used_s`, `bytes`.
public struct WiFiTileStore: Hashable, Sendable {
  /// Marks the file as one of these: `user_version`.
  static let version: Int64 = 5301

  /// A tile that was kept.
  public struct Kept: Hashable, Sendable {
    /// The tile.
    public var tile: WiFiTile
    /// Its size as downloaded.
    public var byteCount: Int
    /// When it was last of use.
    public var used: SimTime
  }

  /// The file.
  public let path: String
  /// The most bytes of tiles.
  public let byteLimit: Int
  /// What went wrong, since this was created.
  public private(set) var faults: [WiFiStoreFault] = []

  /// Names a file, which is made when something is first kept.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteLimit: The most bytes of tiles.
  public init(path: String, byteLimit: Int = WiFiTileKeeper.Parameters().byteLimit) {
    self.path = path
    self.byteLimit = byteLimit
  }

  /// Keeps a tile; those that were used longest ago go if room is short.
  ///
  /// - Parameters:
  ///   - bytes: The tile as downloaded.
  ///   - address: Which tile.
  ///   - day: When it was made.
  ///   - time: Now.
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
        // The newest stays, however large it is.
        if total > limit, place > 0 {
          try store.run(
            "DELETE FROM tile WHERE row_number = ? AND column_number = ?", [row[0], row[1]])
        }
      }
      try store.run("COMMIT")
    }
  }

  /// Notes that tiles were of use.
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

  /// All tiles that are kept, those used last first; damaged ones are thrown away and named.
  public mutating func load() -> [Kept] {
    var kept: [Kept] = []
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
          throw DocumentError("'\(path)': a row that is no tile")
        }
        do throws(WiFiTileError) {
          let tile = try WiFiTile(bytes)
          guard tile.address == address else { throw .impossible }
          // A damaged index may let the same tile in twice; the one used last counts.
          guard !kept.contains(where: { $0.tile.address == address }) else { continue }
          kept.append(Kept(tile: tile, byteCount: bytes.count, used: SimTime(seconds: used)))
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

  /// Does something with the store; if that fails, names it, begins the file anew and tries again.
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

  /// Remembers a fault; the first hundred, so that a disk that is full doesn't fill the memory.
  private mutating func note(_ fault: WiFiStoreFault) {
    if faults.count < 100 { faults.append(fault) }
  }

  private func open() throws(DocumentError) -> SQLiteStore {
    let store = try SQLiteStore(path: path)
    let version = try store.run("PRAGMA user_version").first?.first
    if version == .integer(Self.version) { return store }
    guard version == .integer(0), try store.run("SELECT 1 FROM sqlite_master", limit: 1).isEmpty
    else {
      throw DocumentError("'\(path)': it is a store of something else")
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
