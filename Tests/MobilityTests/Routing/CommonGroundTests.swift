import Geometry
import Maps
import Mobility
import Testing

@Suite("Common walkable ground")
struct CommonGroundTests {
  /// A hall with a pillar, of which the last ten metres are walled off.
  private func ground(_ opening: Opening? = nil, units: [Unit] = []) throws -> CommonGround {
    let gaps = opening == nil ? [] : [(9.0, 11.0)]
    let map = try RoutingCaseTests.hall(
      walls: RoutingMap.wall(RoutingMap.line(30, 0, 30, 20), gaps: gaps),
      openings: opening.map { [$0] } ?? [], fixtures: [try RoutingMap.box(10, 8, 2, 2)],
      units: units)
    return CommonGround(of: WalkNetwork(map))
  }

  private func door(_ kind: OpeningKind) -> Opening {
    Opening(kind: kind, line: RoutingMap.line(30, 9, 30, 11))
  }

  @Test("excludes a closed room")
  func excludesClosedRoom() throws {
    for ground in [try ground(), try ground(door(.locked))] {
      #expect(ground.holds(RoutingCaseTests.spot(5, 5)))
      #expect(!ground.holds(RoutingCaseTests.spot(35, 5)))
      let place = try #require(ground.nearest(to: RoutingCaseTests.spot(35, 5), within: 10))
      // The other side of the wall, 30 cm off.
      #expect(place.point.x < 30 && place.point.distance(to: Vec2(35, 5)) < 6, "\(place)")
      #expect(ground.nearest(to: RoutingCaseTests.spot(35, 5), within: 5) == nil)
      // Inside the pillar there is no valid position, beside it there is.
      let beside = try #require(ground.nearest(to: RoutingCaseTests.spot(11, 9), within: 3))
      #expect(beside.point.distance(to: Vec2(11, 9)) < 2)
    }
  }

  @Test("includes a room behind a door, also a staff room")
  func includesRoomBehindDoor() throws {
    #expect(try ground(door(.door)).holds(RoutingCaseTests.spot(35, 5)))
    let office = Unit(
      name: "Office", kind: .office, shape: try RoutingMap.box(30, 0, 10, 20), isPublic: false)
    #expect(try ground(door(.door), units: [office]).holds(RoutingCaseTests.spot(35, 5)))
    #expect(try !ground(units: [office]).holds(RoutingCaseTests.spot(35, 5)))
  }

  @Test("handles an empty hall and a missing level")
  func handlesEmptyHallAndMissingLevel() throws {
    let ground = CommonGround(of: WalkNetwork(try RoutingCaseTests.hall()))
    #expect(ground.holds(RoutingCaseTests.spot(5, 5)) && ground.isJoined(0))
    #expect(!ground.holds(RoutingCaseTests.spot(5, 5, 7)) && !ground.isJoined(7))
    let beside = RoutingCaseTests.spot(-2, 5)
    #expect(ground.nearest(to: beside, within: 4)?.point.x ?? -1 > 0)
  }

  @Test("includes an upper level if connectors lead there and back")
  func includesLevelsWithTwoWayConnectors() throws {
    let floor = try RoutingMap.box(0, 0, 40, 20)
    for (stops, isOneWay, isJoined) in [
      ([], false, false), ([0, 1], false, true), ([0, 1], true, false),
    ] {
      let pillars = [try RoutingMap.box(10, 8, 2, 2), try RoutingMap.box(20, 8, 2, 2)]
      let levels = [0, 1].map { ordinal in
        Level(
          ordinal: ordinal, shortName: "\(ordinal)", elevationMetres: Double(ordinal) * 4,
          outline: [floor], walls: floor.edges,
          fixtures: Array(pillars.prefix(2 - ordinal)))
      }
      let connector = Connector(
        name: "Way", kind: .escalator,
        stops: stops.map { Spot(Vec2(5 + Double($0) * 6, 15), level: $0) }, isOneWay: isOneWay)
      let map = VenueMap(
        name: "two", frame: try RoutingMap.frame(), levels: levels,
        connectors: stops.isEmpty ? [] : [connector])
      let ground = CommonGround(of: WalkNetwork(map))
      #expect(ground.isJoined(0) && ground.isJoined(1) == isJoined, "\(stops) \(isOneWay)")
      #expect(ground.holds(RoutingCaseTests.spot(30, 5, 1)))
    }
  }
}
