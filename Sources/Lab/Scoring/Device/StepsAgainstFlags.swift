import Kernel
import Observations

/// Detector of contradictions between steps and activity reported by the same stack.
///
/// Walking and running take steps, rest and rides take none; an app that shows both shows its user
/// a fault, whichever of the two is right.
struct StepsAgainstFlags: Sendable {
  /// Minimum duration of high confidence before missing steps contradict: a pedometer first waits
  /// for some four seconds of regular steps (WWDC14 session 612 on false steps), and reports every
  /// 2.5 s.
  static let timeout = SimDuration.seconds(12)

  /// The begin of flags that imply steps or no steps; nil for other flags.
  private var claim: (isOnFoot: Bool, since: SimTime)?
  private var lastSteps = SimTime.distantPast

  /// Updates the flags.
  mutating func process(_ report: ActivityReport, at time: SimTime) {
    let isOnFoot = !report.flags.isDisjoint(with: [.walking, .running])
    let isAtRest = !report.flags.isDisjoint(with: [.stationary, .automotive])
    guard report.confidence == .high, isOnFoot != isAtRest else {
      claim = nil
      return
    }
    if claim?.isOnFoot != isOnFoot { claim = (isOnFoot, time) }
  }

  /// Judges a second with a number of reported steps.
  ///
  /// - Returns: True for a contradiction; nil while the flags imply nothing, or not long enough.
  mutating func verdict(steps: Int, at now: SimTime) -> Bool? {
    if steps > 0 { lastSteps = now }
    guard let claim, now - claim.since >= Self.timeout else { return nil }
    // A record reported in a rest may be about steps before it; that happens once.
    return claim.isOnFoot ? now - max(lastSteps, claim.since) >= Self.timeout : steps > 0
  }
}
