public import Maps
import Observations
public import Truth

/// A recording as it was read from somebody's files, and what there is to say of the reading.
public struct ReadRecording: Sendable {
  /// What the device sensed, in order of delivery, and as much of the truth as is known.
  public var recording: Recording
  /// What was left out or mended on the way.
  public var remarks: RemarkCounts
  /// What was taken for granted, such as the place of a floor plan on the Earth.
  public var notes: [String] = []
  /// The map that the data set publishes, which a stack may know; nil for none.
  public var map: VenueMap?
  /// The true way, where it is known without its times.
  public var route: TrueRoute?
  /// What truly changes, where the data set tells more than samples of the truth show.
  public var changes: [TrueChange] = []
  /// What is known of the device, as its twins' settings: `signals.gnss.receiver=module`.
  public var settings: [String] = []
  /// Whether times are the files' own; where they were made up, as for fingerprints, the recording may last
  /// longer than anybody records.
  package var hasOwnTimes = true
  /// How many rows of the files were used, where that isn't how many readings there are.
  package var rows: Int?

  package init(_ recording: Recording, remarks: RemarkCounts = RemarkCounts(), notes: [String] = [])
  {
    self.recording = recording
    self.remarks = remarks
    self.notes = notes
  }
}

/// How many rows of a recording's files met which fate, and what was said of them.
public struct RemarkCounts: Sendable, Hashable {
  /// Rows that were left out.
  public private(set) var dropped = 0
  /// Rows that came out of order and were put in order.
  public private(set) var reordered = 0
  /// Gaps in a series, which stay.
  public private(set) var gaps = 0
  /// Good rows that are of no use: other sensors' and systems', or signals too weak to measure.
  public private(set) var unused = 0
  /// Anything else: mended, or kept as it is.
  public private(set) var others = 0
  /// One line for each kind of thing, as the reader has it.
  public private(set) var lines: [String] = []
  /// The line of the kind by which most rows were left out; nil for none.
  public private(set) var chiefLoss: String?
  private var chiefLossCount = 0

  /// Creates counts of a flawless reading.
  public init() {}

  /// Counts what a reader's report says.
  public init<Remark: ReadingRemark>(_ report: ReadingReport<Remark>) {
    add(report)
  }

  /// Adds what a reader has to say in lines of its own, and how many rows it left out.
  package mutating func add(lines more: [String], dropped count: Int) {
    lines += more
    dropped += count
  }

  /// Adds a reader's report; `prefix` says which of several files it is of.
  package mutating func add<Remark: ReadingRemark>(
    _ report: ReadingReport<Remark>, prefix: String = ""
  ) {
    for (entry, line) in zip(report.entries, report.lines) {
      switch RowFate("\(entry.remark)", phrase: entry.remark.rawValue) {
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

/// What became of the rows that a remark is about.
private enum RowFate {
  case dropped, reordered, gap, unused, other

  /// Remarks by their names: those of a series share theirs, and what is left out is bad,
  /// incomplete, of another kind, or says so.
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
    // Good rows, of signals that nobody could make a range of.
    case "unknownSystem", "otherBand", "noCodeLock", "ambiguous": self = .unused
    case "incomplete", "badRow", "badRawRow", "badFixRow", "badInertialRow", "repeatedFix",
      "staleFix", "duplicate", "noClock", "impossibleRange":
      self = .dropped
    default: self = leavesOut ? .dropped : .other
    }
  }
}
