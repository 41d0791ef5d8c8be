import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// A phone that receives one or two senders at a time, in the hall of the locator's tests.
@Suite struct IndoorSparseTests {
  typealias Hall = IndoorLocatorTests.Hall
  private static let earth = Vec3(-20, 0, -42)

  /// The strongest senders at a point.
  static func scan(
    _ hall: Hall, _ point: Vec3, at second: Int, strongest count: Int = 2
  ) -> WiFiScan {
    var scan = hall.scan(point, at: Double(second))
    scan.readings.sort { $0.rssiDecibelMilliwatts > $1.rssiDecibelMilliwatts }
    scan.readings.removeLast(max(0, scan.readings.count - count))
    return scan
  }

  /// The hall with a floor of 60 by 40 m on the map, and a door in the middle of its eastern wall.
  static func walled(hasDoor: Bool = true) throws -> (hall: Hall, map: VenueMap) {
    let hall = try Hall()
    let corners = [Vec2(0, 0), Vec2(60, 0), Vec2(60, 40), Vec2(0, 40)]
    let outline = try Polygon(exterior: corners)
    let wall = zip(corners, corners.dropFirst() + [corners[0]]).map { Segment2($0, $1) }
    let door = Opening(
      kind: .door, line: Segment2(Vec2(60, 19), Vec2(60, 21)), isEntrance: true)
    var map = VenueMap(
      name: "Hall", frame: hall.frame,
      buildings: [Building(name: "Hall", footprint: [outline], heightMetres: 10)],
      levels: [0, 1].map {
        Level(
          ordinal: $0, shortName: "\($0)", elevationMetres: 5 * Double($0), outline: [outline],
          walls: wall, openings: hasDoor ? [door] : [])
      })
    map.radioMap = hall.map.radioMap
    return (hall, map)
  }

  /// Simulates two senders of another position for a while, and then a walk east.
  ///
  /// - Parameter north: Northing of the path, in m.
  /// - Returns: The final position error, in m, and its radius.
  /// - Throws: If the hall is invalid.
  private static func astray(north: Double) throws -> (error: Double, radius: Double) {
    let (hall, map) = try walled()
    var locator = try #require(IndoorLocator(map: map))
    var point = Vec3(4, north, 1)
    var (error, radius) = (0.0, 0.0)
    for second in 1...45 {
      let isWalking = second > 6
      if isWalking {
        point.x += IndoorWalkTests.pace
        IndoorWalkTests.sense(second, &locator, field: earth)
      } else {
        IndoorWalkTests.rest(second, &locator)
      }
      if second % 3 == 0 {
        let received = isWalking ? point : Vec3(52, 40 - north, 1)
        locator.receive(scan(hall, received, at: second))
      }
      let fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second > 40 {
        error += try hall.error(fix, point) / 5
        radius += (fix?.horizontalAccuracyMetres ?? 0) / 5
      }
    }
    return (error, radius)
  }

  /// One or two senders at a time never suffice, but along a path they do (relocalisation).
  @Test func relocatesAlongPathWithFewTransmitters() throws {
    let found = try [8.0, 14, 20, 26, 32].map { try Self.astray(north: $0) }
    let error = found.reduce(0) { $0 + $1.error } / Double(found.count)
    #expect(error < 8, "\(found)")
    // The 68 % radius shows it: no error exceeds three radii.
    #expect(found.allSatisfy { $0.error < 3 * $0.radius }, "\(found)")
  }

  /// With few senders, silence is normal for a stationary phone; with many, it means that the phone has left.
  @Test(arguments: [(2, true), (24, false)]) func silenceEndsFixOnlyWithManyTransmitters(
    senders: Int, isReported: Bool
  ) throws {
    let (hall, map) = try Self.walled()
    var locator = try #require(IndoorLocator(map: map))
    var (fix, received) = (LocationFix?.none, LocationFix?.none)
    for second in 1...80 {
      IndoorWalkTests.rest(second, &locator)
      locator.receive(IndoorFloorTests.pressure(0, at: second))
      if second < 20, second % 3 == 0 {
        locator.receive(Self.scan(hall, Vec3(30, 20, 1), at: second, strongest: senders))
      }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second == 20 { received = fix }
    }
    #expect(received != nil && (fix != nil) == isReported)
    // Two senders hardly distinguish two levels, but the choice is stable.
    #expect(!isReported || fix?.floor == received?.floor)
  }

  /// Dead reckoning without reception stops at the wall, and doesn't go through it.
  @Test func deadReckoningStopsAtWalls() throws {
    let (hall, map) = try Self.walled()
    var locator = try #require(IndoorLocator(map: map))
    var furthest = 0.0
    for second in 1...45 {
      if second > 10 {
        IndoorWalkTests.sense(second, &locator, field: Self.earth)
      } else {
        IndoorWalkTests.rest(second, &locator)
      }
      if second < 10, second % 3 == 0 {
        locator.receive(Self.scan(hall, Vec3(30, 8, 1), at: second, strongest: 4))
      }
      guard let fix = locator.fix(at: SimTime(seconds: Double(second))) else { continue }
      let place = try Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 9)
      let point = hall.frame.enu(of: place).xy
      furthest = max(furthest, point.x - 60, point.y - 40, -point.x, -point.y)
    }
    #expect(furthest < 3, "\(furthest) m")
  }

  /// GNSS fixes in front of the building are used where few senders are received.
  @Test(arguments: [(2, false), (24, true)]) func usesGNSSOutsideWithFewTransmitters(
    senders: Int, isInside: Bool
  ) throws {
    let (hall, map) = try Self.walled()
    var locator = try #require(IndoorLocator(map: map))
    let outside = try hall.frame.geodetic(of: Vec3(75, 30, 1))
    let sky = Self.sky(31)
    var fix: LocationFix?
    for second in 1...30 {
      let time = SimTime(seconds: Double(second))
      IndoorWalkTests.rest(second, &locator)
      if second % 3 == 0 {
        locator.receive(Self.scan(hall, Vec3(55, 30, 1), at: second, strongest: senders))
      }
      if second > 15 {
        locator.receive(
          GNSSEpoch(time: time, gpsWeek: 2000, secondsOfWeek: 345_600, measurements: sky))
        locator.receive(
          sky: LocationFix(
            time: time,
            coordinate: Coordinate(
              latitudeDegrees: outside.latitudeDegrees,
              longitudeDegrees: outside.longitudeDegrees),
            horizontalAccuracyMetres: 5, source: .gnss))
      }
      fix = locator.fix(at: time)
    }
    #expect((fix != nil) == isInside)
  }

  /// Eight satellites of equal strength, in dB-Hz.
  static func sky(_ strength: Double) -> [GNSSMeasurement] {
    (1...8).map { number in
      GNSSMeasurement(
        satellite: SatelliteID(.gps, number), carrierFrequencyHertz: 1_575_420_000,
        pseudorangeMetres: 2e7, pseudorangeSigmaMetres: 4, pseudorangeRateMetresPerSecond: 0,
        pseudorangeRateSigmaMetresPerSecond: 1, accumulatedDeltaRangeMetres: 0,
        accumulatedDeltaRangeSigmaMetres: 1, accumulatedDeltaRangeState: [],
        carrierToNoiseDecibelHertz: strength, state: .codeLock)
    }
  }
}
