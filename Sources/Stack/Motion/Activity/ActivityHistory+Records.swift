public import Kernel
public import Observations

extension ActivityHistory {
  /// How much is looked at before and after what is asked for, so that the edges are as sure as the
  /// middle, in windows: ten minutes.
  private static let margin = 240
  /// Windows further apart than this don't follow each other.
  static let gap = SimDuration.seconds(10)

  /// What was done from one time to another, as far as seven days ago, smoothed: all evidence
  /// before
  /// and after a moment counts, and short bits are joined.
  ///
  /// - Parameters:
  ///   - begin: From when; the first record begins then or earlier.
  ///   - end: Until when.
  /// - Returns: The records in order; a record lasts until the next begins.
  public func records(from begin: SimTime, to end: SimTime) -> [ActivityReport] {
    guard count > 0, end >= begin else { return [] }
    let oldest = time(count - 1) - Self.span
    let begin = max(begin, oldest)
    let last = min(count, number(after: end) + Self.margin)
    var reach = Self.margin
    while true {
      let first = max(number(after: oldest), number(after: begin) - reach)
      let stretches = ActivitySmoother(self, first..<last).stretches
      // The record that holds at the beginning must be seen to begin, if it can be.
      let isWhole = first == 0 || time(first) <= oldest + Self.gap
      let holds = stretches.lastIndex { $0.start <= begin } ?? 0
      if isWhole || holds > 0 {
        return stretches[min(holds, stretches.count)...].filter { $0.start <= end }.map(\.report)
      }
      reach *= 4
    }
  }
}

/// A time during which one thing was done.
struct ActivityStretch: Hashable {
  var start: SimTime
  var flags: ActivityFlags
  /// How many windows it has.
  var windows: Int
  /// How much likelier it is than the next best, a window, as a natural logarithm.
  var margin: Float

  var report: ActivityReport {
    // A likelihood ratio of e² for each of several windows leaves little doubt (an estimate).
    let strength = margin * Float(min(windows, 4)) / 4
    return ActivityReport(
      startTime: start, flags: flags,
      confidence: flags == .unknown
        ? .low : strength > 1.6 ? .high : strength > 0.6 ? .medium : .low
    )
  }

  /// Takes a following stretch in.
  mutating func absorb(_ other: ActivityStretch, agrees: Bool) {
    let sum = margin * Float(windows) + (agrees ? other.margin * Float(other.windows) : 0)
    windows += other.windows
    margin = sum / Float(max(1, windows))
  }
}
