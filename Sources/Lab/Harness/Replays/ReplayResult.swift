import Kernel
public import Observations
public import Recordings
public import Scoring

/// The result of a replay.
public struct ReplayResult: Sendable {
  public var score: DeviceScore
  /// The stack's outputs.
  public var outputs: [Delivered<Output>]
  /// The contents of the recording.
  public var contents: RecordingContents
  /// The losses and repairs when it was read.
  public var warnings: WarningCounts
  /// The delivered observations, and the scored locations.
  public var match: ReplayMatch
  /// The length of the true route in m; nil without one.
  public var routeMetres: Double?
  /// The number of true pauses in the recording.
  public var pauseCount: Int
  /// The number of observations.
  public var offered: Int
  /// The number of observations that reached the stack, with their sensors on.
  public var delivered: Int { match.delivered }

  /// Warnings about limits of the recording, whatever the stack, with advice.
  public var cautions: [String] {
    var cautions: [String] = []
    if contents.hasSlowMotion,
      let hertz = contents.sensors.first(where: { $0.name == "accelerometer" })?.hertz
    {
      cautions.append(
        "the accelerometer has \(shortText(hertz)) readings a second: below 12.5, what is reported of "
          + "steps, distance and activities is no evidence; record at 25 or more"
      )
    }
    guard !contents.truth.isEmpty else { return cautions }
    let share = contents.known / contents.duration
    if share < Self.minShare {
      cautions.append(
        "its truth covers \(Int((share * 100).rounded())) % of its time; the rest isn't judged")
    }
    let isPlaced = routeMetres != nil || contents.truth.contains { $0.name == "position" }
    if isPlaced, Double(match.locationsMatched) < Self.minShare * Double(match.locations) {
      cautions.append(
        "the true position is known at \(match.locationsMatched) of \(match.locations) reported locations; "
          + "the others aren't judged")
    }
    return cautions
  }

  /// Minimum share of usable rows of a recording, and of its time with known truth.
  ///
  /// Half, so that most of the recording is judged rather than a remnant of it; a choice.
  public static let minShare = 0.5
  /// Minimum duration for meaningful figures.
  private static let minSpan = SimDuration.seconds(1)

  /// The reason why the recording is too thin to judge a stack; nil if it suffices.
  ///
  /// Outputs missing from the stack, or sensors it switches off, don't count.
  public var thinness: String? {
    // Rows first: lost rows also explain a short time span.
    let (used, dropped) = (contents.rows, warnings.dropped)
    if Double(used) < Self.minShare * Double(used + dropped) {
      return "only \(used) of its \(used + dropped) rows could be used, less than half"
        + (warnings.chiefLoss.map { ": \($0)" } ?? "")
    }
    guard contents.observed >= Self.minSpan else {
      return "its observations span \(shortText(contents.observed.seconds)) s, less than 1 s"
    }
    return nil
  }
}

/// Formats a number with at most three decimals.
func shortText(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
}
