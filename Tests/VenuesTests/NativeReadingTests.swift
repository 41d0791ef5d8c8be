import Documents
import Geometry
import Maps
import Observations
import TestSupport
import Testing
import Venues

/// Reads a native venue from text.
func nativeVenue(_ text: String) throws(DocumentError) -> Venue {
  try decodeDocument(VenueFile.self, bytes: Array(text.utf8), name: "v.yaml").venue()
}

struct NativeReadingTests {
  private let office = """
    name: Office
    origin: {latitude: 47.5 deg, longitude: 8.25 deg, altitude: 410 m}
    ssids: [staff, guest]
    beacon_uuid: F7826DA6-4FA2-4E98-8024-BC5B71E0893E
    buildings:
      - name: Main
        at: [0 m, 0 m]
        size: [30 m, 20 m]
        facade: glass
        roof: 25 dB
        levels:
          - ordinal: 1
            name: First
            height: 3.5 m
            rooms:
              - {name: Upper hall, at: [0 m, 0 m], size: [30 m, 20 m], kind: lobby}
            access_points:
              - {name: 'ap {level} {n}', at: [5 m, 10 m], repeat: {count: 3, step: [10 m, 0 m]}}
          - ordinal: 0
            name: G
            height: 4 m
            rooms:
              - name: Shop {n}
                kind: shop
                at: [0 m, 0 m]
                size: [10 m, 8 m]
                walls: {all: brick, west: open}
                doors: [north]
                repeat: {count: 3, step: [10 m, 0 m]}
              - name: Passage
                kind: corridor
                at: [0 m, 8 m]
                size: [30 m, 12 m]
                doors:
                  - {side: west, at: 3 m, width: 2 m, kind: sliding}
            beacons:
              - {name: 'b{n}', at: [5 m, 9 m], minor: 7, repeat: {count: 2, step: [10 m, 0 m]}}
        lifts:
          - {name: Lift, at: [28 m, 18 m], levels: all, speed: 2.5 m/s}
        escalators:
          - {name: E, from: [5 m, 15 m], to: [14 m, 15 m], levels: [0, First], direction: both}
    places:
      - {name: Gate, at: [-5 m, 12 m]}
    paths:
      - {line: [[-5 m, 11 m], [3 m, 11 m], [25 m, 11 m]], level: G, outside: first}
      - {line: [[12 m, 9 m], [12 m, 11 m]], level: 0}
    regions:
      - {name: door, at: [0 m, 11 m], radius: 20 m}

    """

  @Test func makesLevelsAndRooms() throws {
    let venue = try nativeVenue(office)
    #expect(venue.map.buildings.map(\.name) == ["Main"])
    #expect(venue.levels.map(\.ordinal) == [0, 1])
    // The ground floor's 4 m and a slab of 0.5 m.
    #expect(venue.levels.map(\.elevationMetres) == [0, 4.5])
    #expect(venue.map.buildings[0].heightMetres == 4.5 + 3.5 + 0.5)
    #expect(venue.materials.roofs[0]?.lossDecibels == 25)
    #expect(venue.levels[0].units.map(\.name) == ["Shop 1", "Shop 2", "Shop 3", "Passage"])
    #expect(venue.levels[0].units[1].shape.bounds == Box2([10, 0], [20, 8]))
    let place = try #require(venue.map.places.first { $0.name == "Shop 2" })
    #expect(place.spot == Spot([15, 4], level: 0))
  }

