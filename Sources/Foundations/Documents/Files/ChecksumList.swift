/// SHA-256 checksums of the files of a folder, as a file of `sha256sum`.
///
/// Detects files that were changed after they had been written. It is no signature: a forger can change the list, too.
public struct ChecksumList: Sendable {
  /// The name of the file in the folder.
  public static let fileName = "SHA256SUMS"
  private static let maxBytes = 1 << 28

  /// Hexadecimal digests by path in the folder.
  private var digests: [String: String] = [:]

  public init() {}

  /// Reads the list of a folder; nil if the folder has none.
  ///
  /// - Throws: ``DocumentError`` for a file that is no such list.
  public init?(folder: String) throws(DocumentError) {
    let path = folder + "/" + Self.fileName
    guard exists(path) else { return nil }
    let text = String(decoding: try readFile(path, limit: Self.maxBytes), as: UTF8.self)
    for (index, line) in text.split(separator: "\n").enumerated() {
      let name = line.dropFirst(66)
      guard line.prefix(64).allSatisfy(\.isHexDigit), line.dropFirst(64).hasPrefix("  "),
        !name.isEmpty
      else {
        throw DocumentError(
          "\(excerpt(path, limit: 200)):\(index + 1): not a line of checksums; restore the file")
      }
      digests[String(name)] = String(line.prefix(64))
    }
  }

  /// Adds a file by its path in the folder.
  public mutating func add(_ name: String, _ bytes: [UInt8]) {
    digests[name] = SHA256.digest(of: bytes).hexadecimal
  }

  /// Adds the files of another list.
  public mutating func add(_ other: ChecksumList) {
    digests.merge(other.digests) { $1 }
  }

  /// The contents of the file, sorted by path.
  public var bytes: [UInt8] {
    Array(digests.sorted { $0.key < $1.key }.map { "\($1)  \($0)\n" }.joined().utf8)
  }

  /// True if the list has a file.
  public func has(_ name: String) -> Bool { digests[name] != nil }

  /// Compares a file with its checksum, if there is one.
  ///
  /// - Parameters:
  ///   - name: The file's path in the folder.
  ///   - bytes: Its contents; nil if it is missing.
  ///   - path: Its path in messages.
  ///   - cure: The end of the message, after a semicolon.
  /// - Throws: ``DocumentError`` if it is missing or differs.
  public func check(
    _ name: String, _ bytes: [UInt8]?, path: String, cure: String
  ) throws(DocumentError) {
    guard let digest = digests[name] else { return }
    let shown = excerpt(path, limit: 200)
    guard let bytes else {
      throw DocumentError("'\(shown)' is missing, but the run wrote it; \(cure)")
    }
    guard SHA256.digest(of: bytes).hexadecimal == digest else {
      throw DocumentError("'\(shown)' has changed since the run wrote it; \(cure)")
    }
  }

  /// Compares files of a run's folder with its checksums, if it has any.
  ///
  /// - Throws: ``DocumentError`` for the first difference.
  public static func check(runFolder folder: String, _ names: [String]) throws(DocumentError) {
    guard let list = try ChecksumList(folder: folder) else { return }
    for name in names where list.has(name) {
      let path = folder + "/" + name
      try list.check(
        name, exists(path) ? try readFile(path, limit: Self.maxBytes) : nil, path: path,
        cure: "run it again, or restore the file")
    }
  }
}
