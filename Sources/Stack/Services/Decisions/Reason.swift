public import Kernel

/// Reason of a decision: a fact or rule, its time, and its numbers.
public struct Reason: Hashable, Sendable {
  /// Fact or rule.
  public enum Fact: String, CaseIterable, Sendable {
    // Circular regions.
    case fixInside = "a fix was inside the circle, beyond its cushion"
    case fixOutside = "a fix was outside the circle, beyond its cushion"
    case fixContrary = "a fix was on the other side again"
    case stayed = "no fix contradicted it during the dwell time"
    case silent = "no further fix was received"
    case firstKnown = "the side was determined for the first time: a state, not a crossing"
    case knownAgain = "the side was determined again after a start of the phone"
    case notWanted = "the app does not request events in this direction"
    // Beacon regions.
    case receivedStrong = "a beacon of the region was received with a strong signal"
    case receivedOften = "beacons of the region were received often enough"
    case receivedWeak = "beacons of the region were received too weakly or too rarely"
    case undetected = "no beacon of the region was received within the timeout"
    case edgeStay =
      "the phone stays at the edge of the range: exits wait, entries need a strong signal"
    case displayOn = "the display was switched on"
    // Visits.
    case gathered = "fixes stayed together"
    case motionStill = "the phone was stationary"
    case charging = "the phone was put on a charger"
    case stayLong = "the stay was long enough"
    case fixAway = "fixes were away from the place"
    case motionLeft = "motion indicates that the place was left"
    case stayShort = "the stay was too short to be a visit"
    // Auto-pause.
    case noProgress = "no significant distance was covered"
    case noFix = "no usable fix was available"
    case contradiction = "motion contradicts the activity type"
    case leftVehicle = "the user got out of the vehicle"
    case inVehicle = "still in the vehicle: waits longer"
    case moving = "movement was detected"
    case inForeground = "the app is in the foreground"
    case switchedOff = "the app switched automatic pauses off"
    case startedAgain = "the app started updates again"
    case ended = "the app ended or stopped its updates"
  }

  public var fact: Fact
  /// Time, or start, of the fact.
  public var time: SimTime
  /// Measured value, in the unit ``unit``; nil if there is none.
  public var value: Double?
  /// Threshold, in the same unit.
  public var limit: Double?

  public init(_ fact: Fact, at time: SimTime, value: Double? = nil, limit: Double? = nil) {
    self.fact = fact
    self.time = time
    self.value = value
    self.limit = limit
  }

  /// Unit of the numbers; empty if there are none.
  public var unit: String {
    switch fact {
    case .fixInside, .fixOutside, .fixContrary, .fixAway, .gathered: "m"
    case .receivedStrong, .receivedWeak: "dBm"
    case .receivedOften: "advertisements"
    case .stayed, .silent, .undetected, .edgeStay, .motionStill, .stayLong, .stayShort, .noProgress,
      .noFix, .contradiction, .leftVehicle, .inVehicle, .motionLeft:
      "s"
    case .firstKnown, .knownAgain, .notWanted, .displayOn, .charging, .moving, .inForeground,
      .switchedOff, .startedAgain, .ended:
      ""
    }
  }

  /// Reason as a line: `0:12:03 a fix was inside the circle, beyond its cushion (31 m; 75 m)`.
  public var text: String {
    var line = "\(time.brief) \(fact.rawValue)"
    let numbers = [value, limit].compactMap { $0 }.filter(\.isFinite).map {
      "\(($0 * 10).rounded() / 10) \(unit)"
    }
    if !numbers.isEmpty { line += " (" + numbers.joined(separator: "; limit ") + ")" }
    return line
  }
}

extension SimTime {
  /// Time rounded to a tenth of a second, for output.
  var brief: SimTime {
    SimTime(nanoseconds: (nanoseconds + 50_000_000) / 100_000_000 * 100_000_000)
  }
}
