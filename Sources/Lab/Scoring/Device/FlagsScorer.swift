import Kernel
import Observations
import Truth

/// Expected activity flags at each second, by the table of WWDC14 session 612.
struct FlagsScorer: Sendable {
  /// Minimum duration of an unchanged expectation and of motion data before flags are judged: the
  /// maximum delay of a report, which is a drive's first 20 s.
  static let settling = SimDuration.seconds(20)

  /// The activity and the phone's placement; nil if unknown.
  private var detail: ScoringInput.ActivityDetail?
  private var changes: [TrueChange]
  private var next = 0
  private var spans: [SensedNotes.MotionInterval]?
  private var span = 0
  /// True if a ride may still be assumed, because there was no walk since.
  private var rides = false
  private var expected: ExpectedFlags?
  private var since = SimTime.start

  init(_ input: ScoringInput) {
    detail = input.startActivityDetail
    changes = input.changes.filter { $0.kind == .doing || $0.kind == .placement }
    spans = input.motionSpans
  }

  /// Judges the latest flags; call in the order of time.
  ///
  /// - Returns: True if they are right; nil if undetermined, or too early.
  mutating func verdict(
    on reported: ActivityFlags, at now: SimTime, _ actual: TruthSample
  ) -> Bool? {
    while next < changes.count, changes[next].time <= now {
      let change = changes[next]
      next += 1
      if change.kind == .doing { detail?.doing = change.to } else { detail?.placement = change.to }
      if let detail { rides = detail.isRide || (rides && !detail.isOnFoot) }
    }
    guard let detail, actual.known.contains(.velocity) else { return nil }
    rides = rides || detail.isRide
    let east = actual.eastVelocityMetresPerSecond, north = actual.northVelocityMetresPerSecond
    let flags = ExpectedFlags(
      detail, isMoving: east * east + north * north > ExpectedFlags.minSpeedSquared,
      hasRidden: rides)
    if flags != expected { (expected, since) = (flags, now) }
    guard now - since >= Self.settling, hasSensed(at: now) else { return nil }
    return flags.allow(reported)
  }

  /// True if motion data has been available long enough, without a boot or a gap.
  private mutating func hasSensed(at now: SimTime) -> Bool {
    guard let spans else { return true }
    while span + 1 < spans.count, spans[span + 1].start <= now { span += 1 }
    guard span < spans.count else { return false }
    return now - spans[span].start >= Self.settling && now - spans[span].end <= SensedNotes.gap
  }
}

/// The activity flags expected in a situation.
struct ExpectedFlags: Hashable, Sendable {
  /// Minimum squared speed of a moving vehicle: below 0.3 m/s it stands, as walkers fall over and
  /// cars don't creep (an estimate).
  static let minSpeedSquared = 0.09

  private var needed: ActivityFlags
  private var allowed: ActivityFlags

  init(_ detail: ScoringInput.ActivityDetail, isMoving: Bool, hasRidden: Bool) {
    switch detail.doing {
    case _ where detail.placement == "table": (needed, allowed) = (.stationary, .stationary)
    case "walking", "stairs_up", "stairs_down": (needed, allowed) = (.walking, .walking)
    case "running": (needed, allowed) = (.running, .running)
    case "dancing": (needed, allowed) = ([], [])
    case "cycling":
      needed = .cycling
      allowed = isMoving ? .cycling : [.cycling, .stationary]
    case "driving", "passenger", "bus", "train":
      // Texting in a vehicle has no flag: hands move freely.
      needed = detail.isHandled ? [] : isMoving ? .automotive : [.automotive, .stationary]
      allowed = needed
    default:
      // At rest. Hands text now and then; a ride lasts until the next walk.
      needed = detail.isHandled ? [] : .stationary
      allowed = hasRidden ? [.stationary, .automotive] : .stationary
    }
  }

  /// True if the flags are right.
  func allow(_ reported: ActivityFlags) -> Bool {
    reported.isSuperset(of: needed) && reported.isSubset(of: allowed)
  }
}

extension ScoringInput.ActivityDetail {
  /// True if the user texts on the phone.
  fileprivate var isHandled: Bool { placement == "hand_texting" }

  fileprivate var isRide: Bool { ["driving", "passenger", "bus", "train"].contains(doing) }

  fileprivate var isOnFoot: Bool {
    ["walking", "stairs_up", "stairs_down", "running"].contains(doing)
  }
}
