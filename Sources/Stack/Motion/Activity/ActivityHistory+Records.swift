public import Kernel
public import Observations

extension ActivityHistory {
  /// Returns the smoothed activities of an interval within the last seven days.
  ///
  /// Decodes with the Viterbi algorithm, so that evidence before and after a moment counts, and joins short
  /// interruptions. Each record lasts until the next begins; the first may begin before `begin`.
  public func records(
    from begin: SimTime, to end: SimTime,
    parameters: ActivityTracker.Parameters = ActivityTracker.Parameters()
  ) -> [ActivityReport] {
    let smoothing = parameters.history
    guard count > 0, end >= begin else { return [] }
    let oldest = time(count - 1) - Self.span
    let begin = max(begin, oldest)
    let last = min(count, number(after: end) + smoothing.margin)
    var reach = smoothing.margin
    let course = ActivityCourse(parameters)
    while true {
      let first = max(number(after: oldest), number(after: begin) - reach)
      let stretches = ActivitySmoother(self, first..<last, course).stretches
      // The first record must be decoded from its true start, where the history reaches back that far.
      let isWhole = first == 0 || time(first) <= oldest + smoothing.gap
      let holds = stretches.lastIndex { $0.start <= begin } ?? 0
      if isWhole || holds > 0 {
        return stretches[min(holds, stretches.count)...].filter { $0.start <= end }
          .map { $0.report(smoothing) }
      }
      reach *= 4
    }
  }
}

/// Time span with one activity.
struct ActivityStretch: Hashable {
  var start: SimTime
  var flags: ActivityFlags
  var windows: Int
  /// Mean log likelihood ratio per window to the next best activity.
  var margin: Float

  func report(_ smoothing: ActivitySmoothing) -> ActivityReport {
    let strength =
      margin * Float(min(windows, smoothing.confidentWindows)) / Float(smoothing.confidentWindows)
    return ActivityReport(
      startTime: start, flags: flags,
      confidence: flags == .unknown
        ? .low
        : strength > smoothing.highMargin
          ? .high : strength > smoothing.mediumMargin ? .medium : .low
    )
  }

  /// Merges the following stretch into this one.
  mutating func absorb(_ other: ActivityStretch, agrees: Bool) {
    let sum = margin * Float(windows) + (agrees ? other.margin * Float(other.windows) : 0)
    windows += other.windows
    margin = sum / Float(max(1, windows))
  }
}
