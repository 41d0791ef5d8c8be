public import Kernel
public import Observations

extension ActivityHistory {
  /// What was done from one time to another, as far as seven days ago, smoothed: all evidence
  /// before
  /// and after a moment counts, and short bits are joined.
  ///
  /// - Parameters:
  ///   - begin: From when; the first record begins then or earlier.
  ///   - end: Until when.
  ///   - parameters: How the evidence is read.
  /// - Returns: The records in order; a record lasts until the next begins.
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
      // The record that holds at the beginning must be seen to begin, if it can be.
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

/// A time during which one thing was done.
struct ActivityStretch: Hashable {
  var start: SimTime
  var flags: ActivityFlags
  /// How many windows it has.
  var windows: Int
  /// How much likelier it is than the next best, a window, as a natural logarithm.
  var margin: Float

  func report(_ smoothing: ActivitySmoothing) -> ActivityReport {
    let strength =
      margin * Float(min(windows, smoothing.sureWindows)) / Float(smoothing.sureWindows)
    return ActivityReport(
      startTime: start, flags: flags,
      confidence: flags == .unknown
        ? .low
        : strength > smoothing.highMargin
          ? .high : strength > smoothing.mediumMargin ? .medium : .low
    )
  }

  /// Takes a following stretch in.
  mutating func absorb(_ other: ActivityStretch, agrees: Bool) {
    let sum = margin * Float(windows) + (agrees ? other.margin * Float(other.windows) : 0)
    windows += other.windows
    margin = sum / Float(max(1, windows))
  }
}
