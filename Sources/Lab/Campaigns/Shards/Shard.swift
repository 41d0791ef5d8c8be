public import Documents
import Kernel
public import Scoring

/// What some runs of a campaign came to: all that putting them together needs.
///
/// It hangs on the campaign and on which runs they are, and on nothing else: the same shard made twice,
/// anywhere, has the same bytes.
public struct Shard: Sendable, Equatable {
  /// The campaign.
  public let identity: CampaignIdentity
  /// Which of its runs, by number.
  public private(set) var runs: Range<Int>
  /// What is kept of each run, in order.
  public private(set) var records: [RunRecord] = []
  /// What the runs of each scenario come to, by the scenario's place.
  public private(set) var tallies: [Int: ScenarioTally] = [:]

  /// Begins a shard.
  ///
  /// - Parameters:
  ///   - identity: The campaign.
  ///   - first: The number of its first run.
  public init(_ identity: CampaignIdentity, from first: Int) {
    (self.identity, runs) = (identity, first..<first)
  }

  /// Adds the run that follows.
  ///
  /// - Parameters:
  ///   - tally: What it came to.
  ///   - part: The place of its scenario.
  ///   - figures: The figures that are kept of it.
  package mutating func add(_ tally: RunTally, part: Int, figures: [GatedFigure]) {
    records.append(tally.record(figures))
    runs = runs.lowerBound..<runs.upperBound + 1
    for score in tally.scores { tallies[part, default: ScenarioTally()].add(score) }
  }
}

extension Shard {
  private static let magic = Array("VenueSim shard 1\n".utf8)
  /// The most bytes of a shard, packed and unpacked.
  static let largest = 1 << 30

  /// How the names of shards end.
  public static let ending = ".shard"

  /// The name of a campaign's shard of some runs: by what makes it.
  ///
  /// - Parameters:
  ///   - digest: The campaign's ``CampaignIdentity/digest``.
  ///   - runs: The runs, by number.
  /// - Returns: A file's name.
  public static func name(_ digest: String, _ runs: Range<Int>) -> String {
    func padded(_ number: Int) -> String {
      String(repeating: "0", count: max(0, 8 - "\(number)".utf8.count)) + "\(number)"
    }
    return "\(digest)-\(padded(runs.lowerBound))-\(padded(runs.upperBound))\(ending)"
  }

  /// The runs that a file's name says a shard of a campaign has; nil for other names.
  static func runs(ofName name: String, _ digest: String) -> Range<Int>? {
    let words = name.dropLast(ending.count).split(separator: "-", omittingEmptySubsequences: false)
    guard name.hasSuffix(ending), words.count == 3, words[0] == digest, let first = Int(words[1]),
      let end = Int(words[2]), first >= 0, first <= end, name == Self.name(digest, first..<end)
    else { return nil }
    return first..<end
  }

  /// The shard as it is kept: packed, and sealed by a digest of all of it.
  ///
  /// - Throws: If it is too large.
  public func bytes() throws(ArchiveError) -> [UInt8] {
    var writer = PackedWriter()
    writer.add(records.count)
    for record in records {
      writer.add(record.seed)
      writer.bytes += record.told
      writer.add(UInt16(clamping: record.figures.count))
      for figure in record.figures {
        writer.add(UInt16(clamping: figure.place))
        writer.add(figure.value)
        writer.add(UInt32(clamping: figure.count))
      }
    }
    let sorted = tallies.sorted { $0.key < $1.key }
    writer.add(sorted.count)
    for (part, tally) in sorted {
      writer.add(part)
      tally.add(to: &writer)
    }
    guard writer.bytes.count <= Self.largest else {
      throw ArchiveError(archive: "shard", problem: .limitExceeded("its size", Self.largest))
    }
    let identity = identity.bytes
    var file = PackedWriter()
    file.bytes = Self.magic
    file.add(identity.count)
    file.bytes += identity
    file.add(runs.lowerBound)
    file.add(runs.upperBound)
    file.add(writer.bytes.count)
    file.bytes += try Zlib.compress(writer.bytes, name: "shard")
    file.bytes += SHA256.digest(of: file.bytes).bytes
    return file.bytes
  }

  /// Why a file is no shard.
  public enum Flaw: Error, Equatable, Sendable {
    /// It is no shard of any version.
    case foreign
    /// It is of a version of the format that isn't known.
    case newer
    /// It is cut or damaged.
    case damaged
  }

  /// Reads a shard.
  ///
  /// - Throws: Why it is none.
  public init(bytes: [UInt8]) throws(Flaw) {
    let head = try Head(bytes: bytes)
    guard
      let payload = try? Zlib.decompress(
        bytes[head.end..<bytes.count - 32], name: "shard", size: head.size)
    else { throw .damaged }
    try self.init(head.identity, head.runs, payload: payload)
  }

  /// Reads what a shard holds once it is unpacked.
  package init(
    _ identity: CampaignIdentity, _ runs: Range<Int>, payload: [UInt8]
  ) throws(Flaw) {
    self.init(identity, from: runs.lowerBound)
    self.runs = runs
    var reader = PackedReader(payload[...])
    guard
      let records = reader.list({ RunRecord(from: &$0) }), records.count == runs.count,
      let tallies = reader.list({ reader -> (Int, ScenarioTally)? in
        guard let part = reader.integer(), let tally = ScenarioTally(from: &reader) else {
          return nil
        }
        return (part, tally)
      }), reader.isAtEnd
    else { throw .damaged }
    self.records = records
    self.tallies = Dictionary(tallies) { first, _ in first }
    guard self.tallies.count == tallies.count,
      tallies.allSatisfy({ identity.parts.indices.contains($0.0) })
    else { throw .damaged }
  }

  /// What stands at a shard's beginning, once its seal is found whole.
  struct Head {
    let identity: CampaignIdentity
    let runs: Range<Int>
    /// Where it ends, and how many bytes follow once they are unpacked.
    let end, size: Int

    init(bytes: [UInt8]) throws(Flaw) {
      guard bytes.starts(with: Shard.magic) else {
        throw bytes.starts(with: Shard.magic.dropLast(2)) ? .newer : .foreign
      }
      guard bytes.count >= Shard.magic.count + 32,
        bytes.suffix(32).elementsEqual(SHA256.digest(of: Array(bytes.dropLast(32))).bytes)
      else { throw .damaged }
      var reader = PackedReader(bytes[Shard.magic.count..<bytes.count - 32])
      guard let length = reader.integer(), let text = reader.take(length),
        let identity = CampaignIdentity(bytes: text), let first = reader.integer(),
        let last = reader.integer(), first <= last, let size = reader.integer(),
        size <= Shard.largest
      else { throw .damaged }
      (self.identity, runs, self.size) = (identity, first..<last, size)
      end = bytes.count - 32 - reader.count
    }
  }
}

extension RunRecord {
  fileprivate init?(from reader: inout PackedReader) {
    guard let seed = reader.number(UInt64.self), let told = reader.take(32),
      let count = reader.number(UInt16.self)
    else { return nil }
    self.init(seed: seed, told: Array(told))
    figures.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let place = reader.number(UInt16.self), let value = reader.real(),
        let number = reader.number(UInt32.self)
      else { return nil }
      figures.append(Figure(place: Int(place), value: value, count: Int(number)))
    }
  }
}
