import Kernel
public import Observations
public import Scoring

/// What a replay came to.
public struct ReplayResult: Sendable {
  /// How the stack did.
  public var score: DeviceScore
  /// What it told.
  public var outputs: [Delivered<Output>]
  /// What the recording holds.
  public var contents: RecordingContents
  /// How many observations there are.
  public var offered: Int
  /// How many of them reached the stack: those whose sensor it had switched on.
  public var delivered: Int

  /// The least share of a recording's time that truth must cover, where there is any.
  private static let leastShare = 0.5
  /// How long a recording must be for its figures to mean anything.
  private static let leastSpan = SimDuration.seconds(1)

  /// Why there is too little in the recording to judge a stack by; nil if there is enough.
  public var thinness: String? {
    guard contents.observed >= Self.leastSpan else {
      return "its observations span \(shortText(contents.observed.seconds)) s, less than 1 s"
    }
    guard !contents.truth.isEmpty else { return nil }
    let share = contents.known / contents.duration
    guard share < Self.leastShare else { return nil }
    return "its truth covers \(Int((share * 100).rounded())) % of its time, less than half"
  }
}

/// A number with at most three decimals.
func shortText(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
}
