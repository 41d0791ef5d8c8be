/// An error in reading or writing an archive or an entry.
public struct ArchiveError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Problem: Hashable, Sendable {
    /// The compression library ran out of memory.
    case outOfMemory
    /// The bytes aren't an archive of the expected kind.
    case notAnArchive
    /// The bytes end too early.
    case truncated
    /// A contradiction to the format or within the file.
    case corrupt(String)
    /// The contents don't match their checksum.
    case checksumMismatch
    /// A feature that is not supported.
    case unsupported(String)
    /// The name leads out of the target folder, or isn't a plain path.
    case unsafeName
    /// Two entries have one name, or an entry has the name of another's folder.
    case duplicateName
    /// Two entries share bytes.
    case overlappingEntries
    /// A limit is exceeded: its name and value.
    case limitExceeded(String, Int)
    /// No entry has this name.
    case noSuchEntry
  }

  /// The archive's path, or the name given by the caller.
  public let archive: String
  /// The entry concerned, if any.
  public let entry: String?
  public let problem: Problem

  public init(archive: String, entry: String? = nil, problem: Problem) {
    self.archive = archive
    self.entry = entry
    self.problem = problem
  }
}

extension ArchiveError: CustomStringConvertible {
  /// Archive, entry and problem, in one line.
  public var description: String {
    let place = entry.map { "\(archive): entry '\($0)': " } ?? "\(archive): "
    return place + problem.description
  }
}

extension ArchiveError.Problem: CustomStringConvertible {
  /// The problem, in one line.
  public var description: String {
    switch self {
    case .outOfMemory: "cannot be processed: not enough memory"
    case .notAnArchive: "is not an archive of the expected kind"
    case .truncated: "ends too soon"
    case .corrupt(let what): "is corrupt: \(what)"
    case .checksumMismatch: "is corrupt: the checksum differs"
    case .unsupported(let what): "\(what) is not supported"
    case .unsafeName: "has a name that is not a plain relative path"
    case .duplicateName: "has the same name as another entry"
    case .overlappingEntries: "overlaps another entry"
    case .limitExceeded(let what, let limit): "exceeds the limit of \(limit) for \(what)"
    case .noSuchEntry: "does not exist"
    }
  }
}
