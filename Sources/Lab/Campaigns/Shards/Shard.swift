public import Documents
import Kernel
public import Scoring

/// The results of consecutive runs of a campaign, with everything that merging needs.
///
/// A shard depends only on the campaign and its range of runs: it has the same bytes wherever it is made.
public struct Shard: Sendable, Equatable {
  /// Identity of the campaign.
  public let identity: CampaignIdentity
  /// The runs, by number.
  public private(set) var runs: Range<Int>
  /// The records of the runs, in order.
  public private(set) var records: [RunRecord] = []
  /// The values of the runs by scenario index.
  public private(set) var accumulators: [Int: ScenarioAccumulator] = [:]

  /// Creates an empty shard.
  ///
  /// - Parameters:
  ///   - identity: The campaign.
  ///   - first: The number of its first run.
  public init(_ identity: CampaignIdentity, from first: Int) {
    (self.identity, runs) = (identity, first..<first)
  }

  /// Appends the next run.
  ///
  /// - Parameters:
  ///   - accumulator: The run's results.
  ///   - part: Index of its scenario.
  ///   - figures: The figures to keep.
  package mutating func add(_ accumulator: RunAccumulator, part: Int, figures: [GatedFigure]) {
    records.append(accumulator.record(figures))
    runs = runs.lowerBound..<runs.upperBound + 1
    for score in accumulator.scores {
      accumulators[part, default: ScenarioAccumulator()].add(score)
    }
  }
}

extension Shard {
  private static let magic = Array("VenueSim shard 1\n".utf8)
  /// Max size of a shard, packed and unpacked, in bytes.
  static let largest = 1 << 30

  /// File name extension of shards.
  public static let ending = ".shard"

  /// File name of a shard, unique to the campaign and the runs.
  ///
  /// - Parameters:
  ///   - digest: The campaign's ``CampaignIdentity/digest``.
  ///   - runs: The runs, by number.
  /// - Returns: A file name.
  public static func name(_ digest: String, _ runs: Range<Int>) -> String {
    func padded(_ number: Int) -> String {
      String(repeating: "0", count: max(0, 8 - "\(number)".utf8.count)) + "\(number)"
    }
    return "\(digest)-\(padded(runs.lowerBound))-\(padded(runs.upperBound))\(ending)"
  }

  /// The runs in the file name of a campaign's shard; nil for other names.
  static func runs(ofName name: String, _ digest: String) -> Range<Int>? {
    let words = name.dropLast(ending.count).split(separator: "-", omittingEmptySubsequences: false)
    guard name.hasSuffix(ending), words.count == 3, words[0] == digest, let first = Int(words[1]),
      let end = Int(words[2]), first >= 0, first <= end, name == Self.name(digest, first..<end)
    else { return nil }
    return first..<end
  }

  /// The encoded shard: compressed, with a SHA-256 checksum of all bytes at the end.
  ///
  /// - Throws: ``ArchiveError`` if it is too large.
  public func bytes() throws(ArchiveError) -> [UInt8] {
    var writer = PackedWriter()
    writer.add(records.count)
    for record in records {
      writer.add(record.seed)
      writer.bytes += record.reported
      writer.add(UInt16(clamping: record.figures.count))
      for figure in record.figures {
        writer.add(UInt16(clamping: figure.place))
        writer.add(figure.value)
        writer.add(UInt32(clamping: figure.count))
      }
    }
    let sorted = accumulators.sorted { $0.key < $1.key }
    writer.add(sorted.count)
    for (part, accumulator) in sorted {
      writer.add(part)
      accumulator.add(to: &writer)
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

  /// The reason why a file isn't a valid shard.
  public enum Flaw: Error, Equatable, Sendable {
    /// No shard of any version.
    case foreign
    /// An unknown version of the format.
    case newer
    /// Truncated or corrupted.
    case damaged
  }

  /// Decodes a shard.
  public init(bytes: [UInt8]) throws(Flaw) {
    let head = try Head(bytes: bytes)
    guard
      let payload = try? Zlib.decompress(
        bytes[head.end..<bytes.count - 32], name: "shard", size: head.size)
    else { throw .damaged }
    try self.init(head.identity, head.runs, payload: payload)
  }

  /// Decodes the decompressed payload of a shard.
  package init(
    _ identity: CampaignIdentity, _ runs: Range<Int>, payload: [UInt8]
  ) throws(Flaw) {
    self.init(identity, from: runs.lowerBound)
    self.runs = runs
    var reader = PackedReader(payload[...])
    guard
      let records = reader.list({ RunRecord(from: &$0) }), records.count == runs.count,
      let accumulators = reader.list({ reader -> (Int, ScenarioAccumulator)? in
        guard let part = reader.integer(), let accumulator = ScenarioAccumulator(from: &reader)
        else {
          return nil
        }
        return (part, accumulator)
      }), reader.isAtEnd
    else { throw .damaged }
    self.records = records
    self.accumulators = Dictionary(accumulators) { first, _ in first }
    guard self.accumulators.count == accumulators.count,
      accumulators.allSatisfy({ identity.parts.indices.contains($0.0) })
    else { throw .damaged }
  }

  /// The header of a shard, after the checksum was verified.
  struct Head {
    let identity: CampaignIdentity
    let runs: Range<Int>
    /// End of the header, and size of the decompressed payload, in bytes.
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
    guard let seed = reader.number(UInt64.self), let reported = reader.take(32),
      let count = reader.number(UInt16.self)
    else { return nil }
    self.init(seed: seed, reported: Array(reported))
    figures.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let place = reader.number(UInt16.self), let value = reader.real(),
        let number = reader.number(UInt32.self)
      else { return nil }
      figures.append(Figure(place: Int(place), value: value, count: Int(number)))
    }
  }
}
