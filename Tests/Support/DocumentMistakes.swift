package import Documents

/// The error lines of reading a document; none if it succeeds.
package func mistakes<Result>(_ body: () throws(DocumentError) -> Result) -> [String] {
  do {
    _ = try body()
    return []
  } catch {
    return lines(of: error)
  }
}

/// The lines of an error, one for each mistake.
package func lines(of error: DocumentError) -> [String] {
  error.description.split(separator: "\n").map(String.init)
}

extension String {
  /// The text with its only occurrence of a part replaced; nil if it doesn't occur exactly once.
  package func replacingOnly(_ part: String, with new: String) -> String? {
    let pieces = ranges(of: part)
    guard pieces.count == 1 else { return nil }
    return replacing(part, with: new)
  }
}
