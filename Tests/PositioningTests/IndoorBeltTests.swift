import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Moving walkways in the hall of the locator's tests.
@Suite struct IndoorBeltTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Simulates a walk east onto a walkway and along it.
  ///
  /// - Parameters:
  ///   - north: Northing of the path, in m.
  ///   - isOnMap: True if the map has the walkway.
  /// - Returns: Mean position error there, in m.
  /// - Throws: If the hall is invalid.
  private static func walk(north: Double, isOnMap: Bool) throws -> Double {
    let hall = try Hall()
    let ends = [Vec2(18, north), Vec2(54, north)]
    var map = VenueMap(
      name: "Hall", frame: hall.frame,
      levels: [Level(ordinal: 0, shortName: "0", elevationMetres: 0, walls: [])],
      connectors: isOnMap
        ? [Connector(name: "Belt", kind: .walkway, stops: ends.map { Spot($0, level: 0) })]
        : [])
    map.radioMap = hall.map.radioMap
    var locator = try #require(IndoorLocator(map: map))
    var point = Vec3(4, north, 1)
    var fix: LocationFix?
    var errors: [Double] = []
    for second in 1...28 {
      let isCarried = point.x >= ends[0].x && point.x < ends[1].x
      point.x += IndoorWalkTests.pace + (isCarried ? 0.65 : 0)
      IndoorWalkTests.sense(second, &locator, field: Vec3(-20, 0, -42))
      if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
      if isCarried { errors.append(try hall.error(fix, point)) }
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  /// A walking person on a walkway is also moved by it.
  @Test func walkwaySpeedAddsToWalking() throws {
    let lines = [8.0, 14, 20, 26, 32]
    let known = try lines.map { try Self.walk(north: $0, isOnMap: true) }
    let unknown = try lines.map { try Self.walk(north: $0, isOnMap: false) }
    #expect(known.reduce(0, +) < 0.9 * unknown.reduce(0, +), "\(known), \(unknown)")
  }

  /// Simulates 30 s of standing, a ride east without steps, on nothing in the map, and standing again.
  ///
  /// - Returns: The final position error, in m, and the max error at rest before.
  private static func carry(metres: Double) throws -> (last: Double, atRest: Double) {
    let hall = try Hall()
    var map = hall.map
    map.radioMap?.wifiNoise = 3
    var locator = try #require(IndoorLocator(map: map))
    var point = Vec3(10, 20, 1)
    var fix: LocationFix?
    var worst = 0.0
    for second in 1...120 {
      if second > 30 { point.x = min(10 + metres, point.x + 0.65) }
      IndoorWalkTests.sense(second, &locator, field: Vec3(-20, 0, -42), isWalking: false)
      if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second > 10, second <= 30 { worst = max(worst, try hall.error(fix, point)) }
    }
    return (try hall.error(fix, point), worst)
  }

  /// A ride without steps is detected by the changing radio levels alone.
  ///
  /// In this hall that takes some 20 m: 13 m stay unnoticed (9 m off at the end).
  @Test(arguments: [0.0, 30]) func detectsRidesWithoutSteps(metres: Double) throws {
    let found = try Self.carry(metres: metres)
    #expect(found.last < max(3, 0.5 * metres) && found.atRest < 3, "\(found)")
  }
}
