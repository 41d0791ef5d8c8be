import Kernel
import Observations
import Truth

/// Latency between a vehicle's drive-off and the first automotive report.
struct DriveOffScorer: Sendable {
  /// Minimum speed of a moving vehicle, squared, in (m/s)²: a walking pace (an estimate).
  private static let offSquared = 1.0
  /// Minimum duration of the movement for a drive-off, to exclude leaving a parking bay (an
  /// estimate).
  private static let minDrive = SimDuration.seconds(10)

  private var isOver = false
  /// The begin of the movement; kept after the drive-off.
  private var offTime: SimTime?
  private var reportedTime: SimTime?

  /// Updates with a second's reported flags and truth; call in the order of time.
  ///
  /// - Returns: The drive-off's time and latency, once when both are known.
  mutating func look(
    at reported: ActivityFlags, _ now: SimTime, _ actual: TruthSample
  ) -> (time: SimTime, latency: SimDuration)? {
    guard actual.known.isSuperset(of: [.activity, .velocity]), actual.activity == .automotive else {
      (isOver, offTime, reportedTime) = (false, nil, nil)
      return nil
    }
    guard !isOver else { return nil }
    if reportedTime == nil, reported.contains(.automotive) { reportedTime = now }
    let hasGone = offTime.map { now - $0 >= Self.minDrive } ?? false
    if !hasGone {
      let east = actual.eastVelocityMetresPerSecond, north = actual.northVelocityMetresPerSecond
      offTime = east * east + north * north > Self.offSquared ? offTime ?? now : nil
      return nil
    }
    guard let offTime, let reportedTime else { return nil }
    isOver = true
    return (offTime, max(.zero, reportedTime - offTime))
  }
}
