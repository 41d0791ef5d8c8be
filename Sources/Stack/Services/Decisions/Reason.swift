public import Kernel

/// Reason of a decision: a fact or rule, its time, and its numbers.
public struct Reason: Hashable, Sendable {
  /// Fact or rule.
  public enum Fact: String, CaseIterable, Sendable {
    // Circular regions.
    case fixInside = "a fix lay inside the circle, beyond its cushion"
    case fixOutside = "a fix lay outside the circle, beyond its cushion"
    case fixContrary = "a fix lay on the other side again"
    case stayed = "no fix said otherwise for the dwell"
    case silent = "no further fix came to ask"
    case firstKnown = "the side was found for the first time: a state, not a crossing"
    case knownAgain = "the side was found again after a start of the phone"
    case notWanted = "the app asked not to be told of this direction"
    // Beacon regions.
    case heardStrong = "a beacon of the region was heard strongly"
    case heardOften = "beacons of the region were heard often enough"
    case heardWeak = "beacons of the region were heard too weakly or seldom"
    case unheard = "no beacon of the region was heard for its patience"
    case edgeStay = "the phone stays at the edge of reach: exits wait, entries need a strong signal"
    case displayOn = "the display was switched on"
    // Visits.
    case gathered = "fixes stayed together"
    case motionStill = "motion was still"
    case charging = "the phone was put on a charger"
    case stayLong = "the stay was long enough"
    case fixAway = "fixes lay away from the place"
    case motionLeft = "motion says that the place was left"
    case stayShort = "the stay was too short to be a visit"
    // Auto-pause.
    case noProgress = "no significant distance was covered"
    case noFix = "no usable fix could be had"
    case contradiction = "motion contradicts the activity type"
    case leftVehicle = "its user got out of the vehicle"
    case inVehicle = "still in the vehicle: waits longer"
    case moving = "movement was seen"
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
    case .heardStrong, .heardWeak: "dBm"
    case .heardOften: "advertisements"
    case .stayed, .silent, .unheard, .edgeStay, .motionStill, .stayLong, .stayShort, .noProgress,
      .noFix, .contradiction, .leftVehicle, .inVehicle, .motionLeft:
      "s"
    case .firstKnown, .knownAgain, .notWanted, .displayOn, .charging, .moving, .inForeground,
      .switchedOff, .startedAgain, .ended:
      ""
    }
  }

  /// Reason as a line: `0:12:03 a fix lay inside the circle, beyond its cushion (31 m; 75 m)`.
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
