public import Kernel
public import Observations

extension ActivityHistory {
  /// Returns the smoothed activities of an interval within the last seven days.
  ///
  /// Uses the evidence before and after each moment, and joins short interruptions. Each record lasts until the next begins; the first may begin before `begin`.
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
    let chain = ActivityChain(parameters)
    while true {
      let first = max(number(after: oldest), number(after: begin) - reach)
      let stretches = ActivitySmoother(self, first..<last, chain, smoothing).stretches
      // The first record must be smoothed from its true start, where the history reaches back that far.
      let isWhole = first == 0 || time(first) <= oldest + smoothing.gap
      let holds = stretches.lastIndex { $0.start <= begin } ?? 0
      if isWhole || holds > 0 {
        return stretches[min(holds, stretches.count)...].filter { $0.start <= end }
          .map { $0.report(parameters) }
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
  /// Mean probability of the flags, of windows with other flags 0.
  var probability: Float

  func report(_ parameters: ActivityTracker.Parameters) -> ActivityReport {
    let isHigh = windows >= 2 && Double(probability) >= parameters.highProbability
    let isMedium = Double(probability) >= parameters.mediumProbability
    return ActivityReport(
      startTime: start, flags: flags,
      confidence: flags == .unknown ? .low : isHigh ? .high : isMedium ? .medium : .low)
  }

  /// Merges the following stretch into this one.
  mutating func absorb(_ other: ActivityStretch, agrees: Bool) {
    let sum = probability * Float(windows) + (agrees ? other.probability * Float(other.windows) : 0)
    windows += other.windows
    probability = sum / Float(max(1, windows))
  }
}
