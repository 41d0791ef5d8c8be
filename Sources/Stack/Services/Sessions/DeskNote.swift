public import Kernel

/// Why an app was told something late or not at all, or why its call did nothing.
public struct DeskNote: Hashable, Sendable {
  /// A rule that decided.
  public enum Rule: String, CaseIterable, Sendable {
    // Authorization.
    case purposeMissing, alreadyAsked, restricted, cannotAskAgain, notInForeground, temporary
    case alreadyGranted, notAuthorized, notAsked, notOffered, prompted, lapsed
    // What an app may be told.
    case notInUse, notRunning, killedByUser, paused, held, displaced, tooOld, released, dropped
    case reducedAccuracy, unavailable, notRequested, deferred
    // Calls.
    case alreadyRunning, notStarted, malformed, tooMany, busyWithUpdates
    // Fixes.
    case invalidFix, outOfOrder
  }

  /// When.
  public var time: SimTime
  /// Which app.
  public var app: String
  /// Which rule.
  public var rule: Rule
  /// About what: a service, a region, a call.
  public var about: String
}
