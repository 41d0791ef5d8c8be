public import Kernel

/// Log entry for a late or withheld delivery, or a call without effect.
public struct ManagerLogEntry: Hashable, Sendable {
  /// Rule that decided.
  public enum Rule: String, CaseIterable, Sendable {
    // Authorization.
    case purposeMissing, alreadyAsked, restricted, cannotAskAgain, notInForeground, temporary
    case alreadyGranted, notAuthorized, notAsked, notOffered, prompted, lapsed
    // Delivery.
    case notInUse, notRunning, killedByUser, paused, held, displaced, tooOld, released, dropped
    case reducedAccuracy, unavailable, notRequested, deferred
    // Calls.
    case alreadyRunning, notStarted, malformed, tooMany, busyWithUpdates
    // Fixes.
    case invalidFix, outOfOrder
  }

  public var time: SimTime
  public var app: String
  public var rule: Rule
  /// Subject: a service, a region, a call.
  public var about: String
}
