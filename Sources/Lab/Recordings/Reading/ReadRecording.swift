public import Maps
import Observations
public import Truth

/// A recording read from files, with the warnings of the reader.
public struct ReadRecording: Sendable {
  /// The observations in order of delivery, and the known truth.
  public var recording: Recording
  /// Counts of rows left out or repaired.
  public var warnings: WarningCounts
  /// Assumptions of the reader, such as the location of a floor plan on the Earth.
  public var notes: [String] = []
  /// The map published with the data set, which a stack may use; nil for none.
  public var map: VenueMap?
  /// The true route, if it is known without times.
  public var route: TrueRoute?
  /// True changes that the data set publishes beyond the samples of the truth.
  public var changes: [TrueChange] = []
  /// Known properties of the device, as settings for twins, such as `signals.gnss.receiver=module`.
  public var settings: [String] = []
  /// True if the times are the files' own; made-up times, as for fingerprints, may exceed the usual duration
  /// of a recording.
  package var hasOwnTimes = true
  /// Number of rows used; nil if it equals the number of readings.
  package var rows: Int?

  package init(
    _ recording: Recording, warnings: WarningCounts = WarningCounts(), notes: [String] = []
  ) {
    self.recording = recording
    self.warnings = warnings
    self.notes = notes
  }
}

/// Counts of a recording's rows by their treatment, with the reader's messages.
public struct WarningCounts: Sendable, Hashable {
  /// Rows that were left out.
  public private(set) var dropped = 0
  /// Rows that were out of order and were sorted.
  public private(set) var reordered = 0
  /// Gaps in a series, which are kept.
  public private(set) var gaps = 0
  /// Valid rows that aren't used: other sensors and systems, or signals too weak to measure.
  public private(set) var unused = 0
  /// Other rows: repaired, or kept as they are.
  public private(set) var others = 0
  /// One message per kind of problem.
  public private(set) var lines: [String] = []
  /// Message of the problem by which most rows were left out; nil for none.
  public private(set) var chiefLoss: String?
  private var chiefLossCount = 0

  public init() {}

  /// Creates the counts of a reader's report.
  public init<Warning: ReadingWarning>(_ report: ReadingReport<Warning>) {
    add(report)
  }

  /// Adds messages, and a count of rows left out.
  package mutating func add(lines more: [String], dropped count: Int) {
    lines += more
    dropped += count
  }

  /// Adds a reader's report; `prefix` names the file.
  package mutating func add<Warning: ReadingWarning>(
    _ report: ReadingReport<Warning>, prefix: String = ""
  ) {
    for (entry, line) in zip(report.entries, report.lines) {
      switch RowTreatment("\(entry.warning)", phrase: entry.warning.rawValue) {
      case .dropped:
        dropped += entry.count
        guard entry.count > chiefLossCount else { continue }
        (chiefLoss, chiefLossCount) = (prefix + line, entry.count)
      case .reordered: reordered += entry.count
      case .gap: gaps += entry.count
      case .unused: unused += entry.count
      case .other: others += entry.count
      }
    }
    lines += report.lines.map { prefix + $0 }
  }
}

/// Treatment of the rows of a remark.
private enum RowTreatment {
  case dropped, reordered, gap, unused, other

  /// Classifies a remark by its name, which formats share, and by its phrase.
  init(_ name: String, phrase: String) {
    let leavesOut =
      phrase.contains("left out") || phrase.contains("cut short")
      || phrase.contains("without a value") || phrase.contains("the first taken")
    switch name {
    case _ where phrase.contains("(kept"): self = .other
    case "disorder": self = leavesOut ? .dropped : .reordered
    case "gap", "inertialGap": self = .gap
    case "extraFields": self = .other
    case _ where phrase.contains("aren't used"): self = .unused
    // Valid rows of signals that give no range.
    case "unknownSystem", "otherBand", "noCodeLock", "ambiguous": self = .unused
    case "incomplete", "badRow", "badRawRow", "badFixRow", "badInertialRow", "repeatedFix",
      "staleFix", "duplicate", "noClock", "impossibleRange":
      self = .dropped
    default: self = leavesOut ? .dropped : .other
    }
  }
}
