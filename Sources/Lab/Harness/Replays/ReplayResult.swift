import Kernel
public import Observations
public import Recordings
public import Scoring

/// What a replay came to.
public struct ReplayResult: Sendable {
  /// How the stack did.
  public var score: DeviceScore
  /// What it told.
  public var outputs: [Delivered<Output>]
  /// What the recording holds.
  public var contents: RecordingContents
  /// What was left out or mended when it was read.
  public var remarks: RemarkCounts
  /// What reached the stack, and what of its locations could be judged.
  public var match: ReplayMatch
  /// The length of the true route in m, where one is known.
  public var routeMetres: Double?
  /// How many true pauses the recording tells of.
  public var pauseCount: Int
  /// How many observations there are.
  public var offered: Int
  /// How many of them reached the stack: those whose sensor it had switched on.
  public var delivered: Int { match.delivered }

  /// What can't be told of the recording, whatever the stack is, and what would help.
  public var cautions: [String] {
    var cautions: [String] = []
    if contents.hasSlowMotion,
      let hertz = contents.sensors.first(where: { $0.name == "accelerometer" })?.hertz
    {
      cautions.append(
        "the accelerometer gives \(shortText(hertz)) readings a second: below 12.5 nothing can be said of "
          + "steps, distance and activities, and what is reported of them is no evidence; record at 25 or more"
      )
    }
    guard !contents.truth.isEmpty else { return cautions }
    let share = contents.known / contents.duration
    if share < Self.leastShare {
      cautions.append(
        "its truth covers \(Int((share * 100).rounded())) % of its time; the rest isn't judged")
    }
    let isPlaced = routeMetres != nil || contents.truth.contains { $0.name == "position" }
    if isPlaced, Double(match.locationsMatched) < Self.leastShare * Double(match.locations) {
      cautions.append(
        "of \(match.locations) locations reported, \(match.locationsMatched) are of times at which the true "
          + "place is known; the others aren't judged")
    }
    return cautions
  }

  /// The least share of a recording's rows that must be of use, and of its time that truth should cover.
  ///
  /// Half, so that what is judged is most of the recording rather than a remnant of it; a choice.
  public static let leastShare = 0.5
  /// How long a recording must be for its figures to mean anything.
  private static let leastSpan = SimDuration.seconds(1)

  /// Why there is too little in the recording to judge a stack by; nil if there is enough.
  ///
  /// What a stack doesn't tell, or switches off, is its own affair and makes no recording thin.
  public var thinness: String? {
    // Rows first: where most are lost, that is why the rest spans so little.
    let (used, dropped) = (contents.rows, remarks.dropped)
    if Double(used) < Self.leastShare * Double(used + dropped) {
      return "only \(used) of its \(used + dropped) rows could be used, less than half"
        + (remarks.chiefLoss.map { ": \($0)" } ?? "")
    }
    guard contents.observed >= Self.leastSpan else {
      return "its observations span \(shortText(contents.observed.seconds)) s, less than 1 s"
    }
    return nil
  }
}

/// A number with at most three decimals.
func shortText(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
}
