/// The seeds of runs, in ascending order: any list of single seeds and ranges, such as `1-3,7`.
public struct SeedList: RandomAccessCollection, Hashable, Sendable {
  /// Max number of seeds of a list that is given as text.
  public static let longest = 1_000_000

  /// Ascending, with gaps between them.
  public let ranges: [ClosedRange<UInt64>]
  /// The index of the first seed of each range.
  private let starts: [Int]
  public let endIndex: Int

  /// All seeds of a range.
  public init(_ range: ClosedRange<UInt64>) { self.init(joined: [range]) }

  /// The given seeds, in any order.
  public init(_ seeds: some Sequence<UInt64>) {
    self.init(joined: Self.joined(Set(seeds).sorted().map { $0...$0 }))
  }

  private init(joined ranges: [ClosedRange<UInt64>]) {
    self.ranges = ranges
    var (starts, count) = ([Int](), 0)
    for range in ranges {
      starts.append(count)
      count += range.count
    }
    (self.starts, endIndex) = (starts, count)
  }

  /// The reason why a text isn't a list of seeds.
  public struct InvalidText: Error, Hashable {
    /// A sentence without a full stop.
    public let reason: String
  }

  /// Parses a list of seeds, in any order: `1-20`, `7`, `1-3,7`.
  ///
  /// - Throws: ``InvalidText`` for anything else, for an empty range, and for a seed that is listed twice.
  public init(_ text: String) throws(InvalidText) {
    var ranges: [ClosedRange<UInt64>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      ranges.append(try Self.range(part, in: text))
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    for (range, next) in zip(ranges, ranges.dropFirst()) where range.overlaps(next) {
      let both = range.clamped(to: next)
      throw InvalidText(reason: "'\(text)' has \(Self.words(both)) twice; list each seed once")
    }
    let count = ranges.reduce(0.0) { $0 + Double($1.upperBound - $1.lowerBound) + 1 }
    guard count <= Double(Self.longest) else {
      throw InvalidText(reason: "'\(text)' has more than a million seeds")
    }
    self.init(joined: Self.joined(ranges))
  }

  private static func range(
    _ part: Substring, in text: String
  ) throws(InvalidText) -> ClosedRange<UInt64> {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(number)
    if ends.count == 1, let seed = ends[0] { return seed...seed }
    guard ends.count == 2, let first = ends[0], let last = ends[1] else {
      throw InvalidText(
        reason: "'\(text.prefix(60))' is no list of seeds such as 1-20, or 1-3,7")
    }
    guard first <= last else {
      throw InvalidText(reason: "the range of seeds '\(part)' begins above its end")
    }
    return first...last
  }

  /// A seed without sign or blanks; nil for other text.
  private static func number(_ text: Substring) -> UInt64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? UInt64(text) : nil
  }

  /// Ascending ranges, with those that follow one another as one.
  private static func joined(_ ranges: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
    ranges.reduce(into: []) { joined, range in
      if let last = joined.last, last.upperBound + 1 == range.lowerBound {
        joined[joined.count - 1] = last.lowerBound...range.upperBound
      } else {
        joined.append(range)
      }
    }
  }

  /// A range in messages: `seed 3`, or `seeds 3-5`.
  private static func words(_ range: ClosedRange<UInt64>) -> String {
    range.lowerBound == range.upperBound
      ? "seed \(range.lowerBound)" : "seeds \(text(range))"
  }

  private static func text(_ range: ClosedRange<UInt64>) -> String {
    "\(range.lowerBound)-\(range.upperBound)"
  }

  /// The list as in `--seeds`: `1-20`, `1-3,7`.
  ///
  /// A range alone has both of its ends.
  public var text: String {
    guard ranges.count > 1 else { return ranges.first.map(Self.text) ?? "" }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : Self.text($0) }.joined(separator: ",")
  }

  public var startIndex: Int { 0 }

  public subscript(position: Int) -> UInt64 {
    let range = starts.partitioningIndex { $0 > position } - 1
    return ranges[range].lowerBound + UInt64(position - starts[range])
  }

  /// True if a seed is in the list.
  public func contains(_ seed: UInt64) -> Bool {
    let next = ranges.partitioningIndex { $0.lowerBound > seed }
    return next > 0 && ranges[next - 1].contains(seed)
  }

  /// True if any seed of a range is in the list.
  public func overlaps(_ range: ClosedRange<UInt64>) -> Bool {
    ranges.contains { $0.overlaps(range) }
  }
}
