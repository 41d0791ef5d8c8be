public import Kernel

/// A single step event, published as soon as the step is detected.
///
/// The step counter confirms steps later; a position marker on a map can't wait for that.
public struct StepEvent: Hashable, Sendable {
  /// Time of the step, and time of the reading that revealed it.
  public var time, seenTime: SimTime
  /// Interval since the previous step, in s.
  public var gapSeconds: Double
  /// Current step interval, in s.
  public var intervalSeconds: Double
  /// Step length, in m.
  public var lengthMetres: Double

  public init(
    time: SimTime, seenTime: SimTime, gapSeconds: Double, intervalSeconds: Double,
    lengthMetres: Double
  ) {
    (self.time, self.seenTime) = (time, seenTime)
    (self.gapSeconds, self.intervalSeconds) = (gapSeconds, intervalSeconds)
    self.lengthMetres = lengthMetres
  }

  /// The reason why the step is invalid, with the value; nil if it is valid.
  var fault: String? {
    if !(gapSeconds > 0 && intervalSeconds > 0 && intervalSeconds < 60) {
      return
        "reported an invalid step of \(intervalSeconds) s, \(gapSeconds) s after the previous one"
    }
    if !(lengthMetres >= 0 && lengthMetres < 10) {
      return "reported an invalid step length of \(lengthMetres) m"
    }
    return seenTime < time ? "reported a step \((time - seenTime).seconds) s in the future" : nil
  }
}
