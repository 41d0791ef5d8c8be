import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// The locator's use of floor plans, in the hall of the locator's tests.
@Suite struct IndoorPlanTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Simulates a lift ride from the lowest of four levels to the highest, without reception.
  ///
  /// - Parameter stops: Levels at which the lift stops by the map; another beside it stops at all.
  /// - Returns: Mean position error afterwards, in m, and the floor.
  /// - Throws: If the hall is invalid.
  private static func ride(stops: [Int]) throws -> (error: Double, floor: Int?) {
    let hall = try Hall()
    var radio = try #require(hall.map.radioMap)
    for ordinal in 2...3 {
      var plane = radio.planes[0]
      (plane.ordinal, plane.elevationMetres) = (ordinal, 5 * Double(ordinal))
      radio.planes.append(plane)
    }
    func lift(_ name: String, _ position: Vec2, _ levels: [Int]) -> Connector {
      Connector(name: name, kind: .lift, stops: levels.map { Spot(position, level: $0) })
    }
    let point = Vec3(30, 20, 1)
    var map = VenueMap(
      name: "Hall", frame: hall.frame,
      levels: (0...3).map {
        Level(ordinal: $0, shortName: "\($0)", elevationMetres: 5 * Double($0), walls: [])
      },
      connectors: [lift("There", point.xy + Vec2(8, 0), [0, 1, 2, 3])]
        + (stops.isEmpty ? [] : [lift("Here", point.xy, stops)]))
    map.radioMap = radio
    var locator = try #require(IndoorLocator(map: map))
    var (error, floor) = (0.0, Int?.none)
    for second in 1...40 {
      IndoorWalkTests.rest(second, &locator)
      locator.receive(
        IndoorFloorTests.pressure(max(0, min(15, 3 * Double(second - 24))), at: second))
      if second % 3 == 0, second < 24 { locator.receive(hall.scan(point, at: Double(second))) }
      let fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second > 35 { error += try hall.error(fix, point) / 5 }
      floor = fix?.floor
    }
    return (error, floor)
  }

  /// A lift that passes levels without a stop is distinguished from the one beside it.
  @Test func distinguishesLiftsByTheirStops() throws {
    let (express, slow) = (try Self.ride(stops: [0, 3]), try Self.ride(stops: [0, 1, 2, 3]))
    let unknown = try Self.ride(stops: [])
    #expect(express.floor == 3 && slow.floor == 3)
    #expect(express.error < slow.error + 0.5, "\(express), \(slow)")
    #expect(unknown.error > express.error + 2, "\(express), \(unknown)")
  }

  /// Simulates a walk east into an unsurveyed area.
  ///
  /// - Parameters:
  ///   - north: Northing of the path, in m.
  ///   - hasPlan: True if the map has a floor plan.
  /// - Returns: Mean position error there, in m.
  /// - Throws: If the hall is invalid.
  private static func stray(north: Double, hasPlan: Bool) throws -> Double {
    let hall = try Hall()
    let corners = [Vec2(0, 0), Vec2(60, 0), Vec2(60, 40), Vec2(0, 40)]
    let outline = try Polygon(exterior: corners)
    let walls = zip(corners, corners.dropFirst() + [corners[0]]).map { Segment2($0, $1) }
    var map = VenueMap(
      name: "Hall", frame: hall.frame,
      levels: (0...1).map {
        Level(
          ordinal: $0, shortName: "\($0)", elevationMetres: 5 * Double($0),
          outline: hasPlan ? [outline] : [], walls: hasPlan ? walls : [])
      })
    var radio = try #require(hall.map.radioMap)
    for plane in radio.planes.indices {
      for cell in radio.planes[plane].isSurveyed.indices {
        radio.planes[plane].isSurveyed[cell] = cell % 31 < 14
      }
    }
    map.radioMap = radio
    var locator = try #require(IndoorLocator(map: map))
    var point = Vec3(6, north, 1)
    var errors: [Double] = []
    for second in 1...34 {
      point.x += IndoorWalkTests.pace
      IndoorWalkTests.sense(second, &locator, field: Vec3(-20, 0, -42))
      if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      let fix = locator.fix(at: SimTime(seconds: Double(second)))
      if point.x > 32 { errors.append(try hall.error(fix, point)) }
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  /// The whole floor of a plan is walkable, surveyed or not; a level without a plan ends with the survey.
  @Test func walkableAreaFollowsPlan() throws {
    for north in [10.0, 20, 30] {
      #expect(try Self.stray(north: north, hasPlan: true) < 4, "\(north) m north")
      #expect(try Self.stray(north: north, hasPlan: false) > 4, "\(north) m north")
    }
  }
}
