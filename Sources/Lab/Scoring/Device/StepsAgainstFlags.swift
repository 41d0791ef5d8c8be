import Kernel
import Observations

/// Whether steps and activity, told by the same stack, contradict one another.
///
/// Who surely goes on foot takes steps, and who surely rests or rides takes none: an app that shows
/// both shows its user a fault, whichever of the two is right.
struct StepsAgainstFlags: Sendable {
  /// How long a high confidence must have stood before steps are missed: a pedometer first waits
  /// for some four seconds of regular steps (WWDC14 session 612 of false steps), and tells each 2.5 s.
  static let patience = SimDuration.seconds(12)

  /// Since when the flags told say by themselves that there are steps, or none; nil where they don't.
  private var claim: (isOnFoot: Bool, since: SimTime)?
  private var lastSteps = SimTime.distantPast

  /// Takes what is told of the activity.
  mutating func tell(_ report: ActivityReport, at time: SimTime) {
    let isOnFoot = !report.flags.isDisjoint(with: [.walking, .running])
    let isAtRest = !report.flags.isDisjoint(with: [.stationary, .automotive])
    guard report.confidence == .high, isOnFoot != isAtRest else {
      claim = nil
      return
    }
    if claim?.isOnFoot != isOnFoot { claim = (isOnFoot, time) }
  }

  /// Judges a second.
  ///
  /// - Parameters:
  ///   - steps: How many steps were told in it.
  ///   - now: When.
  /// - Returns: Whether the two contradict one another; nil where the flags say nothing for sure, or not
  ///   yet for long.
  mutating func verdict(steps: Int, at now: SimTime) -> Bool? {
    if steps > 0 { lastSteps = now }
    guard let claim, now - claim.since >= Self.patience else { return nil }
    // A record told in a rest may be of steps before it; it comes once.
    return claim.isOnFoot ? now - max(lastSteps, claim.since) >= Self.patience : steps > 0
  }
}
