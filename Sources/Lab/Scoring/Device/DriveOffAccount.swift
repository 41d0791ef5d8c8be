import Kernel
import Observations
import Truth

/// Latency between a vehicle's drive-off and the first automotive report.
struct DriveOffAccount: Sendable {
  /// Minimum speed of a moving vehicle, squared, in (m/s)²: a walking pace (an estimate).
  private static let offSquared = 1.0
  /// Minimum duration of the movement for a drive-off, to exclude leaving a parking bay (an
  /// estimate).
  private static let leastDrive = SimDuration.seconds(10)

  private var isOver = false
  /// The begin of the movement; kept after the drive-off.
  private var offTime: SimTime?
  private var toldTime: SimTime?

  /// Updates with a second's reported flags and truth; call in the order of time.
  ///
  /// - Returns: The drive-off's time and latency, once when both are known.
  mutating func look(
    at told: ActivityFlags, _ now: SimTime, _ actual: TruthSample
  ) -> (time: SimTime, latency: SimDuration)? {
    guard actual.known.isSuperset(of: [.activity, .velocity]), actual.activity == .automotive else {
      (isOver, offTime, toldTime) = (false, nil, nil)
      return nil
    }
    guard !isOver else { return nil }
    if toldTime == nil, told.contains(.automotive) { toldTime = now }
    let hasGone = offTime.map { now - $0 >= Self.leastDrive } ?? false
    if !hasGone {
      let east = actual.eastVelocityMetresPerSecond, north = actual.northVelocityMetresPerSecond
      offTime = east * east + north * north > Self.offSquared ? offTime ?? now : nil
      return nil
    }
    guard let offTime, let toldTime else { return nil }
    isOver = true
    return (offTime, max(.zero, toldTime - offTime))
  }
}
