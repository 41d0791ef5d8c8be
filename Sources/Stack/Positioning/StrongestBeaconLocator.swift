import Geometry
import Glibc
public import Kernel
public import Maps
public import Observations

/// Nearest-beacon positioning: the position of the strongest beacon; robust among dense beacons.
public struct StrongestBeaconLocator: Sendable {
  private struct BeaconReading: Sendable {
    var time: SimTime
    var beacon: Int
    var rssi: Double
    var measuredPower: Double
  }

  private let parameters: Parameters
  private let map: VenueMap
  private let places: [BeaconIdentity: Int]
  private var recent: [BeaconReading] = []

  public init(map: VenueMap, parameters: Parameters = Parameters()) {
    self.map = map
    self.parameters = parameters
    places = Dictionary(
      map.beacons.enumerated().map { ($0.element.identity, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// True if the map has beacons.
  var knowsBeacons: Bool { !places.isEmpty }

  /// Processes an advertisement; unknown beacons and non-finite levels are ignored.
  public mutating func receive(_ received: BeaconAdvertisement) {
    guard let beacon = places[received.identity],
      (received.rssiDecibelMilliwatts - received.measuredPowerDecibelMilliwatts).isFinite
    else { return }
    recent.append(
      BeaconReading(
        time: received.time, beacon: beacon, rssi: received.rssiDecibelMilliwatts,
        measuredPower: received.measuredPowerDecibelMilliwatts))
  }

  /// Returns the location from recent advertisements; nil if no beacon is near.
  public mutating func locate(at time: SimTime) -> LocationFix? {
    let oldest = time - parameters.window
    recent.removeAll { $0.time < oldest }
    var sums = [(rssi: Double, power: Double, count: Int)](
      repeating: (0, 0, 0), count: map.beacons.count)
    for received in recent {
      sums[received.beacon].rssi += received.rssi
      sums[received.beacon].power += received.measuredPower
      sums[received.beacon].count += 1
    }
    var best: (beacon: Int, excess: Double)?
    var receivedCount = 0
    for (index, sum) in sums.enumerated() where sum.count > 0 {
      receivedCount += 1
      // Level relative to the beacon's power at 1 m, because beacons may differ in power.
      let excess = (sum.rssi - sum.power) / Double(sum.count)
      if best.map({ excess > $0.excess }) ?? true { best = (index, excess) }
    }
    guard let best else { return nil }
    let beacon = map.beacons[best.beacon]
    guard let place = try? map.frame.geodetic(of: beacon.position) else { return nil }
    // Free-space path loss converts the level to a distance.
    let distance = pow(10, -best.excess / 20)
    guard distance <= parameters.reachMetres else { return nil }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: max(parameters.minAccuracyMetres, distance),
      altitudeMetres: place.altitudeMetres, verticalAccuracyMetres: 3,
      floor: map.ordinal(ofLevel: beacon.level),
      source: .beacon, transmitterCount: receivedCount)
  }
}
