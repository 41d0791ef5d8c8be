public import Documents

/// The kinds of problems of a format, as an enum: data left out, repaired, or remarkable.
///
/// The raw values are phrases for messages, in the plural: `rows without a value`.
public protocol ReadingWarning: CaseIterable, RawRepresentable<String>, Hashable, Sendable {}

/// The kinds of problems in a time series.
public protocol SeriesWarning: ReadingWarning {
  /// A reading earlier than one before it; the series is sorted.
  static var disorder: Self { get }
  /// Readings with equal times; the first or all of them count, as the format defines.
  static var repeated: Self { get }
  /// A gap between two readings that is too long; it isn't filled.
  static var gap: Self { get }
}

/// A third-party format with one file per recording, with its reader and its report.
public protocol RecordingFormat: Hashable, Sendable {
  /// The kinds of problems.
  associatedtype Warning: ReadingWarning

  /// Counts of data left out or repaired.
  var report: ReadingReport<Warning> { get }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: Its contents, optionally gzipped.
  ///   - file: Its name, for messages.
  /// - Returns: The contents, with a report.
  /// - Throws: ``DocumentError`` with the position of the mistake.
  static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> Self
}

/// Counts of the problems that a reader of a third-party format found.
public struct ReadingReport<Warning: ReadingWarning>: Hashable, Sendable {
  /// Count and first position of one kind of problem.
  public struct Entry: Hashable, Sendable {
    public let warning: Warning
    public internal(set) var count: Int
    /// Line number of the first one, from 1; in files without lines, the row.
    public let firstLine: Int
  }

  /// The problems found, in the order of the enum's cases; empty for a flawless file.
  public private(set) var entries: [Entry] = []

  public init() {}

  /// The count of one kind of problem.
  public func count(of warning: Warning) -> Int {
    entries.first { $0.warning == warning }?.count ?? 0
  }

  /// One message per kind of problem: `2 truncated records (first in line 17)`.
  public var lines: [String] {
    entries.map { "\($0.count) \($0.warning.rawValue) (first in line \($0.firstLine))" }
  }

  /// Counts one more problem.
  package mutating func note(_ warning: Warning, line: Int) {
    if let index = entries.firstIndex(where: { $0.warning == warning }) {
      entries[index].count += 1
      return
    }
    entries.append(Entry(warning: warning, count: 1, firstLine: line))
    let order = Array(Warning.allCases)
    func rank(_ entry: Entry) -> Int { order.firstIndex(of: entry.warning) ?? 0 }
    entries.sort { rank($0) < rank($1) }
  }

  /// Adds the report of a part of the file.
  package mutating func add(_ part: ReadingReport) {
    for entry in part.entries {
      let known = entries.first { $0.warning == entry.warning }
      let line = min(known?.firstLine ?? entry.firstLine, entry.firstLine)
      entries.removeAll { $0.warning == entry.warning }
      note(entry.warning, line: line)
      if let index = entries.firstIndex(where: { $0.warning == entry.warning }) {
        entries[index].count = entry.count + (known?.count ?? 0)
      }
    }
  }

  /// Counts the problems of the next reading of a series; the series itself isn't changed.
  ///
  /// - Parameters:
  ///   - time: The reading's time.
  ///   - newest: The latest time so far, which is updated; nil before the first reading.
  ///   - longest: Max interval that isn't a gap, in the same unit.
  ///   - line: Line number of the reading.
  package mutating func noteNext(
    _ time: Int64, newest: inout Int64?, longest: Int64, line: Int
  ) where Warning: SeriesWarning {
    guard let last = newest else {
      newest = time
      return
    }
    if time < last { note(.disorder, line: line) }
    if time == last { note(.repeated, line: line) }
    // Unsigned, so that no difference overflows.
    if time > last, UInt64(bitPattern: time &- last) > longest.magnitude {
      note(.gap, line: line)
    }
    newest = max(last, time)
  }
}
