import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// The particle filter's location, checked by the nearest fingerprints.
@Suite struct NeighbourCheckTests {
  private static let count = 14

  /// A hall of 40 m with seven access points at either end, surveyed along one line.
  private static func map() throws -> VenueMap {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    var radio = RadioMap(venue: "hall", origin: origin)
    radio.senders = (1...count).map { .wifi(UInt64($0) << 8) }
    radio.planes = [
      RadioMap.Plane(
        ordinal: 0, building: 0, elevationMetres: 0, origin: .zero, spacing: 2, columns: 20,
        rows: 1,
        isSurveyed: [Bool](repeating: true, count: 20))
    ]
    for sender in 0..<count {
      radio.fields.append(
        RadioMap.CoverageWindow(
          sender: sender, plane: 0, column: 0, row: 0, columns: 20, rows: 1,
          start: radio.levels.count)
      )
      for column in 0..<20 {
        let way = Double(sender % 2 == 0 ? column : 19 - column)
        radio.levels.append(UInt8((-45 - 2 * way - RadioMap.minLevel) * 2))
        radio.sigmas.append(20)
      }
    }
    var map = VenueMap(
      name: "hall", frame: LocalFrame(origin: origin),
      levels: [Level(ordinal: 0, shortName: "0", elevationMetres: 0, walls: [])])
    map.radioMap = radio
    return map
  }

  /// The levels of a place 10 m east.
  private static func scan(of count: Int = count) -> WiFiScan {
    WiFiScan(
      startTime: SimTime(seconds: 0), endTime: SimTime(seconds: 1),
      readings: (0..<count).map {
        WiFiReading(
          bssid: HardwareAddress(UInt64($0 + 1) << 8), ssid: "",
          rssiDecibelMilliwatts: $0 % 2 == 0 ? -55 : -73, frequencyMegahertz: 2412,
          time: SimTime(seconds: 1))
      })
  }

  /// A location at some metres east of the origin, and back.
  private static func fix(
    east: Double, at seconds: Double = 2, _ map: VenueMap
  ) throws -> LocationFix {
    let place = try map.frame.geodetic(of: Vec3(east, 0, 0))
    return LocationFix(
      time: SimTime(seconds: seconds),
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: 2, floor: 0, source: .wifi)
  }

  private static func east(_ fix: LocationFix, _ map: VenueMap) throws -> Double {
    map.frame.enu(
      of: try Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 400)
    ).x
  }

  /// The filter is right 10 m east, and wrong 34 m east.
  @Test(arguments: [10.0, 34]) func replacesContradictedLocations(filtered: Double) throws {
    let map = try Self.map()
    var check = try #require(NeighbourCheck(map: map, IndoorLocator.Parameters()))
    check.receive(Self.scan())
    let own = try Self.fix(east: filtered, map)
    let checked = check.checked(own)
    if filtered == 10 {
      #expect(checked == own)
    } else {
      #expect(abs(try Self.east(checked, map) - 10) < 1)
      #expect(checked.isSurveyed == false && checked.horizontalAccuracyMetres == 10)
      // The answer lasts until the next scan, but no longer than 15 s.
      #expect(check.checked(try Self.fix(east: 10, at: 17, map)).isSurveyed == false)
      let late = try Self.fix(east: 34, at: 18, map)
      #expect(check.checked(late) == late)
      check.receive(Self.scan())
      let right = try Self.fix(east: 10, map)
      #expect(check.checked(right) == right)
    }
  }

  /// Few levels are no evidence.
  @Test func trustsTheFilterWithFewTransmitters() throws {
    let map = try Self.map()
    var check = try #require(NeighbourCheck(map: map, IndoorLocator.Parameters()))
    check.receive(Self.scan(of: 11))
    let wrong = try Self.fix(east: 34, map)
    #expect(check.checked(wrong) == wrong)
  }

  @Test func needsASurvey() throws {
    var map = try Self.map()
    map.radioMap = nil
    #expect(NeighbourCheck(map: map, IndoorLocator.Parameters()) == nil)
  }
}
