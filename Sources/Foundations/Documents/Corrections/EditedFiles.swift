import Synchronization

/// Contents that replace those of files while they are checked, before they are written.
public enum EditedFiles {
  private static let contents = Mutex<[String: [UInt8]]>([:])

  /// Runs some work that reads edited contents in place of files.
  ///
  /// - Parameters:
  ///   - edited: The contents, by the paths under which the work reads them.
  ///   - work: The work.
  /// - Returns: The result of the work.
  public static func with<Result>(
    _ edited: [String: [UInt8]], _ work: () throws -> Result
  ) rethrows -> Result {
    contents.withLock { $0 = edited }
    defer { contents.withLock { $0 = [:] } }
    return try work()
  }

  static func bytes(of path: String) -> [UInt8]? { contents.withLock { $0[path] } }
}
