import Geometry
import Glibc
public import Kernel
public import Mobility
public import Observations
public import Venues

/// What a phone hears of one beacon: modelled, not validated.
///
/// Advertisements come at the beacon's interval plus a random delay; each is heard with a fixed
/// probability and a strength that falls with the logarithm of the distance and scatters from packet
/// to packet. Every draw is addressed by the advertisement's number, so that a scanner that sleeps
/// through some hears the others unchanged.
public struct BeaconModel: Sendable {
  /// Bluetooth Core 4.4.2.2.1: each event is delayed by up to 10 ms.
  private static let longestDelay = 0.010
  /// Path-loss exponent and scatter indoors in dB, fitted to 1 to 16 m of BLE (Strzoda 2022).
  private static let exponent = 2.03
  private static let scatter = 5.0
  /// The share of packets heard on an idle band, and the weakest that is decoded, in dBm; estimates.
  private static let heardShare = 0.9
  private static let sensitivity = -98.0
  /// What another storey costs, in dB; an estimate for one concrete slab at 2.4 GHz.
  private static let floorLoss = 15.0

  private let beacon: Beacon
  private let events: RandomStream

  /// Creates what one device hears of one beacon.
  public init(_ beacon: Beacon, seed: UInt64, device: UInt64) {
    self.beacon = beacon
    // Devices and beacons are both known by hashed names: a name that an agent shares with a beacon
    // must not cancel out, nor may the two be exchanged.
    events = RandomStream(
      seed: seed, entity: device &* 3 &+ stableHash(beacon.name), purpose: "beacon.event")
  }

  /// When the beacon advertises for the n-th time.
  public func time(ofEvent number: Int64) -> SimTime {
    var draw = events.at(index: UInt64(number))
    // The first event comes somewhere in the first interval.
    var origin = events.at(index: .max)
    let start = origin.uniform() * beacon.intervalSeconds
    // The mean delay is kept in the period, so that the n-th event needs no sum over those before.
    let period = beacon.intervalSeconds + Self.longestDelay / 2
    return SimTime(
      seconds: start + Double(number) * period + draw.uniform() * Self.longestDelay)
  }

  /// What the phone hears of the n-th advertisement; nil if it misses it.
  public func hear(event number: Int64, at pose: Pose, time: SimTime) -> BeaconAdvertisement? {
    var draw = events.at(index: UInt64(number))
    draw.skip(words: 1)
    guard draw.happens(withProbability: Self.heardShare) else { return nil }
    let phone = pose.position + Vec3(0, 0, 1.2)
    let distance = max(0.3, beacon.position.distance(to: phone))
    var storeys = 0
    if let level = pose.level, let other = beacon.level { storeys = abs(level - other) }
    let strength =
      beacon.truePowerDecibelMilliwatts - 10 * Self.exponent * log10(distance)
      - Self.floorLoss * Double(storeys) + Self.scatter * draw.gaussian()
    guard strength >= Self.sensitivity else { return nil }
    return BeaconAdvertisement(
      time: time, identity: beacon.identity,
      measuredPowerDecibelMilliwatts: beacon.measuredPowerDecibelMilliwatts,
      rssiDecibelMilliwatts: strength.rounded())
  }
}
