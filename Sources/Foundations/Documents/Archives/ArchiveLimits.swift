/// Limits on the size of an unpacked archive, against decompression bombs.
public struct ArchiveLimits: Hashable, Sendable {
  /// Max size of a compressed file in bytes.
  public var archiveSize = 4 << 30
  /// Max number of entries.
  public var entryCount = 10_000
  /// Max unpacked size of one entry, or of one gzip file, in bytes.
  public var entrySize = 2 << 30
  /// Max unpacked size of all entries together, in bytes.
  public var totalSize = 4 << 30
  /// Max number of unpacked bytes per compressed byte.
  ///
  /// Recordings reach 5 to 20, a constant column some hundreds; the format's own limit is 1,032.
  public var ratio = 500
  /// Entries below this size in bytes may have any ratio.
  public var ratioFloor = 1 << 20

  public init() {}
}
