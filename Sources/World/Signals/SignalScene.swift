import Kernel
import Observations
public import Venues

/// The surroundings of all signals of a run, shared by its devices; made once and immutable.
public struct SignalScene: Sendable {
  /// The signal parameters.
  public let settings: SignalSettings
  /// The satellite constellations.
  public let sky: GNSSSky
  let gnss: GNSSSurroundings
  let wifi: WiFiSurroundings
  private(set) var beacons: BeaconSurroundings
  let cell: CellSurroundings
  let motion: InertialSurroundings
  let air: BarometerAir
  let people: PeopleIndex

  /// Creates the surroundings.
  public init(
    _ venue: Venue, settings: SignalSettings, sky: GNSSSky, seed: UInt64,
    people: [SignalPerson] = [], changes: [WiFiChange] = []
  ) {
    self.settings = settings
    self.sky = sky
    let propagation = Propagation(venue, parameters: settings.radio)
    gnss = GNSSSurroundings(venue: venue, sky: sky, seed: seed)
    wifi = WiFiSurroundings(
      venue, propagation: propagation, parameters: settings.wifi.parameters ?? .ideal, seed: seed,
      changes: changes, travellers: Self.hotspots(of: people, seed))
    beacons = BeaconSurroundings(
      venue, propagation: propagation, parameters: settings.beacons.parameters ?? .ideal,
      seed: seed)
    cell = CellSurroundings(venue, propagation: propagation, seed: seed)
    motion = InertialSurroundings(
      venue, settings.motion.parameters ?? .ideal, seed: seed)
    air = BarometerAir(over: venue, settings.barometer.parameters ?? .ideal, seed: seed)
    self.people = PeopleIndex(people)
  }

  /// Returns the scene with phones that advertise as beacons.
  public func receiving(_ phones: [TravellingBeacon]) -> SignalScene {
    var scene = self
    scene.beacons.add(phones, settings.beacons.parameters ?? .ideal)
    return scene
  }

  private static func hotspots(
    of people: [SignalPerson], _ seed: UInt64
  ) -> [TravellingTransmitter] {
    people.indices.filter { people[$0].sharesConnection }
      .map { number in
        var hotspot = TravellingTransmitter.hotspot(
          name: "\(people[number].name)'s phone", trajectory: people[number].trajectory, seed: seed)
        hotspot.presence = people[number].presence
        hotspot.carrier = number
        return hotspot
      }
  }
}
