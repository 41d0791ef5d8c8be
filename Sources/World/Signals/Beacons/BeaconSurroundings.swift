import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Truth
public import Venues

/// The beacons of a run: positions, schedules and fading, shared by all phones.
public struct BeaconSurroundings: Sendable {
  /// A beacon with its random properties; without references, as each frame reads one.
  struct Station: Sendable {
    var place: Vec3
    var level: Int?
    var identity: BeaconIdentity
    /// Its number in random streams.
    var hash: UInt64
    /// The true power at 1 m, in dBm; with miscalibration off, the encoded one.
    var power: Double
    /// The power at 1 m encoded in its frames, in dBm.
    var reportedPower: Double
    var airtime: SimDuration
    var schedule: BeaconSchedule
    var fading: FadingField
    var antenna: BeaconAntenna
    var shadow: ShadowField
    /// The Rician K factor with line of sight, not in dB.
    var directRatio: Double
  }

  /// The beacons with working batteries, in the venue's order, followed by advertising phones.
  private(set) var stations: [Station]
  /// Phones that advertise; the last stations are theirs.
  private(set) var travellers: [TravellingBeacon] = []
  let reach: BeaconReach
  let body: BodyShadow
  let propagation: Propagation
  /// Room heights by level, in m.
  let roomHeights: [Double]
  let seed: UInt64

  /// Creates the stations of a venue's beacons.
  public init(
    _ venue: Venue, propagation: Propagation, parameters: BeaconParameters, seed: UInt64
  ) {
    self.propagation = propagation
    self.seed = seed
    roomHeights = venue.levels.map(\.heightMetres)
    body = BodyShadow(scale: parameters.bodyScale)
    let stations = venue.beacons.compactMap { Self.station($0, parameters, seed: seed) }
    self.stations = stations
    reach = BeaconReach(
      stations.map { station in
        // Out of range: too weak in free space even with the max gain.
        let budget = station.power + Self.luck - parameters.sensitivity
        let metres = parameters.deafness ? min(pow(10, budget / 20), 1e5) : 1e5
        return (station.place.xy, max(metres, 5))
      })
  }

  /// Adds phones that advertise as beacons.
  mutating func add(_ phones: [TravellingBeacon], _ parameters: BeaconParameters) {
    travellers += phones
    stations += phones.map { Self.station($0, parameters, seed: seed) }
  }

  /// The phone of a station; nil for a fixed beacon.
  func traveller(_ number: Int) -> TravellingBeacon? {
    let place = number - (stations.count - travellers.count)
    return place < 0 ? nil : travellers[place]
  }

  /// The 1/e correlation distance of the shadowing, in m: InH LOS (3GPP TR 38.901).
  private static let shadowLength = 10.0
  /// Max total gain of shadowing, fading, antennas and offsets, in dB.
  private static let luck = 15.0

  private static func station(
    _ beacon: Beacon, _ parameters: BeaconParameters, seed: UInt64
  ) -> Station? {
    let hash = stableHash(beacon.name)
    var trait = RandomStream(seed: seed, entity: hash, purpose: "beacon.trait")
    guard
      let sag = BeaconBattery.lossDecibels(
        age: parameters.batteryAge, interval: beacon.intervalSeconds, draw: &trait)
    else { return nil }
    let power =
      parameters.miscalibration
      ? beacon.truePowerDecibelMilliwatts - sag : beacon.measuredPowerDecibelMilliwatts
    let ratio = parameters.directRatio + 3 * trait.gaussian()
    return Station(
      place: beacon.position, level: beacon.level, identity: beacon.identity, hash: hash,
      power: power,
      reportedPower: BeaconFrame.reported(
        beacon.measuredPowerDecibelMilliwatts, by: beacon.identity.format),
      airtime: BeaconFrame.airtime(of: beacon.identity.format),
      schedule: BeaconSchedule(
        seed: seed, beacon: hash, intervalSeconds: beacon.intervalSeconds,
        delays: parameters.advertisingDelay),
      fading: FadingField(
        seed: seed, transmitter: hash, megahertz: BeaconFrame.megahertz[1],
        delaySpreadSeconds: parameters.delaySpread),
      // A patch or chip antenna against a wall; estimates.
      antenna: BeaconAntenna(&trait, common: 0.7, own: 2),
      shadow: ShadowField(
        RandomStream(seed: seed, entity: hash, purpose: "beacon.shadow"),
        lengthMetres: shadowLength),
      directRatio: pow(10, ratio / 10))
  }

  private static func station(
    _ phone: TravellingBeacon, _ parameters: BeaconParameters, seed: UInt64
  ) -> Station {
    let hash = stableHash("\(phone.name)\nadvertises")
    var trait = RandomStream(seed: seed, entity: hash, purpose: "beacon.trait")
    let start = phone.trajectory.devicePose(at: .start)
    let ratio = parameters.directRatio + 3 * trait.gaussian()
    return Station(
      place: start.position, level: start.level,
      identity: phone.shifts.first?.identity
        ?? BeaconIdentity(uuid: Identifier128(high: 0, low: 0), major: 0, minor: 0),
      hash: hash,
      power: parameters.miscalibration ? TravellingBeacon.power : TravellingBeacon.reportedPower,
      reportedPower: TravellingBeacon.reportedPower, airtime: BeaconFrame.airtime(of: .iBeacon),
      schedule: BeaconSchedule(
        seed: seed, beacon: hash, intervalSeconds: TravellingBeacon.intervalSeconds,
        delays: parameters.advertisingDelay),
      fading: FadingField(
        seed: seed, transmitter: hash, megahertz: BeaconFrame.megahertz[1],
        delaySpreadSeconds: parameters.delaySpread),
      // A phone's antenna, as in the receiver; estimates.
      antenna: BeaconAntenna(&trait, common: 1, own: 2),
      shadow: ShadowField(
        RandomStream(seed: seed, entity: hash, purpose: "beacon.shadow"),
        lengthMetres: shadowLength),
      directRatio: pow(10, ratio / 10))
  }

  /// The median loss beyond that at 1 m, in dB, and the part of walls and floors.
  func loss(
    from site: (place: Vec3, level: Int?), to place: Vec3, level: Int?,
    _ parameters: BeaconParameters
  ) -> (total: Double, walls: Double) {
    let megahertz = BeaconFrame.megahertz[1]
    let path = propagation.path(
      from: site.place, level: site.level, to: place, level: level,
      megahertz: megahertz)
    // Free-space loss of the first metre, included in the power at 1 m: 40.15 dB.
    let metre = 20 * log10(megahertz) - 27.55
    let walls = path.wallDecibels + path.floorDecibels
    guard parameters.obstruction else { return (path.lossDecibels - walls - metre, 0) }
    return (path.lossDecibels - metre, walls)
  }
}
