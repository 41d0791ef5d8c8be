public import Documents

/// What a reader leaves out, mends or finds remarkable: an enum of the format's, one case a kind.
///
/// The raw values are phrases to print, in the plural: `rows without a value`.
public protocol ReadingRemark: CaseIterable, RawRepresentable<String>, Hashable, Sendable {}

/// What may be remarkable about a series of readings by time, and what is done about it.
public protocol SeriesRemark: ReadingRemark {
  /// A reading earlier than one before it: the series is put in order.
  static var disorder: Self { get }
  /// A reading of the same time as another: the first one counts, or all do, as the format says.
  static var repeated: Self { get }
  /// A longer time between two readings than there should be: nothing is filled in.
  static var gap: Self { get }
}

/// A format of someone else's, of one file: how it is read, and what was remarkable about it.
public protocol RecordingFormat: Hashable, Sendable {
  /// What may be remarkable.
  associatedtype Remark: ReadingRemark

  /// What was left out or mended.
  var report: ReadingReport<Remark> { get }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: What it holds, with a report of what was left out or mended.
  /// - Throws: What is wrong, and where.
  static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> Self
}

/// What a reader of someone else's format left out or mended, counted.
public struct ReadingReport<Remark: ReadingRemark>: Hashable, Sendable {
  /// How often one kind of thing was met, and where first.
  public struct Entry: Hashable, Sendable {
    /// What.
    public let remark: Remark
    /// How often.
    public internal(set) var count: Int
    /// The line of the first one, from 1; in files without lines, the row.
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
  package mutating func note(_ remark: Remark, line: Int) {
    if let index = entries.firstIndex(where: { $0.remark == remark }) {
      entries[index].count += 1
      return
    }
    entries.append(Entry(remark: remark, count: 1, firstLine: line))
    let order = Array(Remark.allCases)
    func rank(_ entry: Entry) -> Int { order.firstIndex(of: entry.remark) ?? 0 }
    entries.sort { rank($0) < rank($1) }
  }

  /// Adds what was met in a part of the file.
  package mutating func add(_ part: ReadingReport) {
    for entry in part.entries {
      let known = entries.first { $0.remark == entry.remark }
      let line = min(known?.firstLine ?? entry.firstLine, entry.firstLine)
      entries.removeAll { $0.remark == entry.remark }
      note(entry.remark, line: line)
      if let index = entries.firstIndex(where: { $0.remark == entry.remark }) {
        entries[index].count = entry.count + (known?.count ?? 0)
      }
    }
  }

  /// Counts what is remarkable about the next reading of a series, which isn't sorted or thinned.
  ///
  /// - Parameters:
  ///   - time: The reading's time.
  ///   - newest: The latest time before it, which is brought up to date; nil before the first.
  ///   - longest: The longest time that is no gap, in the same unit.
  ///   - line: Where the reading stands.
  package mutating func noteNext(
    _ time: Int64, newest: inout Int64?, longest: Int64, line: Int
  ) where Remark: SeriesRemark {
    guard let last = newest else {
      newest = time
      return
    }
    if time < last { note(.disorder, line: line) }
    if time == last { note(.repeated, line: line) }
    // As unsigned numbers, so that no difference overflows.
    if time > last, UInt64(bitPattern: time &- last) > longest.magnitude {
      note(.gap, line: line)
    }
    newest = max(last, time)
  }
}
