import Kernel
import Observations
import Truth

/// Which flags should be told from second to second, as WWDC14 session 612's table has it.
struct FlagsAccount: Sendable {
  /// For how long the same must have been expected, and motion sensed, before flags are judged: the
  /// longest that may go by until they are told, which is a drive's first 20 s.
  static let settling = SimDuration.seconds(20)

  /// What is done with the phone where; nil where that isn't known.
  private var manner: ScoringInput.Manner?
  private var changes: [TrueChange]
  private var next = 0
  private var spans: [SensedNotes.Span]?
  private var span = 0
  /// Whether a ride may still be taken to go on, since nobody has walked.
  private var rides = false
  private var expected: ExpectedFlags?
  private var since = SimTime.start

  init(_ input: ScoringInput) {
    manner = input.startManner
    changes = input.changes.filter { $0.kind == .doing || $0.kind == .placement }
    spans = input.motionSpans
  }

  /// Judges what is told; call in the order of time.
  ///
  /// - Parameters:
  ///   - told: The latest flags.
  ///   - now: When.
  ///   - actual: The truth then.
  /// - Returns: Whether they are right; nil where that can't be said, or not yet.
  mutating func verdict(
    on told: ActivityFlags, at now: SimTime, _ actual: TruthSample
  ) -> Bool? {
    while next < changes.count, changes[next].time <= now {
      let change = changes[next]
      next += 1
      if change.kind == .doing { manner?.doing = change.to } else { manner?.placement = change.to }
      if let manner { rides = manner.isRide || (rides && !manner.isOnFoot) }
    }
    guard let manner, actual.known.contains(.velocity) else { return nil }
    rides = rides || manner.isRide
    let east = actual.eastVelocityMetresPerSecond, north = actual.northVelocityMetresPerSecond
    let flags = ExpectedFlags(
      manner, isMoving: east * east + north * north > ExpectedFlags.leastSpeedSquared,
      hasRidden: rides)
    if flags != expected { (expected, since) = (flags, now) }
    guard now - since >= Self.settling, hasSensed(at: now) else { return nil }
    return flags.allow(told)
  }

  /// Whether motion has been sensed long enough, without a boot or a gap.
  private mutating func hasSensed(at now: SimTime) -> Bool {
    guard let spans else { return true }
    while span + 1 < spans.count, spans[span + 1].start <= now { span += 1 }
    guard span < spans.count else { return false }
    return now - spans[span].start >= Self.settling && now - spans[span].end <= SensedNotes.gap
  }
}

/// The flags that a situation should be told by.
struct ExpectedFlags: Hashable, Sendable {
  /// Slower than 0.3 m/s a vehicle stands: below it, walkers don't stay upright and cars don't creep
  /// (an estimate).
  static let leastSpeedSquared = 0.09

  private var needed: ActivityFlags
  private var allowed: ActivityFlags

  init(_ manner: ScoringInput.Manner, isMoving: Bool, hasRidden: Bool) {
    switch manner.doing {
    case _ where manner.placement == "table": (needed, allowed) = (.stationary, .stationary)
    case "walking", "stairs_up", "stairs_down": (needed, allowed) = (.walking, .walking)
    case "running": (needed, allowed) = (.running, .running)
    case "dancing": (needed, allowed) = ([], [])
    case "cycling":
      needed = .cycling
      allowed = isMoving ? .cycling : [.cycling, .stationary]
    case "driving", "passenger", "bus", "train":
      // Who writes in a vehicle is told by no flag: hands move, and may be anywhere.
      needed = manner.isHandled ? [] : isMoving ? .automotive : [.automotive, .stationary]
      allowed = needed
    default:
      // At rest. Hands write now and then; a ride lasts until somebody walks.
      needed = manner.isHandled ? [] : .stationary
      allowed = hasRidden ? [.stationary, .automotive] : .stationary
    }
  }

  /// Whether flags are right.
  func allow(_ told: ActivityFlags) -> Bool {
    told.isSuperset(of: needed) && told.isSubset(of: allowed)
  }
}

extension ScoringInput.Manner {
  /// Whether hands write on the phone.
  fileprivate var isHandled: Bool { placement == "hand_texting" }

  fileprivate var isRide: Bool { ["driving", "passenger", "bus", "train"].contains(doing) }

  fileprivate var isOnFoot: Bool {
    ["walking", "stairs_up", "stairs_down", "running"].contains(doing)
  }
}
