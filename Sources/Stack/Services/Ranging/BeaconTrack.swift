import Glibc
import Kernel
import Observations

/// RSSI filter and proximity of one beacon identity.
///
/// RSSI is taken relative to the advertised power at 1 m, so that beacons of different power are
/// comparable. Several beacons of one identity share a filter.
struct BeaconTrack: Hashable, Sendable {
  let identity: BeaconIdentity
  /// Smoothed RSSI minus the advertised power, in dB; larger is nearer.
  private(set) var level = 0.0
  /// Smoothed RSSI, in dBm.
  private(set) var rssi = 0.0
  /// Effective number of advertisements in the filter.
  private(set) var weight = 0.0
  private(set) var lastReceived: SimTime = .distantPast
  /// True if reports list the beacon.
  var isListed = false
  private(set) var proximity = Proximity.unknown
  /// Classes of the last three reports before voting, two bits each.
  private var votes: UInt8 = 0

  init(_ identity: BeaconIdentity) {
    self.identity = identity
  }

  /// Updates the filter with an advertisement.
  mutating func process(
    rssi received: Double, claimed: Double, at time: SimTime, span: Double
  ) {
    // Hyperbolic decay 1/(1+t/τ): as good as an exponential here, and cheaper.
    let age = max(0, (time - lastReceived).seconds)
    weight = lastReceived == .distantPast ? 1 : weight * (span / (span + age)) + 1
    let share = 1 / weight
    level += share * (received - claimed - level)
    rssi += share * (received - rssi)
    lastReceived = max(time, lastReceived)
  }

  /// Returns the distance by the log-distance path loss model, in m.
  func distance(_ parameters: BeaconRanger.Parameters) -> Double {
    pow(10, -(level + parameters.carriedLoss) / (10 * parameters.exponent))
  }

  /// Updates the proximity for the next report, by a vote of two in three; `isReceived` is false after the
  /// timeout.
  mutating func updateProximity(isReceived: Bool, _ limits: ProximityLimits) {
    guard isReceived, level >= (proximity == .unknown ? limits.resolvable : limits.lost) else {
      votes = votes << 2 & 63
      // One report below the limit has no effect, unless the beacon is lost.
      if !isReceived || votes == 0 || proximity == .unknown {
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

/// Limits between proximity classes, in dB over the advertised power at 1 m.
struct ProximityLimits: Hashable, Sendable {
  static let classes: [Proximity] = [.unknown, .immediate, .near, .far]

  private let immediate, near, hysteresis: Double
  /// Levels below which proximity stays unknown, and becomes unknown.
  let resolvable, lost: Double

  init(_ parameters: BeaconRanger.Parameters) {
    let slope = 10 * parameters.exponent
    func level(_ metres: Double) -> Double {
      -parameters.carriedLoss - slope * log10(max(0.01, metres))
    }
    immediate = level(parameters.immediateMetres)
    near = level(parameters.nearMetres)
    hysteresis = slope * log10(max(1, parameters.hysteresis))
    resolvable = level(parameters.resolvableMetres)
    lost = min(resolvable, level(parameters.lostMetres))
  }

  /// Returns the class of a level, 1 to 3, with hysteresis in favour of the present one.
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
