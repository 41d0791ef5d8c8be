/// How much an archive may unpack to, against files made to exhaust memory.
public struct ArchiveLimits: Hashable, Sendable {
  /// The most bytes a compressed file may have.
  public var archiveSize = 4 << 30
  /// The most entries.
  public var entryCount = 10_000
  /// The most bytes that one entry, or one gzip file, may unpack to.
  public var entrySize = 2 << 30
  /// The most bytes that all entries together may unpack to.
  public var totalSize = 4 << 30
  /// The most bytes that one compressed byte may unpack to.
  ///
  /// Recordings reach 5 to 20, a constant column some hundreds; the format's own limit is 1,032.
  public var ratio = 500
  /// Below this many bytes an entry may have any ratio.
  public var ratioFloor = 1 << 20

  /// Creates the standard limits, each of which can then be changed.
  public init() {}
}
