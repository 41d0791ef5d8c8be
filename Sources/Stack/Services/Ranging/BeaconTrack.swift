import Glibc
import Kernel
import Observations

/// What is known of one identity's nearness: a filter over the strength of what was heard.
///
/// Strength is taken relative to the power at 1 m that the frame claims, so that beacons of different
/// power compare. Several beacons of one identity are filtered as one.
struct BeaconTrack: Hashable, Sendable {
  let identity: BeaconIdentity
  /// The smoothed strength over the claimed power, in dB; the nearer, the greater.
  private(set) var level = 0.0
  /// The smoothed strength, in dBm.
  private(set) var rssi = 0.0
  /// How many advertisements the filter holds, older ones counting less.
  private(set) var weight = 0.0
  private(set) var lastHeard: SimTime = .distantPast
  /// Whether reports list it.
  var isListed = false
  private(set) var proximity = Proximity.unknown
  /// The classes that the last three reports would have told, two bits each.
  private var votes: UInt8 = 0

  init(_ identity: BeaconIdentity) {
    self.identity = identity
  }

  /// Takes an advertisement.
  mutating func hear(
    rssi heard: Double, claimed: Double, at time: SimTime, span: Double
  ) {
    // Falls as 1/(1+t/τ): as good as an exponential here, and free of one.
    let age = max(0, (time - lastHeard).seconds)
    weight = lastHeard == .distantPast ? 1 : weight * (span / (span + age)) + 1
    let share = 1 / weight
    level += share * (heard - claimed - level)
    rssi += share * (heard - rssi)
    lastHeard = max(time, lastHeard)
  }

  /// The distance at which a beacon in the open is heard so, in m.
  func distance(exponent: Double) -> Double {
    exp(level * (-Ranging.ln10 / (10 * exponent)))
  }

  /// Settles the nearness for the next report.
  ///
  /// - Parameters:
  ///   - isHeard: Whether it has been heard of late.
  ///   - limits: What to compare with.
  mutating func settle(isHeard: Bool, _ limits: ProximityLimits) {
    guard isHeard, level >= limits.resolvable else {
      votes = votes << 2 & 63
      // A single report without it doesn't show, unless it is unheard.
      if !isHeard || votes == 0 || proximity == .unknown {
        proximity = .unknown
        votes = 0
      }
      return
    }
    let vote = limits.vote(level, now: proximity)
    votes = (votes << 2 | vote) & 63
    if proximity == .unknown {
      proximity = ProximityLimits.classes[Int(vote)]
    } else if vote == votes >> 2 & 3 || vote == votes >> 4 {
      proximity = ProximityLimits.classes[Int(vote)]
    }
  }
}

/// The levels between the classes of nearness, in dB over the claimed power at 1 m.
struct ProximityLimits: Hashable, Sendable {
  static let classes: [Proximity] = [.unknown, .immediate, .near, .far]

  private let immediate, near, hysteresis: Double
  /// Below this nothing is said.
  let resolvable: Double

  init(_ parameters: BeaconRanger.Parameters) {
    let slope = 10 * parameters.exponent
    immediate = -slope * log10(max(0.01, parameters.immediateMetres))
    near = -slope * log10(max(0.01, parameters.nearMetres))
    hysteresis = slope * log10(max(1, parameters.hysteresis))
    resolvable = -slope * log10(max(0.01, parameters.resolvableMetres))
  }

  /// The class of a level, 1 to 3, when the present one holds on a little.
  func vote(_ level: Double, now: Proximity) -> UInt8 {
    let first = now == .immediate ? immediate - hysteresis : immediate + hysteresis
    let second =
      now == .far ? near + hysteresis : now == .unknown ? near : near - hysteresis
    if level >= (now == .unknown ? immediate : first) { return 1 }
    return level >= second ? 2 : 3
  }
}

enum Ranging {
  static let ln10 = 2.302585092994046
}
