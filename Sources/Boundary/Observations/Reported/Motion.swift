public import Kernel

/// Activities as flags that can be combined: a car at a light is also stationary.
public struct ActivityFlags: OptionSet, Hashable, BitwiseCopyable, Sendable {
  /// The flags.
  public let rawValue: UInt8

  /// Creates a set of flags.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Not moving, such as a phone on a table.
  public static let stationary = ActivityFlags(rawValue: 1 << 0)
  /// On foot.
  public static let walking = ActivityFlags(rawValue: 1 << 1)
  /// Running.
  public static let running = ActivityFlags(rawValue: 1 << 2)
  /// In a vehicle.
  public static let automotive = ActivityFlags(rawValue: 1 << 3)
  /// On a bicycle.
  public static let cycling = ActivityFlags(rawValue: 1 << 4)
  /// Not enough data; an empty set means enough data without a classification.
  public static let unknown = ActivityFlags(rawValue: 1 << 5)

  /// The flags with their names, in order.
  public static let named: [(name: String, flag: ActivityFlags)] = [
    ("stationary", .stationary), ("walking", .walking), ("running", .running),
    ("automotive", .automotive), ("cycling", .cycling), ("unknown", .unknown),
  ]

  /// The names of the set flags, joined by `+`; empty for none.
  public var text: String {
    Self.named.filter { contains($0.flag) }.map(\.name).joined(separator: "+")
  }

  /// Parses the format of ``text``; nil for anything else.
  public init?(text: String) {
    var flags: ActivityFlags = []
    for part in text.split(separator: "+", omittingEmptySubsequences: true) {
      guard let match = Self.named.first(where: { $0.name == part }) else { return nil }
      flags.insert(match.flag)
    }
    self = flags
  }
}

/// The confidence of a classifier.
public enum Confidence: Int, CaseIterable, Comparable, BitwiseCopyable, Sendable {
  case low = 0
  case medium = 1
  case high = 2

  public static func < (left: Confidence, right: Confidence) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An activity as an app receives it.
public struct ActivityReport: Hashable, BitwiseCopyable, Sendable {
  /// Start of the activity.
  public var startTime: SimTime
  /// The activities.
  public var flags: ActivityFlags
  /// The classifier's confidence.
  public var confidence: Confidence
  /// True if the activity is inferred from speed alone.
  ///
  /// Such reports are for apps only: positioning and stop detection already use the speeds, and would
  /// count them twice.
  public var isOfSpeedsAlone: Bool

  /// Creates a report.
  public init(
    startTime: SimTime, flags: ActivityFlags, confidence: Confidence, isOfSpeedsAlone: Bool = false
  ) {
    self.startTime = startTime
    self.flags = flags
    self.confidence = confidence
    self.isOfSpeedsAlone = isOfSpeedsAlone
  }
}

/// Step count and derived quantities, cumulative from a start.
public struct PedometerRecord: Hashable, BitwiseCopyable, Sendable {
  /// Start of the interval.
  public var startTime: SimTime
  /// End of the interval.
  public var endTime: SimTime
  /// Steps taken.
  public var stepCount: Int
  /// Distance on foot, in m; nil if it can't be estimated.
  public var distanceMetres: Double?
  /// The current pace, in s/m; nil when not moving.
  public var paceSecondsPerMetre: Double?
  /// The current cadence, in steps/s; nil when not moving.
  public var cadenceStepsPerSecond: Double?
  /// Floors climbed; nil without a barometer.
  public var floorsAscended: Int?
  /// Floors descended; nil without a barometer.
  public var floorsDescended: Int?

  /// Creates a record.
  public init(
    startTime: SimTime, endTime: SimTime, stepCount: Int, distanceMetres: Double? = nil,
    paceSecondsPerMetre: Double? = nil, cadenceStepsPerSecond: Double? = nil,
    floorsAscended: Int? = nil, floorsDescended: Int? = nil
  ) {
    self.startTime = startTime
    self.endTime = endTime
    self.stepCount = stepCount
    self.distanceMetres = distanceMetres
    self.paceSecondsPerMetre = paceSecondsPerMetre
    self.cadenceStepsPerSecond = cadenceStepsPerSecond
    self.floorsAscended = floorsAscended
    self.floorsDescended = floorsDescended
  }
}

/// A pause or resumption of a walk or a run.
public struct PedometerEvent: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: String, CaseIterable, Sendable {
    case pause, resume
  }

  /// Time of the last step before a pause, or of the first step after one.
  public var time: SimTime
  /// The kind of event.
  public var kind: Kind

  /// Creates an event.
  public init(time: SimTime, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}
