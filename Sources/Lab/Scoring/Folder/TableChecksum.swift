public import Documents
import Glibc

/// Checksum of a table in a manifest: its number of rows and the digest of the file.
///
/// Detects tables that were cut short, or changed by hand.
public struct TableChecksum: Hashable, Sendable {
  /// The number of lines after the header.
  public var rows: Int
  /// SHA-256 of the file, in hexadecimal.
  public var sha256: String

  public init(rows: Int, sha256: String) {
    (self.rows, self.sha256) = (rows, sha256)
  }

  /// The manifest's key of all checksums.
  public static let key = "tables"

  /// The checksum's JSON form.
  public var value: JSONValue { ["rows": .int(Int64(rows)), "sha256": .string(sha256)] }

  init?(_ value: JSONValue) {
    guard case .int(let rows)? = value["rows"], case .string(let digest)? = value["sha256"] else {
      return nil
    }
    self.init(rows: Int(clamping: rows), sha256: digest)
  }

  /// Verifies a folder's manifest, and its tables against the manifest; folders of older versions have no
  /// checksums.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - manifest: Its manifest.
  ///   - names: The tables to verify; nil for all with a checksum.
  /// - Throws: The first difference.
  public static func check(
    _ folder: String, _ manifest: JSONValue, _ names: [String]? = nil
  ) throws(DocumentError) {
    try ChecksumList.check(runFolder: folder, ["manifest.json"])
    guard case .object(let seals)? = manifest[key] else { return }
    for member in seals.members where names?.contains(member.key) ?? true {
      let path = folder + "/" + member.key
      guard let checksum = TableChecksum(member.value) else {
        throw DocumentError(
          "'\(folder)/manifest.json' has an unknown kind of checksum for '\(member.key)'")
      }
      var writing = TableChecksumBuilder()
      let isWhole = forEachPiece(ofFile: path) { writing.add($0) }
      let found = writing.checksum
      guard isWhole else {
        throw DocumentError("'\(path)' is missing, but the run in '\(folder)' wrote it")
      }
      guard found == checksum else {
        let what =
          found.rows == checksum.rows
          ? "its content differs" : "it has \(found.rows) rows, not \(checksum.rows)"
        throw DocumentError(
          "'\(path)' has changed since the run wrote it: \(what); run it again, or restore the file"
        )
      }
    }
  }

  /// Verifies tables of a folder against its manifest, if it has one.
  ///
  /// - Throws: The first difference.
  public static func check(_ folder: String, _ names: [String]) throws(DocumentError) {
    guard let manifest = try? JSONValue(path: folder + "/manifest.json") else { return }
    try check(folder, manifest, names)
  }

  /// Reads a file in pieces; returns false if it can't be read.
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

/// Computes a table's checksum while the table is written.
public struct TableChecksumBuilder: Sendable {
  private var hash = SHA256()
  private var lines = 0

  public init() {}

  /// Adds the following bytes.
  public mutating func add(_ bytes: [UInt8]) {
    hash.update(bytes)
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// The checksum of the bytes so far.
  public var checksum: TableChecksum {
    TableChecksum(rows: max(0, lines - 1), sha256: hash.digest().hexadecimal)
  }
}
