import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Truth
public import Venues

/// What all phones of a run share of its beacons: where they are, when they advertise, how they fade.
public struct BeaconSurroundings: Sendable {
  /// A beacon as it was found; without references, since every frame looks at one.
  struct Station: Sendable {
    var place: Vec3
    var level: Int?
    var identity: BeaconIdentity
    /// Its number in random streams.
    var hash: UInt64
    /// The power at 1 m that it has, in dBm; with miscalibration off, what it claims.
    var power: Double
    /// What its frames claim, in dBm.
    var toldPower: Double
    var airtime: SimDuration
    var schedule: BeaconSchedule
    var fading: FadingField
    var antenna: BeaconAntenna
    var shadow: ShadowField
    /// Rice's K within line of sight, not in dB.
    var directRatio: Double
  }

  /// The beacons that are alive, in the venue's order, and behind them the phones that are beacons.
  private(set) var stations: [Station]
  /// The phones that are beacons; the last of the stations are theirs.
  private(set) var travellers: [TravellingBeacon] = []
  let reach: BeaconReach
  let body: BodyShadow
  let propagation: Propagation
  /// The heights of the levels' rooms, in m.
  let roomHeights: [Double]
  let seed: UInt64

  /// Gathers what the phones share.
  ///
  /// - Parameters:
  ///   - venue: The place.
  ///   - propagation: Its walls and floors.
  ///   - parameters: How the radio behaves; those of all receivers in these surroundings.
  ///   - seed: The run's seed.
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
        // Nothing is heard from where free space, and all luck together, leave it too weak.
        let budget = station.power + Self.luck - parameters.sensitivity
        let metres = parameters.deafness ? min(pow(10, budget / 20), 1e5) : 1e5
        return (station.place.xy, max(metres, 5))
      })
  }

  /// Adds phones that are beacons.
  mutating func add(_ phones: [TravellingBeacon], _ parameters: BeaconParameters) {
    travellers += phones
    stations += phones.map { Self.station($0, parameters, seed: seed) }
  }

  /// The phone that a station is; nil for one that stays where it is.
  func traveller(_ number: Int) -> TravellingBeacon? {
    let place = number - (stations.count - travellers.count)
    return place < 0 ? nil : travellers[place]
  }

  /// Where the correlation of shadows has fallen to 1/e, in m: InH in sight (3GPP TR 38.901).
  private static let shadowLength = 10.0
  /// What shadow, fading, antennas and offsets can add at most, in dB.
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
      toldPower: BeaconFrame.told(
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
      power: parameters.miscalibration ? TravellingBeacon.power : TravellingBeacon.toldPower,
      toldPower: TravellingBeacon.toldPower, airtime: BeaconFrame.airtime(of: .iBeacon),
      schedule: BeaconSchedule(
        seed: seed, beacon: hash, intervalSeconds: TravellingBeacon.intervalSeconds,
        delays: parameters.advertisingDelay),
      fading: FadingField(
        seed: seed, transmitter: hash, megahertz: BeaconFrame.megahertz[1],
        delaySpreadSeconds: parameters.delaySpread),
      // A phone's own antenna, as that which hears; estimates.
      antenna: BeaconAntenna(&trait, common: 1, own: 2),
      shadow: ShadowField(
        RandomStream(seed: seed, entity: hash, purpose: "beacon.shadow"),
        lengthMetres: shadowLength),
      directRatio: pow(10, ratio / 10))
  }

  /// The median loss beyond that at 1 m, in dB, and what of it walls and floors have.
  func loss(
    from site: (place: Vec3, level: Int?), to place: Vec3, level: Int?,
    _ parameters: BeaconParameters
  ) -> (total: Double, walls: Double) {
    let megahertz = BeaconFrame.megahertz[1]
    let path = propagation.path(
      from: site.place, level: site.level, to: place, level: level,
      megahertz: megahertz)
    // Free space over the first metre, which the power at 1 m has behind it: 40.15 dB.
    let metre = 20 * log10(megahertz) - 27.55
    let walls = path.wallDecibels + path.floorDecibels
    guard parameters.obstruction else { return (path.lossDecibels - walls - metre, 0) }
    return (path.lossDecibels - metre, walls)
  }
}