  @Test func makesEachWallOnceAndCutsDoors() throws {
    let level = try nativeVenue(office).levels[0]
    let venue = try nativeVenue(office)
    let total = level.walls.reduce(0) { $0 + $1.length }
    // The outline, two partitions and the shops' fronts, less three doors and one entrance.
    #expect(abs(total - (100 + 2 * 8 + 30 - 3 * 0.9 - 2)) < 1e-9)
    #expect(level.openings.map(\.kind) == [.door, .door, .door, .sliding])
    #expect(level.openings.map(\.isEntrance) == [false, false, false, true])
    #expect(level.openings[3].line.midpoint == [0, 11])
    for (index, wall) in level.walls.enumerated() {
      let isOuter =
        wall.midpoint.x == 0 || wall.midpoint.x == 30 || wall.midpoint.y == 0
        || wall.midpoint.y == 20
      #expect(venue.materials.material(ofWall: index, level: 0) == (isOuter ? .glass : .brick))
      for other in level.walls[(index + 1)...] {
        if case .overlap = wall.intersection(with: other) { Issue.record("\(wall) \(other)") }
      }
    }
  }

  @Test func makesConnectors() throws {
    let venue = try nativeVenue(office)
    #expect(venue.map.connectors.map(\.name) == ["E up", "E down", "Lift"])
    #expect(venue.map.connectors[0].stops == [Spot([5, 15], level: 0), Spot([14, 15], level: 1)])
    // The belt down is to the right of a person riding up, 1.6 m away.
    #expect(
      venue.map.connectors[1].stops == [Spot([14, 13.4], level: 1), Spot([5, 13.4], level: 0)])
    #expect(venue.map.connectors.map(\.isOneWay) == [true, true, false])
    #expect(venue.materials.lifts[2]?.speedMetresPerSecond == 2.5)
  }

  @Test func makesTransmitters() throws {
    let venue = try nativeVenue(office)
    let points = venue.transmitters.accessPoints
    #expect(points.map(\.name) == ["ap First 1", "ap First 2", "ap First 3"])
    #expect(points.allSatisfy { $0.radios.count == 2 && $0.radios[0].networks.count == 2 })
    #expect(points[0].position == [5, 10, 4.5 + 2.7])
    let addresses = points.flatMap { $0.radios.flatMap { $0.networks.map(\.bssid) } }
    #expect(Set(addresses).count == 12)
    #expect(venue.beacons.map(\.identity.minor) == [7, 8])
    #expect(venue.map.beacons == venue.beacons.map(\.published))
  }

  @Test func joinsPaths() throws {
    let paths = try nativeVenue(office).map.paths
    // Outdoors to the door, two halves of the line indoors, and the branch that splits it.
    #expect(paths.edges.count == 4)
    #expect(paths.edges[0].kind == .pathway)
    #expect(paths.nodes[paths.edges[0].from].level == nil)
    #expect(paths.nodes[paths.edges[0].to].level == 0)
    #expect(paths.edges.count { $0.from == 1 || $0.to == 1 } >= 1)
    let branch = paths.edges[3]
    #expect(paths.nodes[branch.to].point == [12, 11])
    #expect(paths.edges.count { $0.from == branch.to || $0.to == branch.to } == 3)
  }

  @Test func joinsAndCutsRoads() throws {
    let venue = try nativeVenue(
      """
      name: Streets
      origin: {latitude: 0 deg, longitude: 0 deg}
      roads:
        - name: Avenue {n}
          kind: primary
          line: [[0 m, -50 m], [0 m, 250 m]]
          lanes: 4
          one_way: true
          repeat: {count: 3, step: [100 m, 0 m]}
        - {name: 'Street {n}', line: [[-50 m, 0 m], [250 m, 0 m]], repeat: {count: 3, step: [0 m, 100 m]}}
        - {name: Bridge, line: [[-50 m, 50 m], [250 m, 50 m]], layer: 1}
        - {name: Stub, line: [[50 m, 0.3 m], [50 m, 40 m]]}
      junctions:
        - at: [100 m, 100 m]
          plan:
            phases:
              - {roads: [Avenue 2], green: 30 s}
              - {roads: [[90 m, 100 m], [110 m, 100 m]], green: 20 s}
        - {at: [0 m, 0 m], control: stop}
      restrictions:
        - {at: [100 m, 100 m], from: [90 m, 100 m], to: [100 m, 110 m]}
      car_parks:
        - name: P
          at: [150 m, 110 m]
          size: [40 m, 30 m]
          aisles:
            - {line: [[170 m, 100 m], [170 m, 135 m]]}
          stalls:
            - {from: [165 m, 115 m], to: [165 m, 135 m], count: 9, heading: 270 deg}

      """)
    let roads = venue.map.roads
    // 12 + 12 pieces of the grid, one more where the stub ends, the bridge, the stub; the aisle cuts
    // a street in two.
    #expect(roads.roads.count == 12 + 12 + 1 + 1 + 1 + 2)
    #expect(roads.junctions[0] == Junction([100, 100], control: .signal))
    #expect(roads.junctions[1] == Junction([0, 0], control: .stop))
    let first = roads.roads[0]
    #expect(first.lanesForward == 4 && first.lanesBackward == 0 && first.name == "Avenue 1")
    for road in roads.roads {
      #expect(road.line.first == roads.junctions[road.from].point)
      #expect(road.line.last == roads.junctions[road.to].point)
    }
    let plan = try #require(venue.signals.first)
    #expect(plan.phases.map(\.roads.count) == [2, 2] && plan.cycleSeconds == 60)
    #expect(plan.phases[0].roads.allSatisfy { roads.roads[$0].name == "Avenue 2" })
    let turn = try #require(roads.restrictions.first)
    #expect(roads.roads[turn.from].name == "Street 2" && roads.roads[turn.to].name == "Avenue 2")
    #expect(roads.carParks[0].stalls.count == 9)
    #expect(roads.carParks[0].stalls.allSatisfy { roads.roads[$0.aisle].kind == .aisle })
    #expect(abs(roads.carParks[0].stalls[0].headingRadians + .pi) < 1e-12)
  }

  @Test func turnsAndRepeatsBuildings() throws {
    let venue = try nativeVenue(
      """
      name: Towers
      origin: {latitude: 0 deg, longitude: 0 deg}
      buildings:
        - name: 'Tower {n}'
          origin: [100 m, 0 m]
          rotation: 90 deg
          at: [0 m, 0 m]
          size: [20 m, 10 m]
          repeat: {count: 2, step: [50 m, 0 m], rows: 2, row_step: [0 m, 60 m], skip: [4]}
          levels:
            - ordinal: 0
              rooms:
                - {name: Lobby, kind: lobby, at: [0 m, 0 m], size: [20 m, 10 m], doors: [south]}
            - ordinal: 1
              name: '{n}'
              rooms:
                - {name: '{level}{n:2}', at: [0 m, 0 m], size: [5 m, 10 m], walls: open, public: false, repeat: {count: 4, step: [5 m, 0 m]}}
              repeat: {count: 3, from: 12, skip: [13], rise: 4 m}

      """)
    #expect(venue.map.buildings.map(\.name) == ["Tower 1", "Tower 2", "Tower 3"])
    #expect(venue.levels.prefix(4).map(\.shortName) == ["0", "12", "14", "15"])
    #expect(venue.levels.prefix(4).map(\.ordinal) == [0, 1, 2, 3])
    #expect(venue.levels.prefix(4).map(\.elevationMetres) == [0, 3.5, 7.5, 11.5])
    #expect(venue.levels[2].units.map(\.name) == ["1401", "1402", "1403", "1404"])
    // Rotated a quarter to the left about [100, 0]: the bottom is at the right.
    let box = venue.map.buildings[0].footprint[0].bounds
    #expect((box.minimum - [90, 0]).length < 1e-9 && (box.maximum - [100, 20]).length < 1e-9)
    #expect((venue.levels[0].openings[0].line.midpoint - [100, 10]).length < 1e-9)
    let third = venue.map.buildings[2].footprint[0].bounds
    #expect((third.minimum - [90, 60]).length < 1e-9)
  }
}
