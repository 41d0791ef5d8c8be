import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Changes in buildings after the survey, which must not mislead the locator.
@Suite struct IndoorDisturbanceTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// The hall with beacons beside its access points, and their levels at a phone.
  private struct BeaconHall {
    let hall: Hall
    let map: VenueMap

    init() throws {
      hall = try Hall()
      var map = hall.map
      var radio = try #require(map.radioMap)
      // The odd access points of the map are beacons here.
      radio.senders = radio.senders.enumerated().map { number, sender in
        number % 2 == 0 ? sender : .beacon(Self.identity(number))
      }
      // The map has access points before beacons.
      let order = radio.senders.indices.sorted { radio.senders[$0] < radio.senders[$1] }
      var places = [Int](repeating: 0, count: order.count)
      for (new, old) in order.enumerated() { places[old] = new }
      radio.senders = order.map { radio.senders[$0] }
      for index in radio.fields.indices {
        radio.fields[index].sender = places[radio.fields[index].sender]
      }
      map.radioMap = radio
      self.map = map
    }

    static func identity(_ number: Int) -> BeaconIdentity {
      BeaconIdentity(uuid: Identifier128(high: 1, low: 2), major: 1, minor: UInt16(number))
    }

    /// Surveyed levels of all beacons at a point.
    func beacons(at point: Vec3) -> [Int: Double] {
      var levels: [Int: Double] = [:]
      for number in stride(from: 1, to: Hall.places.count, by: 2) {
        levels[number] = Hall.level(of: number, at: point)
      }
      return levels
    }

    /// Position of a stationary phone with these beacon levels.
    func stand(
      at point: Vec3, _ change: (inout [Int: Double]) -> Void
    ) throws -> (error: Double, floor: Int?) {
      var locator = try #require(IndoorLocator(map: map))
      var levels = beacons(at: point)
      change(&levels)
      var draw = RandomStream(seed: 5, purpose: "beacons")
      var fix: LocationFix?
      for second in 1...40 {
        let time = SimTime(seconds: Double(second))
        if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
        for (number, level) in levels.sorted(by: { $0.key < $1.key }) where level > -90 {
          locator.receive(
            BeaconAdvertisement(
              time: time, identity: Self.identity(number), measuredPowerDecibelMilliwatts: -59,
              rssiDecibelMilliwatts: level + 2 * draw.gaussian()))
        }
        fix = locator.fix(at: time)
      }
      return (try hall.error(fix, point), fix?.floor)
    }
  }

  private static let point = Vec3(24, 18, 1)

  @Test func toleratesMovedBeacons() throws {
    let hall = try BeaconHall()
    let found = try hall.stand(at: Self.point) { levels in
      // Two were moved to the far corners.
      levels[1] = Hall.level(of: 1, at: Vec3(70, 50, 6))
      levels[5] = Hall.level(of: 5, at: Vec3(-10, 50, 6))
    }
    #expect(found.error < 5 && found.floor == 0, "\(found)")
  }

  @Test func toleratesClonedBeacons() throws {
    let hall = try BeaconHall()
    let found = try hall.stand(at: Self.point) { levels in
      // Two with the same identities were added right here.
      levels[19] = -58
      levels[21] = -60
    }
    // Two strong outliers don't outweigh the rest.
    #expect(found.error < 6 && found.floor == 0, "\(found)")
  }

  @Test func toleratesDeadBeacons() throws {
    let hall = try BeaconHall()
    let found = try hall.stand(at: Self.point) { levels in
      for number in [1, 3, 7, 9, 11, 13] { levels[number] = nil }
    }
    #expect(found.error < 5 && found.floor == 0, "\(found)")
  }

  /// A body attenuates everything on one side by 6 dB, and nothing on the other.
  @Test(arguments: [0.0, 1.6, 3.1, 4.7]) func bodyShadowingWidensRadius(side: Double) throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let point = Vec3(30, 20, 1)
    var fix: LocationFix?
    for second in 1...40 {
      let time = SimTime(seconds: Double(second))
      if second % 3 == 0 {
        var scan = hall.scan(point, at: Double(second))
        for index in scan.readings.indices {
          let number = Int(scan.readings[index].bssid.value >> 8) - 1
          let way = (Hall.places[number] - point).xy
          let cosine = (way.x * cos(side) + way.y * sin(side)) / max(1, way.length)
          scan.readings[index].rssiDecibelMilliwatts -= 3 * (1 + cosine)
        }
        locator.receive(scan)
      }
      fix = locator.fix(at: time)
    }
    // It resembles a small displacement, so the position may be off, but the radius must show it: twice the
    // 68 % radius covers 99 %.
    let error = try hall.error(fix, point)
    #expect(error < 2 * (fix?.horizontalAccuracyMetres ?? 0), "\(error)")
    #expect(fix?.floor == 0)
  }

  /// A receiver bias of 12 dB is compensated by the pattern alone.
  @Test(arguments: [-12.0, 12]) func compensatesReceiverBias(offset: Double) throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let point = Vec3(40, 12, 1)
    var fix: LocationFix?
    for second in 1...60 {
      if second % 3 == 0 {
        locator.receive(hall.scan(point, at: Double(second), offset: offset))
      }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
    }
    let error = try hall.error(fix, point)
    #expect(error < 2 * (fix?.horizontalAccuracyMetres ?? 0), "\(error)")
    #expect(fix?.floor == 0)
  }
}
