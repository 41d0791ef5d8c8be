public import Documents
import Glibc

/// What a manifest says of a table: how many rows it has, and the digest of all of it.
///
/// A table that was cut, or changed by hand, is then told from the one that the run wrote.
public struct TableSeal: Hashable, Sendable {
  /// How many lines follow the header.
  public var rows: Int
  /// The SHA-256 of the file, in hexadecimal.
  public var sha256: String

  /// Creates a seal.
  public init(rows: Int, sha256: String) {
    (self.rows, self.sha256) = (rows, sha256)
  }

  /// The key of all seals in a manifest.
  public static let key = "tables"

  /// The seal as a manifest has it.
  public var value: JSONValue { ["rows": .int(Int64(rows)), "sha256": .string(sha256)] }

  init?(_ value: JSONValue) {
    guard case .int(let rows)? = value["rows"], case .string(let digest)? = value["sha256"] else {
      return nil
    }
    self.init(rows: Int(clamping: rows), sha256: digest)
  }

  /// Checks tables of a folder against its manifest; one that has no seals is of an older version.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - manifest: Its manifest.
  ///   - names: The tables that are to be used; all that are sealed if nil.
  /// - Throws: The first that isn't as it was written, with what differs.
  public static func check(
    _ folder: String, _ manifest: JSONValue, _ names: [String]? = nil
  ) throws(DocumentError) {
    guard case .object(let seals)? = manifest[key] else { return }
    for member in seals.members where names?.contains(member.key) ?? true {
      let path = folder + "/" + member.key
      guard let seal = TableSeal(member.value) else {
        throw DocumentError(
          "'\(folder)/manifest.json' seals '\(member.key)' in no way that is known")
      }
      var writing = TableSealing()
      let isWhole = forEachPiece(ofFile: path) { writing.add($0) }
      let found = writing.seal
      guard isWhole else {
        throw DocumentError("'\(path)' is missing, and the run in '\(folder)' had it")
      }
      guard found == seal else {
        let what =
          found.rows == seal.rows
          ? "its content differs" : "it has \(found.rows) rows, not \(seal.rows)"
        throw DocumentError(
          "'\(path)' isn't as the run wrote it: \(what); run it again, or take what the run wrote")
      }
    }
  }

  /// Checks tables of a folder against its manifest, if it has one.
  ///
  /// - Throws: The first that isn't as it was written, with what differs.
  public static func check(_ folder: String, _ names: [String]) throws(DocumentError) {
    guard let manifest = try? JSONValue(path: folder + "/manifest.json") else { return }
    try check(folder, manifest, names)
  }

  /// Hands over a file in pieces; false where it can't be read.
  private static func forEachPiece(ofFile path: String, _ take: ([UInt8]) -> Void) -> Bool {
    let descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 }
      take(count == buffer.count ? buffer : Array(buffer[..<count]))
    }
  }
}

/// Works out a table's seal while it is written.
public struct TableSealing: Sendable {
  private var hash = SHA256()
  private var lines = 0

  /// Begins with nothing.
  public init() {}

  /// Takes the bytes that follow.
  public mutating func add(_ bytes: [UInt8]) {
    hash.update(bytes)
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// The seal of what was taken so far.
  public var seal: TableSeal {
    TableSeal(rows: max(0, lines - 1), sha256: hash.digest().hexadecimal)
  }
}
