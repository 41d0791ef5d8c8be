import Geometry
import Glibc
public import Kernel
import Observations
public import Venues

/// The Wi-Fi transmitters of a run and the propagation between; made once and shared by all devices.
public struct WiFiSurroundings: Sendable {
  /// An access point at one position for an interval.
  struct Station: Sendable {
    var position: Vec3
    var level: Int?
    var from: SimTime
    var until: SimTime
    /// The index of its shadow field.
    var field: Int
  }

  struct Emitter: Sendable {
    var station: Int
    var megahertz: Double
    var power: Double
    var band: RadioBand
    /// Its key in random draws.
    var key: UInt64
    var networks: Range<Int>
    var airtime: Double
    var is2GHz: Bool { megahertz < 3000 }
  }

  public let propagation: Propagation
  /// Mobile transmitters.
  public let travellers: [TravellingTransmitter]
  /// Changes of access points, random ones included, in the order of time.
  public let changes: [WiFiChange]

  var stations: [Station] = []
  /// Sorted by frequency.
  var emitters: [Emitter] = []
  var networks: [AccessPoint.Network] = []
  /// The travellers' radios; their station is the traveller's index.
  var travelling: [Emitter] = []
  var fields: [ShadowField] = []
  /// Airtime of one network's beacons: 2.2 ms at 1 Mb/s and 0.36 ms at 6 Mb/s per 102.4 ms.
  ///
  /// For some 250 bytes with the preamble (IEEE 802.11-2020, from memory).
  static let beaconShare = (at2GHz: 0.0215, at5GHz: 0.0035)

  /// Collects the transmitters.
  ///
  /// - Parameters:
  ///   - venue: The venue.
  ///   - propagation: Its path loss model.
  ///   - parameters: The size of the shadowing and the rates of changes.
  ///   - seed: The run's seed.
  ///   - changes: Changes of access points by name; unknown names are ignored.
  ///   - travellers: Mobile transmitters.
  ///   - horizon: The end of random changes.
  public init(
    _ venue: Venue, propagation: Propagation, parameters: WiFiParameters = WiFiParameters(),
    seed: UInt64, changes: [WiFiChange] = [], travellers: [TravellingTransmitter] = [],
    horizon: SimDuration = .hours(24 * 8)
  ) {
    self.propagation = propagation
    self.travellers = travellers
    let drawn = WiFiChange.drawn(for: venue, parameters, seed: seed, until: .start + horizon)
    // Stable sort: changes of one moment keep the given order.
    let all = (changes + drawn).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
    self.changes = all
    var byName: [String: [WiFiChange]] = [:]
    for change in all { byName[change.accessPoint, default: []].append(change) }
    for point in venue.transmitters.accessPoints {
      add(point, byName[point.name] ?? [], parameters, seed)
    }
    emitters.sort { ($0.megahertz, $0.station, $0.key) < ($1.megahertz, $1.station, $1.key) }
    for (number, traveller) in travellers.enumerated() {
      fields.append(Self.field(traveller.name, parameters, seed))
      travelling.append(
        emitter(
          traveller.radio, of: number, key: stableHash("\(traveller.name)\ntravels"), parameters))
    }
  }

  private static func field(
    _ name: String, _ parameters: WiFiParameters, _ seed: UInt64
  ) -> ShadowField {
    ShadowField(
      RandomStream(seed: seed, entity: stableHash(name), purpose: "wifi.shadow"),
      lengthMetres: parameters.shadowLengthMetres, dailyChange: parameters.dailyChange)
  }

  /// Adds an access point with all its changes.
  private mutating func add(
    _ point: AccessPoint, _ changes: [WiFiChange], _ parameters: WiFiParameters, _ seed: UInt64
  ) {
    var station = Station(
      position: point.position, level: point.level, from: .farPast, until: .farFuture, field: 0)
    var radios = point.radios
    var life = 0
    var isThere = changes.first?.kind != .appears
    func close(_ surroundings: inout WiFiSurroundings, at time: SimTime) {
      guard isThere, time > station.from else { return }
      station.until = time
      surroundings.add(station, radios, name: point.name, life: life, parameters, seed)
    }
    for change in changes {
      close(&self, at: change.time)
      station.from = change.time
      life += 1
      switch change.kind {
      case .appears: isThere = true
      case .vanishes: isThere = false
      case .moves(let place, let level):
        station.position = place
        station.level = level
      case .replaced:
        radios = radios.enumerated().map {
          $1.renamed(
            RandomStream(
              seed: seed, entity: stableHash(point.name), purpose: "wifi.replaced",
              index: UInt64(life * 64 + $0)))
        }
      }
    }
    close(&self, at: .farFuture)
  }

  private mutating func add(
    _ station: Station, _ radios: [AccessPoint.Radio], name: String, life: Int,
    _ parameters: WiFiParameters, _ seed: UInt64
  ) {
    var station = station
    let name = life == 0 ? name : "\(name)\n\(life)"
    station.field = fields.count
    fields.append(Self.field(name, parameters, seed))
    stations.append(station)
    for (number, radio) in radios.enumerated() {
      // The fading of a radio depends on the seed.
      let key = RandomStream(
        seed: seed, entity: stableHash(name), purpose: "wifi.fading", index: UInt64(number))
      var draw = key
      emitters.append(emitter(radio, of: stations.count - 1, key: draw.next(), parameters))
    }
  }

  private mutating func emitter(
    _ radio: AccessPoint.Radio, of station: Int, key: UInt64, _ parameters: WiFiParameters
  ) -> Emitter {
    let first = networks.count
    networks += radio.networks
    let share =
      radio.frequencyMegahertz < 3000 ? Self.beaconShare.at2GHz : Self.beaconShare.at5GHz
    return Emitter(
      station: station, megahertz: radio.frequencyMegahertz,
      power: radio.powerDecibelMilliwatts, band: RadioBand(megahertz: radio.frequencyMegahertz),
      key: key, networks: first..<networks.count,
      airtime: parameters.airtime + share * Double(radio.networks.count))
  }
}

extension SimTime {
  /// Before all events.
  fileprivate static let farPast = SimTime.start - .hours(24 * 365 * 100)
  /// After all events.
  fileprivate static let farFuture = SimTime.start + .hours(24 * 365 * 100)
}

extension AccessPoint.Radio {
  /// Returns the radio of a replacement: other addresses, the same names.
  fileprivate func renamed(_ stream: RandomStream) -> AccessPoint.Radio {
    var draw = stream
    let base = draw.next() & 0xFCFF_FFFF_FF00
    return AccessPoint.Radio(
      frequencyMegahertz: frequencyMegahertz, powerDecibelMilliwatts: powerDecibelMilliwatts,
      networks: networks.enumerated().map {
        AccessPoint.Network(bssid: HardwareAddress(base + UInt64($0)), ssid: $1.ssid)
      })
  }
}
