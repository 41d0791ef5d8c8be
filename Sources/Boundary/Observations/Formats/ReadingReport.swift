/// What a reader of someone else's format left out or mended, counted.
///
/// The kinds of things are an enum of the reader's, whose raw values are phrases to print.
public struct ReadingReport<Remark>: Hashable, Sendable
where Remark: CaseIterable & RawRepresentable<String> & Hashable & Sendable {
  /// How often one kind of thing was met, and where first.
  public struct Entry: Hashable, Sendable {
    /// What.
    public let remark: Remark
    /// How often.
    public internal(set) var count: Int
    /// The line of the first one, from 1.
    public let firstLine: Int
  }

  /// What was met, in the order of the enum's cases; empty for a flawless file.
  public private(set) var entries: [Entry] = []

  /// Creates an empty report.
  public init() {}

  /// How often a kind of thing was met.
  public func count(of remark: Remark) -> Int {
    entries.first { $0.remark == remark }?.count ?? 0
  }

  /// One line for each kind of thing: `2 truncated records (first in line 17)`.
  public var lines: [String] {
    entries.map { "\($0.count) \($0.remark.rawValue) (first in line \($0.firstLine))" }
  }

  /// Counts one more.
  mutating func note(_ remark: Remark, line: Int) {
    if let index = entries.firstIndex(where: { $0.remark == remark }) {
      entries[index].count += 1
      return
    }
    entries.append(Entry(remark: remark, count: 1, firstLine: line))
    let order = Array(Remark.allCases)
    func rank(_ entry: Entry) -> Int { order.firstIndex(of: entry.remark) ?? 0 }
    entries.sort { rank($0) < rank($1) }
  }
}
