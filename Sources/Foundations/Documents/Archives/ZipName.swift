/// Rules for the names of entries.
enum ZipName {
  /// Max path length in bytes: the limit of Linux.
  static let longestPath = 4095

  /// Returns the path of a name, without a trailing "/", and its kind; nil if it is unsafe.
  ///
  /// A safe path is relative and means the same on every system: without ".", "..", empty parts,
  /// backslashes, drive letters or control characters. Bytes that aren't UTF-8, such as umlauts written
  /// by old programs, are kept (``PathName``).
  static func path(_ bytes: some Collection<UInt8>) -> (path: String, isDirectory: Bool)? {
    var path = PathName.text(bytes)
    guard !path.isEmpty else { return nil }
    let isDirectory = path.utf8.last == UInt8(ascii: "/")
    if isDirectory {
      path.removeLast()
    }
    return isSafe(path) ? (path, isDirectory) : nil
  }

  /// True if `path` is a safe relative path.
  static func isSafe(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
      return false
    }
    // A drive ("C:") or an alternate stream ("a.csv:b"): colons are special on Windows.
    guard !bytes.contains(UInt8(ascii: ":")), bytes.count <= longestPath else {
      return false
    }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  /// Returns the first name that duplicates another entry's, or that is a file and another's folder.
  static func firstClash(_ entries: [(path: String, isDirectory: Bool)]) -> String? {
    var seen: Set<String> = []
    for entry in entries where !seen.insert(entry.path).inserted {
      return entry.path
    }
    // With the separator below all other characters, a folder's contents sort right after it.
    let separated = entries.map { entry in
      (key: entry.path.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }, entry: entry)
    }
    let ordered = separated.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let clash = zip(ordered, ordered.dropFirst()).first { before, after in
      !before.entry.isDirectory && after.key.starts(with: before.key + [0])
    }
    return clash?.0.entry.path
  }
}
