import Geometry
import Glibc
import Kernel
import Observations
import Positioning
import Testing

/// A random town for tests: access points at random, levels by distance and noise.
struct WiFiTown {
  static let middle = Coordinate(latitudeDegrees: 45.44, longitudeDegrees: -122.62)
  static let metresPerDegree = 111_195.08

  var points: [(address: HardwareAddress, place: Vec2)] = []
  let origin: Coordinate

  init(_ count: Int, width: Double, seed: UInt64, at origin: Coordinate = Self.middle) {
    self.origin = origin
    var draw = RandomStream(seed: seed, purpose: "town")
    points = (0..<count).map { _ in
      let position = Vec2(draw.uniform(in: -width...width), draw.uniform(in: -width...width))
      return (HardwareAddress(draw.next() & 0x00FF_FFFF_FFF0), position)
    }
  }

  func coordinate(_ point: Vec2) -> Coordinate {
    Coordinate(
      latitudeDegrees: origin.latitudeDegrees + point.y / Self.metresPerDegree,
      longitudeDegrees: origin.longitudeDegrees
        + point.x / (Self.metresPerDegree * cos(origin.latitudeDegrees * .pi / 180)))
  }

  func distance(_ fix: LocationFix, _ point: Vec2) -> Double {
    let there = coordinate(point)
    let north = (fix.coordinate.latitudeDegrees - there.latitudeDegrees) * Self.metresPerDegree
    let east =
      (fix.coordinate.longitudeDegrees - there.longitudeDegrees) * Self.metresPerDegree
      * cos(origin.latitudeDegrees * .pi / 180)
    return Vec2(east, north).length
  }

  /// The database: positions with errors of 12 m along each axis.
  func transmitters(
    seed: UInt64
  ) -> [(key: TransmitterKey, transmitter: KnownTransmitter)] {
    var draw = RandomStream(seed: seed, purpose: "town.database")
    return points.map { address, place in
      let error = Vec2(12 * draw.gaussian(), 12 * draw.gaussian())
      return (
        TransmitterKey(address),
        KnownTransmitter(
          coordinate: coordinate(place + error), spreadMetres: 12, levelAt30Metres: -67)
      )
    }
  }

  func atlas(seed: UInt64 = 1) throws -> WiFiAtlas {
    var atlas = WiFiAtlas()
    for tile in try tiles(seed: seed) {
      atlas.insert(tile, byteCount: tile.bytes.count, at: .start)
    }
    return atlas
  }

  func tiles(seed: UInt64 = 1) throws -> [WiFiTile] {
    let all = transmitters(seed: seed)
    let own = try #require(TileAddress(containing: origin))
    return (own.neighbours + [own]).map {
      WiFiTile(address: $0, day: 1, transmitters: all)
    }
    .filter { $0.count > 0 }
  }

  /// The scan of a phone at a position: 30 dB per decade, shadowing of 7 dB, nothing below -90 dBm.
  func scan(at place: Vec2, seed: UInt64, offset: Double = 0) -> WiFiScan {
    var draw = RandomStream(seed: seed, purpose: "town.scan")
    var readings: [WiFiReading] = []
    for (address, point) in points {
      let distance = max(3, point.distance(to: place))
      let level = -67 - 30 * log10(distance / 30) + 7 * draw.gaussian() + offset
      guard level > -90 else { continue }
      readings.append(Self.reading(address, level))
    }
    return WiFiScan(startTime: .start, endTime: SimTime(seconds: 2), readings: readings)
  }

  static func reading(_ address: HardwareAddress, _ level: Double) -> WiFiReading {
    WiFiReading(
      bssid: address, ssid: "", rssiDecibelMilliwatts: level.rounded(),
      frequencyMegahertz: 2437, time: SimTime(seconds: 1))
  }
}
