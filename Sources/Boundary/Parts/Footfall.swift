public import Kernel

/// A foot set down, told as soon as it shows.
///
/// What counts steps makes sure of them later; a dot on a map can't wait for that.
public struct Footfall: Hashable, Sendable {
  /// When the foot fell, and by readings of when that shows.
  public var time, seenTime: SimTime
  /// How long after the one before, in s.
  public var gapSeconds: Double
  /// How long a step takes at present, in s.
  public var intervalSeconds: Double
  /// How long the step is, in m.
  public var lengthMetres: Double

  /// Creates a footfall.
  public init(
    time: SimTime, seenTime: SimTime, gapSeconds: Double, intervalSeconds: Double,
    lengthMetres: Double
  ) {
    (self.time, self.seenTime) = (time, seenTime)
    (self.gapSeconds, self.intervalSeconds) = (gapSeconds, intervalSeconds)
    self.lengthMetres = lengthMetres
  }

  /// What is impossible about it, with the value; nil if nothing is.
  var fault: String? {
    if !(gapSeconds > 0 && intervalSeconds > 0 && intervalSeconds < 60) {
      return "told a step that takes \(intervalSeconds) s, \(gapSeconds) s after another"
    }
    if !(lengthMetres >= 0 && lengthMetres < 10) { return "told a step of \(lengthMetres) m" }
    return seenTime < time ? "told a footfall \((time - seenTime).seconds) s ahead" : nil
  }
}
