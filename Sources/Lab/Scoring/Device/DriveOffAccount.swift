import Kernel
import Observations
import Truth

/// How long after a vehicle drove off its being one was told.
struct DriveOffAccount: Sendable {
  /// Faster than this it moves, in (m/s)²: a walking pace (an estimate).
  private static let offSquared = 1.0
  /// How long it must move on to have driven off, and not only out of a stall (an estimate).
  private static let leastDrive = SimDuration.seconds(10)

  private var isOver = false
  /// Since when it moves; stays once it has driven off.
  private var offTime: SimTime?
  private var toldTime: SimTime?

  /// Looks at a second; call in the order of time.
  ///
  /// - Parameters:
  ///   - told: The latest flags.
  ///   - now: When.
  ///   - actual: The truth then.
  /// - Returns: When it drove off and how long it took to be told, if that has just come.
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
