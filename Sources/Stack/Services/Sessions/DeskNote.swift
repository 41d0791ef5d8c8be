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

/// The last decisions of a desk, oldest first; what is older than the last thousand is forgotten.
public struct DeskJournal: Hashable, Sendable {
  private static let capacity = 1024
  private var ring: [DeskNote] = []
  private var next = 0
  /// How many notes were ever made.
  public private(set) var count = 0

  /// The notes that are left, oldest first.
  public var notes: [DeskNote] { Array(ring[next...] + ring[..<next]) }

  /// The latest notes, of those left, oldest first.
  public func latest(_ number: Int) -> ArraySlice<DeskNote> { notes.suffix(max(0, number)) }

  mutating func add(_ note: DeskNote) {
    count += 1
    guard ring.count == Self.capacity else {
      ring.append(note)
      return
    }
    ring[next] = note
    next = (next + 1) % Self.capacity
  }
}
