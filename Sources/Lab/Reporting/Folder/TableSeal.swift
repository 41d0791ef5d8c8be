public import Documents

/// What a manifest says of a table: how many rows it has, and the digest of all of it.
public struct TableSeal: Hashable, Sendable {
  /// How many rows follow the header.
  public var rows: Int
  /// The SHA-256 of the file, in hexadecimal.
  public var sha256: String

  /// Creates a seal.
  public init(rows: Int, sha256: String) {
    (self.rows, self.sha256) = (rows, sha256)
  }

  /// The seal as a manifest has it.
  var value: JSONValue { ["rows": .int(Int64(rows)), "sha256": .string(sha256)] }
}
