import Documents
import Glibc

/// The shards of a campaign that lie in some folders, whoever put them there.
public struct ShardShelf: Sendable {
  /// A shard that is whole and the campaign's.
  public struct Entry: Hashable, Sendable {
    /// Its file.
    public let path: String
    /// Its runs, by number.
    public let runs: Range<Int>
    /// When it was written, in s since 1970 by the clock of who did.
    public let writtenSeconds: Int
  }

  /// The shards, in the order of their runs; of those with the same runs, one.
  public private(set) var entries: [Entry] = []
  /// What is wrong with files that are named as shards are, each with its name.
  public private(set) var problems: [String] = []

  /// Looks into folders.
  ///
  /// - Parameters:
  ///   - folders: The folders; one that isn't there has no shards.
  ///   - identity: The campaign.
  ///   - runCount: How many runs it has.
  ///   - wanted: Only shards with some of these runs; nil for all. Files of the campaign whose names say
  ///     that they have none aren't opened, as each of thousands of tasks would open those of all others.
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

  /// Why a file isn't used.
  private struct Problem: Error {
    let text: String
  }

  private static func look(
    at path: String, _ identity: CampaignIdentity, _ runCount: Int
  ) -> Result<Entry, Problem> {
    var status = stat()
    guard withPath(path, { stat($0, &status) }) == 0,
      let bytes = try? readFile(path, limit: Shard.largest)
    else { return .failure(Problem(text: "can't be read")) }
    let head: Shard.Head
    do {
      head = try Shard.Head(bytes: bytes)
    } catch {
      return .failure(Problem(text: "\(error)"))
    }
    if let difference = identity.difference(of: head.identity) {
      return .failure(Problem(text: "is of another campaign: \(difference)"))
    }
    guard head.runs.upperBound <= runCount, !head.runs.isEmpty else {
      return .failure(Problem(text: "has runs that the campaign hasn't"))
    }
    return .success(Entry(path: path, runs: head.runs, writtenSeconds: status.st_mtim.tv_sec))
  }

  /// The shards, no two of which have a run in common, that have the most runs together.
  ///
  /// Shards may overlap where a campaign was cut in two ways; any choice gives the same bytes.
  public private(set) var chosen: [Entry] = []

  private static func best(of entries: [Entry]) -> [Entry] {
    // The best of the shards up to each, in the order of their last runs.
    let sorted = entries.sorted {
      ($0.runs.upperBound, $0.runs.lowerBound) < ($1.runs.upperBound, $1.runs.lowerBound)
    }
    var best: [(count: Int, takes: Bool, before: Int)] = []
    for (place, entry) in sorted.enumerated() {
      var (low, high) = (0, place)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].runs.upperBound <= entry.runs.lowerBound {
          low = middle + 1
        } else {
          high = middle
        }
      }
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

  /// The runs within some that none of the ``chosen`` has.
  ///
  /// - Parameter range: Among which.
  /// - Returns: Them, in order.
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
  /// What is wrong, for a sentence that begins with the file's name.
  public var description: String {
    switch self {
    case .foreign: "is no shard"
    case .newer: "is a shard of another version of venuesim"
    case .damaged: "is cut or damaged"
    }
  }
}
