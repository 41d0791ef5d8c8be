import CSQLite
public import Documents

/// A value in a column of a SQLite database.
public enum StoreValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
  case bytes([UInt8])
}

/// A SQLite database file; every error names the file.
///
/// Not thread-safe. The file is closed on deinitialisation.
public final class SQLiteStore {
  private let path: String
  private var handle: OpaquePointer?

  /// Opens a file; creates it if it doesn't exist, unless `isReadOnly`.
  public init(path: String, isReadOnly: Bool = false) throws(DocumentError) {
    self.path = path
    let flags =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let status = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK else {
      var error = failure(status)
      // A file that is only read must exist, which is the caller's affair.
      if isReadOnly { error.isOfSystem = false }
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    // Waits for another writer, but not for ever.
    sqlite3_busy_timeout(handle, 60_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs a statement with a `?` for each value, and collects at most `limit` rows.
  @discardableResult
  public func run(
    _ statement: String, _ values: [StoreValue] = [], limit: Int = 1_000_000
  ) throws(DocumentError) -> [[StoreValue]] {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { sqlite3_finalize(prepared) }
    for (index, value) in values.enumerated() {
      guard bind(value, to: Int32(index + 1), of: prepared) == SQLITE_OK else { throw failure() }
    }
    var rows: [[StoreValue]] = []
    while true {
      let status = sqlite3_step(prepared)
      if status == SQLITE_DONE { return rows }
      guard status == SQLITE_ROW else { throw failure() }
      guard rows.count < limit else { return rows }
      rows.append((0..<sqlite3_column_count(prepared)).map { column($0, of: prepared) })
    }
  }

  /// Runs a statement once for each row of values, in one transaction; an error stores no row.
  public func run(
    _ statement: String, each rows: some Sequence<[StoreValue]>
  ) throws(DocumentError) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { sqlite3_finalize(prepared) }
    try run("SAVEPOINT rows")
    do throws(DocumentError) {
      for row in rows {
        for (index, value) in row.enumerated() {
          guard bind(value, to: Int32(index + 1), of: prepared) == SQLITE_OK else {
            throw failure()
          }
        }
        guard sqlite3_step(prepared) == SQLITE_DONE, sqlite3_reset(prepared) == SQLITE_OK else {
          throw failure()
        }
      }
    } catch {
      sqlite3_reset(prepared)
      _ = try? run("ROLLBACK TO rows")
      _ = try? run("RELEASE rows")
      throw error
    }
    try run("RELEASE rows")
  }

  private func bind(
    _ value: StoreValue, to index: Int32, of statement: OpaquePointer?
  ) -> Int32 {
    // SQLITE_TRANSIENT: SQLite copies the bytes. Its headers define it as the pointer -1.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .number(let number): return sqlite3_bind_double(statement, index, number)
    case .text(let text): return sqlite3_bind_text(statement, index, text, -1, copies)
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
    }
  }

  private func column(_ index: Int32, of statement: OpaquePointer?) -> StoreValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .number(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      return .text(sqlite3_column_text(statement, index).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, index))
      guard count > 0, let start = sqlite3_column_blob(statement, index) else { return .bytes([]) }
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  private func failure() -> DocumentError { failure(sqlite3_errcode(handle)) }

  private func failure(_ status: Int32) -> DocumentError {
    let reason =
      switch status {
      case SQLITE_NOTADB, SQLITE_CORRUPT: "it is damaged, or not an SQLite database"
      case SQLITE_BUSY, SQLITE_LOCKED:
        "another process has locked it; try again when that has ended"
      case SQLITE_CANTOPEN: "it can't be opened; its folder must exist and be writable"
      case SQLITE_READONLY, SQLITE_PERM: "it isn't writable"
      case SQLITE_FULL: "the disk is full"
      default:
        handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "error \(status)"
      }
    var error = DocumentError("'\(path)': \(reason)")
    error.isOfSystem = [
      SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_FULL,
      SQLITE_IOERR, SQLITE_NOMEM,
    ].contains(status)
    return error
  }
}
