import Documents
import Glibc
import Kernel

/// The shards of a campaign in some folders, from any process.
public struct ShardStore: Sendable {
  /// A valid shard of the campaign.
  public struct Entry: Hashable, Sendable {
    public let path: String
    /// Its runs, by number.
    public let runs: Range<Int>
    /// Modification time, in s since 1970, by the clock of the writing machine.
    public let writtenSeconds: Int
  }

  /// The shards, in the order of their runs; one per range of runs.
  public private(set) var entries: [Entry] = []
  /// Problems of files with shard names, each with the file's name.
  public private(set) var problems: [String] = []

  /// Scans folders for shards.
  ///
  /// - Parameters:
  ///   - folders: The folders; a missing folder has no shards.
  ///   - identity: The campaign.
  ///   - runCount: Number of runs of the campaign.
  ///   - wanted: Only shards that overlap these runs; nil for all. Files whose names show no overlap aren't
  ///     opened; otherwise each of thousands of tasks would open the files of all others.
  public init(
    _ folders: [String], of identity: CampaignIdentity, runCount: Int,
    within wanted: Range<Int>? = nil
  ) {
    let digest = identity.digest
    var known: Set<Range<Int>> = []
    for folder in folders {
      for name in folderContents(folder) ?? [] where name.hasSuffix(Shard.ending) {
        if let wanted, let runs = Shard.runs(ofName: name, digest), !runs.overlaps(wanted) {
          continue
        }
        let path = folder + "/" + name
        switch Self.look(at: path, identity, runCount) {
        case .failure(let problem): problems.append("'\(path)' \(problem.text)")
        case .success(let entry):
          if known.insert(entry.runs).inserted { entries.append(entry) }
        }
      }
    }
    entries.sort {
      ($0.runs.lowerBound, $0.runs.upperBound) < ($1.runs.lowerBound, $1.runs.upperBound)
    }
    chosen = Self.best(of: entries)
  }

  /// Reason why a file isn't used.
  private struct UnusableShard: Error {
    let text: String
  }

  private static func look(
    at path: String, _ identity: CampaignIdentity, _ runCount: Int
  ) -> Result<Entry, UnusableShard> {
    var status = stat()
    guard withPath(path, { stat($0, &status) }) == 0,
      let bytes = try? readFile(path, limit: Shard.largest)
    else { return .failure(UnusableShard(text: "can't be read")) }
    let head: Shard.Head
    do {
      head = try Shard.Head(bytes: bytes)
    } catch {
      return .failure(UnusableShard(text: "\(error)"))
    }
    if let difference = identity.difference(of: head.identity) {
      return .failure(UnusableShard(text: "belongs to another campaign: \(difference)"))
    }
    guard head.runs.upperBound <= runCount, !head.runs.isEmpty else {
      return .failure(UnusableShard(text: "has runs that the campaign doesn't have"))
    }
    return .success(Entry(path: path, runs: head.runs, writtenSeconds: status.st_mtim.tv_sec))
  }

  /// The subset of non-overlapping shards that covers the most runs (weighted interval scheduling).
  ///
  /// Shards may overlap if a campaign was split in two ways; every choice gives the same bytes.
  public private(set) var chosen: [Entry] = []

  private static func best(of entries: [Entry]) -> [Entry] {
    // Dynamic programming over the shards, sorted by their last runs.
    let sorted = entries.sorted {
      ($0.runs.upperBound, $0.runs.lowerBound) < ($1.runs.upperBound, $1.runs.lowerBound)
    }
    var best: [(count: Int, takes: Bool, before: Int)] = []
    for (place, entry) in sorted.enumerated() {
      let low = sorted[..<place].partitioningIndex { $0.runs.upperBound > entry.runs.lowerBound }
      let taken = (low > 0 ? best[low - 1].count : 0) + entry.runs.count
      let left = place > 0 ? best[place - 1].count : 0
      best.append(taken > left ? (taken, true, low) : (left, false, place))
    }
    var (found, end) = ([Entry](), sorted.count)
    while end > 0 {
      if best[end - 1].takes { found.append(sorted[end - 1]) }
      end = best[end - 1].before
    }
    return found.reversed()
  }

  /// The runs in a range that no ``chosen`` shard covers.
  ///
  /// - Parameter range: The range.
  /// - Returns: The missing runs, in order.
  public func missing(in range: Range<Int>) -> [Range<Int>] {
    var (found, next) = ([Range<Int>](), range.lowerBound)
    for entry in chosen where entry.runs.overlaps(range) {
      if entry.runs.lowerBound > next { found.append(next..<entry.runs.lowerBound) }
      next = max(next, entry.runs.upperBound)
    }
    if next < range.upperBound { found.append(next..<range.upperBound) }
    return found
  }
}

extension Shard.Flaw: CustomStringConvertible {
  /// The problem, for a sentence that begins with the file's name.
  public var description: String {
    switch self {
    case .foreign: "isn't a shard"
    case .newer: "is a shard of another version of venuesim"
    case .damaged: "is truncated or damaged"
    }
  }
}
