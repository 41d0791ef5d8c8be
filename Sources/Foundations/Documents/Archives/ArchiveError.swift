/// Why an archive, or an entry of one, cannot be read or written.
public struct ArchiveError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The compression library can't work, for want of memory.
    case outOfMemory
    /// The bytes are no archive of the kind expected.
    case notAnArchive
    /// The bytes end too soon.
    case truncated
    /// Something contradicts the format or itself.
    case corrupt(String)
    /// The contents don't have the checksum recorded for them.
    case checksumMismatch
    /// A feature that this reader, or writer, doesn't have.
    case unsupported(String)
    /// The name would lead out of the folder it is unpacked to, or is no plain path.
    case unsafeName
    /// Two entries have the same name, or one the name of another's folder.
    case duplicateName
    /// The entry's bytes are also another's.
    case overlappingEntries
    /// A limit is exceeded: what is limited, and to what.
    case limitExceeded(String, Int)
    /// There is no entry of this name.
    case noSuchEntry
  }

  /// The archive: a path, or what the caller named it.
  public let archive: String
  /// The entry, where the problem is with one.
  public let entry: String?
  /// What is wrong.
  public let problem: Problem

  /// Creates an error.
  public init(archive: String, entry: String? = nil, problem: Problem) {
    self.archive = archive
    self.entry = entry
    self.problem = problem
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The archive, the entry and what is wrong, in one line.
  public var description: String {
    let place = entry.map { "\(archive): entry '\($0)': " } ?? "\(archive): "
    return place + problem.description
  }
}

extension ArchiveError.Problem: CustomStringConvertible {
  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .outOfMemory: "cannot be processed for want of memory"
    case .notAnArchive: "is not an archive of the expected kind"
    case .truncated: "ends too soon"
    case .corrupt(let what): "is corrupt: \(what)"
    case .checksumMismatch: "is corrupt: the checksum differs"
    case .unsupported(let what): "\(what) is not supported"
    case .unsafeName: "has a name that is not a plain relative path"
    case .duplicateName: "has the name of another entry"
    case .overlappingEntries: "shares bytes with another entry"
    case .limitExceeded(let what, let limit): "exceeds the limit of \(limit) for \(what)"
    case .noSuchEntry: "does not exist"
    }
  }
}
