import Documents

extension Recording {
  /// Reads a recording from a folder or a .zip archive.
  ///
  /// - Parameter path: The folder or archive.
  /// - Throws: ``DocumentError`` or ``ArchiveError``.
  public init(path: String) throws {
    let found = try FoundRecordings.find(at: path, format: .venuesim, among: [.venuesim])
    guard let source = found.sources.first, found.sources.count == 1 else {
      throw DocumentError("'\(path)' holds \(found.sources.count) recordings; name one of them")
    }
    self = try source.read().recording
  }
}
