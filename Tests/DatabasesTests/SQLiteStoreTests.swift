import Databases
import Documents
import Testing

/// Values are stored and read back, and errors are reported.
@Suite struct SQLiteStoreTests {
  @Test(arguments: [
    StoreValue.null, .integer(.min), .integer(42), .number(-0.5), .text(""), .text("Gate 13 é"),
    .bytes([]), .bytes([0, 1, 255, 0]),
  ])
  func valuesRoundTrip(_ value: StoreValue) throws {
    let store = try SQLiteStore(path: ":memory:")
    try store.run("CREATE TABLE t (v)")
    try store.run("INSERT INTO t VALUES (?)", [value])
    #expect(try store.run("SELECT v FROM t") == [[value]])
  }

  @Test(arguments: ["SELECT", "SELECT * FROM nowhere", "INSERT INTO t VALUES (?)"])
  func rejectsInvalidStatements(_ statement: String) throws {
    let store = try SQLiteStore(path: ":memory:")
    #expect(throws: DocumentError.self) { try store.run(statement) }
  }

  /// A file that can't be made is a failure of the system, one that is missing a mistake of the caller.
  @Test(arguments: [true, false])
  func rejectsMissingFiles(isReadOnly: Bool) throws {
    let error = try #require(throws: DocumentError.self) {
      _ = try SQLiteStore(path: "/nowhere/at/all.sqlite", isReadOnly: isReadOnly)
    }
    #expect(error.isOfSystem == !isReadOnly)
    #expect(error.description.contains("its folder must exist"), "\(error)")
  }
}
